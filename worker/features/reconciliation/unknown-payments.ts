import type { Context } from "../../context.ts";
import { type Asked, fromEach, ofProvidersThere } from "../../db/every-tenant.ts";
import { among, sql } from "../../db/sql.ts";

export async function unknownOf(ctx: Context, providerId: string, ids: readonly string[]): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.all(sql<{ id: string }>`SELECT id FROM payments WHERE id IN ${among(ids)}`);
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Each provider is asked about its own pushes alone. */
export async function unknownOfAll(
  ctx: Context,
  pushes: readonly { providerId: string; paymentId: string }[],
): Promise<Asked<string>> {
  const there = await ofProvidersThere(ctx, pushes);
  const byProvider = Map.groupBy(there, ({ providerId }) => providerId);
  return fromEach(byProvider.keys(), (providerId) => {
    const own = byProvider.get(providerId) ?? [];
    return unknownOf(ctx, providerId, [...new Set(own.map(({ paymentId }) => paymentId))]);
  });
}
