import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as contract from "#contract/owner-news";
import { hourMs, minuteMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { awayAfterMs, backAfterMs } from "#worker/features/bridges/outage-state";
import { alarmsPerHour } from "#worker/features/messages/index";
import { tellOwner } from "#worker/features/owner-news/index";
import { boundPorts } from "#worker/ports";
import { failStatements } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  demo,
  inUse,
  messageWorld,
  pass as passTime,
  providers,
  rows,
  saved,
  sms,
} from "../messages/message-world.ts";

// A router that is down is on its owner's phone within five minutes of its last sign of life, once.

messageWorld();

let bridge: FakeBridge;
let link: FakeLink;
let gate = "";
let stall = "";

const id = () => providers().demo.id;
const site = () => env.BRIDGE.getByName(bridge.id);
const own = () => env.PROVIDER.getByName(id());

beforeEach(async () => {
  await emptyTenantTables("owner_news", "absences");
  [gate = "", stall = ""] = providers().demo.routers.map((router) => router.id);
  const owner = { providerId: id(), adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate box")).code);
  await env.DB.batch([
    env.DB.prepare("UPDATE routers SET bridge_id = NULL"),
    env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id IN (?2, ?3)").bind(bridge.id, gate, stall),
  ]);
  await inUse();
  await chosen();
  link = await bridge.connect();
  await Promise.all([sayRouter(gate, "reachable"), sayRouter(stall, "reachable")]);
});

afterEach(closeAllLinks);

const chosen = (alarms = true) =>
  call(contract.saveOwnerNews, { body: { morning: "off", hour: 7, alarms, language: "en" } }, demo());

async function sayRouter(
  routerId: string,
  state: "reachable" | "unreachable",
  seenAgeMs = 0,
  on = link,
): Promise<void> {
  const message = state === "reachable" ? "" : "The router cannot be reached (EHOSTUNREACH).";
  on.say({ type: "router", routerId, state, message, version: "7.18", seenAgeMs });
  await on.settled();
}

/** Time goes by, and each alarm of the bridge's object and of the provider's goes off at its moment. */
async function pass(ms: number): Promise<void> {
  const until = Date.now() + ms;
  for (;;) {
    const dues = await Promise.all(
      [site(), own()].map(async (object) => ({
        object,
        at: await runInDurableObject(object as never, (_object, { storage }) => storage.getAlarm()),
      })),
    );
    const [next] = dues
      .flatMap(({ object, at }) => (at === null || at > until ? [] : [{ object, at }]))
      .sort((one, other) => one.at - other.at);
    if (!next) break;
    vi.setSystemTime(Math.max(next.at, Date.now()));
    await runDurableObjectAlarm(next.object as never);
  }
  vi.setSystemTime(until);
}

/** The same while the bridge lives: its heartbeats are messages here. */
async function live(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 20_000) {
    await pass(Math.min(left, 20_000));
    await link.settled();
  }
}

/** What arrived on the phone, in order. */
const arrived = () =>
  sms()
    .accepted.map(({ message }) => message)
    .reverse();
const sweepTwice = () => Promise.all([tellOwner(testContext(), id()), tellOwner(testContext(), id())]);
const note = (over: Partial<Parameters<ReturnType<typeof boundPorts>["noteAbsence"]>[2]>) =>
  boundPorts().noteAbsence(testContext(), id(), {
    what: gate,
    name: "Main Gate",
    isBridge: false,
    routers: [{ id: gate, name: "Main Gate" }],
    beganAt: Date.now() - awayAfterMs,
    endedAt: null,
    ...over,
  });

test("a site that loses its power is one message that names its routers, on the phone within five minutes, and one when it is back", async () => {
  const left = Date.now();
  await link.close();
  await pass(awayAfterMs - 1_000);
  expect(arrived()).toEqual([]);
  await pass(left + 5 * minuteMs - Date.now());
  expect(arrived()).toEqual([
    expect.stringMatching(
      /: away since \d+ \w+, \d\d:\d\d: Gate box \(Main Gate, Market Stall\)\. Nobody new gets online there\.$/,
    ),
  ]);
  await pass(37 * minuteMs);
  expect(arrived()).toHaveLength(1);
  link = await bridge.connect();
  await Promise.all([sayRouter(gate, "reachable"), sayRouter(stall, "reachable")]);
  await live(backAfterMs + 2 * minuteMs);
  expect(arrived()).toHaveLength(2);
  expect(arrived()[1]).toMatch(/: back: Gate box, away for 42 min\.$/);
  expect((await rows()).filter(({ kind }) => kind === "router_down")).toMatchObject([
    { state: "sent" },
    { state: "sent" },
  ]);
});

