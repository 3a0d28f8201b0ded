import type { PaymentReason } from "../../../contract/payments.ts";

// Daraja's ResultCodes as the five reasons that a visitor understands. Sources: Safaricom's Daraja 3.0 pages and dated
// measurements; codes can be alphanumeric and arrive as number or text, so they are compared as text. The prose of one
// code differs between callback and query, so only the code decides.

export type Result = "paid" | "open" | PaymentReason;

const results = new Map<string, Result>([
  ["0", "paid"],
  ["4999", "open"],
  ["1", "insufficient"],
  ["2", "service"],
  ["3", "service"],
  ["4", "service"],
  ["8", "service"],
  ["17", "service"],
  ["26", "service"],
  ["1001", "network"],
  ["1019", "network"],
  ["1025", "service"],
  ["1032", "cancelled"],
  ["1037", "network"],
  ["2001", "wrong-pin"],
  ["2028", "service"],
  ["8006", "wrong-pin"],
  ["SFC_IC0003", "service"],
  ["9999", "service"],
]);

/** Unknown codes are the service's fault; Safaricom's own text is kept for the log. */
export function resultOf(code: string): Result {
  return results.get(code.trim()) ?? "service";
}
