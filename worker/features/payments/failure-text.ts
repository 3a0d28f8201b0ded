import type { PaymentReason, Service } from "../../contract/payments.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { Role } from "../../contract/values/roles.ts";
import { isService, serviceNames } from "../../contract/values/services.ts";

type Failed = { reason: PaymentReason | null; method: string };

// Banks collect by M-Pesa's prompt.
const serviceOf = ({ method }: Failed) => serviceNames[isService(method) ? method : "mpesa"];

/**
 * For who sold it: Billing, where a gateway that fails is mended, opens for an owner alone. The gateway's own words stay in the row: they
 * are in no language of the reader's, and often wrong.
 */
export function failureText(failed: Failed, reader: Role): Text {
  const service = serviceOf(failed);
  const { reason } = failed;
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
      return say(reader === "owner" ? "failed_service" : "failed_service_staff", { service });
    default:
      return reason satisfies never;
  }
}

/** For the operator's list, where the same would stand in each row: the cause alone, and no page that only a provider has. */
export function briefFailure(failed: Failed): Text {
  const service = serviceOf(failed);
  const texts: Record<PaymentReason, Text> = {
    insufficient: say("operator_money_short", { service }),
    "wrong-pin": say("operator_pin_wrong", { service }),
    cancelled: say("operator_cancelled"),
    phone: say("operator_phone", { service }),
    network: say("operator_unanswered"),
    service: say("operator_service", { service }),
  };
  return texts[failed.reason ?? "service"];
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
