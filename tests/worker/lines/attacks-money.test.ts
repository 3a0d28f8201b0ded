import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import * as accounts from "#contract/customer-accounts";
import * as life from "#contract/line-life";
import * as contract from "#contract/lines";
import { deleteAccountData } from "#contract/provider-data";
import { dayMs, hourMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { takenBackStatements } from "#worker/features/customers/index";
import { settleAccount, sweepLines } from "#worker/features/lines/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { booksOf, credited, customerWithLines } from "./account-world.ts";

// Money that is turned into more time than it buys, or into none; and words of one call that are said to another.

let seeded: TwoProviders;
let as: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  as = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});
afterEach(() => vi.useRealTimers());
afterAll(() => vi.useRealTimers());

const books = (id: string) => booksOf(seeded.demo.id, id);
const db = () => testContext().tenant(seeded.demo.id);
const settle = (id: string) => settleAccount(testContext(), seeded.demo.id, id);
const linesOf = (customerId: string) =>
  db().all(
    sql<{ id: string; paidUntil: number }>`SELECT id, paid_until AS paidUntil FROM lines
      WHERE customer_id = ${customerId} ORDER BY id`,
  );
const keyed = (key: string): CallOptions => Object.assign({ headers: { "idempotency-key": key } }, as);

test("a sum that buys a cheap line hundreds of days buys them all, and they are taken back as they came", async () => {
  const mercy = await customerWithLines(seeded.demo, [{ cents: 10_000, period: { days: 1 } }]);
  const now = Date.now();
  const taken = await call(accounts.takeCash, { params: { id: mercy.id }, body: { amount: 20_000 } }, as);
  if (!taken.ok) throw new Error(taken.text);
  await sweepLines(testContext(), seeded.demo.id);
  const [line] = await linesOf(mercy.id);
  expect(Math.round(((line?.paidUntil ?? 0) - now) / dayMs)).toBe(200);
  expect(await books(mercy.id)).toMatchObject({ balance: 0, entries: 0, owed: 0, spent: 2_000_000 });
  const params = { id: taken.answer.receipt.id };
  const undone = await call(accounts.undoCash, { params, body: { reason: "Typed twice" } }, as);
  expect(undone.ok).toBe(true);
  for (let turn = 0; turn < 10 && (await books(mercy.id)).balance < 0; turn += 1)
    await sweepLines(testContext(), seeded.demo.id);
  expect(await books(mercy.id)).toMatchObject({ balance: 0, entries: 0, owed: 0, spent: 0, open: 0 });
});

test("nobody is paid for centuries: what is left stays in the account, and goes back from there", async () => {
  const mercy = await customerWithLines(seeded.demo, [{ cents: 100, period: { months: 12 } }]);
  await credited(seeded.demo, mercy.id, 25_000_000);
  await settle(mercy.id);
  const [line] = await linesOf(mercy.id);
  const years = ((line?.paidUntil ?? 0) - Date.now()) / (365.25 * dayMs);
  expect(years).toBeGreaterThanOrEqual(10);
  expect(years).toBeLessThan(12);
  const { balance, spent } = await books(mercy.id);
  expect(balance + spent).toBe(25_000_000);
  const body = { amount: balance / 100, reason: "Too much" };
  expect((await call(accounts.giveCashBack, { params: { id: mercy.id }, body }, as)).ok).toBe(true);
  expect(await books(mercy.id)).toMatchObject({ balance: 0, spent });
  const listed = await call(contract.listLines, { query: { q: mercy.number } }, as);
  expect(listed.ok && listed.answer[0]?.standing).toBe("open");
});

test("a key that named one act names no other, whichever call and line it is said to", async () => {
  const mercy = await customerWithLines(seeded.demo, [{ cents: 150_000 }, { cents: 150_000 }]);
  const [one, other] = await linesOf(mercy.id);
  const key = crypto.randomUUID();
  const give = (id = "", days = 5) => call(life.giveLineDays, { params: { id }, body: { days } }, keyed(key));
  const first = await Promise.all([give(one?.id), give(one?.id), give(one?.id)]);
  expect(first.map(({ ok }) => ok)).toEqual([true, true, true]);
  const refused = { status: 409, refusal: { reason: "key_of_other_request" } };
  expect(await give(other?.id)).toMatchObject(refused);
  expect(await give(one?.id, 6)).toMatchObject(refused);
  const cash = { params: { id: mercy.id }, body: { amount: 100 } };
  expect(await call(accounts.takeCash, cash, keyed(key))).toMatchObject(refused);
  const back = { params: { id: mercy.id }, body: { amount: 100, reason: "None" } };
  expect(await call(accounts.giveCashBack, back, keyed(key))).toMatchObject(refused);
  const move = { params: { id: one?.id ?? "" }, body: { routerId: seeded.demo.routers[1]?.id ?? "x" } };
  expect(await call(life.moveLine, move, keyed(key))).toMatchObject(refused);
  const given = await db().all(
    sql<{
      count: number;
    }>`SELECT count(*) AS count FROM line_periods WHERE line_id IN (${one?.id ?? ""}, ${other?.id ?? ""})`,
  );
  expect(given[0]?.count).toBe(1);
  expect(await books(mercy.id)).toMatchObject({ balance: 0, spent: 0 });
});

