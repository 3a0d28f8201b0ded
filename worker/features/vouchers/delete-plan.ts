import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { archivePlanStatement, plansChanged } from "../plans/index.ts";
import { revokeOfPlanStatement } from "./store.ts";

/**
 * A plan is no longer sold or listed; what refers to it still finds it. Its unused vouchers stay redeemable, on the terms
 * that they were made with, unless they are revoked along with it: all of it or nothing.
 * @returns how many were revoked
 * @throws AppError not_found for an unknown plan, another provider's, one that is deleted already
 */
export async function deletePlan(
  ctx: Context,
  providerId: string,
  planId: string,
  vouchers: "keep" | "revoke",
): Promise<number> {
  const db = ctx.tenant(providerId);
  const at = ctx.now();
  const revoking = vouchers === "revoke" ? [revokeOfPlanStatement(db, planId, at)] : [];
  const [archived, revoked] = await db.batch([archivePlanStatement(db, planId, at), ...revoking]);
  if (!archived?.length) throw new AppError("not_found", "This plan does not exist any more.");
  plansChanged(providerId);
  return revoked?.length ?? 0;
}
