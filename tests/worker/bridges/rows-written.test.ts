import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { pingText, type SessionTotals } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import { BridgeObject } from "#worker/features/bridges/bridge-object";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { dayAhead } from "../../support/day-ahead.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { type Sold, sell } from "../../support/sell.ts";
import { bridgeHourBudgets } from "../../support/work-budgets.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// What a site costs: rows written are what D1 and objects are paid by, and each word of a bridge wakes its object.

const minute = 60_000;
const sessions = 20;
const firstOfAll = dayAhead(2) + 6 * 60 * minute;

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await closeAllLinks();
});

/** `databases`: D1 and the provider's own. `object`: the bridge's. */
type Counted = { databases: number; object: number; wakes: number };

/** Counts from now on, for everything in this runtime. */
async function counting(bridgeId: string): Promise<Counted> {
  const counted: Counted = { databases: 0, object: 0, wakes: 0 };
  const add = (result: D1Result) => {
    counted.databases += result.meta.rows_written;
    return result;
  };
  const d1 = Object.getPrototypeOf(env.DB) as D1Database;
  const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1")) as D1PreparedStatement;
  const { batch } = d1;
  vi.spyOn(d1, "batch").mockImplementation(async function (this: D1Database, statements) {
    const results: D1Result[] = await batch.call(this, statements);
    for (const result of results) add(result);
    return results as never;
  });
  for (const name of ["run", "all"] as const) {
    const real = statement[name];
    vi.spyOn(statement, name).mockImplementation(async function (this: D1PreparedStatement) {
      return add(await real.call(this)) as never;
    });
  }
  const stub = env.BRIDGE.getByName(bridgeId);
  await runInDurableObject(stub, (_object, { storage }) => {
    const { sql } = storage;
    const { exec } = sql;
    vi.spyOn(Object.getPrototypeOf(sql) as SqlStorage, "exec").mockImplementation(function (
      this: SqlStorage,
      ...query: Parameters<SqlStorage["exec"]>
    ) {
      const cursor = exec.apply(this, query);
      if (this === sql) counted.object += cursor.rowsWritten;
      else counted.databases += cursor.rowsWritten;
      return cursor as never;
    });
    const { setAlarm } = storage;
    vi.spyOn(Object.getPrototypeOf(storage) as DurableObjectStorage, "setAlarm").mockImplementation(
      async function (this: DurableObjectStorage, at) {
        counted.object += 1;
        await setAlarm.call(this, at);
      },
    );
  });
  for (const handler of ["webSocketMessage", "alarm"] as const) {
    const real: (...values: never[]) => Promise<void> = BridgeObject.prototype[handler];
    vi.spyOn(BridgeObject.prototype, handler).mockImplementation(async function (
      this: BridgeObject,
      ...values: unknown[]
    ) {
      counted.wakes += 1;
      await real.apply(this, values as never[]);
    });
  }
  return counted;
}

/** An hour as a bridge of this version speaks: its router every quarter of an hour; of its totals every tenth word, which is as many as are kept. */
async function hour(link: FakeLink, routerId: string, sold: readonly Sold[], began: number): Promise<void> {
  const stub = env.BRIDGE.getByName(link.bridge.id);
  for (let step = 1; step <= 12; step += 1) {
    vi.setSystemTime(began + step * 5 * minute);
    const pongs = link.pongs;
    link.sayRaw(pingText);
    await link.until(() => link.pongs > pongs, "pong");
    const seconds = Math.floor((Date.now() - firstOfAll) / 1_000);
    const usage = sold.map(
      ({ id, mac }): SessionTotals => ({
        routerId,
        boot: "1",
        session: id,
        entitlementId: id,
        subject: deviceSubject(mac ?? ""),
        open: true,
        bytesUp: seconds * 1_000,
        bytesDown: seconds * 9_000,
        seconds,
      }),
    );
    if (sold.length > 0) link.say({ type: "usage", sessions: usage });
    if (step % 3 === 0)
      link.say({ type: "router", routerId, state: "reachable", message: "", version: "7.18", seenAgeMs: 0 });
    // The runtime stamps heartbeats with the real time: here a question keeps the link alive, and is not counted.
    await link.settled();
    const due = await runInDurableObject(stub, (_object, { storage }) => storage.getAlarm());
    if (due !== null && due <= Date.now()) await runDurableObjectAlarm(stub);
  }
}

test("a quiet site costs five rows of databases an hour and wakes 16 times; 20 users who stay cost two rows more, of the object", {
  timeout: 60_000,
}, async () => {
  const { demo } = await seedBoth();
  const owner = { providerId: demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  const routerId = demo.routers[0]?.id ?? "";
  const began = firstOfAll;
  vi.setSystemTime(began);
  const sold = await Promise.all(Array.from({ length: sessions }, () => sell(demo)));
  const link = await bridge.connect();
  link.say({ type: "router", routerId, state: "reachable", message: "", version: "7.18", seenAgeMs: 0 });
  await link.settled();

  const counted = await counting(bridge.id);
  await hour(link, routerId, [], began);
  const quiet = { ...counted, wakes: counted.wakes - 12 };
  await hour(link, routerId, sold, began + 60 * minute);
  const first = { databases: counted.databases - quiet.databases, object: counted.object - quiet.object };
  const before = { ...counted };
  await hour(link, routerId, sold, began + 120 * minute);
  const busy = { databases: counted.databases - before.databases, object: counted.object - before.object };
  const perDay = (rows: number) =>
    `${((rows * 24_000) / 1_000_000).toFixed(2)} million a day for 1,000 sites`;
  console.log(
    [
      `quiet hour: ${quiet.databases} rows of databases (${perDay(quiet.databases)}), ${quiet.object} of the object, ${quiet.wakes} words and alarms`,
      `first hour of ${sessions} users: ${first.databases} rows of databases, ${first.object} of the object`,
      `hour with ${sessions} users: ${busy.databases} rows of databases (${perDay(busy.databases)} around the clock), ${busy.object} of the object`,
    ].join("\n"),
  );
  expect(quiet.databases).toBeLessThanOrEqual(bridgeHourBudgets["rows of databases"]);
  // Four words of its router, and twelve alarms.
  expect(quiet.wakes).toBeLessThanOrEqual(bridgeHourBudgets["words and alarms"]);
  expect(quiet.object).toBeLessThanOrEqual(bridgeHourBudgets["rows of its object"] - 2);
  expect(busy.databases).toBeLessThanOrEqual(quiet.databases);
  expect(busy.object).toBeLessThanOrEqual(bridgeHourBudgets["rows of its object"]);
});
