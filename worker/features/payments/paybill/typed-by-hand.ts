import type { TypedByHand } from "../../../contract/payments.ts";
import { formatAccountCode } from "../../../contract/values/account-code.ts";
import type { PaymentState } from "../payment-state.ts";

/**
 * What a buyer types who pays without the prompt. Null where the gateway does not report such payments, and for what is
 * paid already: nobody shall pay twice by hand.
 */
export function typedByHand({
  status,
  route,
  intent,
}: Pick<PaymentState, "status" | "route" | "intent">): TypedByHand | null {
  if (status === "completed" || route?.driver !== "mpesa" || !route.typed) return null;
  return {
    paybill: route.partyB,
    account: formatAccountCode(route.accountReference),
    amount: intent.amountCents / 100,
  };
}
