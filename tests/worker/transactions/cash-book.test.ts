import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type CashBook, listCash, revenueByDay } from "#contract/transactions";
import { nairobiDay } from "#contract/values/duration";
import { dayMs } from "#contract/values/time";
import type { Customer } from "#worker/features/customers/index";
import { giveCashBack, takeCash, undoCash } from "#worker/features/lines/cash";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { customerWithLines } from "../lines/account-world.ts";

// Cash beside the payments: on the days on which it counts, and never another provider's.

const start = Date.UTC(2031, 5, 1, 9);
const owner = { id: "owner", name: "Amina", role: "owner" } as const;
let seeded: TwoProviders;
let cookie: string;
let mercy: Customer;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  seeded = await seedBoth();
});
beforeEach(async () => {
  vi.setSystemTime(start);
  cookie = await signInProvider(seeded.demo);
  mercy = await customerWithLines(seeded.demo, [{ cents: 900_000 }], {
    name: `Mercy ${crypto.randomUUID().slice(0, 6)}`,
    phone: "254722100277",
  });
});
const roleIs = (role: string) =>
  tenantDatabase(seeded.demo.id).prepare("UPDATE admins SET role = ?1").bind(role).run();

const as = () => ({ host: hostOf("demo"), cookie });
async function book(query: Record<string, string>): Promise<CashBook> {
  const answer = await call(listCash, { query }, as());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const mine = (query: Record<string, string> = {}) => book({ q: mercy.number, ...query });
const brief = ({ moves }: CashBook) => moves.map(({ kind, amount, isUndone }) => [kind, amount, isUndone]);

async function take(amount: number, providerId = seeded.demo.id, customerId = mercy.id) {
  const asked = { id: crypto.randomUUID(), customerId, amount };
  return (await takeCash(testContext(), providerId, asked, owner)).cash;
}

test("cash stands on its day, what was undone again on the day of that, and the days' sums are those of the sales", async () => {
  const first = nairobiDay(start);
  const wrong = await take(500);
  await take(300);
  vi.setSystemTime(start + dayMs);
  cookie = await signInProvider(seeded.demo);
  await undoCash(testContext(), seeded.demo.id, { id: wrong.id, reason: "Typed twice" }, owner);
  const back = { id: crypto.randomUUID(), customerId: mercy.id, amount: 100, reason: "Moves" };
  await giveCashBack(testContext(), seeded.demo.id, back, owner);
  expect(brief(await mine({ from: first, to: first }))).toEqual([
    ["taken", 300, false],
    ["taken", 500, true],
  ]);
  const second = nairobiDay(start + dayMs);
  const day = await mine({ from: second });
  expect(brief(day)).toEqual([
    ["given-back", -100, false],
    ["undone", -500, false],
  ]);
  expect(day.moves.map(({ by, note }) => [by, note])).toEqual([
    ["Amina", "Moves"],
    ["Amina", "Typed twice"],
  ]);
  expect((await mine()).amount).toBe(200);
  const sold = await call(revenueByDay, { query: { from: first, to: second } }, as());
  const both = [await book({ from: first, to: first }), await book({ from: second, to: second })];
  expect(sold.ok && sold.answer.map(({ revenue }) => revenue)).toEqual(both.map(({ amount }) => amount));
});

test("pages hold each row once; search finds by name, number, phone and receipt", async () => {
  const numbers: number[] = [];
  for (const amount of [10, 20, 30]) numbers.push((await take(amount)).number);
  const pages = await Promise.all(["1", "2"].map((page) => mine({ page, pageSize: "2" })));
  expect(pages.map(({ total, amount }) => [total, amount])).toEqual([
    [3, 60],
    [3, 60],
  ]);
  expect(new Set(pages.flatMap(({ moves }) => moves.map(({ id }) => id))).size).toBe(3);
  for (const q of [mercy.name, mercy.name.toUpperCase(), mercy.number, "0722 100 277"])
    expect([q, (await book({ q })).moves.some(({ receipt }) => receipt === numbers[0])]).toEqual([q, true]);
  const found = await book({ q: `No. ${numbers[1]}` });
  expect(found.moves.map(({ amount }) => amount)).toEqual([20]);
  expect((await book({ q: "%" })).moves).toEqual([]);
});

test("a cashier reads today's alone, a technician none, and nobody another provider's", async () => {
  await take(70);
  const foreign = await customerWithLines(seeded.savanna, [{ cents: 100_000 }], { name: "Zawadi Foreign" });
  await take(90, seeded.savanna.id, foreign.id);
  expect((await book({ q: "Zawadi Foreign" })).total).toBe(0);
  expect((await book({ routerId: seeded.savanna.routers[0]?.id ?? "" })).total).toBe(0);
  vi.setSystemTime(start + dayMs);
  cookie = await signInProvider(seeded.demo);
  await take(80);
  await roleIs("cashier");
  try {
    expect(brief(await mine({ from: nairobiDay(start) }))).toEqual([["taken", 80, false]]);
    await roleIs("technician");
    expect(await call(listCash, { query: {} }, as())).toMatchObject({ status: 403 });
  } finally {
    await roleIs("owner");
  }
  expect(brief(await mine())).toEqual([
    ["taken", 80, false],
    ["taken", 70, false],
  ]);
  expect(await call(listCash, { query: { from: "2031-06-02", to: "2031-06-01" } }, as())).toMatchObject({
    status: 400,
  });
});
