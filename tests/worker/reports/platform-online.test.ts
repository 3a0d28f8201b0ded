import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { silentAfterMs } from "#contract/bridge";
import { platformStats } from "#contract/platform-figures";
import { listIdleRouters, routerCounts } from "#contract/platform-routers";
import { listProviders } from "#contract/providers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { failStatements } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookie: string;
let bridge: FakeBridge;
let gate: string;
let link: FakeLink;

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInOperator(seeded.operator);
});
beforeEach(async () => {
  const { demo } = seeded;
  gate = demo.routers[0]?.id ?? "";
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  bridge = await enrol("Gate");
  await give(bridge.id);
  link = await bridge.connect();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await closeAllLinks();
});

async function enrol(name: string): Promise<FakeBridge> {
  const owner = { providerId: seeded.demo.id, adminId: null };
  return FakeBridge.enrol((await createBridgeCode(testContext(), owner, name)).code);
}

const give = (bridgeId: string | null) =>
  env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2").bind(bridgeId, gate).run();

async function say(state: "reachable" | "unreachable", on = link): Promise<void> {
  on.say({ type: "router", routerId: gate, state, message: "", version: "7.18" });
  await on.settled();
}

const object = () => env.BRIDGE.getByName(bridge.id);

/** Time goes by, and every alarm of the bridge's object goes off at its moment. */
async function pass(ms: number): Promise<void> {
  const until = Date.now() + ms;
  for (;;) {
    const due = await runInDurableObject(object(), (_object, { storage }) => storage.getAlarm());
    if (due === null || due > until) break;
    vi.setSystemTime(Math.max(due, Date.now()));
    await runDurableObjectAlarm(object());
  }
  vi.setSystemTime(until);
}

/** Both figures, with no bridge's object asked. */
async function online(): Promise<number> {
  const asked = vi.spyOn(Object.getPrototypeOf(env.BRIDGE) as DurableObjectNamespace, "getByName");
  const [stats, counts] = [
    await call(platformStats, {}, { cookie }),
    await call(routerCounts, {}, { cookie }),
  ];
  if (!stats.ok || !counts.ok) throw new Error(`${stats.status} ${counts.status}`);
  const bridges = asked.mock.contexts.filter((namespace) => namespace === env.BRIDGE);
  asked.mockRestore();
  expect(bridges).toEqual([]);
  expect(counts.answer.online).toBe(stats.answer.onlineRouters);
  expect(stats.answer.totalRouters).toBe(3);
  return stats.answer.onlineRouters;
}

test("a router counts from when its bridge reached it, and no more once it does not", async () => {
  expect(await online()).toBe(0);
  await say("reachable");
  expect(await online()).toBe(1);
  await say("unreachable");
  expect(await online()).toBe(0);
});

test("the end of a link counts after two missed heartbeats, and a flap writes nothing", async () => {
  await say("reachable");
  const since = () =>
    env.DB.prepare("SELECT online_since AS at FROM routers WHERE id = ?1").bind(gate).first("at");
  const before = await since();
  expect(before).not.toBeNull();
  await link.close();
  await pass(silentAfterMs - 5_000);
  expect(await online()).toBe(1);
  link = await bridge.restarted().connect();
  await say("reachable");
  expect(await since()).toBe(before);

  await link.close();
  await pass(silentAfterMs + 1_000);
  expect(await online()).toBe(0);
  link = await bridge.restarted().connect();
  expect(await online()).toBe(0);
  await say("reachable");
  expect(await online()).toBe(1);
});

test("a bridge that falls silent without a farewell counts until its object looks, five minutes later", async () => {
  await say("reachable");
  await pass(5 * 60_000 + 1_000);
  expect(await online()).toBe(0);
});

