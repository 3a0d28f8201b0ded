import type { Context } from "../../../context.ts";
import { paymentIdFor } from "../core/payment-id.ts";
import type { RefundSubject } from "../gateways/refund-types.ts";
import { routeOf } from "../paybill/attribute-payment.ts";
import { typedId } from "../paybill/list-payments.ts";
import type { TypedKey, TypedRow } from "../paybill/paybill-store.ts";

/** The object that keeps the refunds of such money: what D1 calls their payment. */
export function typedRefundObject(ctx: Context, key: TypedKey): string {
  return paymentIdFor(ctx, `refund ${typedId(key)}`);
}

/** Money that paid no purchase: an object named by its receipt keeps its refunds. */
export async function typedSubject(ctx: Context, row: TypedRow): Promise<RefundSubject> {
  const { shortCode, receipt, providerId, cents } = row;
  return {
    ...{ id: typedRefundObject(ctx, row), providerId, receipt, amountCents: cents },
    ...{ route: await routeOf(ctx, row), sale: null, typed: { shortCode, receipt } },
  };
}

/** Nobody gave it to a purchase or back. */
export function isUndecided({ status, cents }: TypedRow): boolean {
  return (status === "unmatched" || status === "refunding") && cents > 0;
}
