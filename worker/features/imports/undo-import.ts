import type { Context } from "../../context.ts";
import { among, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { devicesNow } from "../entitlements/index.ts";
import { routersBriefly } from "../routers/index.ts";

// The same words as the partial index of open vouchers has.
const isUnused = sql`used_at IS NULL AND revoked_at IS NULL`;

/**
 * Vouchers that nobody used stop working, and time that no device used ends; the rest stays. Undone again it changes nothing.
 * @throws AppError not_found
 */
export async function undoImport(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<{ name: string; undone: number; leftAlone: number }> {
  const db = ctx.tenant(providerId);
  const at = ctx.now();
  // What is used is written every half hour; until then its bridges know.
  const { online, told } = await devicesNow(ctx, providerId, await routersBriefly(ctx, providerId));
  const inUse = told.map(({ totals }) => totals.entitlementId);
  const ofImport = sql`source = 'import' AND source_id = ${id}`;
  const unusedTime = sql`${ofImport} AND state IN ('waiting', 'running') AND ends_at > ${at} AND used_bytes = 0
    AND NOT EXISTS (SELECT 1 FROM usage WHERE usage.entitlement_id = entitlements.id
      AND usage.subject = entitlements.subject)
    AND id NOT IN ${among(inUse)} AND subject NOT IN ${among([...online])}`;
  type Count = { count: number };
  const [[named], [vouchers], [unused], [devices], [idle]] = await db.batch([
    sql<{ name: string }>`SELECT file_name AS name FROM imports WHERE id = ${id}`,
    sql<Count>`SELECT count(*) AS count FROM vouchers WHERE import_id = ${id}`,
    sql<Count>`SELECT count(*) AS count FROM vouchers WHERE import_id = ${id} AND ${isUnused}`,
    sql<Count>`SELECT count(*) AS count FROM entitlements WHERE ${ofImport} AND state <> 'moved'`,
    sql<Count>`SELECT count(*) AS count FROM entitlements WHERE ${unusedTime}`,
    sql`UPDATE vouchers SET revoked_at = ${at} WHERE import_id = ${id} AND ${isUnused}`,
    sql`UPDATE entitlements SET state = 'ended', end_reason = 'cut_off', ended_at = ${at}, updated_at = ${at},
        rev = rev + 1 WHERE ${unusedTime}`,
    sql`UPDATE imports SET undone_at = ${at} WHERE id = ${id} AND undone_at IS NULL`,
  ]);
  if (!named) throw refuse("not_found", "import_gone");
  const all = (vouchers?.count ?? 0) + (devices?.count ?? 0);
  const undone = (unused?.count ?? 0) + (idle?.count ?? 0);
  return { name: named.name, undone, leftAlone: all - undone };
}
