import type { Context } from "../../context.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { archivePlanStatement } from "../plans/index.ts";
import { returningStatement } from "./offline/offline-voucher-store.ts";
import { askFor } from "./offline/return-vouchers.ts";
import { revokeOfPlanStatement, revokeStatements } from "./store.ts";

/** @property leftAlone used or revoked before @property asked assigned ones: they stop working when they are given back */
type Revoked = { revoked: number; leftAlone: number; asked: number };

/** One redeemed at this very moment is either revoked or used, never both. @throws AppError not_found where none is theirs */
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

/**
 * Unused vouchers stay redeemable, unless they are revoked along with it: all or nothing. @returns how many were
 * revoked @throws AppError not_found
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
  // Lent ones stop working when their router's bridge has given them back.
  const asked = await askFor(ctx, db, recalled);
  return revoked.length + asked;
}

function recallOfPlan(planId: string, archivedAt: number): Sql<{ id: string }> {
  const ofPlan = sql`voucher_id IN (SELECT id FROM vouchers
      WHERE plan_id = ${planId} AND offline_voucher_id IS NOT NULL)
    AND EXISTS (SELECT 1 FROM plans
      WHERE id = ${planId} AND archived_at = ${archivedAt})`;
  return returningStatement(ofPlan, { at: archivedAt, revokeAt: archivedAt });
}
