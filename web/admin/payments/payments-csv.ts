import type { CashMove, Transaction } from "#contract/transactions";
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

/** What was undone stands there twice, up and down: amounts less refunds are what was sold. */
export function cashCsvRow({ id, at, amount, receipt, by, note, ...one }: CashMove): (string | number)[] {
  return [
    ...[moment(at), "cash", "completed", phoneCell(one.customer.phoneNumber), amount],
    ...["Lines", one.routerName ?? "", "", "cash", `No. ${receipt}`],
    ...["", note === "" ? by : `${by}: ${note}`, "", 0, id],
  ];
}

/** Newest first. */
export function csvRows(payments: readonly Transaction[], cash: readonly CashMove[]): (string | number)[][] {
  return [
    ...payments.map((one) => ({ at: one.createdAt, row: csvRow(one) })),
    ...cash.map((one) => ({ at: one.at, row: cashCsvRow(one) })),
  ]
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
    .map(({ row }) => row);
}
