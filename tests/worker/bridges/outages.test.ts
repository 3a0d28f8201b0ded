import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentAfterMs } from "#contract/bridge";
import type { BridgeObject } from "#worker/features/bridges/bridge-object";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { awayAfterMs, backAfterMs } from "#worker/features/bridges/outage-state";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { failStatements } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders | undefined;
let bridge: FakeBridge;
let gate: string;
let link: FakeLink;

beforeEach(async () => {
  seeded ??= await seedBoth();
  await env.DB.batch(
    ["mail", "billing_notifications"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
  const { demo } = seeded;
  const owner = { providerId: demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate box")).code);
  gate = demo.routers[0]?.id ?? "";
  // Whoever enrols takes over routers that have none.
  await env.DB.batch([
    env.DB.prepare("UPDATE routers SET bridge_id = NULL"),
    env.DB.prepare("UPDATE routers SET bridge_id = ?2 WHERE id = ?1").bind(gate, bridge.id),
  ]);
  link = await bridge.connect();
  await sayRouter("reachable");
});

afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const object = () => env.BRIDGE.getByName(bridge.id);

async function sayRouter(state: "reachable" | "unreachable", seenAgeMs = 0, on = link): Promise<void> {
  const message = state === "reachable" ? "" : "The router cannot be reached (EHOSTUNREACH).";
  on.say({ type: "router", routerId: gate, state, message, version: "7.18", seenAgeMs });
  await on.settled();
}

/** Time goes by, and every alarm that is due on the way goes off, at its moment. @returns how many did */
async function pass(ms: number): Promise<number> {
  const until = Date.now() + ms;
  let alarms = 0;
  for (; ; alarms += 1) {
    const due = await runInDurableObject(object(), (_object, { storage }) => storage.getAlarm());
    if (due === null || due > until) break;
    vi.setSystemTime(Math.max(due, Date.now()));
    await runDurableObjectAlarm(object());
  }
  vi.setSystemTime(until);
  return alarms;
}

/** As the runtime makes up for one when it is back. */
const lateAlarm = () =>
  runInDurableObject(object(), async (instance: BridgeObject, { storage }) => {
    const scheduledTime = (await storage.getAlarm()) ?? 0;
    await storage.deleteAlarm();
    await instance.alarm({ scheduledTime, isRetry: false, retryCount: 0 });
  });

/** The same while the bridge lives: its heartbeats are messages here. */
async function live(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 20_000) {
    await pass(Math.min(left, 20_000));
    await link.settled();
  }
}

const told = async () => {
  const { results } = await env.DB.prepare(
    "SELECT title, message, notification_type AS type, provider_id AS providerId FROM billing_notifications ORDER BY rowid",
  ).all<{ title: string; message: string; type: string; providerId: string }>();
  return results;
};
const titles = async () => (await told()).map(({ title }) => title);

test("a bridge that is away for four minutes is told of once, with its routers, and by letter; and its return with how long it was away", async () => {
  await link.close();
  const left = Date.now();
  await pass(awayAfterMs - 2_000);
  expect(await told()).toEqual([]);
  await pass(4_000);
  expect(await told()).toEqual([
    {
      title: "Site offline: Gate box",
      message: expect.stringMatching(
        /^Nothing was heard of the bridge "Gate box" \(Main Gate\) since \d+ \w+, \d\d:\d\d\. Nobody new gets online there/,
      ),
      type: "site",
      providerId: seeded?.demo.id,
    },
  ]);
  await pass(3 * 3_600_000);
  expect(await titles()).toHaveLength(1);

  vi.setSystemTime(left + 2 * 3_600_000 + 10 * 60_000);
  link = await bridge.connect();
  await sayRouter("reachable");
  expect((await object().siteNow([gate])).isOnline).toBe(true);
  await live(backAfterMs - 1_000);
  expect(await titles()).toHaveLength(1);
  await live(2_000);
  expect((await told())[1]).toMatchObject({
    title: "Site online again: Gate box",
    message: expect.stringMatching(/is back since .*\. It was away for 2 h 1[01] min\.$/),
  });
  // From its last heartbeat to its next link: what its buyers lost of their time.
  const { results: noted } = await tenantDatabase(seeded?.demo.id ?? "")
    .prepare("SELECT router_id AS routerId, began_at AS beganAt, ended_at AS endedAt FROM outages")
    .all<{ routerId: string; beganAt: number; endedAt: number }>();
  expect(noted).toMatchObject([{ routerId: gate }]);
  expect(Math.abs((noted[0]?.beganAt ?? 0) - left)).toBeLessThan(60_000);
  expect(Math.abs((noted[0]?.endedAt ?? 0) - (left + 2 * 3_600_000 + 10 * 60_000))).toBeLessThan(60_000);
  const { results } = await env.DB.prepare("SELECT recipient, subject, text FROM mail ORDER BY rowid").all<{
    recipient: string;
    subject: string;
    text: string;
  }>();
  expect(results.map(({ subject }) => subject.split(" - ")[0])).toEqual([
    "Site offline: Gate box",
    "Site online again: Gate box",
  ]);
  expect(results[0]?.recipient).toContain("@");
  expect(results[0]?.text).toContain("Check the power and the internet at the site");
  expect(results[0]?.text).toContain("/admin/routers");
});

test("a router that is away for two hours is noted for all of them, though its bridge was away for some minutes of it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const minute = 60_000;
  await tenantDatabase(seeded?.demo.id ?? "")
    .prepare("DELETE FROM outages")
    .run();
  await live(minute);
  const left = Date.now();
  await sayRouter("unreachable");
  await live(60 * minute);
  await link.close();
  await pass(8 * minute);
  link = await bridge.connect();
  await sayRouter("unreachable", Date.now() - left);
  await live(60 * minute);
  await sayRouter("reachable");
  await live(5 * minute);
  const { results } = await tenantDatabase(seeded?.demo.id ?? "")
    .prepare("SELECT (ended_at - began_at) / 60000 AS minutes FROM outages WHERE ended_at > began_at")
    .all();
  expect(results).toEqual([{ minutes: 128 }]);
});

test("while the platform itself was away nobody was heard, and no owner is told of an outage for that", {
  timeout: 180_000,
}, async () => {
  const left = Date.now();
  await link.close();
  vi.setSystemTime(left + awayAfterMs + 3 * 60_000);
  await lateAlarm();
  expect(await told()).toEqual([]);
  // Who comes back soon was never away.
  await pass(2 * 60_000);
  link = await bridge.connect();
  await sayRouter("reachable");
  await live(2 * awayAfterMs);
  expect(await told()).toEqual([]);

  const second = Date.now();
  await link.close();
  vi.setSystemTime(second + awayAfterMs + 3 * 60_000);
  await lateAlarm();
  await pass(awayAfterMs + 1_000);
  expect(await titles()).toEqual(["Site offline: Gate box"]);
});

test("a link that goes silent without a farewell is told of at the next look, five minutes after its last word at the latest", async () => {
  vi.setSystemTime(Date.now() + 10_000);
  await link.settled();
  await pass(awayAfterMs - 1_000);
  expect(await told()).toEqual([]);
  await pass(5 * 60_000 - awayAfterMs + 2_000);
  expect(await titles()).toEqual(["Site offline: Gate box"]);
  expect(await pass(3 * 3_600_000)).toBe(12);
  await link.settled();
  await live(16 * 60_000);
  expect(await titles()).toEqual(["Site offline: Gate box", "Site online again: Gate box"]);
  expect((await told())[1]?.message).toMatch(/It was away for 3 h \d+ min\.$/);
});

test("where the platform fell without hearing of a link's end, silence is counted from then, not from the link's beginning", async () => {
  vi.setSystemTime(Date.now() + 3 * 86_400_000);
  await link.settled();
  // As after the loss of its machine: the sockets are gone, and no call says that they ended.
  await runInDurableObject(object(), async (instance: BridgeObject, state) => {
    vi.spyOn(state, "getWebSockets").mockReturnValue([]);
    instance.webSocketClose = async () => undefined;
  });
  await link.close();
  await pass(awayAfterMs - 2_000);
  expect(await told()).toEqual([]);
  await pass(4_000);
  expect(await titles()).toEqual(["Site offline: Gate box"]);
  link = await bridge.connect();
  await sayRouter("reachable");
  await live(backAfterMs + 2_000);
  expect((await told())[1]?.message).toMatch(/It was away for [456] min\.$/);
});

test("a flap says nothing: away for less than four minutes, or back for less than one", async () => {
  await link.close();
  await pass(awayAfterMs - 10_000);
  link = await bridge.connect();
  await sayRouter("reachable");
  await pass(3 * 60_000);
  expect(await told()).toEqual([]);
  await link.close();
  await pass(awayAfterMs + 1_000);
  link = await bridge.connect();
  await pass(backAfterMs / 2);
  await link.close();
  await pass(20 * 60_000);
  expect(await titles()).toEqual(["Site offline: Gate box"]);
});

test("a router that its bridge cannot reach is told of four minutes after its last answer, with the reason", async () => {
  vi.setSystemTime(Date.now() + 30_000);
  await sayRouter("unreachable", 25_000);
  await live(3 * 60_000);
  expect(await told()).toEqual([]);
  await live(36_000);
  const [away, ...more] = await told();
  expect(more).toEqual([]);
  expect(away).toMatchObject({
    title: "Router offline: Main Gate",
    message: expect.stringContaining("The router cannot be reached (EHOSTUNREACH)."),
  });
  await sayRouter("reachable");
  await live(backAfterMs - 1_000);
  expect(await told()).toHaveLength(1);
  await live(2_000);
  expect((await told())[1]).toMatchObject({
    title: "Router online again: Main Gate",
    message: expect.stringMatching(/It was away for 4 min\.$|It was away for 5 min\.$/),
  });
});

test("a router whose site is away is not told of beside it, and has four minutes of its own after the site's return", async () => {
  await link.close();
  await pass(3_600_000);
  expect(await titles()).toEqual(["Site offline: Gate box"]);
  link = await bridge.connect();
  link.say({
    type: "router",
    routerId: gate,
    state: "unreachable",
    message: "Away.",
    version: null,
    seenAgeMs: null,
  });
  await link.settled();
  await live(3 * 60_000);
  expect(await titles()).toEqual(["Site offline: Gate box", "Site online again: Gate box"]);
  await live(61_000);
  expect(await titles()).toEqual([
    "Site offline: Gate box",
    "Site online again: Gate box",
    "Router offline: Main Gate",
  ]);
});

test("while the database is away nothing is lost, and an eviction in the middle doubles nothing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await link.close();
  const fault = failStatements(/INSERT INTO billing_notifications/);
  await pass(awayAfterMs + 90_000);
  fault.heal();
  expect(fault.count).toBeGreaterThan(1);
  await evictDurableObject(object());
  link = await bridge.connect();
  await live(backAfterMs + 1_000);
  await evictDurableObject(object());
  await runDurableObjectAlarm(object());
  expect(await titles()).toEqual(["Site offline: Gate box", "Site online again: Gate box"]);
  vi.restoreAllMocks();
});

