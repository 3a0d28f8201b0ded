import type { PaymentState } from "../payment-state.ts";
import type { RefundSubject } from "./refund-state.ts";

/** What a completed payment's refund is of; or why there is none, as a sentence. */
export function subjectOf({ intent, status, route, receipt }: PaymentState): RefundSubject | string {
  if (status !== "completed" || !route) return "Only a payment that was completed can be given back.";
  const { id, providerId, amountCents, verifies, routerId, entitlementId } = intent;
  return {
    ...{ id, providerId, receipt, amountCents, route, typed: null },
    // A test of a gateway is no sale.
    sale: verifies === null ? { routerId, entitlementId } : null,
  };
}
