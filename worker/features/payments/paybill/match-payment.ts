import type { Context } from "../../../context.ts";
import { customerNumberIn, parseAccountCode } from "../../../contract/values/account-code.ts";
import { sql } from "../../../db/sql.ts";
import { isPaymentId, paymentReference } from "../core/payment-id.ts";
import { accountNamed } from "./account-codes.ts";
import { givenTo, holdFor, notTaken, notTakenWords, type PaybillPaymentRow } from "./paybill-store.ts";

/** Repeatable: the purchase knows its receipts, and money held for one purchase goes to no other. */
export async function matchPaybillPayment(ctx: Context, row: PaybillPaymentRow): Promise<void> {
  if (row.status !== "unmatched" || row.note !== null) return;
  if (customerNumberIn(row.accountTyped) !== undefined) {
    const { matchAccountPayment } = await import("./match-account.ts");
    await matchAccountPayment(ctx, row, "report");
    return;
  }
  const paymentId = row.paymentId ?? (await purchaseOf(ctx, row));
  if (paymentId === null || !(await holdFor(ctx, row, paymentId))) return;
  const { receipt, cents } = row;
  const outcome = await ctx.env.PAYMENT.getByName(paymentId).paybillPayment({
    receipt,
    cents,
    accepted: false,
    proof: "report",
  });
  if (outcome === "matched") await givenTo(ctx, row, paymentId, null);
  else await notTaken(ctx, row, notTakenWords[outcome]);
}

/** By the account code; else by the receipt: the prompt's own money is reported here, too. */
async function purchaseOf(ctx: Context, row: PaybillPaymentRow): Promise<string | null> {
  const code = parseAccountCode(row.accountTyped);
  const bound = code === undefined ? null : await accountNamed(ctx, row.shortCode, code);
  if (bound && isPaymentId(ctx, bound.paymentId)) return bound.paymentId;
  const db = ctx.tenant(row.providerId);
  const paid = await db.first(
    sql<{ id: string }>`SELECT id FROM payments WHERE method = 'mpesa'
      AND receipt = ${row.receipt}`,
  );
  return paid?.id ?? verificationOf(ctx, row);
}

/** A verification of KSh 1 is no purchase and has no row: its reference tells it. */
async function verificationOf(ctx: Context, row: PaybillPaymentRow): Promise<string | null> {
  const verifications = await ctx.platform.all(
    sql<{ id: string }>`SELECT verification_payment_id AS id FROM gateways
      WHERE provider_id = ${row.providerId} AND account_number = ${row.shortCode}
        AND verification_payment_id IS NOT NULL`,
  );
  return verifications.find(({ id }) => paymentReference(id) === row.accountTyped)?.id ?? null;
}
