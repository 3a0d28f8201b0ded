import type { DayWindow, WeekDay } from "../../contract/values/day-window.ts";
import { isService } from "../../contract/values/services.ts";
import type { SwitchRow } from "./store.ts";
import type { Rail, SwitchSettings } from "./switch-state.ts";

/** A row as its object takes it. A manual switch has hours only with a recurring schedule (docs/decisions/0018). */
export function settingsOf(row: SwitchRow): SwitchSettings {
  const hasHours = row.switchMode === "automatic" || row.isRecurring;
  return {
    rev: row.updatedAt,
    targetCents: row.targetCents,
    accountType: row.accountType,
    centralPaymentGatewayId: row.centralPaymentGatewayId,
    centralAccountNumber: row.centralAccountNumber,
    mode: row.switchMode,
    window: hasHours ? windowOf(row) : null,
    isRecurring: row.isRecurring,
    allowEmergencyDeactivate: row.allowEmergencyDeactivate,
    triedAt: row.triedRoute === verificationRouteOf(row) && row.triedPayee !== null ? row.triedAt : null,
  };
}

/** By what a verification is known to be of this very account. */
export function verificationRouteOf(
  row: Pick<SwitchRow, "accountType" | "centralPaymentGatewayId" | "centralAccountNumber">,
): string {
  return `${row.accountType} ${row.centralPaymentGatewayId} ${row.centralAccountNumber}`;
}

function windowOf({ recurringDays, recurringStartTime, recurringEndTime }: SwitchRow): DayWindow | null {
  if (recurringDays.length === 0 || !recurringStartTime || !recurringEndTime) return null;
  return { days: recurringDays as WeekDay[], start: recurringStartTime, end: recurringEndTime };
}

/** What a payment must be able to pay to reach this account; null = nothing we know. */
export function railOf(account: Pick<SwitchRow, "accountType" | "centralPaymentGatewayId">): Rail | null {
  if (account.accountType === "bank") return "bank";
  const { centralPaymentGatewayId: service } = account;
  return isService(service) ? service : null;
}
