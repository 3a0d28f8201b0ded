import { expect, test } from "vitest";
import type { StatementRow } from "#worker/features/payments/index";
import { type Expected, matchMoney } from "#worker/features/reconciliation/match-money";

// Rows of a till carry no account: a payment whose receipt nobody knows has the nearest row of its price.

const noon = Date.UTC(2032, 0, 5, 9);
const minute = 60_000;
const row = (receipt: string, over: Partial<StatementRow> = {}): StatementRow => ({
  receipt,
  amountCents: 2_000,
  account: "",
  at: noon,
  phone: null,
  ...over,
});
const expected = (paymentId: string, over: Partial<Expected> = {}): Expected => ({
  paymentId,
  cents: 2_000,
  phone: "254712000001",
  since: noon - minute,
  paidAt: noon,
  reference: null,
  receipt: null,
  ...over,
});
const matched = (rows: StatementRow[], all: Expected[]) => {
  const { left, taken } = matchMoney(rows, all);
  return { left: left.map(({ receipt }) => receipt), taken: [...taken].sort() };
};

test("each payment takes one row, and what is too much stays", () => {
  const rows = [row("A"), row("B", { at: noon + minute }), row("C", { at: noon + 2 * minute })];
  const all = [expected("p"), expected("q", { paidAt: noon + 2 * minute })];
  expect(matched(rows, all)).toEqual({ left: ["C"], taken: ["p", "q"] });
});

test("another amount, another phone or another day is nobody's", () => {
  const rows = [
    row("LESS", { amountCents: 1_900 }),
    row("OTHER", { phone: "254733000000" }),
    row("LATE", { at: noon + 10 * 60 * minute }),
  ];
  expect(matched(rows, [expected("p")])).toEqual({ left: ["LESS", "OTHER", "LATE"], taken: [] });
});

test("a clock of Nairobi that calls itself UTC is no other day", () => {
  expect(matched([row("A", { at: noon + 180 * minute })], [expected("p")])).toEqual({
    left: [],
    taken: ["p"],
  });
});

test("a receipt or a reference comes before whoever is near, and a known receipt is no other's", () => {
  const named = expected("named", {
    reference: "ABCDEF0123",
    paidAt: noon - 30 * minute,
    since: noon - 40 * minute,
  });
  const receipted = expected("receipted", { receipt: "B" });
  const rows = [row("A", { account: "ABCDEF0123" }), row("B"), row("C")];
  expect(matched(rows, [expected("near"), named, receipted])).toEqual({
    left: [],
    taken: ["named", "near", "receipted"],
  });
  expect(matched([row("C")], [receipted])).toEqual({ left: ["C"], taken: [] });
});
