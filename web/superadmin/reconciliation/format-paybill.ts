import type { PaybillPayment } from "#contract/paybill";
import type { Tone } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

/** What is read afresh once such money was decided about. */
export const paybillReads = ["/api/superadmin/paybill-payments", "/api/superadmin/stats"];

export function paybillPaymentStatus({ status }: Pick<PaybillPayment, "status">): [Tone, string] {
  const words: Record<PaybillPayment["status"], [Tone, string]> = {
    unmatched: ["wait", t("Waits for a person")],
    matched: ["good", t("Paid its purchase")],
    attributed: ["good", t("Given to a purchase")],
    refunding: ["wait", t("Is given back")],
    refunded: ["good", t("Given back")],
  };
  return words[status];
}
