// What a payment gateway switch needs before it may be kept: the dialogs and the server say the same.

/** The messages of docs/behaviour/operator-console-money.md, OM-21 to OM-26. */
export const switchNeeds = {
  accountType: "Account type (Mobile Money or Bank) is required",
  provider: "Specific provider is required",
  account: "Central account number is required",
  target: "Target amount is required",
  name: "Switch name is required",
  positive: "Target amount must be a positive number",
  day: "At least one day must be selected for recurring schedule",
  start: "Start time is required for recurring schedule",
  end: "End time is required for recurring schedule",
  order: "Start time must be before end time",
  reason: "Please provide a reason for emergency deactivation",
  id: "Invalid switch ID",
  payee: "Type the name of who received the KES 1, as the prompt showed it",
  revision: "This page is out of date. Load it again, then make your change",
  cents: "Target amount has at most two decimals and is at most 1,000,000,000",
  bankAccount: "The account number is longer than the 12 characters that a bank's pay bill takes",
  bankLetters: "A bank account number has letters and digits only",
  shortCode: "The M-Pesa account must be a till or pay bill number of 5 to 9 digits",
} as const;

/** As a form or a call gives them; blank = not filled in. */
export type SwitchDraft = {
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

export type SwitchFault = keyof typeof switchNeeds;

/** Everything that is missing or wrong, in the order in which it is told; empty = it may be kept. */
export function switchFaults(draft: SwitchDraft): SwitchFault[] {
  const faults: SwitchFault[] = [];
  const { accountType, centralPaymentGatewayId, targetAmount, name } = draft;
  if (accountType === "") faults.push("accountType");
  if (centralPaymentGatewayId === "") faults.push("provider");
  faults.push(...accountFaults(draft));
  if (targetAmount === "") faults.push("target");
  if (name === "") faults.push("name");
  if (targetAmount !== "" && !(Number(targetAmount) > 0)) faults.push("positive");
  else if (targetAmount !== "" && targetCents(targetAmount) === undefined) faults.push("cents");
  return [...faults, ...hourFaults(draft)];
}

/** KES as typed -> cents; undefined for more than two decimals or more than a thousand million shillings. */
export function targetCents(amount: string): number | undefined {
  const cents = Number(amount) * 100;
  const whole = Math.round(cents);
  return Math.abs(cents - whole) < 1e-4 && whole > 0 && whole <= 100_000_000_000 ? whole : undefined;
}

/** Only what can be paid from here is taken: an account that refuses every payment would stop all sales. */
function accountFaults(draft: SwitchDraft): SwitchFault[] {
  const { accountType, centralPaymentGatewayId, centralAccountNumber: account } = draft;
  if (account === "") return ["account"];
  if (accountType === "bank" && account.length > 12) return ["bankAccount"];
  if (accountType === "bank" && !/^[0-9A-Za-z]+$/.test(account)) return ["bankLetters"];
  const isMpesa = accountType === "mobile_money" && centralPaymentGatewayId === "mpesa";
  return isMpesa && !/^\d{5,9}$/.test(account) ? ["shortCode"] : [];
}

function hourFaults(draft: SwitchDraft): SwitchFault[] {
  const { isRecurring, recurringDays, recurringStartTime: start, recurringEndTime: end } = draft;
  const faults: SwitchFault[] = [];
  if (isRecurring && recurringDays.length === 0) faults.push("day");
  if (isRecurring && start === "") faults.push("start");
  if (isRecurring && end === "") faults.push("end");
  if (start !== "" && end !== "" && start >= end) faults.push("order");
  return faults;
}
