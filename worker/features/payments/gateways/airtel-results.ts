import type { PaymentReason } from "../../../contract/payments.ts";

// Airtel Money's response codes (collection family) as the five reasons that a visitor understands
// (docs/reference/gateways-airtel.md, "Response codes").
// Sources disagree about some numbers: the status (TS, TF …) decides whether it was paid, a code only why it was not.

const reasons = new Map<string, PaymentReason>([
  ["DP00800001002", "wrong-pin"],
  ["DP00800001003", "service"],
  ["DP00800001004", "service"],
  ["DP00800001005", "cancelled"],
  ["DP00800001007", "insufficient"],
  ["DP00800001008", "cancelled"],
  ["DP00800001009", "service"],
  ["DP00800001010", "service"],
  ["DP00800001024", "network"],
  ["DP00800001026", "service"],
  ["DP00800001029", "network"],
]);

/** Why a payment that Airtel calls failed was not made; unknown codes are the service's fault. */
export function airtelReason(code: string | undefined): PaymentReason {
  return reasons.get(code?.trim() ?? "") ?? "service";
}

/** Nothing is on the phone after these. ESB000001, 04 and 14 are ambiguous; 41: a push with this id came before. */
const refusals = new Set([
  ...["ESB000008", "ESB000011", "ESB000033", "ESB000034", "ESB000035", "ESB000036", "ESB000039"],
  ...["ROUTER001", "ROUTER003", "ROUTER005", "ROUTER006", "ROUTER007", "ROUTER112", "ROUTER114", "ROUTER116"],
]);

export function isAirtelRefusal(code: string): boolean {
  return refusals.has(code.trim());
}
