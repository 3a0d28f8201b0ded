import type { Context } from "../../../context.ts";
import { sql } from "../../../db/sql.ts";
import type { TenantDb } from "../../../db/tenant-db.ts";
import { refuse } from "../../../errors.ts";
import { offer } from "./assign-vouchers.ts";
import { offlineVouchersById, returningStatement } from "./offline-voucher-store.ts";

/** Back when the bridge says so; what it redeems until then counts. @returns how many are asked for @throws AppError not_found */
export async function takeBack(ctx: Context, providerId: string, routerId: string): Promise<number> {
  const db = ctx.tenant(providerId);
  const asked = { at: ctx.now(), revokeAt: null };
  const [recalled] = await db.batch([returningStatement(sql`router_id = ${routerId}`, asked)]);
  const isTheirs = recalled?.length || (await ctx.lookup.routerById(routerId))?.providerId === providerId;
  if (!isTheirs) throw refuse("not_found", "no_such_router");
  return askFor(ctx, db, recalled);
}

/** Asks the bridges to return these offline vouchers. */
export async function askFor(
  ctx: Context,
  db: TenantDb,
  recalled: readonly { id: string }[] = [],
): Promise<number> {
  if (recalled.length === 0) return 0;
  const ids = recalled.map(({ id }) => id);
  await offer(ctx, await offlineVouchersById(db, ids));
  return ids.length;
}
