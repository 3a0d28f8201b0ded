import { say, type Text } from "../../../contract/texts.ts";
import type { PaymentState } from "../core/payment-state.ts";
import { giveUpMs, queryableFrom } from "../core/payment-times.ts";
import { isSale, topUpIn } from "../core/route.ts";
import type { RefundSubject } from "../gateways/refund-types.ts";

/** What the gateway may still deny is given back by no one. @returns why there is none, as a sentence @param now UTC ms */
export function subjectOf(state: PaymentState, now: number): RefundSubject | Text {
  const { intent, status, route, receipt, unverified, reported } = state;
  if (status !== "completed" || !route) return say("refund_not_completed");
  const isAsked = (unverified && queryableFrom(state) !== null) || (reported?.askAt ?? null) !== null;
  if (isAsked && intent.createdAt + giveUpMs > now) return say("refund_unconfirmed");
  const { id, providerId, amountCents, routerId, entitlementId } = intent;
  const topUp = topUpIn(intent);
  return {
    id,
    providerId,
    receipt,
    amountCents,
    route,
    paybillPayment: null,
    // A test of a gateway is no sale.
    sale: isSale(intent) ? { routerId, entitlementId, ...(topUp ? { topUpOf: topUp.of } : {}) } : null,
  };
}
