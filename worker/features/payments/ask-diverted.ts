import type { Context } from "../../context.ts";
import type { DivertedOutcome } from "./core/messages.ts";
import { isPaymentId } from "./core/payment-id.ts";

/** What became of a payment that a switch holds room for, when its end was never told. @throws when it cannot be asked */
export async function divertedOutcome(
  ctx: Context,
  paymentId: string,
  switchId: string,
): Promise<DivertedOutcome> {
  return isPaymentId(ctx, paymentId) ? ctx.env.PAYMENT.getByName(paymentId).diverted(switchId) : "none";
}
