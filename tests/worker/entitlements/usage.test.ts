import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { SessionTotals } from "#contract/bridge";
import { nairobiDay } from "#contract/values/duration";
import { deviceSubject } from "#contract/values/subject";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { userDetails } from "#worker/features/users/user-details";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { failStatements } from "../../support/database-faults.ts";
import { dayAhead } from "../../support/day-ahead.ts";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { entitlementRow, newMac, type Sold, sell } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let bridge: FakeBridge;

beforeAll(async () => {
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
});

afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

type Counters = Pick<SessionTotals, "bytesUp" | "bytesDown" | "seconds">;

const totals = (sold: Sold, session: string, counters: Counters, open = true): SessionTotals => ({
  routerId: sold.routerId,
  boot: "1",
  session: `${session} of ${sold.id}`,
  entitlementId: sold.id,
  subject: deviceSubject(sold.mac ?? ""),
  open,
  ...counters,
});

/** Days ahead of the real clock: an alarm that is due by it comes by itself, before the test asks for it. */
const at = (days: number, hours: number, minutes = 0): number =>
  dayAhead(days) + (hours * 60 + minutes) * 60_000;

const none: Counters = { bytesUp: 0, bytesDown: 0, seconds: 0 };

const asEvent = (of: SessionTotals, ageMs = 0) =>
  ({ kind: "session", ageMs, routerId: of.routerId, totals: of }) as const;

/** Every figure that sessions are summed into. */
async function sums({ id, providerId, mac }: Pick<Sold, "id" | "providerId" | "mac">) {
  const first = (sql: string) =>
    tenantDatabase(providerId).prepare(sql).bind(mac).first<{ up: number; down: number; seconds: number }>();
  const figures =
    "coalesce(sum(bytes_up), 0) AS up, coalesce(sum(bytes_down), 0) AS down, coalesce(sum(seconds), 0) AS seconds";
  return {
    usage: await first(`SELECT ${figures} FROM usage WHERE subject = 'device:' || ?1`),
    daily: await first(`SELECT ${figures} FROM usage_daily WHERE subject = 'device:' || ?1`),
    user: await first(`SELECT ${figures} FROM hotspot_users WHERE subject = 'device:' || ?1`),
    usedBytes: (await entitlementRow({ id, providerId })).used_bytes,
  };
}

function expectSums(
  found: Awaited<ReturnType<typeof sums>>,
  { bytesUp, bytesDown, seconds }: Counters,
): void {
  const all = { up: bytesUp, down: bytesDown, seconds };
  expect(found).toEqual({ usage: all, daily: all, user: all, usedBytes: bytesUp + bytesDown });
}

