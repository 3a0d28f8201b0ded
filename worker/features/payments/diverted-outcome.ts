import type { Context } from "../../context.ts";
import type { DivertedOutcome } from "../../ports.ts";
import { isPaymentId } from "./payment-id.ts";
import { paymentObjectFor } from "./payment-object.ts";
import type { PaymentState } from "./payment-state.ts";
import { giveUpMs } from "./query-times.ts";

/** What became of a payment that a switch holds room for, when its end was never told. @throws when it cannot be asked */
export async function divertedOutcome(
  ctx: Context,
  paymentId: string,
  switchId: string,
): Promise<DivertedOutcome> {
  return isPaymentId(ctx, paymentId) ? paymentObjectFor(ctx, paymentId).diverted(switchId) : "none";
}

/** A failure counts when it is the gateway's own word, or nobody asks any more. */
export function outcomeOf(state: PaymentState, switchId: string, now: number): DivertedOutcome {
  const { status, route, confirmed, intent } = state;
  if (route && route.switchId !== switchId) return "direct";
  if (status === "completed") return "paid";
  if (status !== "failed") return "open";
  return confirmed || intent.createdAt + giveUpMs <= now ? "failed" : "open";
}