test("a bridge without routers is watched by nobody", async () => {
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  for (const { id } of seeded?.demo.routers ?? []) await object().forget(id);
  await link.close();
  await pass(3_600_000);
  expect(await told()).toEqual([]);
});

test("four minutes are more than the silence that is shown as offline", () => {
  expect(awayAfterMs).toBeGreaterThan(silentAfterMs);
});

test("of a router with a tunnel it is said what a wrong clock and blocked time servers do to it", async () => {
  const letters = async () => {
    const { results } = await env.DB.prepare("SELECT text FROM mail ORDER BY rowid").all<{ text: string }>();
    return results.map(({ text }) => text).join("\n");
  };
  await sayRouter("unreachable", 1_000);
  await live(awayAfterMs + 30_000);
  expect(await letters()).toContain("Check the router's power and its cable.");
  await env.DB.batch([
    env.DB.prepare("DELETE FROM mail"),
    env.DB.prepare("UPDATE routers SET connection_type = 'tunnel' WHERE id = ?1").bind(gate),
  ]);
  await sayRouter("reachable");
  await live(backAfterMs + 30_000);
  await sayRouter("unreachable", 1_000);
  await live(awayAfterMs + 30_000);
  await env.DB.prepare("UPDATE routers SET connection_type = 'direct' WHERE id = ?1").bind(gate).run();
  expect(await letters()).toContain("blocks time servers (UDP port 123)");
});
