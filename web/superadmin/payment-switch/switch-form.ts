import type { PaymentSwitch } from "#contract/switch";
import type { WeekDay } from "#contract/values/day-window";
import { switchFaults, typedShillings } from "#contract/values/switch-rules";

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

/** Everything that is missing, as the server would say it; told together, so that no field is named. */
export const faultsOf = (fields: SwitchFields) =>
  switchFaults(trimmed(fields)).map((fault) => ({ path: "", text: { say: fault } }));

export function settingsBody(fields: SwitchFields) {
  const { accountType, targetAmount, ...settings } = trimmed(fields);
  return { ...settings, accountType: accountType || undefined, targetAmount: typedShillings(targetAmount) };
}
