import type { Context } from "../../context.ts";

/** Payments of which D1 knows nothing, of these. */
export async function unknownOf(ctx: Context, providerId: string, ids: readonly string[]): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.all<{ id: string }>(
    db.statement(
      "SELECT id FROM payments WHERE provider_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
      JSON.stringify(ids),
    ),
  );
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