test("a router that another bridge has now, or none, does not count by the one before it", async () => {
  await say("reachable");
  const other = await enrol("Other");
  await give(other.id);
  expect(await online()).toBe(0);
  // The former one has not heard of it yet.
  await evictDurableObject(object());
  await say("unreachable");
  await say("reachable");
  expect(await online()).toBe(0);
  const otherLink = await other.connect();
  await say("reachable", otherLink);
  expect(await online()).toBe(1);

  await give(null);
  await give(other.id);
  expect(await online()).toBe(0);
  await env.BRIDGE.getByName(other.id).assignmentsChanged();
  await expect.poll(online).toBe(1);
});

async function idle() {
  const answer = await call(listIdleRouters, {}, { cookie });
  if (!answer.ok) throw new Error(answer.text);
  expect(answer.headers.get("x-total-count")).toBe(String(answer.answer.length));
  return answer.answer;
}

/** The router's checklist as the bridge reads it. @param hotspot whether its device mode allows one */
async function check(hotspot: boolean, on = link): Promise<void> {
  const facts = {
    resource: { value: { version: "7.24.2 (stable)", board: "hAP" } },
    servers: { value: [{ name: "h", interface: "bridge", profile: "p", enabled: true }] },
    deviceMode: { value: { mode: "home", hotspot, flagged: false } },
  };
  const done = { ageMs: 0, facts, note: null };
  on.say({ type: "preflight", routerId: gate, checked: 21, total: 21, done });
  await on.settled();
}

const cannotSell = async () => {
  const answer = await call(listProviders, { query: { status: "cannot_sell" } }, { cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ subdomain }) => subdomain).toSorted();
};

test("one that is there and blocked by its checklist is named with how much blocks it, and sells nothing for its provider", async () => {
  await say("reachable");
  await check(true);
  expect([await idle(), await cannotSell()]).toEqual([[], ["savanna"]]);
  await check(false);
  expect(await idle()).toMatchObject([{ id: gate, provider: "Demo WiFi", blocks: 1 }]);
  expect(await cannotSell()).toEqual(["demo", "savanna"]);
  await say("unreachable");
  expect(await idle()).toMatchObject([{ id: gate, blocks: 0 }]);
  await say("reachable");
  // D1 does not take it: it comes with the bridge's next link, as it was.
  const away = failStatements(/SET blocks/);
  await check(true);
  away.heal();
  expect(await cannotSell()).toEqual(["demo", "savanna"]);
  await link.close();
  link = await bridge.restarted().connect();
  await say("reachable");
  await check(true);
  expect([await idle(), await cannotSell()]).toEqual([[], ["savanna"]]);
});

test("what blocked a router says nothing of it once another bridge has it", async () => {
  await say("reachable");
  const other = await enrol("Other");
  await give(other.id);
  await check(false);
  const otherLink = await other.connect();
  await say("reachable", otherLink);
  expect(await idle()).toEqual([]);
});

test("one that was reached within a week and is not now is named as away; one never reached, suspended or given up is not", async () => {
  await env.DB.prepare("UPDATE routers SET last_seen_at = NULL").run();
  expect(await idle()).toEqual([]);
  await say("reachable");
  expect(await idle()).toEqual([]);
  await say("unreachable");
  const { demo } = seeded;
  const named = { id: gate, name: "Main Gate", providerId: demo.id, provider: "Demo WiFi" };
  expect(await idle()).toEqual([{ ...named, lastSeen: expect.any(String), blocks: 0 }]);
  const set = (values: string) =>
    env.DB.prepare(`UPDATE routers SET ${values} WHERE id = ?1`).bind(gate).run();
  await set("status = 'suspended'");
  expect(await idle()).toEqual([]);
  await set("status = 'active'");
  await set("last_seen_at = 1");
  expect(await idle()).toEqual([]);
});

test("what D1 did not take is written half a minute later", async () => {
  const away = failStatements(/online_since/);
  await say("reachable");
  away.heal();
  expect(await online()).toBe(0);
  await pass(31_000);
  expect(await online()).toBe(1);
});
