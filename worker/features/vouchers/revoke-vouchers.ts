import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { revokeStatements } from "./store.ts";

/** @property leftAlone used ones, and those that were revoked before */
export type Revoked = { revoked: number; leftAlone: number };

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
  const [changed, count] = await db.batch(revokeStatements(db, ids, ctx.now()));
  const known = Number(count?.[0]?.known ?? 0);
  if (known === 0) throw new AppError("not_found", "These vouchers do not exist any more. Reload the list.");
  const revoked = changed?.length ?? 0;
  return { revoked, leftAlone: known - revoked };
}
