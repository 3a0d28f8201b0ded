import { guardMs } from "../core/payment-times.ts";
import { isOpen, nextAskAt, overdueMs, type Refund } from "./refund-state.ts";

/** When something has to be done next for these, UTC ms. */
export function nextTimes(refunds: readonly Refund[], now: number): number[] {
  return refunds
    .flatMap((refund) => [
      nextAskAt(refund),
      refund.status === "requested" || refund.status === "submitting" ? now + guardMs : null,
      refund.status === "pending" && refund.submittedAt !== null ? refund.submittedAt + overdueMs : null,
    ])
    .filter((time) => time !== null);
}

/** Until when they have to be kept at least, UTC ms. @param ms how long what is settled is kept */
export function keepUntil(refunds: readonly Refund[], ms: number, now: number): number {
  return Math.max(0, ...refunds.map((refund) => (isOpen(refund) ? now : refund.updatedAt) + ms));
}
