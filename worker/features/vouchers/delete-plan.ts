import type { Context } from "../../context.ts";
import { type Sql, sql, thisProvider } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { archivePlanStatement, plansChanged } from "../plans/index.ts";
import { returningStatement } from "./offline/offline-voucher-store.ts";
import { askFor } from "./offline/return-vouchers.ts";
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
  const archive = archivePlanStatement(planId, at);
  const [archived, revoked = [], recalled = []] =
    vouchers === "revoke"
      ? await db.batch([archive, revokeOfPlanStatement(planId, at), recallOfPlan(planId, at)])
      : await db.batch([archive]);
  if (archived.length === 0) throw refuse("not_found", "plan_gone");
  plansChanged(providerId);
  // Lent ones stop working when their router's bridge has given them back.
  const asked = await askFor(ctx, db, recalled);
  return revoked.length + asked;
}

function recallOfPlan(planId: string, archivedAt: number): Sql<{ id: string }> {
  const ofPlan = sql`voucher_id IN (SELECT id FROM vouchers
      WHERE provider_id = ${thisProvider} AND plan_id = ${planId} AND offline_voucher_id IS NOT NULL)
    AND EXISTS (SELECT 1 FROM plans
      WHERE provider_id = ${thisProvider} AND id = ${planId} AND archived_at = ${archivedAt})`;
  return returningStatement(ofPlan, { at: archivedAt, revokeAt: archivedAt });
}