test.each([1, 10, 100, 200])(
  "a bridge that falls silent on an open link, %s s after a look, is on the phone within five minutes, once",
  async (seconds) => {
    await live(seconds * 1_000);
    await sayRouter(gate, "reachable");
    await pass(5 * minuteMs);
    expect(arrived()).toHaveLength(1);
    await pass(10 * minuteMs);
    expect(arrived()).toHaveLength(1);
  },
);

test("a router that its bridge does not reach is on the phone within five minutes of its last answer", async () => {
  const lastAnswer = Date.now() - 5_000;
  await sayRouter(gate, "unreachable", 5_000);
  await live(lastAnswer + 5 * minuteMs - Date.now());
  expect(arrived()).toEqual([expect.stringMatching(/: Main Gate\. Nobody new gets online there\.$/)]);
  await live(10 * minuteMs);
  expect(arrived()).toHaveLength(1);
});

test("several routers behind one bridge that go one after the other within seconds are one message", async () => {
  await sayRouter(gate, "unreachable", 5_000);
  await pass(4_000);
  await sayRouter(stall, "unreachable", 2_000);
  await live(5 * minuteMs);
  expect(arrived()).toEqual([expect.stringMatching(/: Main Gate, Market Stall\. Nobody/)]);
});

test("who is back before it is told hears nothing, and neither does a flap", async () => {
  await link.close();
  await pass(awayAfterMs - 10_000);
  link = await bridge.connect();
  await Promise.all([sayRouter(gate, "reachable"), sayRouter(stall, "reachable")]);
  await live(5 * minuteMs);
  await note({ beganAt: 1 });
  await note({ beganAt: 1, endedAt: Date.now() });
  passTime(minuteMs);
  await sweepTwice();
  await live(2 * minuteMs);
  expect(arrived()).toEqual([]);
});

test("doubled sweeps, and one that is cut off at any of its statements, write it once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const cut of [
    /INSERT INTO messages/,
    /UPDATE absences SET message_id/,
    /UPDATE owner_news SET alarms_at/,
  ]) {
    await note({ beganAt: Date.now() - awayAfterMs });
    passTime(20_000);
    const fault = failStatements(cut);
    await sweepTwice();
    fault.heal();
    expect(fault.count).toBeGreaterThan(0);
    const before = (await rows()).length;
    await sweepTwice();
    await sweepTwice();
    expect((await rows()).length).toBe(before + 1);
    passTime(hourMs);
  }
});

test("at most four go out in an hour: what is beyond is told together, or not at all where it is back", async () => {
  const began = Date.now();
  for (let turn = 0; turn < 8; turn += 1) {
    await note({ beganAt: began + turn, name: `Router ${turn}` });
    passTime(30_000);
    await sweepTwice();
  }
  const alarms = async () => (await rows()).filter(({ kind }) => kind === "router_down");
  expect(await alarms()).toHaveLength(alarmsPerHour);
  await note({ beganAt: began + 7, endedAt: Date.now() });
  passTime(hourMs);
  await sweepTwice();
  expect(await alarms()).toHaveLength(alarmsPerHour + 1);
  const { given } = JSON.parse(
    `{"given":${await tenantDatabase(id()).prepare("SELECT given FROM messages ORDER BY created_at DESC LIMIT 1").first<string>("given")}}`,
  ) as { given: { text: string } };
  expect(given.text).toContain("Router 4, Router 5, Router 6.");
});

test("that it is back is told only where its alarm went out", async () => {
  await note({ beganAt: 5 });
  passTime(20_000);
  await saved({ budget: 0.01 });
  await sweepTwice();
  // No room in the month's budget: the letter alone has told it.
  expect(await tenantDatabase(id()).prepare("SELECT state FROM absences").first("state")).toBe("untold");
  await note({ beganAt: 5, endedAt: Date.now() });
  await saved();
  passTime(20_000);
  await sweepTwice();
  expect((await rows()).filter(({ kind }) => kind === "router_down")).toEqual([]);

  await note({ beganAt: 6 });
  passTime(20_000);
  await sweepTwice();
  await note({ beganAt: 6, endedAt: Date.now() });
  passTime(20_000);
  // Still in the outbox when the router is back.
  await sweepTwice();
  expect((await rows()).filter(({ kind }) => kind === "router_down")).toMatchObject([
    { state: "held", reason: "late" },
  ]);
});

test("none goes out while alarms are off, and what was away before they were wanted is no news", async () => {
  await chosen(false);
  await note({ beganAt: 7 });
  passTime(minuteMs);
  await sweepTwice();
  await chosen(true);
  await sweepTwice();
  await note({ beganAt: 7, endedAt: Date.now() });
  passTime(minuteMs);
  await sweepTwice();
  expect((await rows()).filter(({ kind }) => kind === "router_down")).toEqual([]);
});

test("at night it goes out at once", async () => {
  await saved({ quietFrom: "00:00", quietTo: "23:59" });
  await note({ beganAt: 8 });
  await pass(90_000);
  expect(arrived()).toHaveLength(1);
});
