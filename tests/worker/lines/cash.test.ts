import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listActivity } from "#contract/audit";
import {
  customerAccount,
  customerStatement,
  giveCashBack,
  mostCashOfCashier,
  takeCash,
  undoCash,
} from "#contract/customer-accounts";
import { revenueReport } from "#contract/reports";
import { paymentStats } from "#contract/transactions";
import { nairobiDay } from "#contract/values/duration";
import { dayMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { salesIn } from "#worker/features/billing/issue-invoices";
import { type Customer, cashStatements } from "#worker/features/customers/index";
import { takeCash as takeCashOf } from "#worker/features/lines/cash";
import { sweepLines } from "#worker/features/lines/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { booksOf, customerWithLines } from "./account-world.ts";

// Cash at the counter: with a receipt, counted as a sale once and in no fee, undone by the owner alone, and never more given back than there is.

let seeded: TwoProviders;
let mercy: Customer;
let as: { host: string; cookie: string };

beforeAll(async () => {
  seeded = await seedBoth();
  as = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});
beforeEach(async () => {
  await actAs("owner");
  mercy = await customerWithLines(seeded.demo, [{ cents: 150_000 }]);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await actAs("owner");
  vi.useRealTimers();
});

/** The demo provider's first person, in another role. */
const actAs = (role: string) =>
  tenantDatabase(seeded.demo.id)
    .prepare("UPDATE admins SET role = ?1 WHERE id = ?2")
    .bind(role, seeded.demo.admin.id)
    .run();

/** Sessions end in a day. */
async function nextDay(): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + dayMs });
  as = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
}

const take = (amount: number, { key = crypto.randomUUID() as string, customer = mercy } = {}) =>
  call(
    takeCash,
    { params: { id: customer.id }, body: { amount } },
    { ...as, headers: { "idempotency-key": key } },
  );
const back = (amount: number, customer = mercy) =>
  call(giveCashBack, { params: { id: customer.id }, body: { amount, reason: "Moves away" } }, as);
const undo = (id: string) => call(undoCash, { params: { id }, body: { reason: "Typed twice" } }, as);
const books = (customer = mercy) => booksOf(seeded.demo.id, customer.id);

async function taken(amount: number): Promise<string> {
  const answer = await take(amount);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.receipt.id;
}

async function figures() {
  const day = nairobiDay(Date.now());
  const [stats, report, billed] = await Promise.all([
    call(paymentStats, {}, as),
    call(revenueReport, { query: { from: day, to: day } }, as),
    salesIn(testContext(), seeded.demo.id, { start: day, end: nairobiDay(Date.now() + dayMs) }),
  ]);
  if (!stats.ok || !report.ok) throw new Error("no figures");
  const { totals, plans, routers } = report.answer;
  return {
    today: stats.answer.todaySales,
    report: totals.revenue,
    plans: plans.reduce((sum, { revenue }) => sum + revenue, 0),
    routers: routers.reduce((sum, { revenue }) => sum + revenue, 0),
    billed: billed.reduce((sum, { cents }) => sum + cents, 0) / 100,
  };
}

test("cash opens the line, has a receipt with a number and a name, and is a sale once: in no fee", async () => {
  const before = await figures();
  const first = await take(1_500);
  expect(first.ok && first.answer).toMatchObject({
    success: true,
    balance: 0,
    receipt: { number: expect.any(Number), by: expect.any(String), undone: null },
  });
  expect(first.ok && first.answer.message).toContain("KES 1,500 taken from Mercy Wanjiru");
  const second = await take(200);
  expect(second.ok && first.ok && second.answer.receipt.number - first.answer.receipt.number).toBe(1);
  expect(await books()).toEqual({
    balance: 20_000,
    entries: 20_000,
    owed: 20_000,
    sales: 170_000,
    cash: 170_000,
    spent: 150_000,
    open: 1,
  });
  const after = await figures();
  expect(after).toEqual({
    today: before.today + 1_700,
    report: before.report + 1_700,
    plans: before.plans + 1_700,
    routers: before.routers + 1_700,
    billed: before.billed,
  });
  const told = await call(listActivity, {}, as);
  expect(told.ok && told.answer.map(({ what }) => what)).toContainEqual(
    expect.stringMatching(/^Took KES 1,?500 in cash from Mercy Wanjiru: receipt \d+$/),
  );
});

test("the same request sent twice takes once; the same key for another customer is refused", async () => {
  const key = crypto.randomUUID();
  const [one, other] = await Promise.all([take(700, { key }), take(700, { key })]);
  expect(one.ok && other.ok && one.answer.receipt.id === other.answer.receipt.id).toBe(true);
  expect(await books()).toMatchObject({ balance: 70_000, sales: 70_000 });
  const baraka = await customerWithLines(seeded.demo, [{ cents: 100_000 }]);
  expect(await take(700, { key, customer: baraka })).toMatchObject({ status: 409 });
});

test("many at the same moment do not pass a cashier's limit together", async () => {
  await nextDay();
  await actAs("cashier");
  const third = Math.floor(mostCashOfCashier / 3);
  const all = await Promise.all([take(third), take(third), take(third), take(third), take(third)]);
  expect(all.filter(({ ok }) => ok)).toHaveLength(3);
  expect(await books()).toMatchObject({ cash: third * 300 });
});

