import type { Context } from "../../../context.ts";
import { type Customer, customerByNumber } from "../../customers/index.ts";
import { routerOfCustomer } from "../../lines/index.ts";
import { accountIntent } from "../core/account-intent.ts";
import { paymentIdFor } from "../core/payment-id.ts";
import type { PaybillArrival, PaybillOutcome } from "../core/payment-state.ts";
import { paybillPaymentId } from "./list-payments.ts";
import { numberTyped } from "./owner-of-paybill.ts";
import { routeOf } from "./paybill-route.ts";
import type { PaybillPaymentRow } from "./paybill-store.ts";

// Money that is typed at a pay bill under a customer's own number. Any amount is taken: it is the customer's.

/** Whom of this provider's customers a payer named; null where the number is none, or another provider's. */
export async function customerNamed(
  ctx: Context,
  providerId: string,
  typed: string,
): Promise<Customer | null> {
  const number = numberTyped(typed);
  return number === undefined ? null : customerByNumber(ctx, providerId, number);
}

/** The payment that is made of this money: named by the receipt, so there is one at most. */
export function paymentOfTyped(ctx: Context, row: PaybillPaymentRow): string {
  return paymentIdFor(ctx, `typed ${paybillPaymentId(row)}`);
}

/** Told twice it is one payment. @returns null where the customer never had a line, so that nothing says whose sale it is */
export async function payAccount(
  ctx: Context,
  row: PaybillPaymentRow,
  customer: Customer,
  { accepted, proof }: Pick<PaybillArrival, "accepted" | "proof">,
): Promise<PaybillOutcome | "unknown"> {
  const { receipt, cents, providerId } = row;
  const routerId = await routerOfCustomer(ctx, providerId, customer.id);
  if (routerId === null) return "unknown";
  const { phone, language, id: customerId } = customer;
  const intent = accountIntent({
    id: paymentOfTyped(ctx, row),
    providerId,
    routerId,
    customerId,
    phone,
    amountCents: cents,
    language,
    createdAt: ctx.now(),
  });
  const arrival = { receipt, cents, accepted, proof, route: await routeOf(ctx, row) };
  return ctx.env.PAYMENT.getByName(intent.id).beginPaybillPayment(intent, arrival);
}
