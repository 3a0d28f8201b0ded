import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { rowsOfAllTenants, tenantDatabase } from "../../support/tenant-rows.ts";
import type { PaymentWorld } from "../payments/payment-world.ts";
import { feeCents, type PayoutNow, payoutsOf, type Shop } from "./money-shops.ts";
import { sumOf } from "./payout-world.ts";

// What the gateway's own books say of two shops' money, and what ours may say beside them.

type Sent = {
  kind: string;
  originatorConversationId: string;
  at: number;
  receipt: string | null;
  payout: { amount: number; receiver: string; isReversed: boolean };
};
type Transfer = { receipt: string; amount: number; phone: string; reversal: { amount: number } | null };
type RefundNow = {
  id: string;
  status: string;
  cents: number;
  payment_id: string;
  handle: string | null;
};
type Figures = { books: Record<string, number>; owed: number; underWay: number; refunding: number };

const isOpen = ({ status }: PayoutNow) => ["reserved", "sending", "sent", "unclear"].includes(status);
const isBack = ({ status }: PayoutNow) => status === "failed" || status === "reversed";
const sum = <One>(all: readonly One[], value: (one: One) => number) =>
  all.reduce((total, one) => total + value(one), 0);

/** The same request, by the name that both know, else by receiver, amount and moment. */
const isOf = (row: PayoutNow, { kind, originatorConversationId, at, payout }: Sent) =>
  kind === (row.kind === "phone" ? "b2c" : "b2b") &&
  (row.handle === null
    ? row.account === payout.receiver && row.cents === payout.amount * 100 && row.sent_at === at
    : row.handle === originatorConversationId);

export type Seen = {
  shop: Shop;
  rows: { row: PayoutNow; sent: Sent | undefined }[];
  refunds: RefundNow[];
  transfers: Transfer[];
  figures: Figures;
};

export async function see(world: PaymentWorld, shops: readonly Shop[]): Promise<Seen[]> {
  const sent = await (await world.daraja.call("/control/payouts")).json<Sent[]>();
  const transfers = await (await world.daraja.call("/control/transfers")).json<Transfer[]>();
  const counts = await world.daraja.counts();
  const seen: Seen[] = [];
  for (const shop of shops) {
    const rows = (await payoutsOf(shop)).map((row) => ({
      row,
      sent: sent.filter((one) => isOf(row, one)),
    }));
    // Nothing went out twice.
    for (const { row, sent: all } of rows) expect(all.length, `payout ${row.id}`).toBeLessThanOrEqual(1);
    await nothingCorrected(shop);
    const phones = new Set(shop.sales.map(({ buyer }) => buyer.phone));
    const ids = new Set(shop.sales.map(({ id }) => id));
    const all = await tenantDatabase(shop.id).prepare("SELECT * FROM refunds").all<RefundNow>();
    seen.push({
      shop,
      rows: rows.map(({ row, sent: [one] }) => ({ row, sent: one })),
      refunds: all.results.filter(({ payment_id }) => ids.has(payment_id)),
      transfers: transfers.filter(({ phone }) => phones.has(phone)),
      figures: await figuresOf(shop),
    });
  }
  const known = seen.flatMap(({ rows }) => rows.flatMap(({ sent: one }) => (one ? [one] : [])));
  // All that the gateway was ever asked for, taken or refused, is of a payout or a refund, and of one each.
  expect(new Set(known).size).toBe(sent.length);
  expect(counts.payouts).toBeLessThanOrEqual(sum(seen, ({ rows }) => rows.length));
  expect(counts.reversals).toBeLessThanOrEqual(sum(seen, ({ refunds }) => refunds.length));
  return seen;
}