test("a pause that many end at once gives its days once", async () => {
  const mercy = await customerWithLines(seeded.demo, [{ cents: 150_000, period: { days: 30 } }]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const begin = Date.now();
  await credited(seeded.demo, mercy.id, 150_000);
  await settle(mercy.id);
  const [line] = await linesOf(mercy.id);
  const params = { id: line?.id ?? "" };
  const both = (act: typeof life.pauseLine | typeof life.resumeLine) =>
    Promise.all([1, 2, 3, 4].map(() => call(act, { params }, as)));
  await both(life.pauseLine);
  vi.setSystemTime(begin + hourMs);
  const ended = await both(life.resumeLine);
  expect(ended.filter(({ ok }) => ok)).toHaveLength(1);
  const [after] = await linesOf(mercy.id);
  expect((after?.paidUntil ?? 0) - begin).toBe(30 * dayMs + hourMs);
});

test("money that comes for somebody who is forgotten is kept, shown and given back", async () => {
  const mercy = await customerWithLines(seeded.demo, [{ cents: 150_000 }], { phone: "254722909090" });
  await db().run(sql`UPDATE lines SET closed_at = ${Date.now() - dayMs}, confirmed_rev = rev
    WHERE customer_id = ${mercy.id}`);
  expect((await call(deleteAccountData, { params: { id: mercy.id } }, as)).ok).toBe(true);
  // A neighbour's prompt that was open all the while.
  await credited(seeded.demo, mercy.id, 150_000);
  await settle(mercy.id);
  expect(await books(mercy.id)).toMatchObject({ balance: 150_000, owed: 150_000, open: 0 });
  const listed = await call(contract.listLines, {}, as);
  expect(listed.ok && listed.answer.find(({ customer }) => customer.id === mercy.id)).toMatchObject({
    standing: "closed",
    customer: { name: "", balance: 1_500 },
  });
  const body = { amount: 1_500, reason: "Was forgotten" };
  expect((await call(accounts.giveCashBack, { params: { id: mercy.id }, body }, as)).ok).toBe(true);
  expect(await books(mercy.id)).toMatchObject({ balance: 0, owed: 0 });
});

test("what a gateway denies twice goes out once, and what was given back in cash before stays owed", async () => {
  const mercy = await customerWithLines(seeded.demo, [{ cents: 900_000 }]);
  await credited(seeded.demo, mercy.id, 150_000);
  const [entry] = await db().all(
    sql<{ id: string; paymentId: string }>`SELECT id, payment_id AS paymentId FROM customer_entries
      WHERE customer_id = ${mercy.id}`,
  );
  const body = { amount: 1_500, reason: "Moves away" };
  expect((await call(accounts.giveCashBack, { params: { id: mercy.id }, body }, as)).ok).toBe(true);
  const denied = takenBackStatements(
    { customerId: mercy.id, cents: 150_000, at: Date.now() },
    entry?.paymentId ?? "",
    1,
  );
  await db().batch(denied);
  await db().batch(denied);
  await settle(mercy.id);
  expect(await books(mercy.id)).toMatchObject({ balance: -150_000, entries: -150_000, owed: -150_000 });
  // Nothing more leaves it, and the next money makes it good first.
  expect(
    await call(accounts.giveCashBack, { params: { id: mercy.id }, body: { amount: 1, reason: "Again" } }, as),
  ).toMatchObject({
    refusal: { reason: "cash_beyond_balance" },
  });
  await credited(seeded.demo, mercy.id, 900_000);
  await settle(mercy.id);
  expect(await books(mercy.id)).toMatchObject({ balance: 750_000, spent: 0 });
});
