import type { PaymentReason, Service } from "../../contract/payments.ts";
import { say, type Text } from "../../contract/texts.ts";
import { isService, serviceNames } from "../../contract/values/services.ts";

/** For who sold it. The gateway's own words stay in the row: they are in no language of the reader's, and often wrong. */
export function failureText({ reason, method }: { reason: PaymentReason | null; method: string }): Text {
  // Banks collect by M-Pesa's prompt.
  const service = serviceNames[isService(method) ? method : "mpesa"];
  switch (reason) {
    case "insufficient":
      return say("failed_money_short", { service });
    case "wrong-pin":
      return say("failed_pin_wrong", { service });
    case "cancelled":
      return say("failed_cancelled");
    case "phone":
      return say("failed_phone", { service });
    case "network":
      return say("failed_unanswered");
    case "service":
    case null:
      return say("failed_service", { service });
    default:
      return reason satisfies never;
  }
}

/** Why a payment failed, for the visitor; the gateway's own words are kept for the provider. */
export function reasonText(reason: PaymentReason, by: Service): Text {
  const service = serviceNames[by];
  const texts: Record<PaymentReason, Text> = {
    insufficient: say("money_short", { service }),
    "wrong-pin": say("pin_wrong", { service }),
    cancelled: say("cancelled_on_phone"),
    network: say("phone_not_reached"),
    service: say("service_down", { service }),
    phone: say("phone_refused", { service }),
  };
  return texts[reason];
}