describe("the totals of sessions", () => {
  /** The running totals of one session: what each later reading adds to the one before. */
  const growth = fc.array(
    fc.record({ bytesUp: fc.nat(5_000), bytesDown: fc.nat(5_000), seconds: fc.nat(60) }),
    { minLength: 1, maxLength: 4 },
  );

  test("are summed exactly once for device, day and purchase, in whatever order and however often they come", async () => {
    const link = await bridge.connect();
    await fc.assert(
      fc.asyncProperty(
        fc.array(growth, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }),
        async (sessions, shuffle) => {
          const sold = await sell(seeded.demo, { undelivered: true });
          const reports = sessions.flatMap((steps, index) => {
            const running = { bytesUp: 0, bytesDown: 0, seconds: 0 };
            return steps.map((step) => {
              for (const key of ["bytesUp", "bytesDown", "seconds"] as const) running[key] += step[key];
              return totals(sold, String(index), { ...running });
            });
          });
          // Twice each, shuffled by the drawn numbers.
          const sent = [...reports, ...reports]
            .map((report, index) => ({ report, place: shuffle[index % shuffle.length] ?? 0 }))
            .sort((one, other) => one.place - other.place)
            .map(({ report }) => asEvent(report));
          await link.report(...sent.slice(0, 5));
          if (sent.length > 5) await link.report(...sent.slice(5));
          const all = sessions.flat();
          const sum = (key: keyof Counters) => all.reduce((total, step) => total + step[key], 0);
          const expected = { bytesUp: sum("bytesUp"), bytesDown: sum("bytesDown"), seconds: sum("seconds") };
          expectSums(await sums(sold), expected);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("only rise, each figure for itself", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    await link.report(asEvent(totals(sold, "a", { bytesUp: 100, bytesDown: 50, seconds: 30 })));
    await link.report(asEvent(totals(sold, "a", { bytesUp: 40, bytesDown: 80, seconds: 10 })));
    expectSums(await sums(sold), { bytesUp: 100, bytesDown: 80, seconds: 30 });
  });

  test("of two sessions that share a name but not the router's boot are two", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    const before = totals(sold, "a", { bytesUp: 100, bytesDown: 0, seconds: 1 });
    await link.report(asEvent(before), asEvent({ ...before, boot: "2" }));
    expectSums(await sums(sold), { bytesUp: 200, bytesDown: 0, seconds: 2 });
  });

  test("belong to the Nairobi day on which they were reported", async () => {
    const link = await bridge.connect();
    // 23:30 in Nairobi.
    const evening = Date.parse("2026-11-21T20:30:00Z");
    vi.setSystemTime(evening);
    const sold = await sell(seeded.demo);
    await link.report(asEvent(totals(sold, "a", { bytesUp: 100, bytesDown: 0, seconds: 60 })));
    vi.setSystemTime(evening + 3_600_000);
    await link.report(asEvent(totals(sold, "a", { bytesUp: 150, bytesDown: 0, seconds: 90 })));
    const { results } = await tenantDatabase(sold.providerId)
      .prepare("SELECT day, bytes_up FROM usage_daily WHERE subject = 'device:' || ?1 ORDER BY day")
      .bind(sold.mac)
      .all();
    expect(results).toEqual([
      { day: nairobiDay(evening), bytes_up: 100 },
      { day: nairobiDay(evening + 3_600_000), bytes_up: 50 },
    ]);
    expect(results.map(({ day }) => day)).toEqual(["2026-11-21", "2026-11-22"]);
  });

  test("of one device's sessions for two purchases are told apart", async () => {
    const link = await bridge.connect();
    const mac = newMac();
    const [one, two] = [await sell(seeded.demo, { mac }), await sell(seeded.demo, { mac })];
    await link.report(
      asEvent(totals(one, "a", { bytesUp: 1, bytesDown: 2, seconds: 3 })),
      asEvent(totals(two, "b", { bytesUp: 10, bytesDown: 20, seconds: 30 })),
    );
    expect((await entitlementRow(one)).used_bytes).toBe(3);
    expect((await entitlementRow(two)).used_bytes).toBe(30);
    expect((await sums(one)).user).toEqual({ up: 11, down: 22, seconds: 33 });
  });

  test("are closed once, and a late running total does not open them again", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    const counters = { bytesUp: 1, bytesDown: 1, seconds: 1 };
    await link.report(asEvent(totals(sold, "a", counters, false)));
    const ended = () =>
      tenantDatabase(sold.providerId)
        .prepare("SELECT ended_at FROM usage WHERE subject = 'device:' || ?1")
        .bind(sold.mac)
        .first("ended_at");
    const at = await ended();
    expect(at).not.toBeNull();
    vi.setSystemTime(Date.now() + 60_000);
    await link.report(
      asEvent(totals(sold, "a", counters, true)),
      asEvent(totals(sold, "a", counters, false)),
    );
    expect(await ended()).toBe(at);
  });
});

describe("running totals of open sessions", () => {
  const written = async (sold: Sold) => (await sums(sold)).usage ?? { up: -1 };
  const daysOf = async ({ providerId, mac }: Sold) => {
    const { results } = await tenantDatabase(providerId)
      .prepare("SELECT day, bytes_up FROM usage_daily WHERE subject = 'device:' || ?1 ORDER BY day")
      .bind(mac)
      .all();
    return results;
  };
  const shown = async ({ providerId, mac, id }: Sold) => {
    const { user, purchases, usage } = await userDetails(testContext(), providerId, {
      id: mac ?? "",
      isLive: false,
    });
    const used = purchases.find(({ entitlementId }) => entitlementId === id)?.usedBytes;
    return [user.bytesUploaded, user.sessionTime, used, usage.at(-1)?.bytesUploaded];
  };
  const object = () => env.BRIDGE.getByName(bridge.id);
  /** The alarm that is set, at its moment. */
  async function nextAlarm(): Promise<void> {
    const due = await runInDurableObject(object(), (_object, { storage }) => storage.getAlarm());
    vi.setSystemTime(Math.max(due ?? 0, Date.now()));
    await runDurableObjectAlarm(object());
  }

  test("of a data plan are written every quarter of an hour, and at the end as a fact", async () => {
    // Not near midnight in Nairobi, when all are written.
    vi.setSystemTime(at(2, 6));
    const link = await bridge.connect();
    const sold = await sell(seeded.demo, { terms: { dataBytes: 1_000_000_000 } });
    const say = async (bytesUp: number) => {
      const sessions = [totals(sold, "a", { bytesUp, bytesDown: 0, seconds: 1 })];
      link.say({ type: "usage", sessions });
      await link.settled();
      return (await written(sold)).up;
    };
    expect(await say(10)).toBe(0);
    const began = Date.now();
    vi.setSystemTime(began + 14 * 60_000);
    expect(await say(20)).toBe(0);
    vi.setSystemTime(began + 15 * 60_000 + 1_000);
    expect(await say(30)).toBe(30);
    expect(await say(40)).toBe(30);
    vi.setSystemTime(began + 31 * 60_000);
    expect(await say(50)).toBe(50);
    await link.report(asEvent(totals(sold, "a", { bytesUp: 60, bytesDown: 0, seconds: 1 }, false)));
    expect((await written(sold)).up).toBe(60);
  });

  test("of other plans are kept every half an hour and shown, and written at the end", async () => {
    const began = at(2, 6);
    vi.setSystemTime(began);
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    for (let minutes = 0; minutes <= 240; minutes += 10) {
      vi.setSystemTime(began + minutes * 60_000);
      const sessions = [
        totals(sold, "a", { bytesUp: 10 * minutes, bytesDown: minutes, seconds: 60 * minutes }),
      ];
      link.say({ type: "usage", sessions });
      await link.settled();
      await evictDurableObject(object());
      const kept = minutes - (minutes % 30);
      expect(await shown(sold)).toEqual([10 * kept, 60 * kept, 11 * kept, 10 * kept]);
      expect((await written(sold)).up).toBe(0);
    }
    const last = { bytesUp: 3_000, bytesDown: 300, seconds: 15_000 };
    await link.report(asEvent(totals(sold, "a", last, false)));
    expectSums(await sums(sold), last);
    expect(await shown(sold)).toEqual([3_000, 15_000, 3_300, 3_000]);
  });

  test("of a bridge that is not heard of again are written within the hour, as they were told", async () => {
    const began = at(1, 12);
    vi.setSystemTime(began);
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    link.say({ type: "usage", sessions: [totals(sold, "a", { bytesUp: 7, bytesDown: 1, seconds: 9 })] });
    await link.settled();
    await link.close();
    await evictDurableObject(object());
    const fault = failStatements(/INSERT INTO usage/);
    while (Date.now() < began + 59 * 60_000) await nextAlarm();
    await nextAlarm();
    expect(fault.count).toBeGreaterThan(0);
    fault.heal();
    await nextAlarm();
    expectSums(await sums(sold), { bytesUp: 7, bytesDown: 1, seconds: 9 });
    expect(Date.now() - began).toBeLessThan(62 * 60_000);
  });

  test("of a provider that was erased since are forgotten, and withhold nothing of another one", async () => {
    const began = at(2, 15);
    vi.setSystemTime(began);
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    const gone = { providerId: seeded.savanna.id, at: began, totals: totals(sold, "gone", none) };
    link.say({ type: "usage", sessions: [totals(sold, "a", { bytesUp: 7, bytesDown: 1, seconds: 9 })] });
    await link.settled();
    const kept = () =>
      runInDurableObject(object(), (_object, { storage }) =>
        storage.sql.exec<{ body: string }>("SELECT body FROM told_usage").one(),
      );
    const { body } = await kept();
    await runInDurableObject(object(), (_object, { storage }) => {
      const both = JSON.stringify([gone, ...JSON.parse(body)]);
      storage.sql.exec("UPDATE told_usage SET body = ?", both);
    });
    await env.DB.prepare("UPDATE providers SET status = ?2 WHERE id = ?1")
      .bind(seeded.savanna.id, "erased")
      .run();
    vi.setSystemTime(began + 61 * 60_000);
    await runDurableObjectAlarm(object());
    await env.DB.prepare("UPDATE providers SET status = ?2 WHERE id = ?1")
      .bind(seeded.savanna.id, "active")
      .run();
    expectSums(await sums(sold), { bytesUp: 7, bytesDown: 1, seconds: 9 });
    expect((await kept()).body).toBe("[]");
  });

  test("are written once more just before midnight in Nairobi, so that a day's bytes count for that day", async () => {
    // 23:50 in Nairobi.
    const evening = at(3, 20, 50);
    vi.setSystemTime(evening);
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    const say = async (at: number, bytesUp: number) => {
      vi.setSystemTime(at);
      link.say({ type: "usage", sessions: [totals(sold, "a", { bytesUp, bytesDown: 0, seconds: 1 })] });
      await link.settled();
    };
    const midnight = evening + 10 * 60_000;
    await say(evening, 1);
    await say(midnight - 45_000, 40);
    expect((await written(sold)).up).toBe(0);
    await say(midnight - 35_000, 50);
    await say(midnight - 7_000, 60);
    expect((await written(sold)).up).toBe(50);
    await say(midnight + 5 * 60_000, 70);
    expect((await written(sold)).up).toBe(50);
    await link.report(asEvent(totals(sold, "a", { bytesUp: 90, bytesDown: 0, seconds: 1 }, false)));
    expect(await daysOf(sold)).toEqual([
      { day: nairobiDay(evening), bytes_up: 50 },
      { day: nairobiDay(midnight), bytes_up: 40 },
    ]);
  });

  test("of a session that is idle at midnight count for the day on which they were told", async () => {
    // 23:30 in Nairobi.
    const midnight = at(4, 21);
    vi.setSystemTime(midnight - 30 * 60_000);
    const link = await bridge.connect();
    const sold = await sell(seeded.demo);
    link.say({ type: "usage", sessions: [totals(sold, "a", { bytesUp: 5, bytesDown: 0, seconds: 1 })] });
    await link.settled();
    while ((await written(sold)).up === 0) {
      expect(Date.now()).toBeLessThan(midnight + 6 * 60_000);
      await nextAlarm();
      await link.settled();
    }
    expect(Date.now()).toBeGreaterThanOrEqual(midnight);
    expect(await daysOf(sold)).toEqual([{ day: nairobiDay(midnight - 1), bytes_up: 5 }]);
  });

  test("that D1 did not take are due again at the next report", async () => {
    const link = await bridge.connect();
    const sold = await sell(seeded.demo, { terms: { dataBytes: 1_000_000_000 } });
    const say = async (bytesUp: number) => {
      link.say({ type: "usage", sessions: [totals(sold, "a", { bytesUp, bytesDown: 0, seconds: 1 })] });
      await link.settled();
    };
    await say(1);
    vi.setSystemTime(Date.now() + 16 * 60_000);
    const fault = failStatements(/INSERT INTO usage/);
    await say(2);
    fault.heal();
    expect(fault.count).toBe(1);
    expect(link.closed).toBeNull();
    await say(3);
    expect((await written(sold)).up).toBe(3);
  });
});
