import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { LineTotals } from "#contract/bridge-lines";
import { lineUsage } from "#contract/line-life";
import { customerPage } from "#contract/lines";
import { nairobiDay } from "#contract/values/duration";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { customerLink } from "#worker/features/customers/index";
import { recordLineUsage } from "#worker/features/lines/index";
import { deleteCustomer } from "#worker/features/provider-data/delete-customer";
import { sweepRetention } from "#worker/features/provider-data/index";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { failStatements } from "../../support/database-faults.ts";
import { dayAhead } from "../../support/day-ahead.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { call, hostOf, send } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { customerWithLines } from "./account-world.ts";

// What went through lines: told in totals that only rise, kept by day, each byte once.

let seeded: TwoProviders;
let bridge: FakeBridge;

beforeAll(async () => {
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?")
    .bind(bridge.id, routerOf(seeded.demo))
    .run();
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const routerOf = ({ routers }: SeededProvider) => routers[0]?.id ?? "";
const tenant = ({ id }: SeededProvider = seeded.demo) => testContext().tenant(id);
/** Days ahead of the real clock, in UTC. */
const at = (days: number, hours: number, minutes = 0) => dayAhead(days) + (hours * 60 + minutes) * minuteMs;

async function newLine(provider: SeededProvider = seeded.demo) {
  const customer = await customerWithLines(provider, [{ cents: 150_000 }]);
  return { customer, id: `${customer.id} 0` };
}

type Day = { day: string; up: number; down: number };
const daysOf = (id: string, provider: SeededProvider = seeded.demo): Promise<Day[]> =>
  tenant(provider).all(
    sql<Day>`SELECT day, bytes_up AS up, bytes_down AS down FROM line_usage WHERE line_id = ${id} ORDER BY day`,
  );

const record = (day: string, ...all: LineTotals[]) =>
  recordLineUsage(
    testContext(),
    { providerId: seeded.demo.id, routerId: routerOf(seeded.demo) },
    all.map((totals) => ({ at: Date.parse(`${day}T12:00:00+03:00`), totals })),
  );

describe("totals", () => {
  test("count by how much they rose, told again or late for nothing, and from 0 under another moment", async () => {
    const { id } = await newLine();
    await record("2031-05-01", [id, 7, 100, 1_000]);
    await record("2031-05-01", [id, 7, 100, 1_000]);
    await record("2031-05-01", [id, 7, 150, 1_500], [id, 7, 120, 1_200]);
    expect(await daysOf(id)).toEqual([{ day: "2031-05-01", up: 150, down: 1_500 }]);
    await record("2031-05-02", [id, 7, 151, 1_500]);
    // Another journal: it counts what came since its own beginning.
    await record("2031-05-02", [id, 9, 10, 20], [id, 9, 11, 25]);
    expect(await daysOf(id)).toEqual([
      { day: "2031-05-01", up: 150, down: 1_500 },
      { day: "2031-05-02", up: 12, down: 25 },
    ]);
    // A day that is over is not written behind the newest one.
    await record("2031-05-01", [id, 9, 20, 25]);
    expect((await daysOf(id)).at(-1)).toEqual({ day: "2031-05-02", up: 21, down: 25 });
  });

  test("of any growth, cut and repeated in any way, sum to what went through the line", async () => {
    const steps = fc.array(
      fc.record({
        up: fc.nat(1_000_000),
        down: fc.nat(1_000_000_000),
        isNewJournal: fc.boolean(),
        isRepeated: fc.boolean(),
        isNextDay: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (growth) => {
        const { id } = await newLine();
        let [since, up, down, day] = [1, 0, 0, 0];
        const sum = { up: 0, down: 0 };
        for (const step of growth) {
          if (step.isNewJournal) [since, up, down] = [since + 1, 0, 0];
          up += step.up;
          down += step.down;
          if (step.isNextDay) day += 1;
          const told: LineTotals = [id, since, up, down];
          const on = new Date(Date.UTC(2031, 4, 1) + day * dayMs).toISOString().slice(0, 10);
          sum.up += step.up;
          sum.down += step.down;
          await record(on, told);
          if (step.isRepeated) await record(on, told, told);
        }
        const days = await daysOf(id);
        expect(days.reduce((all, one) => all + one.up, 0)).toBe(sum.up);
        expect(days.reduce((all, one) => all + one.down, 0)).toBe(sum.down);
      }),
      { numRuns: 20 },
    );
  });

  test("of a line at another router, of another provider or of nobody change nothing", async () => {
    const theirs = await newLine(seeded.savanna);
    const { id } = await newLine();
    await record("2031-05-01", [theirs.id, 1, 5, 5], ["nobody", 1, 5, 5], ["' OR 1", 1, 5, 5]);
    await recordLineUsage(testContext(), { providerId: seeded.demo.id, routerId: "another" }, [
      { at: Date.parse("2031-05-01"), totals: [id, 1, 5, 5] },
    ]);
    expect(await daysOf(id)).toEqual([]);
    expect(await daysOf(theirs.id, seeded.savanna)).toEqual([]);
  });

  test("that no line carries are bounded, so that months can still be added up", async () => {
    const { id } = await newLine();
    const most = Number.MAX_SAFE_INTEGER;
    for (let since = 1; since < 5; since += 1) await record("2031-05-01", [id, since, most, most]);
    const [day] = await daysOf(id);
    expect(day).toEqual({ day: "2031-05-01", up: 10 ** 14, down: 10 ** 14 });
    expect(Number.isSafeInteger(62 * (day?.up ?? 0))).toBe(true);
  });
});

describe("a bridge's reports", () => {
  const object = () => env.BRIDGE.getByName(bridge.id);
  async function nextAlarm(): Promise<void> {
    const due = await runInDurableObject(object(), (_object, { storage }) => storage.getAlarm());
    vi.setSystemTime(Math.max(due ?? 0, Date.now()));
    await runDurableObjectAlarm(object());
  }
  const say = async (link: FakeLink, lines: LineTotals[], routerId = routerOf(seeded.demo)) => {
    link.say({ type: "line_usage", routerId, lines });
    await link.settled();
  };
  const kept = () =>
    runInDurableObject(object(), (_object, { storage }) =>
      storage.sql.exec<{ body: string }>("SELECT body FROM told_lines").toArray(),
    );

  test("are kept for half an hour and written once, over a sleep and a provider that does not answer", async () => {
    const began = at(2, 6);
    vi.setSystemTime(began);
    const { id } = await newLine();
    const link = await bridge.connect();
    for (let minutes = 0; minutes < 25; minutes += 5) {
      vi.setSystemTime(began + minutes * minuteMs);
      await say(link, [[id, 1, 10 * minutes, 100 * minutes]]);
      await evictDurableObject(object());
    }
    expect(await daysOf(id)).toEqual([]);
    const fault = failStatements(/INSERT INTO line_usage/);
    while (fault.count === 0) {
      expect(Date.now()).toBeLessThan(began + 40 * minuteMs);
      await nextAlarm();
    }
    expect(Date.now()).toBeGreaterThanOrEqual(began + 30 * minuteMs);
    fault.heal();
    await nextAlarm();
    expect(await daysOf(id)).toEqual([{ day: nairobiDay(began), up: 200, down: 2_000 }]);
    expect(await kept()).toEqual([]);
  });

  test("count for the day on which they were told, also where the bridge is gone by then", async () => {
    // 23:40 in Nairobi.
    const evening = at(3, 20, 40);
    vi.setSystemTime(evening);
    const { id } = await newLine();
    const link = await bridge.connect();
    await say(link, [[id, 1, 5, 50]]);
    vi.setSystemTime(evening + 15 * minuteMs);
    await say(link, [[id, 1, 7, 70]]);
    vi.setSystemTime(evening + 22 * minuteMs);
    await say(link, [[id, 1, 8, 90]]);
    await link.close();
    await evictDurableObject(object());
    while ((await daysOf(id)).length < 2) {
      expect(Date.now()).toBeLessThan(evening + 2 * hourMs);
      await nextAlarm();
    }
    expect(await daysOf(id)).toEqual([
      { day: nairobiDay(evening), up: 7, down: 70 },
      { day: nairobiDay(evening + 22 * minuteMs), up: 1, down: 20 },
    ]);
  });

  test("of a router that is not its own, or that another bridge took over since, are dropped", async () => {
    vi.setSystemTime(at(4, 6));
    const [{ id }, theirs] = [await newLine(), await newLine(seeded.savanna)];
    const link = await bridge.connect();
    await say(link, [[theirs.id, 1, 5, 5]], routerOf(seeded.savanna));
    expect(await kept()).toEqual([]);
    await say(link, [[id, 1, 5, 5]]);
    const move = (bridgeId: string | null) =>
      env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?")
        .bind(bridgeId, routerOf(seeded.demo))
        .run();
    await move(null);
    await object().assignmentsChanged();
    while ((await kept()).length > 0) {
      expect(Date.now()).toBeLessThan(at(4, 8));
      await nextAlarm();
    }
    await move(bridge.id);
    expect(await daysOf(id)).toEqual([]);
    expect(await daysOf(theirs.id, seeded.savanna)).toEqual([]);
  });

  test("that are no totals are left out, and take no others with them", async () => {
    vi.setSystemTime(at(5, 6));
    const { id } = await newLine();
    const link = await bridge.connect();
    const wrong = [[id, 1, -5, 5], [id, 1, 5], [id, 1, 1.5, 5], "x", null];
    link.sayRaw(
      JSON.stringify({
        type: "line_usage",
        routerId: routerOf(seeded.demo),
        lines: [...wrong, [id, 1, 5, 6]],
      }),
    );
    await link.settled();
    while ((await daysOf(id)).length === 0) {
      expect(Date.now()).toBeLessThan(at(5, 8));
      await nextAlarm();
    }
    expect(await daysOf(id)).toMatchObject([{ up: 5, down: 6 }]);
  });
});

describe("what went through a line", () => {
  test("is shown to its provider by day and month, and to no other", async () => {
    const { id } = await newLine();
    const today = nairobiDay(Date.now());
    await record(today, [id, 1, 100, 2_000]);
    const cookie = await signInProvider(seeded.demo);
    const read = await call(lineUsage, { params: { id } }, { host: hostOf("demo"), cookie });
    if (!read.ok) throw new Error(read.text);
    expect(read.answer.month).toEqual({ bytesUploaded: 100, bytesDownloaded: 2_000 });
    expect(read.answer.days).toHaveLength(30);
    expect(read.answer.days.at(-1)).toEqual({ day: today, bytesUploaded: 100, bytesDownloaded: 2_000 });
    const others = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
    expect((await call(lineUsage, { params: { id } }, others)).status).toBe(404);
  });

  test("is shown to its customer by the link, day by day when asked", async () => {
    const { id, customer } = await newLine();
    const { id: providerId, subdomain } = seeded.demo;
    const { pathname } = new URL(customerLink(testContext(), { id: providerId, subdomain }, customer.number));
    const page = async (query: Record<string, string> = {}) => {
      const params = { link: decodeURIComponent(pathname.replace("/my/", "")) };
      const answer = await send(customerPage, { params, query }, { host: hostOf("demo") });
      return answer.text();
    };
    expect(await page()).not.toContain("this month");
    await record(nairobiDay(Date.now()), [id, 1, 2 ** 29, 3.5 * 2 ** 30]);
    expect(await page()).toContain("Used this month: 4 GB");
    const byDay = await page({ usage: "1" });
    expect(byDay).toContain("<dd>4 GB</dd>");
    expect(byDay.length).toBeLessThan(15_000);
  });

  test("goes after 24 months, but for a line's newest day, which says what is counted", async () => {
    const { id } = await newLine();
    const now = Date.UTC(2033, 5, 1, 9);
    for (const [index, day] of ["2031-04-01", "2031-04-02", "2033-05-01"].entries())
      await record(day, [id, 1, index + 1, 0]);
    const { id: silent } = await newLine();
    await record("2031-04-01", [silent, 1, 5, 0]);
    await tenant().batch([
      sql`INSERT OR REPLACE INTO retention (kind, until) VALUES ('personal', ${Date.UTC(2031, 3, 1)})`,
      sql`INSERT OR REPLACE INTO retention (kind, until) VALUES ('failed', ${now})`,
    ]);
    for (let sweeps = 0; sweeps < 4; sweeps += 1)
      await sweepRetention(testContext({ now: () => now }), seeded.demo.id);
    expect((await daysOf(id)).map(({ day }) => day)).toEqual(["2033-05-01"]);
    await record("2033-05-02", [silent, 1, 6, 0]);
    expect((await daysOf(silent)).at(-1)).toEqual({ day: "2033-05-02", up: 1, down: 0 });
  });

  test("goes with its customer, and is not written again by a bridge that tells late", async () => {
    const customer = await customerWithLines(seeded.demo, [{ cents: 1 }], { phone: "254733700900" });
    const id = `${customer.id} 0`;
    await record("2031-05-01", [id, 1, 5, 5]);
    await tenant().run(
      sql`UPDATE lines SET closed_at = 1, applied = 'closed', confirmed_rev = rev WHERE id = ${id}`,
    );
    await deleteCustomer(testContext(), {
      providerId: seeded.demo.id,
      whose: { accountId: customer.id },
      actor: { actor: "provider", actorId: null, providerId: seeded.demo.id },
    });
    expect(await daysOf(id)).toEqual([]);
    await record("2031-05-02", [id, 1, 9, 9]);
    expect(await daysOf(id)).toEqual([]);
  });
});
