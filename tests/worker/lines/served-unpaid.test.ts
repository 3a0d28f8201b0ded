import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as life from "#contract/line-life";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import type { LineEvent } from "#worker/features/entitlements/index";
import { noteOutage } from "#worker/features/entitlements/index";
import { recordLineEvents, settleAccount } from "#worker/features/lines/index";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { credited, customerWithLines } from "./account-world.ts";

// What a line had after its time because its router was away: by name and minutes, and never charged.

let seeded: TwoProviders;
let cookie: string;
const begin = Date.UTC(2031, 4, 1, 9);
const price = 30_000;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: begin });
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
});
beforeEach(() => vi.setSystemTime(begin));
afterAll(() => vi.useRealTimers());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const tenant = () => testContext().tenant(seeded.demo.id);

/** Paid for thirty days and dialled in, and its bridge has said so. Its hours are any. */
async function openLine(): Promise<{ id: string; customerId: string }> {
  const { id: customerId } = await customerWithLines(seeded.demo, [{ cents: price, period: { days: 30 } }]);
  const id = `${customerId} 0`;
  await tenant().run(
    sql`INSERT OR REPLACE INTO line_settings (id, cut_from, cut_until) VALUES (1, NULL, NULL)`,
  );
  await pay(customerId);
  await tell(id, { kind: "line_session", session: { sessionMs: 0, address: "10.9.0.7", callerId: "" } });
  await tell(id, { kind: "line_applied", rev: 2, state: "open" });
  return { id, customerId };
}

const pay = async (customerId: string) => {
  await credited(seeded.demo, customerId, price);
  await settleAccount(testContext(), seeded.demo.id, customerId);
};

type Told = { kind: LineEvent["kind"]; ageMs?: number; [name: string]: unknown };
function tell(lineId: string, event: Told, to: SeededProvider = seeded.demo): Promise<void> {
  const routerId = seeded.demo.routers[0]?.id ?? "";
  const told = Object.assign({ lineId, routerId, ageMs: 0 }, event) as LineEvent;
  return recordLineEvents(testContext(), to.id, [told]);
}

async function shown(): Promise<life.ServedUnpaid[]> {
  await tenant().run(
    sql`UPDATE sessions SET last_seen_at = ${Date.now()}, expires_at = ${Date.now() + dayMs}`,
  );
  const answer = await call(life.listServedUnpaid, {}, { host: hostOf("demo"), cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const minutesOf = async (id: string) => (await shown()).find(({ lineId }) => lineId === id);

test("a block within seconds of the end is nothing to tell", async () => {
  const { id } = await openLine();
  pass(30 * dayMs + 10_000);
  expect(await minutesOf(id)).toBeUndefined();
  await tell(id, { kind: "line_applied", rev: 2, state: "blocked" });
  pass(hourMs);
  expect(await minutesOf(id)).toBeUndefined();
});

test("a router that is away for five hours at the end serves five hours unpaid, and they are told while they go on", async () => {
  const { id } = await openLine();
  pass(30 * dayMs + 3 * hourMs);
  expect(await minutesOf(id)).toMatchObject({ minutes: 180, isNow: true, name: "Mercy Wanjiru", login: id });
  pass(2 * hourMs);
  await tell(id, { kind: "line_applied", rev: 2, state: "blocked" });
  pass(5 * hourMs);
  expect(await minutesOf(id)).toMatchObject({ minutes: 300, isNow: false });
  // Told once more, nothing is added.
  await tell(id, { kind: "line_applied", rev: 2, state: "blocked" });
  expect(await minutesOf(id)).toMatchObject({ minutes: 300 });
  pass(32 * dayMs);
  expect(await minutesOf(id)).toBeUndefined();
});

test("what is paid meanwhile ends it, and begins at the payment", async () => {
  const { id, customerId } = await openLine();
  pass(30 * dayMs + 4 * hourMs);
  await pay(customerId);
  const now = Date.now();
  const row = await tenant().first(
    sql<{ paidUntil: number }>`SELECT paid_until AS paidUntil FROM lines WHERE id = ${id}`,
  );
  expect(row?.paidUntil).toBe(now + 30 * dayMs);
  expect(await minutesOf(id)).toMatchObject({ minutes: 240, isNow: false });
});

test("a block that its bridge made by its own clock, and told after the payment, takes the minutes back", async () => {
  const { id, customerId } = await openLine();
  pass(30 * dayMs + 4 * hourMs);
  await pay(customerId);
  expect(await minutesOf(id)).toMatchObject({ minutes: 240 });
  pass(minuteMs);
  await tell(id, { kind: "line_applied", rev: 2, state: "blocked", ageMs: 4 * hourMs });
  expect(await minutesOf(id)).toBeUndefined();
});

test("a session that is blocked comes on ten minutes after its bridge went: that counts, once, whatever becomes of it", async () => {
  const stays = await openLine();
  const pays = await openLine();
  const redials = await openLine();
  const dialsBlocked = await openLine();
  pass(30 * dayMs + 5_000);
  for (const { id } of [stays, pays, redials, dialsBlocked])
    await tell(id, { kind: "line_applied", rev: 2, state: "blocked" });
  pass(dayMs);
  const session = { sessionMs: 0, address: "10.9.0.8", callerId: "" };
  await tell(dialsBlocked.id, { kind: "line_session", session });
  pass(dayMs);
  const beganAt = Date.now();
  pass(5 * hourMs);
  // Its bridge says anew who is dialled in, by a clock that is not quite ours.
  await tell(stays.id, {
    kind: "line_session",
    session: { sessionMs: 32 * dayMs + 5 * hourMs, address: "10.9.0.7", callerId: "" },
  });
  // What hung up there is told before the outage is.
  await tell(redials.id, { kind: "line_session", session: null });
  const routerId = seeded.demo.routers[0]?.id ?? "";
  await noteOutage(testContext(), seeded.demo.id, { routerId, beganAt, endedAt: Date.now() });
  // Its bridge is told of as well.
  await noteOutage(testContext(), seeded.demo.id, {
    routerId,
    beganAt: beganAt - 9_000,
    endedAt: Date.now(),
  });
  pass(hourMs);
  await pay(pays.customerId);
  const counted = { minutes: 290, isNow: false };
  for (const { id } of [stays, pays, redials]) expect(await minutesOf(id)).toMatchObject(counted);
  expect(await minutesOf(dialsBlocked.id)).toBeUndefined();
  pass(hourMs);
  await pay(stays.customerId);
  for (const { id } of [stays, pays, redials]) expect(await minutesOf(id)).toMatchObject(counted);
});

test("blocked by hand, paused, or not dialled in, nothing was served unpaid", async () => {
  const held = await openLine();
  const paused = await openLine();
  const silent = await openLine();
  await tell(silent.id, { kind: "line_session", session: null });
  await tenant().run(
    sql`UPDATE lines SET held_at = ${Date.now()}, blocks_at = ${Date.now()} WHERE id = ${held.id}`,
  );
  await tenant().run(
    sql`UPDATE lines SET paused_at = ${Date.now()}, blocks_at = ${Date.now()} WHERE id = ${paused.id}`,
  );
  pass(31 * dayMs);
  for (const { id } of [held, paused, silent]) expect(await minutesOf(id)).toBeUndefined();
});

test("another provider's bridge tells nothing of it", async () => {
  const { id } = await openLine();
  pass(30 * dayMs + hourMs);
  await tell(id, { kind: "line_applied", rev: 2, state: "blocked" }, seeded.savanna);
  pass(hourMs);
  expect(await minutesOf(id)).toMatchObject({ minutes: 120, isNow: true });
});
