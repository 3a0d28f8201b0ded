import type { Context } from "../../context.ts";
import type { DivertedOutcome } from "../../ports.ts";
import { isPaymentId } from "./core/payment-id.ts";
import type { PaymentState } from "./core/payment-state.ts";
import { giveUpMs } from "./core/payment-times.ts";

/** A failure counts when the gateway itself answered so, or when it is queried no more. */
export function outcomeOf(state: PaymentState, switchId: string, now: number): DivertedOutcome {
  const { status, route, earlier, confirmed, intent } = state;
  // The account was refused and the payment went another way, or was paid there after all by the later prompt.
  if (earlier?.route.switchId === switchId)
    return status === "completed" || earlier.handle === null ? "failed" : "open";
  if (route && route.switchId !== switchId) return "direct";
  if (status === "completed") return "paid";
  if (status !== "failed") return "open";
  return confirmed || intent.createdAt + giveUpMs <= now ? "failed" : "open";
}

/** What became of a payment that a switch holds room for, when its end was never told. @throws when it cannot be asked */
export async function divertedOutcome(
  ctx: Context,
  paymentId: string,
  switchId: string,
): Promise<DivertedOutcome> {
  return isPaymentId(ctx, paymentId) ? ctx.env.PAYMENT.getByName(paymentId).diverted(switchId) : "none";
}
