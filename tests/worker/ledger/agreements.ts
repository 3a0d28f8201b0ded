import { expect } from "vitest";
import { listProviderBilling } from "#contract/billing";
import { listConfirmations, listPaymentConfirmations } from "#contract/billing-confirmations";
import { billingAccount, listInvoices, listProviderInvoices } from "#contract/billing-invoices";
import type { Endpoint } from "#contract/endpoint";
import { ownRefund } from "#contract/own-refunds";
import { listOwnPaybillPayments, listPaybillPayments } from "#contract/paybill";
import * as platform from "#contract/platform-figures";
import { listProviders } from "#contract/providers";
import { listRefunds } from "#contract/reconciliation";
import { listPaid, readRefund, refundOffer } from "#contract/refunds";
import { customerReport, revenueReport } from "#contract/reports";
import { listSwitches, switchTransactions, undivertedPayments } from "#contract/switch";
import * as sales from "#contract/transactions";
import { listUsers, userDetails } from "#contract/users";
import { nairobiDay } from "#contract/values/duration";
import { dayMs } from "#contract/values/time";
import { csvColumns, csvRow, csvRows } from "../../../web/admin/payments/payments-csv.ts";
import type { SeededProvider } from "../../seed/two-providers.ts";
import type { Books, Line } from "./ledger-rows.ts";
import type { MoneyWorld } from "./money-world.ts";

// Every call whose answer has a figure about money, and how it follows from the ledger.

export type Agreement = {
  calls: readonly Endpoint[];
  agrees(money: MoneyWorld, books: Books): Promise<void>;
};

const today = () => nairobiDay(Date.now());
const inMonth = ({ day }: Line) => day >= `${today().slice(0, 8)}01` && day <= today();
/** Some days, all of them, and alone the days on which a sale was taken back, or had been made before. */
const ranges = ({ lines }: Books) => {
  const back = lines.filter(({ kind }) => kind === "taken-back").at(-1);
  const ofIt = lines.filter(({ paymentId }) => back !== undefined && paymentId === back.paymentId);
  return [
    { from: nairobiDay(Date.now() - 10 * dayMs), to: nairobiDay(Date.now() - 2 * dayMs) },
    { from: nairobiDay(Date.now() - 90 * dayMs), to: today() },
    ...[...new Set(ofIt.map(({ day }) => day))].map((day) => ({ from: day, to: day })),
  ];
};
const within =
  ({ from, to }: { from: string; to: string }) =>
  ({ day }: Pick<Line, "day">) =>
    day >= from && day <= to;
const sum = (amounts: readonly number[]) =>
  Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100;
const refundedOf = (books: Books, paymentId: string) => -books.sold({ paymentId, kind: "refund" }) || 0;
/** KES of a payment's sale. Where the gateway denied it and confirmed it later, it was sold, taken back and sold again. */
const soldOf = (books: Books, paymentId: string) =>
  books.sold((line) => line.paymentId === paymentId && books.isSale(line));
const byProvider =
  (agrees: (money: MoneyWorld, books: Books, provider: SeededProvider) => Promise<void>) =>
  async (money: MoneyWorld, books: Books) => {
    for (const provider of money.providers) await agrees(money, books, provider);
  };

/** Of this provider without cash, which stands in its customers' accounts and in no fee. */
const byGateway =
  (providerId: string) =>
  (line: Line): boolean =>
    line.providerId === providerId && line.method !== "cash";

