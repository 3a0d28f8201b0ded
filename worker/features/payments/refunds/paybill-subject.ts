import type { Context } from "../../../context.ts";
import { paymentIdFor } from "../core/payment-id.ts";
import type { RefundSubject } from "../gateways/refund-types.ts";
import { paybillPaymentId } from "../paybill/list-payments.ts";
import { routeOf } from "../paybill/paybill-route.ts";
import type { PaybillPaymentKey, PaybillPaymentRow } from "../paybill/paybill-store.ts";

/** The object that keeps the refunds of such money: what D1 calls their payment. */
export function paybillRefundObject(ctx: Context, key: PaybillPaymentKey): string {
  return paymentIdFor(ctx, `refund ${paybillPaymentId(key)}`);
}

/** Money that paid no purchase: an object named by its receipt keeps its refunds. */
export async function paybillSubject(ctx: Context, row: PaybillPaymentRow): Promise<RefundSubject> {
  const { shortCode, receipt, providerId, cents } = row;
  return {
    id: paybillRefundObject(ctx, row),
    providerId,
    receipt,
    amountCents: cents,
    route: await routeOf(ctx, row),
    sale: null,
    paybillPayment: { shortCode, receipt },
  };
}

/** Neither given to a purchase nor given back. */
export function isUndecided({ status, cents }: PaybillPaymentRow): boolean {
  return (status === "unmatched" || status === "refunding") && cents > 0;
}
