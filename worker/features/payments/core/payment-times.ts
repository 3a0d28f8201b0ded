import type { PaymentState } from "./payment-state.ts";
import type { PaymentStorage } from "./payment-storage.ts";
import { giveUpMs, nextQueryAt } from "./query-times.ts";

/** While something runs that no other alarm would take up again, an alarm comes back after this. */
export const guardMs = 30_000;

/** When a payment has something to do by itself, UTC ms. */
export function paymentTimes(state: PaymentState, kept: PaymentStorage, now: number): number[] {
  const { status, intent } = state;
  const unfinished = status === "created" || status === "submitting" || kept.unreadMessage();
  // The visitor waits for the prompt that goes round a refused account.
  const isTurning = status === "created" && state.earlier !== null;
  return [
    kept.nextEffectAt(),
    nextQueryAt(state, kept.lastQueryAt() || null),
    state.reported?.askAt ?? null,
    isTurning ? now : unfinished ? now + guardMs : null,
    status === "pending" ? intent.createdAt + giveUpMs : null,
  ].filter((time) => time !== null);
}
