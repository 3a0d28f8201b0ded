import type { Context } from "../../../context.ts";
import { parseAccountCode } from "../../../contract/values/account-code.ts";
import { hourMs } from "../../../contract/values/time.ts";
import type { Paybill } from "../core/callbacks.ts";
import { isPaymentId } from "../core/payment-id.ts";
import type { StatementRow } from "../gateways/mpesa-pull.ts";
import { accountNamed } from "./account-codes.ts";
import { numberTyped, ownerOfPaybill } from "./owner-of-paybill.ts";
import { storeReading } from "./paybill-store.ts";

/** A statement's times may be three hours off (`StatementRow.at`), and clocks differ by minutes. */
export const statementClockMs = 3.25 * hourMs;

/**
 * The account code's purchase learns its receipt, or that it is paid; a customer's number is paid into that account, should its report have
 * been lost. Repeatable. @returns the payment; null where the code names none
 */
export async function payByStatement(
  ctx: Context,
  paybill: Paybill,
  row: StatementRow,
): Promise<string | null> {
  const { account, receipt, amountCents, at } = row;
  const { shortCode } = paybill;
  if (numberTyped(account) !== undefined) return payAccountByStatement(ctx, paybill, row);
  const code = parseAccountCode(account);
  const bound = code === undefined ? null : await accountNamed(ctx, shortCode, code);
  // A code that ran out is given again: then it names a purchase that this money is older than.
  if (!bound || bound.createdAt > at + statementClockMs || !isPaymentId(ctx, bound.paymentId)) return null;
  const arrival = { receipt, cents: amountCents, accepted: false, proof: "statement" } as const;
  const outcome = await ctx.env.PAYMENT.getByName(bound.paymentId).paybillPayment(arrival);
  return outcome === "unknown" || outcome === "taken" ? null : bound.paymentId;
}

async function payAccountByStatement(
  ctx: Context,
  paybill: Paybill,
  { account, receipt, amountCents: cents, at: paidAt }: StatementRow,
): Promise<string | null> {
  const [owner, { customerNamed }, { matchAccountPayment }] = await Promise.all([
    ownerOfPaybill(ctx, paybill, account),
    import("./account-payments.ts"),
    import("./match-account.ts"),
  ]);
  // What names no customer is listed by the comparison.
  if (!owner || !(await customerNamed(ctx, owner.providerId, account))) return null;
  const { shortCode } = paybill;
  const reading = { receipt, cents, shortCode, account, payer: null, paidAt, fault: null };
  return matchAccountPayment(ctx, await storeReading(ctx, paybill, reading, ctx.now()), "statement");
}

/** A statement that should have this payment's receipt does not: what was served on a report alone is taken back. */
export async function disownReported(ctx: Context, paymentId: string, receipt: string): Promise<void> {
  if (isPaymentId(ctx, paymentId))
    await ctx.env.PAYMENT.getByName(paymentId).disown(receipt, "the gateway's statement does not have it");
}
