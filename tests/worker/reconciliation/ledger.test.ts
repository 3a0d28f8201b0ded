import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import {
  platformRevenue,
  platformStats,
  providerRevenue,
  revenueOfProviders,
  routersRevenue,
} from "#contract/platform-figures";
import { customerReport, revenueReport } from "#contract/reports";
import { paymentStats, providerStats, revenueByDay, routerStats } from "#contract/transactions";
import { nairobiDay } from "#contract/values/duration";
import type { Sql } from "#worker/db/sql";
import { addGateway } from "#worker/features/gateways/store";
import {
  adjustmentJournal,
  feeJournal,
  feePaidJournal,
  journalStatements,
  type PaymentFacts,
  refundJournal,
} from "#worker/features/ledger/index";
import { newPaymentId } from "#worker/features/payments/core/payment-id";
import { newPayment, type PaymentState } from "#worker/features/payments/core/payment-state";
import { grantStatements } from "#worker/features/payments/core/payment-store";
import { entitlementIdOf } from "#worker/features/payments/index";
import { planById, termsOf } from "#worker/features/plans/index";
import { compareStatement } from "#worker/features/reconciliation/compare-statement";
import { compareDiverted, compareSwitches } from "#worker/features/reconciliation/compare-switches";
import { paidByDay } from "#worker/features/transactions/index";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { copyAll } from "../../support/copies.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { rowsOfAllTenants, tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallInput, type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { nairobi } from "../transactions/sales-rows.ts";

// Ten thousand events of a seeded history over the store's own statements: every journal balances, every screen shows what
// the books say, and every difference put into a gateway's statement is found.

const events = 10_000;
const now = nairobi("2032-03-15", "22:00");
const first = nairobi("2032-01-16", "00:00");
const seed = 20_261_122;
const gatewayId = "history";

