import type { Context } from "../../context.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import { refuse } from "../../errors.ts";
import { archivePlanStatement, plansChanged } from "../plans/index.ts";
import { recallStatement } from "./offline/loan-store.ts";
import { askFor } from "./offline/take-back.ts";
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
  const revoking =
    vouchers === "revoke" ? [revokeOfPlanStatement(db, planId, at), recallOfPlan(db, planId, at)] : [];
  const [archived, revoked, recalled] = await db.batch([archivePlanStatement(db, planId, at), ...revoking]);
  if (!archived?.length) throw refuse("not_found", "plan_gone");
  plansChanged(providerId);
  // Lent ones stop working when their router's bridge has given them back.
  const asked = await askFor(ctx, db, recalled);
  return (revoked?.length ?? 0) + asked;
}

function recallOfPlan(db: TenantDb, planId: string, archivedAt: number): Statement {
  const ofPlan = `voucher_id IN (SELECT id FROM vouchers WHERE provider_id = ?1 AND plan_id = ?4 AND loan_id IS NOT NULL)
    AND EXISTS (SELECT 1 FROM plans WHERE provider_id = ?1 AND id = ?4 AND archived_at = ?2)`;
  return recallStatement(db, ofPlan, [planId], { at: archivedAt, revokeAt: archivedAt });
}
