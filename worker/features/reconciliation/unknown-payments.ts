import type { Context } from "../../context.ts";
import { among, sql, thisProvider } from "../../db/sql.ts";

export async function unknownOf(ctx: Context, providerId: string, ids: readonly string[]): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.all(
    sql<{ id: string }>`SELECT id FROM payments WHERE provider_id = ${thisProvider} AND id IN ${among(ids)}`,
  );
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

const atOnce = 500;

export async function unknownOfAll(
  { platform }: Context,
  pushes: readonly { providerId: string; paymentId: string }[],
): Promise<string[]> {
  const unknown = new Set(pushes.map(({ paymentId }) => paymentId));
  const providers = JSON.stringify([...new Set(pushes.map(({ providerId }) => providerId))]);
  const ids = [...unknown];
  for (let first = 0; first < ids.length; first += atOnce) {
    const rows = await platform.all(
      sql<{ id: string }>`SELECT id FROM payments WHERE provider_id IN (SELECT value
          FROM json_each(${providers}))
        AND id IN ${among(ids.slice(first, first + atOnce))}`,
    );
    for (const { id } of rows) unknown.delete(id);
  }
  return [...unknown];
}