/** What went out was never called failed meanwhile: its money could have been asked for again. */
async function nothingCorrected(shop: Shop): Promise<void> {
  const { results } = await tenantDatabase(shop.id)
    .prepare("SELECT DISTINCT journal_id FROM general_ledger WHERE journal_id LIKE 'payout paid after all %'")
    .all<{ journal_id: string }>();
  const ofEarlier = [...shop.earlier].map((id) => `payout paid after all ${id}`);
  expect(results.map(({ journal_id }) => journal_id).filter((id) => !ofEarlier.includes(id))).toEqual([]);
}

async function figuresOf({ id, at }: Shop): Promise<Figures> {
  const books = await at.books();
  const row = await tenantDatabase(id)
    .prepare(
      `SELECT (SELECT coalesce(sum(amount_cents - refunded_cents), 0) FROM payments
          WHERE status = 'completed' AND settlement = 'collected') AS collected,
        (SELECT coalesce(sum(cents + fee_cents), 0) FROM payouts
          WHERE status NOT IN ('failed', 'reversed')) AS takenOff,
        (SELECT coalesce(sum(cents + fee_cents), 0) FROM payouts
          WHERE status IN ('reserved', 'sending', 'sent', 'unclear')) AS held,
        (SELECT coalesce(sum(cents), 0) FROM refunds
          WHERE status IN ('requested', 'submitting', 'pending', 'unknown')) AS refunding`,
    )
    .first<{ collected: number; takenOff: number; held: number; refunding: number }>();
  if (!row) throw new Error("no figures");
  const owed = 0 - (books["owed to provider"] ?? 0);
  const underWay = 0 - (books["payout under way"] ?? 0);
  expect(sumOf(books)).toBe(0);
  expect(owed).toBe(row.collected - row.takenOff);
  expect(underWay).toBe(row.held);
  expect(books["claim on platform"] ?? 0).toBe(owed);
  return { books, owed, underWay, refunding: row.refunding };
}

/** What holds at every moment, whatever the gateway keeps to itself. @param isAlone nothing else was asked for in the same moment */
export function judgeStep(before: readonly Seen[], now: readonly Seen[], isAlone = true): void {
  for (const [index, { shop, rows, refunds, transfers, figures }] of now.entries()) {
    for (const { row, sent } of rows) {
      const isPaid = (sent?.receipt ?? null) !== null;
      const isTakenBack = sent?.payout.isReversed ?? false;
      const truth = `payout ${JSON.stringify(row)} at the gateway: ${JSON.stringify(sent)}`;
      if (row.status === "paid") expect(isPaid, truth).toBe(true);
      if (row.status === "failed") expect(isPaid && !isTakenBack, truth).toBe(false);
      if (row.status === "reversed") expect(isTakenBack, truth).toBe(true);
      if (row.receipt !== null) expect(row.receipt, truth).toBe(sent?.receipt);
      const earlier = before[index]?.rows.find((one) => one.row.id === row.id)?.row;
      if (!earlier || isOpen(earlier) || earlier.status === row.status) continue;
      expect([earlier.status, row.status], truth).toEqual(["paid", "reversed"]);
    }
    for (const { id, buyer } of shop.sales) {
      const back = transfers.find(({ phone }) => phone === buyer.phone)?.reversal ?? null;
      const asked = refunds.filter(({ payment_id }) => payment_id === id);
      const done = asked.filter(({ status }) => status === "done");
      const truth = `refunds ${JSON.stringify(asked)} at the gateway: ${JSON.stringify(back)}`;
      if (done.length > 0) expect(back?.amount, truth).toBe(sum(done, ({ cents }) => cents) / 100);
      if (asked.length > 0 && asked.every(({ status }) => status === "failed"))
        expect(back, truth).toBeNull();
    }
    // What is paid out was there, beside all that goes back to payers.
    const isNew = rows.some(({ row }) => !before[index]?.rows.some((one) => one.row.id === row.id));
    if (isNew && isAlone) expect(figures.owed - figures.refunding).toBeGreaterThanOrEqual(0);
    // A refund takes the balance below zero where it was paid out before; nothing else does.
    const back = refunds.filter(({ status }) => status !== "failed");
    const least = Math.min(0, before[index]?.figures.owed ?? 0);
    expect(figures.owed - figures.refunding).toBeGreaterThanOrEqual(least - sum(back, ({ cents }) => cents));
  }
}

