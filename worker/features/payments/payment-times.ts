import type { PaymentState } from "./payment-state.ts";
import type { PaymentStorage } from "./payment-storage.ts";
import { giveUpMs, nextQueryAt } from "./query-times.ts";

/** While something runs that no other alarm would take up again, an alarm comes back after this. */
export const guardMs = 30_000;

/** When a payment has something to do by itself, UTC ms. */
export function paymentTimes(state: PaymentState, kept: PaymentStorage, now: number): number[] {
  const { status, intent } = state;
  const unfinished = status === "created" || status === "submitting" || kept.unreadCallback();
  return [
    kept.nextEffectAt(),
    nextQueryAt(state, kept.lastQueryAt() || null),
    unfinished ? now + guardMs : null,
    status === "pending" ? intent.createdAt + giveUpMs : null,
  ].filter((time) => time !== null);
}
