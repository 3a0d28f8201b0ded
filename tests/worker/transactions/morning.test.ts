import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listLines } from "#contract/lines";
import { type Morning, providerStats } from "#contract/transactions";
import { listUsers } from "#contract/users";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { noteOutage } from "#worker/features/entitlements/index";
import { boundPorts } from "#worker/ports";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { forgetCaches } from "../../support/forget-caches.ts";
import { setEntitlement } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { customerWithLines } from "../lines/account-world.ts";
import { forgetSales, nairobi, type Put, putPayment, putRedemption, start } from "./sales-rows.ts";

// Yesterday on the dashboard: what its figures are made of, and that they read no more of a long history than of a short one.

let seeded: TwoProviders;
let cookie: string;
const host = hostOf("demo");
/** A Tuesday. */
const now = nairobi("2031-03-04", "09:00");
const [yesterday, weekBefore] = ["2031-03-03", "2031-02-24"];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
});
beforeEach(async () => {
  await forgetSales();
  await emptyTenantTables("outages", "absences");
  forgetCaches();
});
afterAll(() => {
  vi.useRealTimers();
});

async function morning(): Promise<Morning | undefined> {
  forgetCaches();
  const answer = await call(providerStats, {}, { host, cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.morning;
}
async function notRenewed(): Promise<number> {
  const answer = await call(listUsers, { query: { notRenewed: "true" } }, { host, cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.length;
}

async function over(put: Put, endedAt: number, reason = "time"): Promise<Put> {
  await start(put, endedAt - hourMs);
  await setEntitlement(
    { ...put, id: put.entitlementId },
    { state: "ended", end_reason: reason, ends_at: endedAt, ended_at: endedAt },
  );
  return put;
}

test("nothing is said of it where nothing was sold before today", async () => {
  expect(await morning()).toBeUndefined();
  await putPayment(seeded.demo);
  expect(await morning()).toBeUndefined();
});

test("its money stands beside that of the same weekday; what came in today or on another day is in neither", async () => {
  const { demo } = seeded;
  await putPayment(demo, { createdAt: nairobi(yesterday, "00:00"), shillings: 100 });
  await putPayment(demo, { createdAt: nairobi(yesterday, "23:59"), shillings: 50, router: 1 });
  await putPayment(demo, { createdAt: nairobi(weekBefore, "12:00"), shillings: 100 });
  await putPayment(demo, { createdAt: nairobi("2031-02-25", "00:00"), shillings: 1_000 });
  await putPayment(demo, { createdAt: nairobi("2031-03-04", "00:00"), shillings: 1_000 });
  await putPayment(demo, { createdAt: nairobi(yesterday), status: "failed", shillings: 1_000 });
  await putPayment(seeded.savanna, { createdAt: nairobi(yesterday), shillings: 1_000 });
  await putRedemption(demo, { at: nairobi(yesterday) });
  expect(await morning()).toEqual({
    day: yesterday,
    revenue: 150,
    sales: 2,
    vouchers: 1,
    before: { day: weekBefore, revenue: 100 },
    change: "more",
    percent: 50,
    notRenewed: 0,
    linesOverdue: 0,
    linesDue: 0,
    away: [],
    smsCredits: null,
  });
});

test("who did not buy again are those whom the users page lists, each device once", async () => {
  const { demo } = seeded;
  const at = (day: string, time = "18:00") => nairobi(day, time);
  await over(await putPayment(demo, { createdAt: at("2031-03-02") }), at("2031-03-02"));
  await over(await putRedemption(demo, { at: at(yesterday) }), at(yesterday, "23:59"));
  // Used up its data.
  await over(await putPayment(demo, { createdAt: at(yesterday) }), at(yesterday), "data");
  // Ended too long ago, ended today, or stopped by a person.
  await over(await putPayment(demo, { createdAt: at("2031-03-01") }), at("2031-03-01", "23:59"));
  await over(await putPayment(demo, { createdAt: at("2031-03-04", "00:00") }), at("2031-03-04", "08:00"));
  await over(await putPayment(demo, { createdAt: at(yesterday) }), at(yesterday), "cut_off");
  // Bought again, before the end or after it.
  const renewed = await over(await putPayment(demo, { createdAt: at(yesterday) }), at(yesterday));
  await putPayment(demo, { createdAt: now - minuteMs, mac: renewed.mac });
  const early = await putPayment(demo, { createdAt: at(yesterday, "10:00") });
  await start(await putPayment(demo, { createdAt: at(yesterday, "11:00"), mac: early.mac }), now - minuteMs);
  await over(early, at(yesterday));
  expect((await morning())?.notRenewed).toBe(3);
  expect(await notRenewed()).toBe(3);
});

test("a router that was away counts with yesterday's part, one that still is with its mark, and none that another bridge reaches or that is gone", async () => {
  const { demo } = seeded;
  const ctx = testContext();
  const [gate, stall] = demo.routers.map(({ id }) => id);
  await putPayment(demo, { createdAt: nairobi(yesterday), shillings: 100 });
  const from = nairobi(yesterday, "23:30");
  const span = { beganAt: from, endedAt: from + hourMs };
  await noteOutage(ctx, demo.id, { routerId: gate ?? "", ...span });
  const away = {
    what: "box",
    name: "Box",
    isBridge: true,
    routers: [
      { id: stall ?? "", name: "Market Stall" },
      { id: "gone", name: "Gone" },
    ],
    beganAt: nairobi(yesterday, "20:00"),
    endedAt: null,
  };
  await boundPorts().noteAbsence(ctx, demo.id, away);
  expect((await morning())?.away).toEqual([
    { routerId: stall, name: "Market Stall", seconds: 4 * 3_600, isAway: true },
    { routerId: gate, name: "Main Gate", seconds: 30 * 60, isAway: false },
  ]);
  await boundPorts().noteAbsence(ctx, demo.id, { ...away, endedAt: now });
  expect((await morning())?.away.map(({ routerId }) => routerId)).toEqual([gate]);
});

test("reads as many rows of ten years as of the two days that it is about", async () => {
  const { demo } = seeded;
  await over(await putPayment(demo, { createdAt: nairobi(yesterday) }), nairobi(yesterday));
  const few = await rowsRead(() => morning());
  const db = tenantDatabase(demo.id);
  const fill = (sql: string) => db.prepare(sql).run();
  const days = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3650)";
  const routerId = demo.routers[0]?.id ?? "";
  await fill(
    `INSERT INTO sales_daily (router_id, day, method, settlement, count, cents)
      ${days} SELECT '${routerId}', date(${now / 1_000} - 86400 * (i + 30), 'unixepoch'), 'mpesa', 'direct', 1, 100 FROM n`,
  );
  await fill(
    `INSERT INTO outages (router_id, began_at, ended_at) ${days} SELECT '${routerId}', ${now} - 86400000 * (i + 30), ${now} - 86400000 * (i + 30) + 600000 FROM n`,
  );
  await fill(
    `INSERT INTO absences (what, began_at, name, is_bridge, routers, state, changed_at, ended_at)
      ${days} SELECT 'box', i, 'Box', 1, '[]', 'over', i, i + 1 FROM n`,
  );
  await fill(
    `INSERT INTO entitlements (id, rev, confirmed_rev, router_id, subject, source, source_id, terms, state, end_reason, created_at, ended_at, updated_at)
      ${days} SELECT 'old-' || i, 1, 1, '${routerId}', 'device:02:00:00:00:00:00', 'payment', 'old-' || i, '{}', 'ended', 'time', i, ${now} - 86400000 * (i + 30), i FROM n`,
  );
  expect((await rowsRead(() => morning())) - few).toBeLessThan(20);
});

/** Of statements of the morning alone: the dashboard's other figures are as they were. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const cursors: { cursor: SqlStorageCursor<Record<string, SqlStorageValue>>; text: string }[] = [];
  const object = env.PROVIDER.getByName(seeded.demo.id);
  await runInDurableObject(object, (_object, { storage }) => {
    const prototype = Object.getPrototypeOf(storage.sql) as SqlStorage;
    const { exec } = prototype;
    vi.spyOn(prototype, "exec").mockImplementation(function (this: SqlStorage, ...query) {
      const cursor = exec.apply(this, query);
      cursors.push({ cursor, text: query[0] });
      return cursor as never;
    });
  });
  await work();
  const own =
    /voucher_daily WHERE day|sales_daily\s+WHERE day IN|FROM outages|FROM absences|CROSS JOIN hotspot_users u/;
  const total = await runInDurableObject(object, () =>
    cursors.filter(({ text }) => own.test(text)).reduce((sum, { cursor }) => sum + cursor.rowsRead, 0),
  );
  expect(cursors.filter(({ text }) => own.test(text)).length).toBeGreaterThanOrEqual(5);
  vi.restoreAllMocks();
  return total;
}

test("lines that are overdue, and that end today, are counted as their list shows them", async () => {
  await putPayment(seeded.demo, { createdAt: nairobi(yesterday) });
  const customer = await customerWithLines(
    seeded.demo,
    Array.from({ length: 5 }, () => ({ cents: 150_000 })),
  );
  const ends = [now - 3 * dayMs, now - minuteMs, now + minuteMs, now + 3 * dayMs, now - dayMs];
  const db = testContext().tenant(seeded.demo.id);
  await db.batch(
    ends.map(
      (end, n) =>
        sql`UPDATE lines SET paid_until = ${end}, closed_at = ${n === 4 ? now : null} WHERE id = ${`${customer.id} ${n}`}`,
    ),
  );
  expect(await morning()).toMatchObject({ linesOverdue: 2, linesDue: 2 });
  const listed = async (show: "overdue" | "due") => {
    const answer = await call(listLines, { query: { show } }, { host, cookie });
    return answer.ok ? answer.answer.length : null;
  };
  expect([await listed("overdue"), await listed("due")]).toEqual([2, 2]);
});
