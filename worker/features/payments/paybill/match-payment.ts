import type { Context } from "../../../context.ts";
import { parseAccountCode } from "../../../contract/values/account-code.ts";
import { platformBooks } from "../../../contract/values/platform-books.ts";
import { sql } from "../../../db/sql.ts";
import { isPaymentId, paymentReference } from "../core/payment-id.ts";
import { indexedByReceipt } from "../core/payment-index.ts";
import { accountNamed } from "./account-codes.ts";
import { isPromptReference, numberTyped } from "./owner-of-paybill.ts";
import { givenTo, holdFor, notTaken, notTakenWords, type PaybillPaymentRow } from "./paybill-store.ts";

/** Repeatable: the purchase knows its receipts, and money held for one purchase goes to no other. */
export async function matchPaybillPayment(ctx: Context, row: PaybillPaymentRow): Promise<void> {
  if (row.status !== "unmatched" || row.note !== null) return;
  if (numberTyped(row.accountTyped) !== undefined) {
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
  if (row.providerId === platformBooks) return promptToPlatform(ctx, row);
  const db = ctx.tenant(row.providerId);
  const paid = await db.first(
    sql<{ id: string }>`SELECT id FROM payments WHERE method = 'mpesa'
      AND receipt = ${row.receipt}`,
  );
  return paid?.id ?? verificationOf(ctx, row);
}

/** Of any provider, or a verification: a prompt that pays the platform's pay bill under no account code, as before those were given out. */
async function promptToPlatform(
  ctx: Context,
  { receipt, accountTyped }: PaybillPaymentRow,
): Promise<string | null> {
  for (const { paymentId } of await indexedByReceipt(ctx, receipt))
    if (await ctx.env.PAYMENT.getByName(paymentId).hasReceipt(receipt)) return paymentId;
  if (!isPromptReference(accountTyped)) return null;
  const verifications = await ctx.platform.all(
    sql<{
      id: string;
    }>`SELECT verification_payment_id AS id FROM gateways WHERE verification_payment_id IS NOT NULL
      UNION SELECT trial_payment_id FROM switches WHERE trial_payment_id IS NOT NULL`,
  );
  return verifications.find(({ id }) => paymentReference(id) === accountTyped.trim())?.id ?? null;
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
