import type { PaymentSwitch } from "../../contract/switch.ts";
import { explained } from "../../contract/values/gateway-faults.ts";
import type { SwitchRow } from "./store.ts";
import { trialRouteOf } from "./switch-settings.ts";

/** What the page shows of the trial of a switch's account. */
export function trialOf(row: SwitchRow): PaymentSwitch["trial"] {
  const { trialPaidAt, triedAt, suspendedAt } = row;
  const isThis = (route: string | null) => route === trialRouteOf(row);
  const isTried =
    isThis(row.triedRoute) && triedAt !== null && (suspendedAt === null || triedAt > suspendedAt);
  const isNewer = isThis(row.trialRoute) && row.trialPaymentId !== null && trialPaidAt !== (triedAt ?? 0);
  const base = { isTried, payee: isTried ? row.triedPayee : null, fault: null };
  if (!isNewer)
    return { ...base, status: isTried ? "named" : "none", at: momentOf(isTried ? triedAt : null) };
  if (trialPaidAt !== null) return { ...base, status: "paid", at: momentOf(trialPaidAt) };
  if (row.trialFault === null) return { ...base, status: "pending", at: null };
  return { ...base, status: "failed", at: null, fault: explained(row.trialFault) };
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
