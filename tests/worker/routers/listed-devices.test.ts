import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { pingText } from "#contract/bridge";
import { listRouters, testRouter } from "#contract/routers";
import { asItIs, say } from "#contract/texts";
import { deviceSubject } from "#contract/values/subject";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { deviceIsListed } from "#worker/features/routers/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { holdRead } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookie: string;
let bridge: FakeBridge;
let gate: string;
let lodge: string;

const host = hostOf("demo");
/** What a bridge said in these words, as it is told on. */
const said = (words: string) => say("bridge_says", { text: asItIs(words) });

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  gate = seeded.demo.routers[0]?.id ?? "";
  lodge = seeded.savanna.routers[0]?.id ?? "";
});

afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const object = () => env.BRIDGE.getByName(bridge.id);

async function listed(id = gate) {
  const answer = await call(listRouters, {}, { host, cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.find((router) => router.id === id);
}

async function sayRouter(
  link: FakeLink,
  state: "reachable" | "unreachable" | "refused" | "superseded",
  routerId = gate,
): Promise<void> {
  link.say({ type: "router", routerId, state, message: `It is ${state}.`, version: "7.18" });
  await link.settled();
}

describe("the list of routers", () => {
  test("shows the signed-in provider its own, without any secret", async () => {
    const answer = await call(listRouters, {}, { host, cookie });
    const names = answer.ok ? answer.answer.map(({ name }) => name).sort() : [];
    expect(names).toEqual(["Main Gate", "Market Stall"]);
    expect(answer.text).not.toContain("password");
    expect(await listed(lodge)).toBeUndefined();
  });

  test("shows a router as online from the moment its bridge reached it, with when that was", async () => {
    expect(await listed()).toMatchObject({ isOnline: false, lastSeen: null });
    const link = await bridge.connect();
    expect((await listed())?.isOnline).toBe(false);
    const before = Date.now();
    await sayRouter(link, "reachable");
    const router = await listed();
    expect(router).toMatchObject({ isOnline: true, location: "Kibera Drive, by the gate", isActive: true });
    expect(Date.parse(router?.lastSeen ?? "")).toBeGreaterThanOrEqual(before);
    expect((await listed(seeded.demo.routers[1]?.id))?.isOnline).toBe(false);
  });

  test("knows the bridge's last words about it, also where only the words changed", async () => {
    const link = await bridge.connect();
    for (const message of [
      "The router cannot be reached (timeout).",
      "The router cannot be reached (refused).",
    ]) {
      link.say({ type: "router", routerId: gate, state: "unreachable", message, version: null });
      await link.settled();
      expect((await object().routerNow(gate)).message).toEqual(said(message));
    }
    expect((await object().routerNow("unknown")).message).toEqual(say("router_not_reached"));
  });

  test("takes a heartbeat for a sign of life, though it wakes nobody", async () => {
    vi.setSystemTime(Date.now() - 3_600_000);
    const link = await bridge.connect();
    await sayRouter(link, "unreachable");
    await sayRouter(link, "reachable");
    vi.useRealTimers();
    expect((await listed())?.isOnline).toBe(false);
    link.sayRaw(pingText);
    await link.until(() => link.pongs > 0, "pong");
    expect((await listed())?.isOnline).toBe(true);
  });

  test("tells D1 when a router comes, and then every quarter of an hour", async () => {
    const seenAt = () =>
      env.DB.prepare("SELECT last_seen_at FROM routers WHERE id = ?1").bind(gate).first("last_seen_at");
    const link = await bridge.connect();
    const quarter = 900_000;
    const began = Math.ceil(Date.now() / quarter) * quarter + quarter;
    vi.setSystemTime(began);
    await sayRouter(link, "unreachable");
    const before = await seenAt();
    await sayRouter(link, "unreachable");
    expect(await seenAt()).toBe(before);
    await sayRouter(link, "reachable");
    expect(await seenAt()).toBe(began);
    vi.setSystemTime(began + 60_000);
    await sayRouter(link, "reachable");
    expect(await seenAt()).toBe(began);
    vi.setSystemTime(began + quarter);
    await sayRouter(link, "reachable");
    expect(await seenAt()).toBe(began + quarter);
  });

  test("lists what D1 knows when the bridge's object cannot be asked", async () => {
    const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failing = vi.spyOn(env.BRIDGE, "getByName").mockImplementation(() => {
      throw new Error("the object is overloaded");
    });
    const router = await listed();
    failing.mockRestore();
    spy.mockRestore();
    expect(router).toMatchObject({ isOnline: false });
  });
});

describe("the test of a router", () => {
  const ask = (id: string) => call(testRouter, { params: { id } }, { host, cookie });

  test("is 503 where no bridge is installed, and where it is not connected", async () => {
    await env.DB.prepare("UPDATE routers SET bridge_id = NULL WHERE id = ?1").bind(gate).run();
    const none = await ask(gate);
    expect(none.status).toBe(503);
    expect(!none.ok && none.refusal).toMatchObject({ message: "No bridge installed", success: false });
    await env.DB.prepare("UPDATE routers SET bridge_id = ?2 WHERE id = ?1").bind(gate, bridge.id).run();
    const away = await ask(gate);
    expect(away.status).toBe(503);
    expect(!away.ok && away.refusal?.message).toBe("The bridge at this site is not connected.");
  });

  test("that ran tells what the bridge found, well or not", async () => {
    const link = await bridge.connect();
    for (const said of [
      { ok: true, message: "Main Gate answers (RouterOS 7.18)." },
      { ok: false, message: "The router refused the user name or password." },
    ]) {
      const answering = ask(gate);
      const { id, request } = await link.next("request");
      expect(request).toEqual({ kind: "test", routerId: gate });
      link.say({ type: "answer", id, ...said, result: { identity: "Main Gate" } });
      const answer = await answering;
      expect(answer.status).toBe(200);
      expect(answer.ok && answer.answer).toEqual({
        success: said.ok,
        message: `The bridge says: ${said.message}`,
      });
    }
  });

  test("ends at once when the link does", async () => {
    const link = await bridge.connect();
    const began = performance.now();
    const answering = ask(gate);
    await link.next("request");
    await link.close();
    expect((await answering).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("a live request", () => {
  const request = { kind: "test" as const, routerId: "r" };

  test("that nobody answers in time was heard in silence", async () => {
    const link = await bridge.connect();
    expect(await object().request(request, 50)).toEqual({ kind: "silent" });
    const { id } = await link.next("request");
    link.say({ type: "answer", id, ok: true, message: "too late" });
    await link.settled();
  });

  test("is answered on the link only, by its own number", async () => {
    const link = await bridge.connect();
    const stranger = await bridge.dial();
    const answering = object().request(request, 5_000);
    const { id } = await link.next("request");
    stranger.say({ type: "answer", id, ok: true, message: "a lie" });
    link.say({ type: "answer", id: "another", ok: true, message: "of another question" });
    link.say({ type: "answer", id, ok: false, message: "the truth" });
    expect(await answering).toEqual({
      kind: "answered",
      ok: false,
      message: said("the truth"),
      result: "null",
    });
  });

  test("overtakes messages that wait for D1", async () => {
    const link = await bridge.connect();
    const held = holdRead(/FROM entitlements/);
    link.say({ type: "ask", routerId: gate, entitlementIds: ["x"] });
    await held.reached;
    const answering = object().request(request, 5_000);
    const { id } = await link.next("request");
    link.say({ type: "answer", id, ok: true, message: "at once" });
    expect(await answering).toMatchObject({ message: said("at once") });
    held.heal();
    await link.settled();
  });
});

describe("whether the router sees a device", () => {
  const ask = async (id = gate) => {
    const router = await testContext().lookup.routerById(id);
    if (!router) throw new Error("no such router");
    return deviceIsListed(testContext(), router, deviceSubject("02:00:00:00:00:01"));
  };

  test("is what its bridge says, and unknown where nobody can be asked", async () => {
    expect(await ask(lodge)).toBeNull();
    expect(await ask()).toBeNull();
    const link = await bridge.connect();
    link.leavesLists = true;
    for (const [said, expected] of [
      [{ ok: true, result: ["4C:5E:0C:00:00:01", "02:00:00:00:00:01"] }, true],
      [{ ok: true, result: ["4C:5E:0C:00:00:01"] }, false],
      [{ ok: true, result: [] }, false],
      [{ ok: false }, null],
      [{ ok: true, result: [{ mac: "02:00:00:00:00:01" }] }, null],
      [{ ok: true }, null],
    ] as const) {
      vi.setSystemTime(Date.now() + 3_000);
      const answering = ask();
      const { id, request } = await link.next("request");
      expect(request).toEqual({ kind: "hosts", routerId: gate });
      link.say(structuredClone({ type: "answer" as const, id, message: "", ...said }) as never);
      expect(await answering).toBe(expected);
    }
  });

  test("holds nobody up as long as other requests, which wait for 14 s", async () => {
    vi.setSystemTime(Date.now() + 60_000);
    (await bridge.connect()).leavesLists = true;
    const began = performance.now();
    expect(await ask()).toBeNull();
    expect(performance.now() - began).toBeLessThan(8_000);
  });
});
