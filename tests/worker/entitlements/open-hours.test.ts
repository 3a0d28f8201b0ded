import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { endAfter, type OpenHours, usedBetween, windowsOf } from "#contract/values/open-hours";
import { deviceSubject } from "#contract/values/subject";
import { sql } from "#worker/db/sql";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { extendPurchase } from "#worker/features/entitlements/extend";
import { deviceNow, noteOutage, resumeStatement } from "#worker/features/entitlements/index";
import * as inSql from "#worker/features/entitlements/open-hours-sql";
import { settleOutage } from "#worker/features/entitlements/outages";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { entitlementRow, type Sold, sell } from "../../support/sell.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A plan of 22:00 to 06:00 in Nairobi, from the worker's side: what is bought is spent in its hours.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const nairobi = (text: string) => Date.parse(`2031-06-${text.replace(" ", "T")}:00+03:00`);
const night: OpenHours = { from: 22 * 60, until: 6 * 60 };

let seeded: TwoProviders;
let bridge: FakeBridge;
let link: FakeLink;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: nairobi("10 12:00") });
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
});
beforeEach(async () => {
  vi.setSystemTime(nairobi("10 21:00"));
  link = await bridge.connect();
});
afterEach(closeAllLinks);

const db = () => testContext().tenant(seeded.demo.id);
const sold = (durationMs = 8 * hour, mac?: string) =>
  sell(seeded.demo, { terms: { hours: night, durationMs }, ...(mac === undefined ? {} : { mac }) });
const started = ({ id, routerId }: Sold) =>
  link.report({ kind: "started", ageMs: 0, routerId, entitlementId: id, rev: 1 });
const endOf = async (one: Sold) => (await entitlementRow(one)).ends_at;
const deviceOf = ({ mac }: Sold) => deviceNow(testContext(), seeded.demo.id, deviceSubject(mac ?? ""));

describe("the sums in SQL", () => {
  const ofDay = fc.nat(1_439);
  const hours = fc.option(
    fc.record({ from: ofDay, until: ofDay }).filter(({ from, until }) => from !== until),
    { nil: undefined },
  );
  const moment = fc.integer({ min: nairobi("01 00:00"), max: nairobi("01 00:00") + 400 * day });
  const span = fc.integer({ min: 1, max: 40 * day });

  test("are those of every other place, with hours and without", async () => {
    await fc.assert(
      fc.asyncProperty(hours, moment, span, span, async (some, at, ms, later) => {
        const terms = sql`json(${JSON.stringify({ hours: some })})`;
        const row = await db().first(
          sql<{
            end: number;
            used: number;
            isOpen: number;
          }>`SELECT ${inSql.endAfter(terms, sql`${at}`, sql`${ms}`)} AS end,
            ${inSql.usedBetween(terms, sql`${at}`, sql`${at + later}`)} AS used FROM plans LIMIT 1`,
        );
        const windows = some ? windowsOf(some) : null;
        expect(row).toEqual({
          end: endAfter(windows, at, ms),
          used: usedBetween(windows, at, at + later),
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe("bought while it is closed", () => {
  test("it is told to the bridge with the age of its last opening, and to its buyer with when it opens", async () => {
    const one = await sold();
    const desired = await link.until(() => link.desired(one.id), "desired");
    expect(desired.spec).toMatchObject({
      kind: "serve",
      durationMs: 8 * hour,
      remainingMs: null,
      hours: { openMs: 8 * hour, openedAgoMs: 23 * hour },
    });
    expect(await deviceOf(one)).toMatchObject({
      access: "closed",
      opensAt: nairobi("10 22:00"),
      endsAt: null,
      hours: { from: "22:00", until: "06:00" },
    });
    vi.setSystemTime(nairobi("10 22:00"));
    expect(await deviceOf(one)).toMatchObject({ access: "connecting" });
  });

  test("it ends when all of it was used in its hours", async () => {
    const one = await sold();
    vi.setSystemTime(nairobi("10 22:00"));
    await started(one);
    expect(await endOf(one)).toBe(nairobi("11 06:00"));
    const late = await sold();
    vi.setSystemTime(nairobi("11 02:00"));
    await started(late);
    expect(await endOf(late)).toBe(nairobi("12 02:00"));
    vi.setSystemTime(nairobi("11 12:00"));
    expect(await deviceOf(late)).toMatchObject({
      access: "closed",
      opensAt: nairobi("11 22:00"),
      endsAt: nairobi("12 02:00"),
    });
  });

  test("a bridge that knows of no hours is told nothing of it", async () => {
    await closeAllLinks();
    link = await bridge.dial();
    await link.hello({ keepsHours: false });
    await link.next("welcome");
    const closed = await sold();
    const usual = await sell(seeded.demo);
    await link.until(() => link.desired(usual.id), "the usual plan");
    expect(link.desired(closed.id)).toBeUndefined();
  });
});

describe("what it is given later", () => {
  test("more time is more of its hours, from its end or from now on", async () => {
    const one = await sold();
    vi.setSystemTime(nairobi("10 23:00"));
    await started(one);
    expect(await endOf(one)).toBe(nairobi("11 23:00"));
    const given = await extendPurchase(testContext(), seeded.demo.id, one.id, 2 * hour);
    expect(given).toBe(nairobi("12 01:00"));
    vi.setSystemTime(nairobi("13 12:00"));
    expect(await extendPurchase(testContext(), seeded.demo.id, one.id, hour)).toBe(nairobi("13 23:00"));
  });

  test("of an outage it lost what fell into its hours", async () => {
    const one = await sold(16 * hour);
    vi.setSystemTime(nairobi("10 22:00"));
    await started(one);
    expect(await endOf(one)).toBe(nairobi("12 06:00"));
    const [beganAt, endedAt] = [nairobi("11 05:00"), nairobi("11 09:00")];
    vi.setSystemTime(endedAt);
    await noteOutage(testContext(), seeded.demo.id, { routerId: one.routerId, beganAt, endedAt });
    await settleOutage(testContext(), seeded.demo.id, `${one.routerId}.${beganAt}`, true);
    expect(await endOf(one)).toBe(nairobi("12 23:00"));
  });

  test("withheld while its payment was denied, it has back what it could have used", async () => {
    const one = await sold();
    vi.setSystemTime(nairobi("10 22:00"));
    await started(one);
    await db().run(sql`UPDATE entitlements SET state = 'cut_off' WHERE id = ${one.id}`);
    const withheld = { from: nairobi("11 00:00"), until: nairobi("11 12:00") };
    await db().run(resumeStatement({ id: one.id, now: withheld.until, withheld, unlessBooked: "none" }));
    expect(await endOf(one)).toBe(nairobi("12 04:00"));
  });
});

describe("beside other plans of its device", () => {
  test("closed it holds none of them up, and it is not called unactivated", async () => {
    const one = await sold();
    await sell(seeded.demo, { mac: one.mac, terms: { planName: "By day" } });
    expect(await deviceOf(one)).toMatchObject({ planName: "By day", access: "connecting" });
  });

  test("behind another it starts at its next hour", async () => {
    const usual = await sell(seeded.demo, { terms: { durationMs: 3 * hour } });
    await started(usual);
    vi.setSystemTime(nairobi("10 21:01"));
    const one = await sold(8 * hour, usual.mac ?? "");
    vi.setSystemTime(nairobi("10 21:02"));
    await sell(seeded.demo, { mac: usual.mac });
    expect((await deviceOf(one))?.queue).toMatchObject([
      { entitlementId: one.id, startsAt: nairobi("11 00:00") },
      { startsAt: nairobi("12 00:00") },
    ]);
  });
});
