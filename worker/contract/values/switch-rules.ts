// What a payment gateway switch needs before it may be kept: the dialogs and the server say the same.

/** As a form or a call gives them; blank = not filled in. */
type SwitchDraft = {
  accountType: string;
  centralPaymentGatewayId: string;
  centralAccountNumber: string;
  targetAmount: string;
  name: string;
  isRecurring: boolean;
  recurringDays: readonly string[];
  recurringStartTime: string;
  recurringEndTime: string;
};

/** By the name of its text (docs/behaviour/operator-console-money.md, OM-21 to OM-26). */
export type SwitchFault =
  | "switch_account_type"
  | "switch_provider"
  | "switch_account"
  | "switch_target"
  | "switch_name"
  | "switch_positive"
  | "switch_day"
  | "switch_start"
  | "switch_end"
  | "switch_order"
  | "switch_cents"
  | "switch_bank_account"
  | "switch_bank_letters"
  | "switch_short_code";

/** Everything that is missing or wrong, in the order in which it is told; empty = it may be kept. */
export function switchFaults(draft: SwitchDraft): SwitchFault[] {
  const faults: SwitchFault[] = [];
  const { accountType, centralPaymentGatewayId, targetAmount, name } = draft;
  if (accountType === "") faults.push("switch_account_type");
  if (centralPaymentGatewayId === "") faults.push("switch_provider");
  faults.push(...accountFaults(draft));
  if (targetAmount === "") faults.push("switch_target");
  if (name === "") faults.push("switch_name");
  if (targetAmount !== "" && !(typedShillings(targetAmount) > 0)) faults.push("switch_positive");
  else if (targetAmount !== "" && targetCents(targetAmount) === undefined) faults.push("switch_cents");
  return [...faults, ...hourFaults(draft)];
}

/** `1000`, `1,000` or `1,000.50` as people write them -> shillings; NaN for anything else, such as `0x10` or `1e3`. */
export function typedShillings(amount: string): number {
  const isAmount = /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(amount.trim());
  return isAmount ? Number(amount.replaceAll(",", "")) : Number.NaN;
}

/** KES as typed -> cents; undefined for more than two decimals or more than a thousand million shillings. */
export function targetCents(amount: string): number | undefined {
  const cents = typedShillings(amount) * 100;
  const whole = Math.round(cents);
  return Math.abs(cents - whole) < 1e-4 && whole > 0 && whole <= 100_000_000_000 ? whole : undefined;
}

/** Only what can be paid from here is taken: an account that refuses every payment would stop all sales. */
function accountFaults(draft: SwitchDraft): SwitchFault[] {
  const { accountType, centralPaymentGatewayId, centralAccountNumber: account } = draft;
  if (account === "") return ["switch_account"];
  if (accountType === "bank" && account.length > 12) return ["switch_bank_account"];
  if (accountType === "bank" && !/^[0-9A-Za-z]+$/.test(account)) return ["switch_bank_letters"];
  const isMpesa = accountType === "mobile_money" && centralPaymentGatewayId === "mpesa";
  return isMpesa && !/^\d{5,9}$/.test(account) ? ["switch_short_code"] : [];
}

function hourFaults(draft: SwitchDraft): SwitchFault[] {
  const { isRecurring, recurringDays, recurringStartTime: start, recurringEndTime: end } = draft;
  const faults: SwitchFault[] = [];
  if (isRecurring && recurringDays.length === 0) faults.push("switch_day");
  if (isRecurring && start === "") faults.push("switch_start");
  if (isRecurring && end === "") faults.push("switch_end");
  if (start !== "" && end !== "" && start >= end) faults.push("switch_order");
  return faults;
}
