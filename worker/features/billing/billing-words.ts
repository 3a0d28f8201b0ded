import { formatShillings } from "../../contract/values/money.ts";
import { plusDays } from "./periods.ts";

// How billing speaks in notifications and letters.

const months = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** `2026-12-05` -> `5 December 2026` */
export function dayInWords(day: string): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** [start, end) -> `November 2026`, or its first and last day. */
export function periodInWords(start: string, end: string): string {
  const isMonth = start.endsWith("-01") && plusDays(end, -1).slice(0, 7) === start.slice(0, 7);
  if (isMonth) return `${months[Number(start.slice(5, 7)) - 1]} ${start.slice(0, 4)}`;
  return `${dayInWords(start)} to ${dayInWords(plusDays(end, -1))}`;
}

export function kes(cents: number): string {
  return `KES ${formatShillings(cents)}`;
}

/** How an invoice is paid. @param paybill of the platform; undefined = it has set none */
export function howToPay(paybill: string | undefined, accountNumber: string): string {
  return paybill
    ? `Pay with M-Pesa, Lipa na M-Pesa, Pay Bill: business number ${paybill}, account number ${accountNumber}. Then enter the code of the payment under Billing.`
    : `Ask the platform's support how to pay, and name the account number ${accountNumber}. Then enter the code of the payment under Billing.`;
}
