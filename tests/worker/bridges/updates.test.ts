import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  bridgeUpdates,
  listBridges,
  listPlatformBridges,
  revokePlatformBridge,
  steerBridgeUpdates,
  updateBridge,
} from "#contract/bridges";
import { minuteMs } from "#contract/values/time";
import { sweepBridgeWaves } from "#worker/features/bridges/index";
import { comeBackMs, stayMs } from "#worker/features/bridges/wave-state";
import { version } from "../../../package.json";
import { closeAllLinks, type FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { testContext } from "../../support/worker-context.ts";
import { FleetWorld, newBridge } from "../routers/platform-world.ts";

// How a newer version comes to bridges by the console's word: to one, by its provider, and to all, step by step.

const before = "0.0.9";
let world: FleetWorld;

beforeEach(async () => {
  world ??= await FleetWorld.make();
  for (const table of ["bridge_programs", "bridge_waves", "mail"])
    await env.DB.prepare(`DELETE FROM ${table}`).run();
  await env.DB.prepare("UPDATE bridges SET revoked_at = 1").run();
  await env.DB.prepare("UPDATE operators SET email = 'operator@platform.example'").run();
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

type Hello = Parameters<FakeLink["hello"]>[0];

async function dialled(bridge: FakeBridge, hello: Hello = {}): Promise<FakeLink> {
  const link = await bridge.dial();
  await link.hello({ version: before, updatedBy: "itself", ...hello });
  await link.next("welcome");
  // What the object does when a link begins is over.
  await link.settled();
  return link;
}

async function box(name: string, hello: Hello = {}) {
  const bridge = await newBridge(world.seeded.demo, name);
  return { bridge, link: await dialled(bridge, hello) };
}

const listed = async (id: string) =>
  (await world.answer(listBridges, {}, "demo")).find((bridge) => bridge.id === id);
const press = (id: string, who: "demo" | "savanna" | "operator" = "demo") =>
  world.ask(updateBridge, { params: { id } }, who);
const asked = (link: FakeLink) => link.all("request").filter(({ request }) => request.kind === "update");

/** The next word to update itself, answered as a bridge does that begins. */
async function begins(link: FakeLink, answer: { ok: boolean; message: string } = { ok: true, message: "" }) {
  const { id, request } = await link.next("request", (one) => one.request.kind === "update");
  expect(request).toEqual({ kind: "update", version });
  link.say({ type: "answer", id, ...answer });
}

describe("one bridge", () => {
  test("is told by its provider's press once, and is shown as it comes back with the new version", async () => {
    const { bridge, link } = await box("Gate box");
    expect(await listed(bridge.id)).toMatchObject({ version: before, isOld: true, updatedBy: "itself" });
    const pressed = press(bridge.id);
    await begins(link);
    const answer = await pressed;
    expect(answer.ok && answer.answer.message).toContain("The bridge updates itself.");
    expect(await listed(bridge.id)).toMatchObject({ isUpdating: true });
    await evictDurableObject(env.BRIDGE.getByName(bridge.id), { webSockets: "hibernate" });
    expect((await press(bridge.id)).status).toBe(200);
    await link.settled();
    expect(asked(link)).toHaveLength(1);
    await link.close();
    await dialled(bridge.restarted(), { version });
    expect(await listed(bridge.id)).toMatchObject({ version, isOld: false, isUpdating: false });
    const again = await press(bridge.id);
    expect(again.ok && again.answer.message).toBe(
      `This bridge runs the newest version already (${version}).`,
    );
    expect(await world.audited("bridge.update")).toMatchObject([
      { actor: "provider", subject: bridge.id },
      { actor: "provider", subject: bridge.id },
    ]);
  });

  test("that failed says why, and may be told again", async () => {
    const { bridge, link } = await box("Roof box");
    const pressed = press(bridge.id);
    await begins(link);
    await pressed;
    link.say({ type: "update_failed", ageMs: 1_000, why: "version 9 did not start" });
    await link.settled();
    expect(await listed(bridge.id)).toMatchObject({
      isOld: true,
      isUpdating: false,
      updateFailure: "version 9 did not start",
    });
    const again = press(bridge.id);
    await begins(link);
    expect((await again).status).toBe(200);
    expect(await listed(bridge.id)).toMatchObject({ isUpdating: true, updateFailure: null });
  });

  test("that is away, cannot update itself, or refuses says so, and another provider's does not exist", async () => {
    const { bridge, link } = await box("Hand box", { updatedBy: "hand", requests: ["test"] });
    const said = async (id: string, who: "demo" | "savanna" = "demo") => {
      const answer = await press(id, who);
      return answer.ok ? "told" : [answer.status, answer.refusal?.message];
    };
    expect(await said(bridge.id)).toEqual([
      409,
      "This bridge is updated at its machine: sudo mlango-bridge update",
    ]);
    expect(await said(bridge.id, "savanna")).toEqual([404, "This bridge does not exist."]);
    await link.close();
    expect(await said(bridge.id)).toEqual([503, "The bridge at this site is not connected."]);
    const other = await box("Full box");
    const refused = said(other.bridge.id);
    await begins(other.link, { ok: false, message: "No space is left." });
    expect(await refused).toEqual([409, "The bridge says: No space is left."]);
  });

  test("in a container is shown without a line to type", async () => {
    const { bridge } = await box("Container", { updatedBy: "image" });
    expect(await listed(bridge.id)).toMatchObject({ isOld: true, updatedBy: "image", updateCommand: null });
  });

  test("writes its version to the platform's database when it changed, and not at each link", async () => {
    const { bridge, link } = await box("Quiet box");
    const row = () => env.DB.prepare("SELECT * FROM bridge_programs").first<Record<string, unknown>>();
    const first = await row();
    expect(first).toMatchObject({ bridge_id: bridge.id, version: before, updated_by: "itself" });
    await env.DB.prepare("UPDATE bridge_programs SET since = 7").run();
    await link.close();
    const second = await dialled(bridge.restarted());
    expect(await row()).toMatchObject({ since: 7 });
    await second.close();
    await dialled(bridge.restarted(), { version });
    expect(await row()).toMatchObject({ version });
    expect(Number((await row())?.since)).toBeGreaterThan(7);
  });
});

const steer = (act: "start" | "stop" | "go_on") => world.ask(steerBridgeUpdates, { body: { act } });
const standing = () => world.answer(bridgeUpdates);
const letters = async () =>
  (await env.DB.prepare("SELECT subject, text FROM mail").all<{ subject: string; text: string }>()).results;

/** The sweep of a minute, in which those who are told answer that they begin. */
async function sweep(...links: FakeLink[]): Promise<void> {
  const answering = links.map((link) => begins(link));
  await sweepBridgeWaves(testContext());
  await Promise.all(answering);
}

async function pass(ms: number, ...links: FakeLink[]): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  for (const link of links) await link.settled();
}

describe("all bridges", () => {
  test("are updated one first, then the others, and each counts when it came back and stayed", async () => {
    const boxes = [await box("One"), await box("Two"), await box("Three")];
    await box("By hand", { updatedBy: "hand" });
    expect(await standing()).toMatchObject({
      version,
      versions: [{ version: before, bridges: 4 }],
      older: { itself: 3, hand: 1, image: 0 },
      wave: null,
    });
    expect((await steer("start")).status).toBe(200);
    expect((await steer("start")).status).toBe(409);
    const links = boxes.map(({ link }) => link);
    const told = () => links.filter((link) => asked(link).length > 0);
    const sweeping = sweepBridgeWaves(testContext());
    await expect.poll(() => told().length).toBe(1);
    const [first] = told() as [FakeLink];
    await begins(first);
    await sweeping;
    await sweepBridgeWaves(testContext());
    expect(told()).toHaveLength(1);
    expect((await standing()).wave).toMatchObject({ state: "running", step: 0, done: 0, updating: 1 });

    await first.close();
    const back = await dialled(first.bridge.restarted(), { version });
    await pass(stayMs - minuteMs, back, ...links.filter((link) => link !== first));
    await sweepBridgeWaves(testContext());
    expect(told()).toHaveLength(1);
    await pass(minuteMs, back, ...links.filter((link) => link !== first));
    const second = sweepBridgeWaves(testContext());
    await expect.poll(() => told().length).toBe(2);
    await begins(told().find((link) => link !== first) as FakeLink);
    await second;
    expect((await standing()).wave).toMatchObject({ state: "running", step: 1, done: 1, updating: 1 });
    expect(await letters()).toEqual([]);
  });

  test("wait where one does not come back: operators get a letter with its name, and go on without it", async () => {
    const lost = await box("Lost box");
    expect((await steer("start")).status).toBe(200);
    await sweep(lost.link);
    await lost.link.close();
    const other = await box("Other box");
    await pass(comeBackMs, other.link);
    await sweepBridgeWaves(testContext());
    await sweepBridgeWaves(testContext());
    const { wave } = await standing();
    expect(wave).toMatchObject({
      state: "stopped",
      updating: 1,
      stoppedFor: "Lost box was told to update itself, and did not come back.",
    });
    expect(await letters()).toEqual([
      { subject: "The update of the bridges stopped", text: expect.stringContaining("Lost box was told") },
    ]);
    expect(asked(other.link)).toEqual([]);
    expect((await steer("go_on")).status).toBe(200);
    expect((await steer("go_on")).status).toBe(409);
    await pass(0, other.link);
    await sweep(other.link);
    expect((await standing()).wave).toMatchObject({ state: "running", step: 0, left: 1, updating: 1 });
    expect((await steer("stop")).status).toBe(200);
    expect((await standing()).wave).toMatchObject({
      state: "stopped",
      stoppedFor: "It was stopped by hand.",
    });
    expect(await world.audited("bridges.go_on")).toHaveLength(1);
  });

  test("stop at one that says that it failed, at once and with its words", async () => {
    const { link } = await box("Full box");
    await steer("start");
    await sweep(link);
    link.say({ type: "update_failed", ageMs: 0, why: "No space left on device" });
    await link.settled();
    await sweepBridgeWaves(testContext());
    expect((await standing()).wave?.stoppedFor).toBe(
      "Full box could not be updated, and goes on with the version before: No space left on device",
    );
  });

  test("are not kept waiting by one that is away, cannot be asked or was revoked", async () => {
    const away = await box("Away");
    await away.link.close();
    const gone = await box("Gone");
    const there = await box("There");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * minuteMs });
    await pass(0, gone.link, there.link);
    await steer("start");
    const sweeping = sweepBridgeWaves(testContext());
    const told = () => [gone, there].filter(({ link }) => asked(link).length > 0);
    await expect.poll(() => told().length).toBe(1);
    const [first] = told() as [typeof gone];
    await begins(first.link);
    await sweeping;
    expect((await world.ask(revokePlatformBridge, { params: { id: first.bridge.id } })).status).toBe(200);
    const next = first === gone ? there : gone;
    await pass(minuteMs, next.link);
    await sweep(next.link);
    expect((await standing()).wave).toMatchObject({ state: "running", step: 0, updating: 1 });
    const platforms = await world.answer(listPlatformBridges, { query: {} });
    expect(platforms.map(({ name }) => name).sort()).toEqual(
      ["Away", next === gone ? "Gone" : "There"].sort(),
    );
  });

  test("that the server's version has overtaken are left to the next update", async () => {
    await box("One");
    await steer("start");
    await env.DB.prepare("UPDATE bridge_waves SET version = '0.0.99'").run();
    await sweepBridgeWaves(testContext());
    expect((await standing()).wave).toBeNull();
    expect((await steer("start")).status).toBe(200);
  });
});
