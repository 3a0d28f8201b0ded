import type { PaymentReason, Service } from "../../contract/payments.ts";
import { say, type Text } from "../../contract/texts.ts";
import { serviceNames } from "../../contract/values/services.ts";

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
