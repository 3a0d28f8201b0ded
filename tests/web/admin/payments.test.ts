import { describe, expect, it } from "vitest";
import type { Transaction } from "#contract/transactions";
import { readAll } from "#web/admin/payments/export-button.tsx";
import {
  canRetry,
  isNotActivated,
  payer,
  receiptLines,
  receiptText,
  statusOf,
} from "#web/admin/payments/format-payment.ts";
import { filtersSet, noFilter, queryOf, rowsOf } from "#web/admin/payments/payment-filter.ts";
import { csvColumns, csvRow } from "#web/admin/payments/payments-csv.ts";
import { agoOfPayment } from "#web/admin/payments/payments-list.tsx";

const transaction: Transaction = {
  id: "t1",
  type: "payment",
  status: "completed",
  phoneNumber: "254712345678",
  amount: 20,
  createdAt: "2026-11-20T11:00:00.000Z",
  planName: "3 Hours",
  routerName: "Main Gate",
  macAddress: "4C:5E:0C:A1:00:07",
  method: "mpesa",
  receipt: "SKL1ABC234",
  detail: null,
  activation: "done",
  entitlementId: "e1",
  divertedTo: null,
  refunded: 0,
  topUpMegabytes: null,
};

describe("a transaction's words", () => {
  it("name the payer by number, and a voucher as what it is", () => {
    expect(payer(transaction)).toBe("+254 712 345 678");
    expect(payer({ type: "voucher", phoneNumber: null })).toBe("Voucher Redemption");
    expect(payer({ type: "payment", phoneNumber: "441234" })).toBe("441234");
  });

  it.each([
    ["voucher", "completed", "Voucher Redeemed"],
    ["payment", "completed", "Payment Completed"],
    ["payment", "pending", "Payment Pending"],
    ["payment", "failed", "Payment Failed"],
    ["payment", "whatever", "Payment Failed"],
  ] as const)("of a %s that is %s are %s", (type, status, word) => {
    expect(statusOf({ type, status }).word).toBe(word);
  });

  it("say that it was paid and not activated, and offer to retry only then and while it is pending", () => {
    expect(isNotActivated({ status: "completed", activation: "open" })).toBe(true);
    expect(isNotActivated({ status: "completed", activation: "done" })).toBe(false);
    expect(canRetry({ status: "pending", activation: "none" })).toBe(true);
    expect(canRetry({ status: "failed", activation: "none" })).toBe(false);
    expect(canRetry({ status: "completed", activation: "done" })).toBe(false);
  });
});

it.each([
  [-5_000, "Just now"],
  [59_999, "Just now"],
  [60_000, "1 min ago"],
  [3_599_999, "59 min ago"],
  [3_600_000, "1 hr ago"],
  [86_399_999, "23 hr ago"],
  [86_400_000, "1 day ago"],
  [172_800_000, "2 day ago"],
])("%i ms ago reads %s in the list of payments", (ms, text) => {
  const now = Date.parse(transaction.createdAt) + ms;
  expect(agoOfPayment(transaction.createdAt, now)).toBe(text);
});

describe("the filter in the address", () => {
  it("is asked for as it stands, without what is no filter", () => {
    const filter = { ...noFilter, q: "0712", status: "paid", type: "voucher", from: "2026-11-20", to: "x" };
    expect(queryOf(filter)).toEqual({
      q: "0712",
      status: undefined,
      type: "voucher",
      activation: undefined,
      routerId: undefined,
      from: "2026-11-20",
      to: undefined,
    });
  });

  it("counts a range of days as one, and the search as none", () => {
    expect(filtersSet({ ...noFilter, q: "x", from: "2026-11-01", to: "2026-11-20", type: "voucher" })).toBe(
      2,
    );
  });

  it("leads from a figure to the rows that make it", () => {
    expect(rowsOf("/admin/payments", { type: "payment", from: "2026-11-20" })).toBe(
      "/admin/payments?type=payment&from=2026-11-20",
    );
    expect(rowsOf("/admin/payments", {})).toBe("/admin/payments");
  });
});

describe("an export", () => {
  const rows = Array.from({ length: 2_300 }, (_, number) => ({ id: `row ${number}` }));

  it("reads every page and says how far it is", async () => {
    const progress: [number, number][] = [];
    const read = async (page: number, size: number) => ({
      rows: rows.slice((page - 1) * size, page * size),
      total: rows.length,
    });
    expect(await readAll(read, (done, total) => progress.push([done, total]))).toEqual(rows);
    expect(progress).toEqual([
      [1_000, 2_300],
      [2_000, 2_300],
      [2_300, 2_300],
    ]);
  });

  it("counts a row once that slid to the next page because a newer one came", async () => {
    const read = async (page: number, size: number) => {
      const now = page === 1 ? rows : [{ id: "newer" }, ...rows];
      return { rows: now.slice((page - 1) * size, page * size), total: now.length };
    };
    expect(await readAll(read, () => undefined)).toEqual(rows);
  });

  it("writes every column, and amounts as figures", () => {
    const row = csvRow(transaction);
    expect(row).toHaveLength(csvColumns.length);
    expect(row[csvColumns.indexOf("Amount (KES)")]).toBe(20);
    expect(row[csvColumns.indexOf("Time")]).toBe("2026-11-20 14:00:00");
    // No plus: a spreadsheet would take the number for a formula, and the guard would put an apostrophe before it.
    expect(row[csvColumns.indexOf("Phone")]).toBe("254 712 345 678");
    expect(row[csvColumns.indexOf("Activated")]).toBe("yes");
    expect(row[csvColumns.indexOf("Diverted to")]).toBe("");
    const moved = csvRow({ ...transaction, divertedTo: "4821", refunded: 20 });
    expect(moved[csvColumns.indexOf("Diverted to")]).toBe("•••• 4821");
    expect(moved[csvColumns.indexOf("Refunded (KES)")]).toBe(20);
  });
});

it("a receipt says the same on screen and in a message, and leaves out what is not known", () => {
  const lines = receiptLines(transaction);
  expect(lines.map(([name]) => name)).not.toContain("Why it failed");
  expect(receiptText("Demo Net", transaction).split("\n")).toEqual([
    "Demo Net",
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ]);
  expect(receiptText("Demo Net", transaction)).toContain("Receipt number: SKL1ABC234");
});

it("a receipt says where diverted money went, and what was given back", () => {
  expect(receiptLines(transaction).map(([name]) => name)).not.toContain("Money");
  const moved = { ...transaction, divertedTo: "4821", refunded: 1_020.5 };
  expect(receiptText("Demo Net", moved)).toContain("Money: Diverted •••• 4821, Refunded KSh 1,020.50");
});
