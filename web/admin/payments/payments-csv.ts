import type { Transaction } from "#contract/transactions";
import { asText, moment, phoneCell } from "../../console/csv.ts";

export const csvColumns = [
  "Time",
  "Type",
  "Status",
  "Phone",
  "Amount (KES)",
  "Plan",
  "Router",
  "Device",
  "Method",
  "Receipt",
  "Activated",
  "Reason",
  "Diverted to",
  "Refunded (KES)",
  "Transaction",
] as const;

export function csvRow(transaction: Transaction): (string | number)[] {
  const { type, phoneNumber, activation, topUpMegabytes } = transaction;
  return [
    moment(transaction.createdAt),
    type,
    transaction.status,
    phoneCell(phoneNumber ?? ""),
    transaction.amount,
    transaction.planName + (topUpMegabytes === null ? "" : ` +${topUpMegabytes} MB`),
    transaction.routerName ?? "",
    transaction.macAddress ?? "",
    transaction.method,
    asText(transaction.receipt ?? ""),
    activation === "done" ? "yes" : activation === "open" ? "no" : "",
    transaction.detail ?? "",
    transaction.divertedTo === null ? "" : `•••• ${transaction.divertedTo}`,
    transaction.refunded,
    transaction.id,
  ];
}
