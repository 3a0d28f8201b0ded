import type { Transaction } from "#contract/transactions";
import { dateTime, phone } from "../../console/format.ts";
import type { Listed } from "../../console/request.ts";

/** Page size of an export. */
const atOnce = 1_000;

/** Reads every page. New rows push others down, so rows are kept by id. @param progress rows read, rows in all */
export async function readAll<Row extends { id: string }>(
  read: (page: number, pageSize: number) => Promise<Listed<Row[]>>,
  progress: (done: number, total: number) => void,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const { rows, total } = await read(page, atOnce);
    for (const row of rows) found.set(row.id, row);
    progress(Math.min(found.size, total), total);
    if (rows.length < atOnce) return [...found.values()];
  }
}

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