export const agreements: readonly Agreement[] = [
  {
    calls: [platform.platformStats, platform.platformRevenue, platform.revenueOfProviders],
    async agrees({ asOperator }, books) {
      expect(await asOperator(platform.platformStats)).toMatchObject({
        totalRevenue: books.sold(),
        monthlyRevenue: books.sold(inMonth),
      });
      for (const range of [null, ...ranges(books)]) {
        const query = range ?? {};
        const fits = range ? within(range) : () => true;
        expect(await asOperator(platform.platformRevenue, { query })).toMatchObject({
          revenue: books.sold(fits),
          transactions: books.sales(fits),
        });
        for (const row of await asOperator(platform.revenueOfProviders, { query })) {
          const own = (line: Line) => line.providerId === row.providerId && fits(line);
          expect(row).toMatchObject({ revenue: books.sold(own), transactions: books.sales(own) });
        }
      }
    },
  },
  {
    calls: [platform.providerRevenue],
    agrees: byProvider(async ({ asOperator }, books, { id: providerId }) => {
      const sold = (settlement: string) =>
        books.sold((line) => line.providerId === providerId && line.settlement === settlement) +
        back({ providerId, settlement });
      const back = (fits: Partial<Line>) => -books.sold({ ...fits, kind: "refund" }) || 0;
      expect(await asOperator(platform.providerRevenue, { params: { id: providerId } })).toEqual({
        today: books.sold({ providerId, day: today() }),
        selling: expect.objectContaining({ count: books.sales({ providerId, day: today() }) }),
        thisMonth: books.sold((line) => line.providerId === providerId && inMonth(line)),
        allTime: books.sold({ providerId }),
        settlements: { direct: sold("direct"), collected: sold("collected"), diverted: sold("diverted") },
        refunded: back({ providerId }),
        balances: {
          owed: -books.balance("owed to provider", { providerId }) || 0,
          divertedNotSettled: -books.balance("diverted, not settled", { providerId }) || 0,
          feesOwed: books.balance("fees owed by provider", { providerId }),
        },
      });
    }),
  },
  {
    calls: [listProviders],
    async agrees({ asOperator }, books) {
      for (const { id: providerId, today: figures } of await asOperator(listProviders)) {
        const own = { providerId, day: today() };
        expect(figures).toEqual({ revenue: books.sold(own), count: books.sales(own) });
      }
    },
  },
  {
    calls: [platform.routersRevenue, platform.routerRevenue, sales.routerStats],
    agrees: byProvider(async (money, books, provider) => {
      const ids = provider.routers.map(({ id }) => id);
      const rows = await money.asOperator(platform.routersRevenue, { query: { ids: ids.join(",") } });
      for (const routerId of ids) {
        const figures = {
          today: books.sold({ routerId, day: today() }),
          thisMonth: books.sold((line) => line.routerId === routerId && inMonth(line)),
          total: books.sold({ routerId }),
        };
        expect(rows.find((row) => row.routerId === routerId)?.revenue).toEqual(figures);
        const params = { id: routerId };
        expect(await money.asOperator(platform.routerRevenue, { params })).toEqual(figures);
        expect(await money.asProvider(provider, sales.routerStats, { params })).toEqual({
          todaySales: figures.today,
          monthlyRevenue: figures.thisMonth,
        });
      }
    }),
  },
  {
    calls: [sales.providerStats, sales.paymentStats, sales.revenueByDay],
    agrees: byProvider(async ({ asProvider }, books, provider) => {
      const providerId = provider.id;
      const totalRevenue = books.sold({ providerId });
      expect(await asProvider(provider, sales.providerStats)).toMatchObject({ totalRevenue });
      const todaySales = books.sold({ providerId, day: today() });
      expect(await asProvider(provider, sales.paymentStats)).toMatchObject({ totalRevenue, todaySales });
      for (const query of ranges(books))
        for (const { day, revenue, count } of await asProvider(provider, sales.revenueByDay, { query }))
          expect([day, revenue, count]).toEqual([
            ...[day, books.sold({ providerId, day }), books.sales({ providerId, day })],
          ]);
    }),
  },
  {
    calls: [revenueReport],
    agrees: byProvider(async ({ asProvider }, books, provider) => {
      const rows = await asProvider(provider, sales.listTransactions, { query: { pageSize: "1000" } });
      const ofLines = new Set(rows.flatMap(({ id, planName }) => (planName === "Lines" ? id : [])));
      const isCash = ({ method }: Line) => method === "cash";
      for (const query of ranges(books)) {
        const own = (line: Line) => line.providerId === provider.id && within(query)(line);
        const report = await asProvider(provider, revenueReport, { query });
        expect(report.totals).toMatchObject({ revenue: books.sold(own), payments: books.sales(own) });
        for (const { day, revenue } of report.days)
          expect([day, revenue]).toEqual([day, books.sold((line) => own(line) && line.day === day)]);
        for (const { routerId, revenue } of report.routers)
          expect(revenue).toBe(books.sold((line) => own(line) && line.routerId === routerId));
        expect(sum(report.plans.map(({ revenue }) => revenue))).toBe(books.sold(own));
        const service = (fits: (line: Line) => boolean) => {
          const both = (line: Line) => own(line) && fits(line);
          return { payments: books.sales(both), revenue: books.sold(both) };
        };
        expect(report.services).toEqual([
          { service: "hotspot", ...service((line) => !isCash(line) && !ofLines.has(line.paymentId ?? "")) },
          { service: "lines", ...service((line) => !isCash(line) && ofLines.has(line.paymentId ?? "")) },
          { service: "cash", ...service(isCash) },
        ]);
      }
    }),
  },
  {
    calls: [customerReport],
    agrees: byProvider(async ({ asProvider }, books, provider) => {
      for (const query of ranges(books)) {
        const own = (line: Line) => line.providerId === provider.id && within(query)(line);
        const { totals, customers } = await asProvider(provider, customerReport, { query });
        expect(totals.revenue).toBe(books.sold(own));
        expect(sum(customers.map(({ revenue }) => revenue))).toBe(books.sold(own));
        expect(customers.reduce((all, { payments }) => all + payments, 0)).toBe(books.sales(own));
      }
    }),
  },
  {
    calls: [sales.listTransactions, sales.recentTransactions, ownRefund],
    agrees: byProvider(async ({ asProvider, pick }, books, provider) => {
      const rows = await asProvider(provider, sales.listTransactions, { query: { pageSize: "1000" } });
      const paid = rows.filter(({ type, status }) => type === "payment" && status === "completed");
      for (const { id, amount, refunded } of paid)
        expect([amount, refunded]).toEqual([soldOf(books, id), refundedOf(books, id)]);
      expect(sum(paid.map(({ amount, refunded }) => amount - refunded))).toBe(
        books.sold(byGateway(provider.id)),
      );
      if (paid.length > 0) {
        const { id } = pick(paid);
        expect(await asProvider(provider, ownRefund, { params: { id } })).toMatchObject({
          amount: soldOf(books, id),
          refunded: refundedOf(books, id),
        });
      }
      // As the console saves them in a file.
      const column = (name: (typeof csvColumns)[number]) =>
        sum(paid.map((row) => Number(csvRow(row)[csvColumns.indexOf(name)])));
      expect(column("Amount (KES)") - column("Refunded (KES)")).toBeCloseTo(
        books.sold(byGateway(provider.id)),
        6,
      );
      const redeemed = rows.filter(({ type }) => type === "voucher").map(({ amount }) => amount);
      const stats = await asProvider(provider, sales.paymentStats);
      expect(stats.voucherSales).toBe(sum(redeemed));
      const recent = await asProvider(provider, sales.recentTransactions);
      expect(recent).toEqual(rows.slice(0, recent.length));
      const query = ranges(books)[0] ?? { from: "", to: "" };
      const some = await asProvider(provider, sales.listTransactions, {
        query: { ...query, type: "payment" },
      });
      const last = new Map(
        books.lines.flatMap((line) => (line.kind === "sale" ? [[line.paymentId, line.journalId]] : [])),
      );
      const stands = ({ kind, paymentId, journalId }: Line) =>
        kind === "sale" && last.get(paymentId) === journalId && soldOf(books, paymentId ?? "") > 0;
      const inDays = (line: Line) => byGateway(provider.id)(line) && within(query)(line);
      expect(sum(some.flatMap(({ status, amount }) => (status === "completed" ? amount : [])))).toBe(
        books.sold((line) => inDays(line) && stands(line)),
      );
    }),
  },
  {
    calls: [sales.listCash],
    agrees: byProvider(async ({ asProvider }, books, provider) => {
      const ofCash = (line: Line) => line.providerId === provider.id && line.method === "cash";
      for (const range of [null, ...ranges(books)]) {
        const query = { ...range, pageSize: "1000" };
        const { amount, total, moves } = await asProvider(provider, sales.listCash, { query });
        const fits = range ? within(range) : () => true;
        expect(amount).toBe(books.sold((line) => ofCash(line) && fits(line)));
        expect([moves.length, sum(moves.map((move) => move.amount))]).toEqual([total, amount]);
      }
      // The console's file: payments and cash are all that came in.
      const { moves } = await asProvider(provider, sales.listCash, { query: {} });
      const query = { pageSize: "1000", type: "payment", status: "completed" };
      const file = csvRows(await asProvider(provider, sales.listTransactions, { query }), moves);
      const column = (name: (typeof csvColumns)[number]) =>
        sum(file.map((row) => Number(row[csvColumns.indexOf(name)])));
      expect(column("Amount (KES)") - column("Refunded (KES)")).toBeCloseTo(
        books.sold({ providerId: provider.id }),
        6,
      );
    }),
  },
  {
    calls: [userDetails],
    agrees: byProvider(async ({ asProvider }, books, provider) => {
      for (const { id } of (await asProvider(provider, listUsers, { query: {} })).slice(0, 10)) {
        const { purchases } = await asProvider(provider, userDetails, { params: { id } });
        for (const { source, sourceId, amount, topUps } of purchases) {
          if (source === "payment") expect([0, amount]).toContain(soldOf(books, sourceId));
          for (const topUp of topUps) expect([0, topUp.amount]).toContain(soldOf(books, topUp.id));
        }
      }
    }),
  },
  {
    calls: [listSwitches, switchTransactions, undivertedPayments],
    async agrees({ asOperator }, books) {
      const rows = await asOperator(switchTransactions, { query: { pageSize: "1000" } });
      for (const { id, amount } of rows) expect(amount).toBe(soldOf(books, id));
      for (const one of await asOperator(listSwitches)) {
        // The target is about what was collected: refunds do not lower it.
        const central = books.balance(`central account ${one.id}`, books.isSale);
        expect([one.currentAmount, one.reservedAmount]).toEqual([central, 0]);
        expect(sum(rows.flatMap(({ switchId, amount }) => (switchId === one.id ? amount : [])))).toBe(
          central,
        );
        const passed = await asOperator(undivertedPayments, { params: { id: one.id } });
        const since = one.activatedAt === null ? Date.now() : Date.parse(one.activatedAt);
        const past = (line: Line) =>
          line.settlement !== "diverted" && line.method === "airtel_money" && line.at >= since;
        expect(passed.amount).toBe(one.isActive ? books.sold((line) => past(line) && books.isSale(line)) : 0);
        expect(sum(passed.groups.map(({ amount }) => amount))).toBe(passed.amount);
      }
    },
  },
  {
    calls: [listPaid, refundOffer],
    agrees: byProvider(async ({ asOperator, pick }, books, { id: providerId }) => {
      const rows = await asOperator(listPaid, { query: { providerId } });
      for (const { id, amount, refunded } of rows)
        expect([amount, refunded]).toEqual([soldOf(books, id), refundedOf(books, id)]);
      expect(sum(rows.map(({ amount, refunded }) => amount - refunded))).toBe(
        books.sold(byGateway(providerId)),
      );
      if (rows.length === 0) return;
      const { id } = pick(rows);
      expect(await asOperator(refundOffer, { params: { id }, query: { providerId } })).toMatchObject({
        amount: soldOf(books, id),
        refunded: refundedOf(books, id),
      });
    }),
  },
  {
    calls: [listRefunds, readRefund],
    agrees: byProvider(async ({ asOperator }, books, { id: providerId }) => {
      const rows = await asOperator(listRefunds, { query: { providerId } });
      const done = rows.filter(({ status, transactionId }) => status === "done" && transactionId !== null);
      const back = (line: Line) => byGateway(providerId)(line) && line.kind === "refund";
      expect(sum(done.map(({ amount }) => amount))).toBe(-books.sold(back) || 0);
      for (const { id, amount } of done) {
        expect(amount).toBe(-books.sold({ journalId: `refund ${id}` }));
        expect((await asOperator(readRefund, { params: { id } })).refund.amount).toBe(amount);
      }
    }),
  },
  {
    calls: [listProviderBilling, billingAccount],
    agrees: byProvider(async ({ asOperator, asProvider }, books, provider) => {
      const owed = books.balance("fees owed by provider", { providerId: provider.id });
      const account = await asProvider(provider, billingAccount);
      // Paid in advance is a negative debt.
      expect(sum([account.owed, -account.credit])).toBe(owed);
      const rows = await asOperator(listProviderBilling, { query: {} });
      expect(rows.find(({ id }) => id === provider.id)?.owed).toBe(account.owed);
    }),
  },
  {
    calls: [listInvoices, listProviderInvoices],
    agrees: byProvider(async ({ asOperator, asProvider }, books, provider) => {
      const rows = await asProvider(provider, listInvoices, { query: {} });
      const params = { providerId: provider.id };
      expect(await asOperator(listProviderInvoices, { params, query: {} })).toEqual(rows);
      let left = 0;
      for (const { id, amount, base, periodStart, periodEnd, rows: parts } of rows.toReversed()) {
        expect(amount).toBe(books.balance("fees owed by provider", { journalId: `fee ${id}` }));
        expect(sum(parts.map((part) => part.amount))).toBe(amount);
        expect(sum(parts.map((part) => part.base))).toBe(base);
        const period = (line: Line) =>
          byGateway(provider.id)(line) && within({ from: periodStart, to: periodEnd })(line);
        // What a month gave back beyond its sales lowers the next one's base.
        expect(base).toBe(sum([books.sold(period), left]));
        left = Math.min(0, base);
      }
    }),
  },
  {
    calls: [listConfirmations, listPaymentConfirmations],
    agrees: byProvider(async ({ asOperator, asProvider }, books, provider) => {
      const own = await asProvider(provider, listConfirmations, { query: {} });
      const verified = own.filter(({ status }) => status === "verified");
      for (const { id, amountPaid } of verified)
        expect(amountPaid).toBe(books.balance("platform account", { journalId: `fee paid ${id}` }));
      const paid = ({ providerId, kind, day }: Line) =>
        providerId === provider.id && kind === "fee" && day !== "";
      expect(sum(verified.map(({ amountPaid }) => amountPaid))).toBe(books.balance("platform account", paid));
      const all = await asOperator(listPaymentConfirmations, { query: {} });
      const its = all.filter(({ providers }) => providers.id === provider.id);
      expect(its.map((row) => row.provider_payment_confirmations)).toEqual(expect.arrayContaining(own));
    }),
  },
  {
    calls: [listPaybillPayments, listOwnPaybillPayments],
    async agrees({ asOperator, asProvider, world }, books) {
      const rows = await asOperator(listPaybillPayments, { query: {} });
      const { savanna } = world.seeded;
      const own = await asProvider(savanna, listOwnPaybillPayments, { query: {} });
      expect(own.map(({ amount }) => amount)).toEqual(rows.map(({ amount }) => amount));
      // What paid a purchase is its sale, unless that was taken back; what did not is in no books.
      for (const { status, transactionId, amount } of rows)
        if (status === "matched" || status === "attributed")
          expect([0, amount]).toContain(soldOf(books, transactionId ?? ""));
    },
  },
];
