import type { Context } from "../../../context.ts";
import type { PaybillArrival } from "../core/payment-state.ts";
import { customerNamed, payAccount, paymentOfTyped } from "./account-payments.ts";
import { givenTo, holdFor, notTaken, notTakenWords, type PaybillPaymentRow } from "./paybill-store.ts";

/**
 * Money under a customer's number, into that account; what names none of its provider's customers is left to a person. Repeatable.
 * @returns its payment; null where no account took it
 */
export async function matchAccountPayment(
  ctx: Context,
  row: PaybillPaymentRow,
  proof: Exclude<PaybillArrival["proof"], "person">,
): Promise<string | null> {
  const customer = await customerNamed(ctx, row.providerId, row.accountTyped);
  const paymentId = paymentOfTyped(ctx, row);
  // A statement says more than the report by which it was taken.
  const isTaken = row.status === "matched" && row.paymentId === paymentId;
  if (!customer || !(isTaken || (await holdFor(ctx, row, paymentId)))) return null;
  const outcome = await payAccount(ctx, row, customer, { accepted: false, proof });
  if (outcome === "matched") {
    await givenTo(ctx, row, paymentId, null);
    return paymentId;
  }
  await notTaken(ctx, row, notTakenWords[outcome]);
  return null;
}
