import type { PaymentSwitch, SwitchInput } from "#contract/switch";
import type { WeekDay } from "#contract/values/day-window";
import { type SwitchFault, switchFaults, typedShillings } from "#contract/values/switch-rules";
import { t } from "../../console/language.ts";

/** The defaults of docs/behaviour/operator-console-money.md, "Form". */
export const newSwitchFields = {
  name: "",
  accountType: "" as "" | PaymentSwitch["accountType"],
  centralPaymentGatewayId: "",
  centralAccountNumber: "",
  targetAmount: "",
  switchMode: "manual" as PaymentSwitch["switchMode"],
  isRecurring: false,
  recurringDays: [] as WeekDay[],
  recurringStartTime: "",
  recurringEndTime: "",
  allowEmergencyDeactivate: true,
};
export type SwitchFields = typeof newSwitchFields;

export function fieldsOf(one: PaymentSwitch): SwitchFields {
  const { name, accountType, centralPaymentGatewayId, centralAccountNumber, switchMode, isRecurring } = one;
  const { recurringDays, allowEmergencyDeactivate, targetAmount, recurringStartTime, recurringEndTime } = one;
  return {
    name,
    accountType,
    centralPaymentGatewayId,
    centralAccountNumber,
    switchMode,
    isRecurring,
    recurringDays,
    allowEmergencyDeactivate,
    targetAmount: String(targetAmount),
    recurringStartTime: recurringStartTime ?? "",
    recurringEndTime: recurringEndTime ?? "",
  };
}

const trimmed = (fields: SwitchFields): SwitchFields => ({
  ...fields,
  name: fields.name.trim(),
  centralAccountNumber: fields.centralAccountNumber.trim(),
  targetAmount: fields.targetAmount.trim(),
});

/** Everything that is missing, one sentence joined with ". "; null = it can be sent. */
export function faultsIn(fields: SwitchFields): string | null {
  const words = faultWords();
  const faults = switchFaults(trimmed(fields)).map((fault) => words[fault]);
  return faults.length === 0 ? null : faults.join(". ");
}

/** The server says the same. */
const faultWords = (): Record<SwitchFault, string> => ({
  switch_account_type: t("Account type (Mobile Money or Bank) is required"),
  switch_provider: t("Specific provider is required"),
  switch_account: t("Central account number is required"),
  switch_target: t("Target amount is required"),
  switch_name: t("Switch name is required"),
  switch_positive: t("Target amount must be a positive number"),
  switch_day: t("At least one day must be selected for recurring schedule"),
  switch_start: t("Start time is required for recurring schedule"),
  switch_end: t("End time is required for recurring schedule"),
  switch_order: t("Start time must be before end time"),
  switch_cents: t("Target amount has at most two decimals and is at most 1,000,000,000"),
  switch_bank_account: t("The account number is longer than the 12 characters that a bank's pay bill takes"),
  switch_bank_letters: t("A bank account number has letters and digits only"),
  switch_short_code: t("The M-Pesa account must be a till or pay bill number of 5 to 9 digits"),
});

export function settingsBody(
  fields: SwitchFields,
): Omit<SwitchInput, "accountType" | "centralPaymentGatewayId"> {
  const { accountType: _, centralPaymentGatewayId: __, targetAmount, ...settings } = trimmed(fields);
  return { ...settings, targetAmount: typedShillings(targetAmount) };
}
