import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { entitlementIdOf } from "../payments/index.ts";
import { transactionIdOf } from "./redemption-id.ts";

/**
 * Of ours alone: who has a used code of another system has proved nothing, and who types an unused one would learn that it is right.
 * @param code without dash @returns `unused` for one that can still be entered as a voucher, null for an unknown one
 */
export async function purchaseOfVoucher(
  ctx: Context,
  providerId: string,
  code: string,
): Promise<{ entitlementId: string } | "unused" | null> {
  const db = ctx.tenant(providerId);
  const row = await db.first(
    sql<{ redemptionId: string | null }>`SELECT redemption_id AS redemptionId FROM vouchers
      WHERE code = ${code} AND foreign_code IS NULL`,
  );
  if (!row) return null;
  if (row.redemptionId === null) return "unused";
  return { entitlementId: entitlementIdOf(transactionIdOf(ctx, providerId, row.redemptionId)) };
}