test("a cashier takes cash up to a day's limit, gives nothing back and undoes nothing; a technician takes none", async () => {
  await nextDay();
  await actAs("cashier");
  expect((await take(mostCashOfCashier - 1_000)).ok).toBe(true);
  expect(await take(1_001)).toMatchObject({ status: 409, refusal: { reason: "cash_day_full" } });
  const last = await take(1_000);
  expect(last.ok).toBe(true);
  const id = last.ok ? last.answer.receipt.id : "";
  expect(await back(1)).toMatchObject({ status: 403 });
  expect(await undo(id)).toMatchObject({ status: 403 });
  const account = await call(customerAccount, { params: { id: mercy.id } }, as);
  const entries = account.ok ? account.answer.entries : [];
  expect(entries.find(({ kind }) => kind === "cash")).toMatchObject({ amount: 1_000, cash: { id } });
  await actAs("technician");
  expect(await take(10)).toMatchObject({ status: 403 });
  expect(await call(customerAccount, { params: { id: mercy.id } }, as)).toMatchObject({ status: 403 });
  await actAs("owner");
  expect((await take(1_001)).ok).toBe(true);
});

test("what was noted by mistake the owner undoes once: account, sales and the time on the line are without it", async () => {
  const before = await figures();
  const id = await taken(1_500);
  expect(await books()).toMatchObject({ open: 1 });
  const undone = await undo(id);
  expect(undone.ok && undone.answer).toMatchObject({
    balance: 0,
    receipt: { undone: { why: "Typed twice" } },
  });
  expect(await undo(id)).toMatchObject({ status: 409, refusal: { reason: "cash_undone_before" } });
  expect(await books()).toEqual({ balance: 0, entries: 0, owed: 0, sales: 0, cash: 0, spent: 0, open: 0 });
  expect(await figures()).toEqual(before);
  expect(await undo("none")).toMatchObject({ status: 404, refusal: { reason: "cash_gone" } });
});

test("no more is given back than there is, also by two at once; what was given back wrongly is undone", async () => {
  await taken(700);
  expect(await back(701)).toMatchObject({ status: 409, refusal: { reason: "cash_beyond_balance" } });
  const both = await Promise.all([back(400), back(400)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await books()).toMatchObject({
    balance: 30_000,
    entries: 30_000,
    owed: 30_000,
    sales: 30_000,
    cash: 30_000,
  });
  const given = both.find(({ ok }) => ok);
  expect((await undo(given?.ok ? given.answer.receipt.id : "")).ok).toBe(true);
  expect(await books()).toMatchObject({ balance: 70_000, owed: 70_000, sales: 70_000, cash: 70_000 });
});

test("a statement tells all of it, oldest first, with who took it; another provider's customer has none", async () => {
  const id = await taken(700);
  await back(200);
  await undo(id);
  const told = await call(customerStatement, { params: { id: mercy.id } }, as);
  if (!told.ok) throw new Error(told.text);
  const { before, balance, lines, number } = told.answer;
  expect([before, balance, number]).toEqual([0, -200, mercy.number]);
  expect(lines.map(({ kind, amount, balance: after }) => [kind, amount, after])).toEqual([
    ["cash", 700, 700],
    ["cash", -200, 500],
    ["cash-undone", -700, -200],
  ]);
  expect(lines.map(({ cash }) => cash?.by)).toEqual(lines.map(() => expect.any(String)));
  const foreign = await customerWithLines(seeded.savanna, [{ cents: 100_000 }]);
  expect(await call(customerStatement, { params: { id: foreign.id } }, as)).toMatchObject({ status: 404 });
});

test("a process that dies after the money was noted leaves the line to the sweep, not to a second taking", async () => {
  const routerId = seeded.demo.routers[0]?.id ?? "";
  const by = { id: seeded.demo.admin.id, name: "Amina", role: "owner" } as const;
  const cash = { id: crypto.randomUUID(), customerId: mercy.id };
  const noted = { ...cash, note: "", routerId, cents: 150_000, at: Date.now(), by };
  await testContext().tenant(seeded.demo.id).batch(cashStatements(noted, sql`false`));
  expect(await books()).toMatchObject({ balance: 150_000, sales: 150_000, open: 0 });
  await sweepLines(testContext(), seeded.demo.id);
  expect(await books()).toMatchObject({ balance: 0, open: 1 });
  const again = await takeCashOf(testContext(), seeded.demo.id, { ...cash, amount: 1_500 }, by);
  expect(again.isNew).toBe(false);
  expect(await books()).toMatchObject({ balance: 0, sales: 150_000, cash: 150_000 });
});

test("what makes no sense is refused with a sentence, and another provider's customer is nobody", async () => {
  expect(await take(0)).toMatchObject({ status: 400 });
  expect(await take(10.5)).toMatchObject({ status: 400 });
  expect(await take(250_001)).toMatchObject({ status: 400 });
  const foreign = await customerWithLines(seeded.savanna, [{ cents: 100_000 }]);
  expect(await take(100, { customer: foreign })).toMatchObject({ status: 404 });
  expect(await booksOf(seeded.savanna.id, foreign.id)).toMatchObject({ balance: 0 });
  const lineless = await customerWithLines(seeded.demo, []);
  expect(await take(100, { customer: lineless })).toMatchObject({
    status: 409,
    refusal: { reason: "customer_without_line" },
  });
});