/** mulberry32: the same history for the same seed. */
let state = seed;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
const below = (count: number) => Math.floor(random() * count);
function pick<T>(from: readonly T[]): T {
  const one = from[below(from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

type Sale = {
  provider: SeededProvider;
  facts: PaymentFacts;
  cents: number;
  left: number;
  phone: string;
  at: number;
  receipt: string;
};
type Counted = {
  provider: string;
  router: string;
  plan: string;
  settlement: string;
  phone: string;
  day: string;
  count: number;
  cents: number;
};

let seeded: TwoProviders;
let operator: CallOptions;
const sales: Sale[] = [];
/** What should be seen, counted beside the database. */
const model: Counted[] = [];
let refundedCents = 0;
let journals = 0;
const providers = () => [seeded.demo, seeded.savanna];

const cents = (fits: (one: Counted) => boolean) =>
  model.filter(fits).reduce((sum, one) => sum + one.cents, 0) / 100;
const count = (fits: (one: Counted) => boolean) =>
  model.filter(fits).reduce((sum, one) => sum + one.count, 0);

/** A statement of one provider. */
type Entry = { providerId: string; statement: Sql };
const entries = (providerId: string, statements: readonly Sql[]): Entry[] =>
  statements.map((statement) => ({ providerId, statement }));

const planNames = new Map<string, string>();

function sell(terms: Map<string, PaymentState["intent"]["terms"]>): Entry[] {
  const ctx = testContext();
  const provider = pick(providers());
  const planId = pick(provider.plans).id;
  const routerId = pick(provider.routers).id;
  const planTerms = terms.get(planId);
  if (!planTerms) throw new Error("the seed has no such plan");
  const settlement = pick(["direct", "direct", "direct", "collected", "diverted"] as const);
  const switchId = settlement === "diverted" ? pick(["s1", "s2"]) : null;
  const createdAt = first + below(now - first - 7_200_000);
  const completedAt = createdAt + pick([4_000, 9_000, 170_000, 3_600_000]);
  const id = newPaymentId(ctx);
  const phone = `2547${String(below(700)).padStart(8, "0")}`;
  const amountCents = 100 * (1 + below(400));
  const isPaid = below(12) > 0;
  const payment: PaymentState = {
    ...newPayment({
      id,
      providerId: provider.id,
      routerId,
      planId,
      terms: planTerms,
      subject: null,
      phone,
      amountCents,
      service: "mpesa",
      bridgeId: null,
      purpose: { kind: "purchase" },
      entitlementId: entitlementIdOf(id),
      buyerHash: null,
      createdAt,
    }),
    status: "completed",
    seq: 4,
    route: {
      type: "mpesa",
      gatewayId,
      environment: "sandbox",
      credentials: "provider",
      shortCode: "600200",
      partyB: "600200",
      transactionType: "CustomerPayBillOnline",
      accountReference: "X",
      settlement,
      switchId,
      centralAccount: switchId && "900900",
    },
    receipt: `R${id.slice(0, 12).toUpperCase()}`,
    late: completedAt - createdAt > 120_000,
    completedAt,
  };
  const failed = {
    ...payment,
    status: "failed",
    seq: 3,
    receipt: null,
    late: false,
    completedAt: null,
  } as const;
  // Late ones were shown as failed before; some come again, as an outbox repeats what it could not tick off.
  if (!isPaid) return entries(provider.id, grantStatements(ctx, failed as PaymentState).slice(0, 1));
  const facts = { paymentId: id, routerId, method: "mpesa", settlement, switchId };
  sales.push({
    provider,
    facts,
    cents: amountCents,
    left: amountCents,
    phone,
    at: createdAt,
    receipt: String(payment.receipt),
  });
  model.push({
    provider: provider.id,
    router: routerId,
    plan: planTerms.planName,
    settlement,
    phone,
    day: nairobiDay(completedAt),
    count: 1,
    cents: amountCents,
  });
  journals += settlement === "diverted" ? 2 : 1;
  const before = payment.late ? grantStatements(ctx, failed as PaymentState).slice(0, 1) : [];
  const again = below(10) === 0 ? grantStatements(ctx, payment) : [];
  return entries(provider.id, [...before, ...grantStatements(ctx, payment), ...again]);
}

function refund(number: number): Entry[] {
  const sale = pick(sales);
  if (sale.left === 0) return [];
  const amount = below(2) === 0 ? sale.left : 1 + below(sale.left);
  const at = Math.min(now, sale.at + 7_200_000 + below(20 * 86_400_000));
  sale.left -= amount;
  refundedCents += amount;
  journals += 1;
  const { provider, facts, phone } = sale;
  const plan = planNames.get(facts.paymentId) ?? "";
  model.push({
    provider: provider.id,
    router: facts.routerId,
    plan,
    settlement: facts.settlement,
    phone,
    day: nairobiDay(at),
    count: 0,
    cents: -amount,
  });
  const booked = journalStatements(refundJournal(`r${number}`, facts, { cents: amount, at }));
  return entries(provider.id, below(5) === 0 ? [...booked, ...booked] : booked);
}

function other(number: number): Entry[] {
  const provider = pick(providers());
  const amount = { cents: 1 + below(500_000), at: first + below(now - first) };
  journals += 1;
  switch (below(3)) {
    case 0:
      return entries(provider.id, journalStatements(feeJournal(`i${number}`, amount)));
    case 1:
      return entries(provider.id, journalStatements(feePaidJournal(`c${number}`, amount)));
    default: {
      const sale = pick(sales);
      return entries(
        sale.provider.id,
        journalStatements(adjustmentJournal(`a${number}`, sale.facts, amount)),
      );
    }
  }
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
  const terms = new Map<string, PaymentState["intent"]["terms"]>();
  for (const provider of providers())
    for (const { id } of provider.plans) {
      const plan = await planById(testContext().tenant(provider.id), id);
      if (plan) terms.set(id, termsOf(plan));
    }
  let waiting: Entry[] = [];
  const write = async () => {
    for (const { id } of providers()) {
      const own = waiting.filter(({ providerId }) => providerId === id);
      if (own.length > 0)
        await testContext()
          .tenant(id)
          .batch(own.map(({ statement }) => statement));
    }
    waiting = [];
  };
  for (let number = 0; number < events; number += 1) {
    const kind = below(100);
    if (sales.length < 20 || kind < 80) {
      waiting.push(...sell(terms));
      const [last, shown] = [sales.at(-1), model.at(-1)];
      if (last && shown)
        planNames.set(last.facts.paymentId, planNames.get(last.facts.paymentId) ?? shown.plan);
    } else waiting.push(...(kind < 94 ? refund(number) : other(number)));
    if (waiting.length > 400) await write();
  }
  await write();
});
afterAll(() => {
  vi.useRealTimers();
});

async function figures<E extends Endpoint>(endpoint: E, input: CallInput, as: CallOptions) {
  const answer = await call(endpoint, input, as);
  if (!answer.ok) throw new Error(`${endpoint.name} (seed ${seed}): ${answer.status} ${answer.text}`);
  return answer.answer;
}

test("every journal balances, none is booked twice, and all accounts together are zero", async () => {
  let made = 0;
  for (const table of ["ledger", "general_ledger"]) {
    const open = `SELECT journal_id FROM ${table} GROUP BY journal_id HAVING sum(cents) <> 0`;
    expect(await rowsOfAllTenants(open)).toEqual([]);
    expect(await rowsOfAllTenants(`SELECT sum(cents) AS cents FROM ${table} HAVING sum(cents) <> 0`)).toEqual(
      [],
    );
    for (const { journals: own } of await rowsOfAllTenants<{ journals: number }>(
      `SELECT count(DISTINCT journal_id) AS journals FROM ${table}`,
    ))
      made += own;
  }
  expect(made).toBe(journals);
  const accounts = await rowsOfAllTenants<{ account: string; cents: number }>(
    "SELECT account, sum(cents) AS cents FROM ledger GROUP BY account",
  );
  const centsOn = (account: string) =>
    accounts.filter((one) => one.account === account).reduce((sum, one) => sum + one.cents, 0);
  expect(-centsOn("sales")).toBe(Math.round(100 * cents(() => true)));
  const owed = { claim: centsOn("claim on platform"), owed: centsOn("owed to provider") };
  expect(owed).toEqual({
    claim: Math.round(100 * cents((x) => x.settlement === "collected")),
    owed: -Math.round(100 * cents((x) => x.settlement === "collected")),
  });
});

test("every screen of the operator shows what the books say", async () => {
  const today = nairobiDay(now);
  const month = (one: Counted) => one.day >= "2032-03-01" && one.day <= today;
  await copyAll();
  const stats = await figures(platformStats, {}, operator);
  expect([stats.totalRevenue, stats.monthlyRevenue]).toEqual([cents(() => true), cents(month)]);
  const whole = await figures(platformRevenue, {}, operator);
  expect([whole.revenue, whole.transactions]).toEqual([cents(() => true), count(() => true)]);
  for (const query of [
    {},
    { from: "2032-02-01", to: "2032-02-29" },
    { from: "2032-03-15", to: "2032-03-15" },
  ]) {
    const inDays = ({ day }: Counted) => day >= (query.from ?? "") && day <= (query.to ?? "9");
    const ranked = await figures(revenueOfProviders, { query }, operator);
    for (const { providerId, revenue, transactions } of ranked) {
      const own = (one: Counted) => one.provider === providerId && inDays(one);
      expect([revenue, transactions]).toEqual([cents(own), count(own)]);
    }
  }
  let refunded = 0;
  for (const provider of providers()) {
    const own = (one: Counted) => one.provider === provider.id;
    const revenue = await figures(providerRevenue, { params: { id: provider.id } }, operator);
    const { direct, collected, diverted } = revenue.settlements;
    expect(revenue).toMatchObject({
      today: cents((one) => own(one) && one.day === today),
      thisMonth: cents((one) => own(one) && month(one)),
      allTime: cents(own),
    });
    expect(Math.round(100 * (direct + collected + diverted))).toBe(
      model.filter((one) => own(one) && one.count === 1).reduce((sum, one) => sum + one.cents, 0),
    );
    expect(direct + collected + diverted - revenue.refunded).toBeCloseTo(revenue.allTime, 6);
    refunded += revenue.refunded;
    const ids = provider.routers.map(({ id }) => id).join(",");
    for (const row of await figures(routersRevenue, { query: { ids } }, operator))
      expect(row.revenue).toEqual({
        today: cents((one) => one.router === row.routerId && one.day === today),
        thisMonth: cents((one) => one.router === row.routerId && month(one)),
        total: cents((one) => one.router === row.routerId),
      });
  }
  expect(Math.round(100 * refunded)).toBe(refundedCents);
});

test("every screen of a provider shows what the books say, and so does the base of its fee", async () => {
  const today = nairobiDay(now);
  for (const provider of providers()) {
    const host = hostOf(provider.subdomain);
    const as = { host, cookie: await signInProvider(provider, host) };
    const own = (one: Counted) => one.provider === provider.id;
    expect(await figures(providerStats, {}, as)).toMatchObject({ totalRevenue: cents(own) });
    expect(await figures(paymentStats, {}, as)).toMatchObject({
      totalRevenue: cents(own),
      todaySales: cents((one) => own(one) && one.day === today),
    });
    for (const { id } of provider.routers)
      expect(await figures(routerStats, { params: { id } }, as)).toEqual({
        todaySales: cents((one) => own(one) && one.router === id && one.day === today),
        monthlyRevenue: cents((one) => own(one) && one.router === id && one.day >= "2032-03-01"),
      });
    const query = { from: "2032-01-20", to: "2032-03-10" };
    const inDays = (one: Counted) => own(one) && one.day >= query.from && one.day <= query.to;
    for (const { day, revenue, count: number } of await figures(revenueByDay, { query }, as)) {
      const that = (one: Counted) => own(one) && one.day === day;
      expect([day, revenue, number]).toEqual([day, cents(that), count(that)]);
    }
    const report = await figures(revenueReport, { query }, as);
    expect(report.totals).toMatchObject({ revenue: cents(inDays), payments: count(inDays) });
    for (const { routerId, revenue } of report.routers)
      expect(revenue).toBe(cents((one) => inDays(one) && one.router === routerId));
    for (const { planName, revenue } of report.plans)
      expect(revenue).toBe(cents((one) => inDays(one) && one.plan === planName));
    const customers = await figures(customerReport, { query }, as);
    expect(customers.totals.revenue).toBe(cents(inDays));
    for (const { phoneNumber, revenue } of customers.customers)
      expect(revenue).toBe(cents((one) => inDays(one) && one.phone === phoneNumber));
    const db = testContext().tenant(provider.id);
    const base = await db.all<{ cents: number; count: number }>(paidByDay(query));
    expect(base.reduce((sum, one) => sum + one.cents, 0)).toBe(Math.round(100 * cents(inDays)));
  }
});

test("every difference put into a statement is found, each once, and nothing else is", async () => {
  const ctx = testContext();
  const day = { from: nairobi("2032-02-10", "00:00"), to: nairobi("2032-02-13", "00:00") };
  const own = { id: gatewayId, providerId: seeded.savanna.id, type: "mpesa", useAutoApi: true } as const;
  const archived = { environment: "sandbox", isActive: false, createdAt: 1, archivedAt: 1 } as const;
  await ctx.platform.run(addGateway(ctx, { ...own, ...archived, accountNumber: "600200" }, null));
  const account = { environment: "sandbox", unknownTo: seeded.savanna.id, shortCode: "600200" } as const;
  const ours = sales.filter(
    ({ provider, facts, at }) =>
      provider === seeded.savanna && facts.settlement === "direct" && at >= day.from && at < day.to,
  );
  expect(ours.length).toBeGreaterThan(60);
  const rows = ours.map(({ receipt, cents: amountCents, at }) => ({
    receipt,
    amountCents,
    account: "X",
    at,
    phone: null,
  }));
  const compared = async (all: typeof rows, foundAt: number) =>
    (await compareStatement(ctx, account, all, { ...day, foundAt })).differences;
  expect(await compared(rows, 1)).toBe(0);
  const wanted: [kind: string, receipt: string][] = [];
  const changed = rows.flatMap((row, place) => {
    if (place % 11 === 0) wanted.push(["not-in-statement", row.receipt]);
    if (place % 11 === 0) return [];
    if (place % 7 === 0) wanted.push(["amount", row.receipt]);
    if (place % 7 === 0) return [{ ...row, amountCents: row.amountCents + 100 }];
    if (place % 5 !== 0) return [row];
    wanted.push(["unknown-receipt", `X${row.receipt}`]);
    // Pages may overlap: the same row comes twice.
    return [row, row, { ...row, receipt: `X${row.receipt}` }];
  });
  expect(await compared(changed, 2)).toBe(wanted.length);
  // The same step once more counts the same; another night's finds nothing new.
  expect(await compared(changed, 2)).toBe(wanted.length);
  expect(await compared(changed, 3)).toBe(0);
  const { results } = await tenantDatabase(seeded.savanna.id)
    .prepare("SELECT kind, detail ->> 'receipt' AS receipt FROM reviews WHERE resolved_at IS NULL")
    .all<{ kind: string; receipt: string }>();
  const sorted = (all: readonly (readonly string[])[]) => all.map((one) => one.join(" ")).sort();
  expect(sorted(results.map(({ kind, receipt }) => [kind, receipt]))).toEqual(sorted(wanted));
});

test("money that a switch sent to a short code is known there, whoever's it was; what is lacking is found", async () => {
  const ctx = testContext();
  const day = { from: nairobi("2032-02-24", "00:00"), to: nairobi("2032-02-26", "00:00"), foundAt: 4 };
  const account = { environment: "sandbox", unknownTo: seeded.demo.id, shortCode: "900900" } as const;
  const diverted = sales.filter(
    ({ facts, at }) => facts.settlement === "diverted" && at >= day.from && at < day.to - 7_200_000,
  );
  expect(new Set(diverted.map(({ provider }) => provider.id)).size).toBe(2);
  await env.DB.batch(
    diverted.map(({ facts, provider, cents: amount, at }) =>
      env.DB.prepare(
        `INSERT INTO switch_transactions (payment_id, switch_id, cycle, provider_id, cents, central_payment_gateway_id,
          central_account_number, at) VALUES (?1, 's2', 1, ?2, ?3, 'mpesa', '900900', ?4)`,
      ).bind(facts.paymentId, provider.id, amount, at),
    ),
  );
  const rows = diverted.map(({ receipt, cents: amountCents, at }) => ({
    receipt,
    amountCents,
    account: "X",
    at,
    phone: null,
  }));
  expect(await compareStatement(ctx, account, rows, day)).toEqual({ differences: 0, learned: 0, silent: [] });
  const [gone, ...rest] = rows;
  const [lower] = rest;
  if (!gone || !lower) throw new Error("the history diverts nothing");
  lower.amountCents -= 100;
  expect((await compareStatement(ctx, account, rest, day)).differences).toBe(2);
  const found = await rowsOfAllTenants<{ kind: string; receipt: string }>(
    "SELECT kind, detail ->> 'receipt' AS receipt FROM reviews WHERE detail ->> 'shortCode' = '900900'",
  );
  expect(found.sort((one, next) => one.kind.localeCompare(next.kind))).toEqual([
    { kind: "amount", receipt: lower.receipt },
    { kind: "not-in-statement", receipt: gone.receipt },
  ]);
});

test("every diverted payment that a switch lacks, counts otherwise, or invents is found", async () => {
  const ctx = testContext();
  const day = { from: nairobi("2032-02-20", "00:00"), to: nairobi("2032-02-22", "00:00") };
  const diverted = sales.filter(
    ({ facts, at }) => facts.settlement === "diverted" && at >= day.from && at < day.to,
  );
  expect(diverted.length).toBeGreaterThan(10);
  const put = (id: string, providerId: string, amount: number, at: number) =>
    env.DB.prepare(
      `INSERT INTO switch_transactions (payment_id, switch_id, cycle, provider_id, cents, central_payment_gateway_id,
        central_account_number, at) VALUES (?1, 's1', 1, ?2, ?3, 'mpesa', '900900', ?4)`,
    ).bind(id, providerId, amount, at);
  const [lacking, otherwise] = diverted;
  if (!lacking || !otherwise) throw new Error("the history diverts nothing");
  const others = diverted.slice(2);
  await env.DB.batch([
    ...others.map(({ facts, provider, cents: amount, at }) => put(facts.paymentId, provider.id, amount, at)),
    put(otherwise.facts.paymentId, otherwise.provider.id, otherwise.cents + 100, otherwise.at),
    put("invented", seeded.demo.id, 5_000, day.from + 1),
  ]);
  const compared = async (foundAt: number) => {
    const { differences, repaired } = await compareSwitches(ctx, { ...day, foundAt });
    const sold = [seeded.demo, seeded.savanna].map((provider) =>
      compareDiverted(ctx, provider.id, { ...day, foundAt: foundAt + 1 }),
    );
    const more = await Promise.all(sold);
    return [differences, repaired, more.reduce((sum, one) => sum + one.differences, 0)];
  };
  // Counted otherwise and invented; then what the switch lacks.
  expect(await compared(5)).toEqual([2, 0, 1]);
  expect(await compared(7)).toEqual([0, 0, 0]);
  const found = await rowsOfAllTenants<{ id: string }>(
    "SELECT payment_id AS id FROM reviews WHERE kind = 'projection'",
  );
  expect(found.map(({ id }) => id).sort()).toEqual(
    ["invented", lacking.facts.paymentId, otherwise.facts.paymentId].sort(),
  );
});
