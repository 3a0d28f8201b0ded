import type { RefundLine } from "#contract/reconciliation";
import type { RefundFacts } from "#contract/refunds";
import { accountName } from "../../console/account-name.ts";
import { gatewayName, kes } from "../../console/format.ts";
import type { Tone } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

/** Read afresh after every act: the list and its counts, what can be given back, and money without a purchase. */
export const refundReads = [
  "/api/superadmin/reconciliation",
  "/api/superadmin/payments",
  "/api/superadmin/paybill-payments",
  "/api/superadmin/refund-appeals",
] as const;

export function formatStatus(status: RefundLine["status"]): [Tone, string] {
  const shown: Record<RefundLine["status"], [Tone, string]> = {
    requested: ["wait", t("On its way")],
    submitting: ["wait", t("On its way")],
    pending: ["wait", t("On its way")],
    done: ["good", t("Given back")],
    failed: ["bad", t("Failed")],
    unknown: ["bad", t("Outcome unknown")],
  };
  return shown[status];
}

/** Who pays it back, and what that does to whom. */
export function formatPaying(facts: RefundFacts): string {
  const account = accountName(gatewayName(facts.method), facts.account);
  const { provider } = facts;
  switch (facts.account.settlement) {
    case "direct":
      return t("{provider} pays: it goes out of its own account, {account}.", { provider, account });
    case "collected":
      return t(
        "The platform pays: it goes out of its {account}, which collected it for {provider}. What is owed to {provider} falls by as much.",
        { provider, account },
      );
    case "diverted":
      return t(
        "The payment switch's central account pays: it goes out of {account}. The switch's counter stays as it is.",
        { account },
      );
    default:
      return facts.account.settlement satisfies never;
  }
}

export function formatMoves(amount: number, { payer }: Pick<RefundFacts, "payer">): string {
  return payer === null
    ? t("{amount} to whoever paid it", { amount: kes(amount) })
    : t("{amount} to {payer}", { amount: kes(amount), payer });
}
