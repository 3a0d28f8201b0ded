import { say, type Text, type TextValue } from "../../contract/texts.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { plusDays } from "./periods.ts";

/** [start, end) -> `November 2026`, or its first and last day. */
export function periodInWords(start: string, end: string): TextValue {
  const last = plusDays(end, -1);
  const isMonth = start.endsWith("-01") && last.slice(0, 7) === start.slice(0, 7);
  if (isMonth) return { date: start.slice(0, 7) };
  return say("period_days", { first: { date: start }, last: { date: last } });
}

export function kes(cents: number): string {
  return `KSh ${formatShillings(cents)}`;
}

/** How an invoice is paid. @param paybill of the platform; undefined = it has set none */
export function howToPay(paybill: string | undefined, account: string): Text {
  return paybill ? say("pay_invoice", { paybill, account }) : say("pay_invoice_ask", { account });
}
