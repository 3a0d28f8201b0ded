import type { Transaction } from "#contract/transactions";
import { dateTime, phone } from "../../console/format.ts";

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
  const { type, phoneNumber, activation } = transaction;
  return [
    dateTime(transaction.createdAt, "en"),
    type,
    transaction.status,
    phoneNumber ? phone(phoneNumber) : "",
    transaction.amount,
    transaction.planName,
    transaction.routerName ?? "",
    transaction.macAddress ?? "",
    transaction.method,
    transaction.receipt ?? "",
    activation === "done" ? "yes" : activation === "open" ? "no" : "",
    transaction.detail ?? "",
    transaction.divertedTo === null ? "" : `•••• ${transaction.divertedTo}`,
    transaction.refunded,
    transaction.id,
  ];
}
