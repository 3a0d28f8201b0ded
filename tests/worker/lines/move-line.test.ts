import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as life from "#contract/line-life";
import * as contract from "#contract/lines";
import { dayMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { takenBackStatements } from "#worker/features/customers/index";
import { settleAccount } from "#worker/features/lines/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { booksOf, credited } from "./account-world.ts";

// A line goes on at another router with all that was paid, and ends at its former one whenever that is reached.

let seeded: TwoProviders;
let owner: CallOptions;
let link: FakeLink;
let made = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2031, 5, 1, 9) });
  seeded = await seedBoth();
  const demo = { providerId: seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE provider_id = ?2")
    .bind(bridge.id, seeded.demo.id)
    .run();
  link = await bridge.dial();
  await link.hello({ keepsLines: true });
  await link.next("welcome");
});
beforeEach(async () => {
  vi.setSystemTime(Date.UTC(2031, 5, 1, 9));
  owner = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
});
afterAll(async () => {
  await closeAllLinks();
  vi.useRealTimers();
});

const router = (place: number) => seeded.demo.routers[place]?.id ?? "";
const price = 1_500;

async function lineAt(routerId: string, name?: string): Promise<contract.Line> {
  made += 1;
  const login = name ?? `home-${made}`;
  const body = { name: `Home ${login}`, price, period: { days: 30 }, uploadMbps: 5, downloadMbps: 10 };
  const offer = await call(contract.addPackage, { body }, owner);
  if (!offer.ok) throw new Error(offer.text);
  const input: contract.AddLine = {
    customer: { name: "Mercy Wanjiru", phoneNumber: `0722${String(300_000 + made)}` },
    routerId,
    packageId: offer.answer.package.id,
    login,
    password: "fibre4you",
  };
  const answer = await call(contract.addLine, { body: input }, owner);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.line;
}

async function pay({ customer }: contract.Line, shillings: number): Promise<void> {
  await credited(seeded.demo, customer.id, shillings * 100);
  await settleAccount(testContext(), seeded.demo.id, customer.id);
}

const move = (id: string, routerId: string, key = crypto.randomUUID(), as = owner) =>
  call(life.moveLine, { params: { id }, body: { routerId } }, { ...as, headers: { "idempotency-key": key } });

async function moved(id: string, routerId: string, key?: string): Promise<contract.Line> {
  const answer = await move(id, routerId, key);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.line;
}

async function sums({ customer }: contract.Line) {
  const { open: _lines, ...money } = await booksOf(seeded.demo.id, customer.id);
  return money;
}

const told = (id: string) =>
  link
    .all("lines")
    .flatMap((message) => message.lines)
    .filter((one) => one.id === id)
    .at(-1);

test("it keeps name, password, time and money, is served there and closed here, and a repeat is the same", async () => {
  const before = await lineAt(router(0));
  await pay(before, 2 * price);
  const books = await sums(before);
  const key = crypto.randomUUID();
  const after = await moved(before.id, router(1), key);
  expect(after).toMatchObject({
    login: before.login,
    standing: "open",
    router: { id: router(1) },
    customer: { id: before.customer.id, balance: 0 },
  });
  expect(Date.parse(after.paidUntil ?? "")).toBe(Date.now() + 60 * dayMs);
  expect(await sums(before)).toEqual(books);
  await link.settled();
  expect(told(before.id)).toMatchObject({
    routerId: router(0),
    spec: { kind: "close", login: before.login },
  });
  expect(told(after.id)).toMatchObject({
    routerId: router(1),
    spec: { kind: "serve", login: before.login, password: "fibre4you" },
  });
  expect((await moved(before.id, router(1), key)).id).toBe(after.id);
  const recorded = await env.DB.prepare(
    "SELECT count(*) AS n FROM audit WHERE action = 'line.move' AND subject = ?1",
  )
    .bind(after.id)
    .first<number>("n");
  expect(recorded).toBe(1);
  const found = await call(contract.listLines, { query: { q: before.login } }, owner);
  expect(found.ok && found.answer.map(({ id }) => id)).toEqual([after.id]);
  // And back again.
  const back = await moved(after.id, router(0));
  expect(back).toMatchObject({ paidUntil: after.paidUntil, router: { id: router(0) } });
});

test("who moves has not left: a line that is given up is counted as gone, and one that goes on elsewhere is not", async () => {
  const left = async () => {
    const answer = await call(contract.lineFigures, {}, owner);
    return answer.ok ? answer.answer.left : answer.text;
  };
  const before = await left();
  const home = await lineAt(router(0));
  vi.setSystemTime(Date.now() + 1_000);
  const there = await moved(home.id, router(1));
  expect(await left()).toBe(before);
  vi.setSystemTime(Date.now() + 1_000);
  await call(life.removeLine, { params: { id: there.id } }, owner);
  expect(await left()).toBe(Number(before) + 1);
});

test("what was paid for it is taken back from it where it is now, once the gateway denies it", async () => {
  const before = await lineAt(router(0));
  await pay(before, price);
  const after = await moved(before.id, router(1));
  const db = testContext().tenant(seeded.demo.id);
  const denied = { customerId: before.customer.id, cents: price * 100, at: Date.now() };
  await db.batch(takenBackStatements(denied, "denied afterwards", 1));
  await settleAccount(testContext(), seeded.demo.id, before.customer.id);
  const row = await db.first(
    sql<{ paidUntil: number | null }>`SELECT paid_until AS paidUntil FROM lines WHERE id = ${after.id}`,
  );
  expect(row).toEqual({ paidUntil: null });
  expect(await booksOf(seeded.demo.id, before.customer.id)).toMatchObject({ balance: 0, spent: 0, owed: 0 });
});

test("a pause goes on there, and ends with the days that were kept", async () => {
  const before = await lineAt(router(0));
  await pay(before, price);
  await call(life.pauseLine, { params: { id: before.id } }, owner);
  const after = await moved(before.id, router(1));
  expect(after.standing).toBe("paused");
  vi.setSystemTime(Date.now() + 3 * dayMs);
  owner = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  const resumed = await call(life.resumeLine, { params: { id: after.id } }, owner);
  expect(resumed.ok && Date.parse(resumed.answer.line.paidUntil ?? "")).toBe(Date.now() + 30 * dayMs);
});

test("a name that is taken there, the same router, another provider's and a line that is gone change nothing", async () => {
  const one = await lineAt(router(0), "twins");
  await lineAt(router(1), "Twins");
  await pay(one, price);
  const stays = async () => {
    const found = await call(contract.listLines, { query: { q: one.customer.number } }, owner);
    return found.ok && found.answer.map(({ id, standing }) => [id, standing]);
  };
  expect(await move(one.id, router(1))).toMatchObject({
    status: 409,
    refusal: { reason: "line_login_taken" },
  });
  expect(await move(one.id, router(0))).toMatchObject({
    status: 409,
    refusal: { reason: "line_same_router" },
  });
  const foreign = seeded.savanna.routers[0]?.id ?? "";
  expect(await move(one.id, foreign)).toMatchObject({ status: 404 });
  expect(await stays()).toEqual([[one.id, "open"]]);
  const savanna = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  expect(await move(one.id, foreign, undefined, savanna)).toMatchObject({ status: 404 });
  await call(life.removeLine, { params: { id: one.id } }, owner);
  expect(await move(one.id, router(1))).toMatchObject({ status: 404 });
});
