import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { FromBridge } from "#contract/bridge";
import { bridgeRequests } from "#contract/bridge-requests";
import { readPreflight, runPreflight } from "#contract/preflight";
import type { RouterFacts } from "#contract/router-facts";
import { changeRouter, listRouters } from "#contract/routers";
import { say } from "#contract/texts";
import { closeAllLinks, type FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { FleetWorld, newBridge, type Who } from "./platform-world.ts";

type Done = NonNullable<Extract<FromBridge, { type: "preflight" }>["done"]>;

let world: FleetWorld;
let bridge: FakeBridge;
let gate: string;
let lodge: string;

beforeAll(async () => {
  world = await FleetWorld.make();
  bridge = await newBridge(world.seeded.demo, "Gate box");
  gate = world.seeded.demo.routers[0]?.id ?? "";
  lodge = world.seeded.savanna.routers[0]?.id ?? "";
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const servers = { value: [{ name: "h", interface: "bridge", profile: "p", enabled: true }] };
/** Of a router on which nothing but this was read. */
const facts = (changes: RouterFacts = {}): RouterFacts => ({
  resource: { value: { version: "7.24.2 (stable)", board: "hAP" } },
  servers,
  ...changes,
});

const checklist = (id = gate, who: Who = "demo") => world.answer(readPreflight, { params: { id } }, who);
const found = async (check: string, id = gate) =>
  (await checklist(id)).findings.find((finding) => finding.check === check);
const listed = async () =>
  (await world.answer(listRouters, {}, "demo")).find((router) => router.id === gate)?.findings;

async function tell(
  link: FakeLink,
  done: Partial<Done> | null,
  progress = { checked: 21, total: 21 },
  routerId = gate,
) {
  const whole = done && { ageMs: 0, facts: facts(), note: null, ...done };
  link.say({ type: "preflight", routerId, ...progress, done: whole });
  await link.settled();
}

describe("a router's checklist", () => {
  test("before the first check says that there was none, and whether there can be one", async () => {
    const empty = { checkedAt: null, findings: [], note: "", running: null, hasBridge: true };
    expect(await checklist()).toEqual({ ...empty, hindrance: "The bridge at this site is not connected." });
    await bridge.connect();
    expect(await checklist()).toEqual({ ...empty, hindrance: "" });
    expect(await listed()).toBeNull();
    const none = { hindrance: "No bridge installed", hasBridge: false };
    expect(await checklist(lodge, "savanna")).toEqual({ ...empty, ...none });
    const { id } = await world.added({ name: "Spare", bridgeId: (await newBridge(null, "Spare box")).id });
    expect((await checklist(id, "operator")).hindrance).toMatch(/Assign this one to a provider first/);
  });

  test("is what its bridge read last, judged now, for its provider and the operator alone", async () => {
    const link = await bridge.connect();
    await tell(link, {
      facts: facts({ deviceMode: { value: { mode: "home", hotspot: false, flagged: false } } }),
    });
    const before = await checklist();
    expect(Date.parse(before.checkedAt ?? "")).toBeGreaterThan(Date.now() - 5_000);
    expect(before.findings).toHaveLength(24);
    expect(await found("deviceMode")).toMatchObject({
      verdict: "blocks",
      code: "modeForbids",
      params: { mode: "home" },
    });
    expect(await found("version")).toMatchObject({ verdict: "fine", code: "versionSafe" });
    expect(await found("license")).toMatchObject({ verdict: "unknown", why: "unclear" });
    expect(await listed()).toEqual({ blocks: 1, mend: 0 });
    expect((await world.listed(gate))?.findings).toEqual({ blocks: 1, mend: 0 });
    expect(await checklist(gate, "operator")).toEqual(before);
    for (const endpoint of [readPreflight, runPreflight])
      expect(await world.refused(endpoint, { params: { id: gate } }, "savanna")).toEqual([
        404,
        "This router does not exist.",
      ]);
  });

  test("outlives the link; what was said again is as old as it was", async () => {
    const link = await bridge.connect();
    await tell(link, { ageMs: 600_000 });
    const at = (await checklist()).checkedAt;
    expect(Math.abs(Date.parse(at ?? "") - (Date.now() - 600_000))).toBeLessThan(5_000);
    await link.close();
    expect(await checklist()).toMatchObject({
      checkedAt: at,
      hindrance: "The bridge at this site is not connected.",
    });
    const again = await bridge.connect();
    await tell(again, { ageMs: 600_500 });
    expect((await checklist()).checkedAt).toBe(at);
  });

  test("keeps what was read before a router that does not answer any more, and says why", async () => {
    const link = await bridge.connect();
    await tell(link, {});
    const { checkedAt } = await checklist();
    const nothing: RouterFacts = { resource: { unread: "silent" }, servers: { unread: "silent" } };
    await tell(link, { facts: nothing, note: say("no_answer_why", { why: "timeout" }) });
    const now = await checklist();
    expect(now).toMatchObject({ checkedAt, note: "The bridge says: The router did not answer (timeout)." });
    expect(now.findings.find(({ check }) => check === "version")?.code).toBe("versionSafe");
    await tell(link, {});
    expect((await checklist()).note).toBe("");
  });

  test("compares the router's clock with the server's, not with the bridge's", async () => {
    const link = await bridge.connect();
    const at = Date.now() - 60_000 - 7_200_000;
    await tell(link, { ageMs: 20_000, facts: facts({ clock: { value: { at, ageMs: 40_000 } } }) });
    expect(await found("clock")).toMatchObject({
      code: "clockOff",
      params: { seconds: 7_200, way: "behind" },
    });
    await tell(link, {
      ageMs: 20_000,
      facts: facts({ clock: { value: { at: at + 7_200_000, ageMs: 40_000 } } }),
    });
    expect(await found("clock")).toMatchObject({ code: "clockRight" });
  });

  test("of a router that is not this bridge's is not listened to", async () => {
    const link = await bridge.connect();
    await tell(link, {}, undefined, lodge);
    expect((await checklist(lodge, "savanna")).checkedAt).toBeNull();
  });

  test("goes with the router to another bridge: that one has not looked yet", async () => {
    const link = await bridge.connect();
    await tell(link, {});
    const other = await newBridge(null, "VPN host");
    const body = world.newRouter({ name: "Main Gate", bridgeId: other.id });
    await world.answer(changeRouter, { params: { id: gate }, body });
    expect((await checklist()).checkedAt).toBeNull();
    await world.answer(changeRouter, { params: { id: gate }, body: { ...body, bridgeId: bridge.id } });
    expect((await checklist()).checkedAt).toBeNull();
  });
});

describe("checking again", () => {
  const run = (who: Who = "demo") => world.ask(runPreflight, { params: { id: gate } }, who);

  test("begins at once, tells how far it is, and ends with the new list", async () => {
    const link = await bridge.connect();
    const asking = run();
    const { id, request } = await link.next("request");
    expect(request).toEqual({ kind: "preflight", routerId: gate });
    link.say({ type: "answer", id, ok: true, message: "The check has begun." });
    const answer = await asking;
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      message: "The bridge says: The check has begun.",
    });
    expect((await checklist()).running).not.toBeNull();
    await tell(link, null, { checked: 5, total: 21 });
    expect((await checklist()).running).toEqual({ checked: 5, total: 21 });
    await tell(link, {});
    expect(await checklist()).toMatchObject({ running: null, checkedAt: expect.any(String) });
  });

  test("whose bridge falls silent is over after 20 s, and at once where the link ends", async () => {
    const link = await bridge.connect();
    await tell(link, null, { checked: 5, total: 21 });
    vi.setSystemTime(Date.now() + 21_000);
    expect((await checklist()).running).toBeNull();
    await tell(link, null, { checked: 6, total: 21 });
    expect((await checklist()).running).toEqual({ checked: 6, total: 21 });
    await link.close();
    expect((await checklist()).running).toBeNull();
  });

  test("is refused with a sentence where no bridge is there, is too old, or would not", async () => {
    const sentence = async (asked: ReturnType<typeof run>) => {
      const answer = await asked;
      return [answer.status, !answer.ok && answer.refusal?.message];
    };
    expect(await sentence(run())).toEqual([503, "The bridge at this site is not connected."]);
    const old = await bridge.dial();
    await old.hello({ requests: bridgeRequests.filter((kind) => kind !== "preflight") });
    await old.next("welcome");
    const tooOld = "The bridge at this site is too old for this. Update it there and start it again.";
    expect(await sentence(run())).toEqual([503, tooOld]);
    expect((await checklist()).hindrance).toBe(tooOld);
    await old.close();
    const link = await bridge.connect();
    const asking = run("operator");
    const { id } = await link.next("request");
    link.say({ type: "answer", id, ok: false, message: "Another bridge serves that router now." });
    expect(await sentence(asking)).toEqual([409, "The bridge says: Another bridge serves that router now."]);
  });
});
