import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listOutages, settleOutage } from "#contract/outages";
import { noteOutage } from "#worker/features/entitlements/index";
import { settleOutage as giveBack } from "#worker/features/entitlements/outages";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { entitlementRow, type Sold, sell } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// What buyers lost while their router was away is given back once, to the minute, and to no other purchase.

const minute = 60_000;
const hour = 60 * minute;

let seeded: TwoProviders;
let cookie: string;
let routerId: string;
/** Each test has an hour of its own. */
let beganAt = Date.UTC(2031, 5, 1, 8);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: beganAt });
  seeded = await seedBoth();
  routerId = seeded.demo.routers[0]?.id ?? "";
});
beforeEach(async () => {
  beganAt += 9 * 24 * hour;
  vi.setSystemTime(beganAt + 2 * hour);
  cookie = await signInProvider(seeded.demo);
});

const options = () => ({ host: hostOf("demo"), cookie });
const outage = (minutes: number, more: { routerId?: string; beganAt?: number } = {}) => {
  const from = more.beganAt ?? beganAt;
  const span = { routerId: more.routerId ?? routerId, beganAt: from, endedAt: from + minutes * minute };
  return noteOutage(testContext(), seeded.demo.id, span);
};

async function listed() {
  const answer = await call(listOutages, {}, options());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

const settle = (giveBack = true, at = beganAt) =>
  call(settleOutage, { params: { id: `${routerId}.${at}` }, body: { giveBack } }, options());

/** Bought time from `from` to `until`, in minutes of the outage's beginning; it has ended if that is over by now. */
async function bought(
  from: number,
  until: number,
  change: { state?: string; reason?: string } = {},
): Promise<Sold> {
  const sold = await sell(seeded.demo, { undelivered: true, createdAt: beganAt + from * minute - 1 });
  const [startedAt, endsAt] = [beganAt + from * minute, beganAt + until * minute];
  const isOver = endsAt <= Date.now();
  const state = change.state ?? (isOver ? "ended" : "running");
  const reason = state === "ended" ? (change.reason ?? "time") : null;
  await tenantDatabase(seeded.demo.id)
    .prepare(
      `UPDATE entitlements SET started_at = ?2, ends_at = ?3, state = ?4, end_reason = ?5, ended_at = ?6 WHERE id = ?1`,
    )
    .bind(sold.id, startedAt, endsAt, state, reason, state === "ended" ? Math.min(endsAt, Date.now()) : null)
    .run();
  return sold;
}

const endOf = async (sold: Sold) => ((await entitlementRow(sold)).ends_at ?? 0) - beganAt;

test("what runs ends so much later, and what ended meanwhile opens again for as long as it lost, once", async () => {
  const running = await bought(-30, 180);
  const over = await bought(-30, 20);
  const later = await bought(10, 100);
  await outage(40);
  expect(await listed()).toMatchObject([{ routerId, purchases: 3, settled: null }]);
  const answer = await settle();
  expect(answer.ok && answer.answer).toMatchObject({ purchases: 3 });
  expect(await endOf(running)).toBe(220 * minute);
  expect(await entitlementRow(over)).toMatchObject({
    state: "running",
    end_reason: null,
    ended_at: null,
    rev: 2,
  });
  expect(await endOf(over)).toBe((120 + 20) * minute);
  expect(await endOf(later)).toBe((120 + 30) * minute);
  expect(await listed()).toMatchObject([{ settled: { purchases: 3 } }]);
  const again = await settle();
  expect([again.status, !again.ok && again.refusal?.message]).toEqual([
    409,
    "This outage is settled already.",
  ]);
  expect(await endOf(running)).toBe(220 * minute);
});

test("two who decide at once give it once", async () => {
  const running = await bought(-30, 180);
  await outage(40);
  const statuses = (await Promise.all([settle(), settle()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
  expect(await endOf(running)).toBe(220 * minute);
});

test("left so, nobody is given anything, and it is settled", async () => {
  const running = await bought(-30, 180);
  await outage(40);
  expect((await settle(false)).status).toBe(200);
  expect(await endOf(running)).toBe(180 * minute);
  expect(await listed()).toMatchObject([{ settled: { purchases: 0 } }]);
});

test("nobody is given what was not lost: other routers, other times, used up, cut off, moved, or not begun", async () => {
  const elsewhere = await bought(-30, 180);
  await tenantDatabase(seeded.demo.id)
    .prepare("UPDATE entitlements SET router_id = ?2 WHERE id = ?1")
    .bind(elsewhere.id, seeded.demo.routers[1]?.id ?? "")
    .run();
  const others = [
    elsewhere,
    await bought(-90, 0),
    await bought(40, 200),
    await bought(39.5, 200),
    await bought(-30, 20, { reason: "data" }),
    await bought(-30, 180, { state: "cut_off" }),
    await bought(-30, 180, { state: "moved" }),
  ];
  const waiting = await sell(seeded.demo, { undelivered: true, createdAt: beganAt });
  await outage(40);
  const before = await Promise.all([...others, waiting].map(entitlementRow));
  expect((await listed())[0]?.purchases).toBe(0);
  expect((await settle()).status).toBe(200);
  expect(await Promise.all([...others, waiting].map(entitlementRow))).toEqual(before);
});

test("a bridge that is away with its router is one outage, told twice the same", async () => {
  await outage(40);
  await outage(40);
  await outage(10, { beganAt: beganAt + 5 * minute });
  await outage(40, { routerId: seeded.demo.routers[1]?.id ?? "" });
  expect((await listed()).length).toBe(2);
});

test("after seven days, of nobody's, and of another provider it is not known", async () => {
  await outage(40);
  const id = `${routerId}.${beganAt}`;
  const asked = { params: { id }, body: { giveBack: true } };
  expect((await call(settleOutage, asked, { host: hostOf("demo") })).status).toBe(401);
  const other = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  expect((await call(settleOutage, asked, other)).status).toBe(404);
  for (const wrong of ["", "x", `${routerId}.`, `${routerId}.1e99`, `${routerId}.${beganAt + 1}`])
    expect((await call(settleOutage, { ...asked, params: { id: wrong } }, options())).status).toBe(404);
  vi.setSystemTime(beganAt + 8 * 24 * hour);
  cookie = await signInProvider(seeded.demo);
  expect((await settle()).status).toBe(404);
  expect(await listed()).toEqual([]);
});

describe("for any purchase and any outage", () => {
  test("what is given is what was lost, rounded up to the minute, and never more", {
    timeout: historiesLimitMs(60, 300),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -300, max: 110 }),
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 5, max: 119 }),
        async (from, length, minutes) => {
          beganAt += 9 * 24 * hour;
          vi.setSystemTime(beganAt + 2 * hour);
          const sold = await bought(from, from + length);
          await outage(minutes);
          const lost = Math.max(0, Math.min(from + length, minutes) - Math.max(from, 0));
          const before = await endOf(sold);
          await giveBack(testContext(), seeded.demo.id, `${routerId}.${beganAt}`, true);
          const now = 120 * minute;
          expect(await endOf(sold)).toBe(lost === 0 ? before : Math.max(before, now) + lost * minute);
        },
      ),
      { numRuns: histories(60, 300) },
    );
  });
});