/** Settled, as far as the gateway can be asked: what is left is said to be unclear, and its money is held. */
export function mayStay({ row, sent }: Seen["rows"][number]): boolean {
  const isPaid = (sent?.receipt ?? null) !== null;
  if (row.status !== "unclear") return false;
  if (row.handle === null) return true;
  // Acknowledged, or said to be paid, and then not known.
  return !isPaid && (row.told === "paid" || (row.conversation !== null && row.told === null));
}

/** A reversal whose acknowledgement was lost has no name by which it could be asked about. */
export const mayRefundStay = ({ status, handle }: RefundNow) => status === "unknown" && handle === null;

/** What this history alone holds. */
export const heldSince = (start: Seen | undefined, { underWay, refunding }: Figures) => ({
  underWay: underWay - (start?.figures.underWay ?? 0),
  refunding: refunding - (start?.figures.refunding ?? 0),
});

export const openOf = ({ rows, refunds }: Seen) => ({
  payouts: rows.filter(({ row }) => isOpen(row)),
  refunds: refunds.filter(({ status }) => status !== "done" && status !== "failed"),
});

/** Everything is settled: both sides say the same to the cent. @param start of this history */
export async function judgeEnd(start: readonly Seen[], end: readonly Seen[]): Promise<void> {
  for (const [index, { shop, rows, refunds, transfers, figures }] of end.entries()) {
    const begun = start[index]?.figures;
    const grew = (account: string) => (figures.books[account] ?? 0) - (begun?.books[account] ?? 0);
    const out = rows.filter(({ sent }) => sent?.receipt && !sent.payout.isReversed);
    const collected = 100 * sum(transfers, ({ amount }) => amount);
    const back = 100 * sum(transfers, ({ reversal }) => reversal?.amount ?? 0);
    const paidOut = 100 * sum(out, ({ sent }) => sent?.payout.amount ?? 0);
    const fees = feeCents * out.length;
    expect(figures.owed - (begun?.owed ?? 0)).toBe(collected - back - paidOut - fees);
    expect(grew("platform account")).toBe(collected - back - paidOut);
    expect(grew("provider account")).toBe(paidOut);
    expect([grew("payout fees"), grew("platform fees")]).toEqual([fees, 0 - fees]);
    expect(heldSince(start[index], figures)).toEqual({ underWay: 0, refunding: 0 });
    expect(rows.map(({ row }) => isBack(row))).toEqual(rows.map((one) => !out.includes(one)));

    for (const sale of shop.sales) {
      const got = transfers.filter(({ phone }) => phone === sale.buyer.phone);
      const [payment] = await rowsOfAllTenants<{ status: string }>(
        "SELECT status FROM payments WHERE id = ?1",
        sale.id,
      );
      expect(payment?.status === "completed").toBe(got.length === 1);
      const done = refunds.filter(({ payment_id, status }) => payment_id === sale.id && status === "done");
      expect(done.length > 0).toBe(got.some(({ reversal }) => reversal !== null));
      // What its provider asked the operator for is answered where it went back, and nowhere else.
      const appeals = await env.DB.prepare("SELECT status FROM refund_appeals WHERE payment_id = ?1")
        .bind(sale.id)
        .all<{ status: string }>();
      const answered = done.length > 0 ? "done" : "open";
      expect(appeals.results.filter(({ status }) => status !== answered)).toEqual([]);
      const purchases = await rowsOfAllTenants<{ state: string }>(
        "SELECT state FROM entitlements WHERE source = 'payment' AND source_id = ?1",
        sale.id,
      );
      if (got.length > 0) expect(purchases).toHaveLength(1);
      if (done.some(({ id }) => sale.endedBy.has(id))) expect(purchases).toEqual([{ state: "cut_off" }]);
    }
  }
}
