import { say, type Text } from "../../../contract/texts.ts";
import type { PaymentState } from "../core/payment-state.ts";
import { giveUpMs, queryableFrom } from "../core/payment-times.ts";
import { customerIn, isSale, topUpIn } from "../core/route.ts";
import type { RefundRequest, RefundSubject } from "../gateways/refund-types.ts";

/** What the gateway may still deny is given back by no one. @returns why there is none, as a sentence @param now UTC ms */
export function subjectOf(state: PaymentState, now: number): RefundSubject | Text {
  const { intent, status, route, receipt, unverified, reported } = state;
  if (status !== "completed" || !route) return say("refund_not_completed");
  const isAsked = (unverified && queryableFrom(state) !== null) || (reported?.askAt ?? null) !== null;
  if (isAsked && intent.createdAt + giveUpMs > now) return say("refund_unconfirmed");
  const { id, providerId, amountCents, routerId, entitlementId } = intent;
  const topUp = topUpIn(intent);
  const customerId = customerIn(intent);
  return {
    id,
    providerId,
    receipt,
    amountCents,
    route,
    paybillPayment: null,
    // A test of a gateway is no sale.
    sale: isSale(intent)
      ? {
          routerId,
          entitlementId,
          ...(topUp ? { topUpOf: topUp.of } : {}),
          ...(customerId === null ? {} : { customerId }),
        }
      : null,
  };
}

/** Who received it pays it back: a provider gives back nothing out of an account of the platform. */
export const isOwnAccount = ({ route }: Pick<RefundSubject, "route">) => route.settlement === "direct";

/** What is in the way of the provider's own word; null = nothing, or the operator asks. */
export function providerFault(
  subject: Pick<RefundSubject, "route" | "sale">,
  { byProvider }: Pick<RefundRequest, "byProvider">,
): Text | null {
  if (!byProvider) return null;
  if (!subject.sale) return say("no_such_payment");
  return isOwnAccount(subject) ? null : say("refund_platform_received");
}
