import type { DivertedOutcome } from "./core/messages.ts";
import type { PaymentState } from "./core/payment-state.ts";
import { giveUpMs } from "./core/query-times.ts";

/** A failure counts when it is the gateway's own word, or nobody asks any more. */
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
