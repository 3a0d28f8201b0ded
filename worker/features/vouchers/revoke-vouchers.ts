import type { Context } from "../../context.ts";
import { among, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { returningStatement } from "./offline/offline-voucher-store.ts";
import { askFor } from "./offline/return-vouchers.ts";
import { revokeStatements } from "./store.ts";

/**
 * @property leftAlone used ones, and those that were revoked before
 * @property asked lent ones: they stop working when their router's bridge has given them back
 */
export type Revoked = { revoked: number; leftAlone: number; asked: number };

/**
 * Vouchers that nobody has used stop working. One that is redeemed at this very moment is either revoked or used, never
 * both.
 * @throws AppError not_found where none of them is this provider's
 */
export async function revokeVouchers(
  ctx: Context,
  providerId: string,
  ids: readonly string[],
): Promise<Revoked> {
  const db = ctx.tenant(providerId);
  const at = ctx.now();
  const recall = returningStatement(sql`voucher_id IN ${among(ids)}`, { at, revokeAt: at });
  const [recalled, changed, count] = await db.batch([recall, ...revokeStatements(ids, at)]);
  const known = count[0]?.known ?? 0;
  if (known === 0) throw refuse("not_found", "vouchers_gone");
  const revoked = changed.length;
  const asked = await askFor(ctx, db, recalled);
  return { revoked, leftAlone: known - revoked - asked, asked };
}
