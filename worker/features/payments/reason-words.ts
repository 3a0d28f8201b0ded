import type { PaymentReason, Service } from "../../contract/payments.ts";
import { inService } from "../../contract/values/services.ts";

const ofMpesa: Record<PaymentReason, string> = {
  insufficient: "There is not enough money in your M-Pesa account for this plan.",
  "wrong-pin": "The M-Pesa PIN was wrong.",
  cancelled: "The request was cancelled on your phone.",
  network: "We could not reach your phone, or the prompt was not answered in time.",
  service: "M-Pesa is not available right now. No money was taken.",
};

/** Why a payment failed, in the visitor's words; the gateway's own text is kept for the provider. */
export function reasonWords(reason: PaymentReason, service: Service): string {
  return inService(ofMpesa[reason], service);
}
