import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { silentAfterMs } from "#contract/bridge";
import { createBridgeCode, listBridges, revokeBridge } from "#contract/bridges";
import { version } from "../../../package.json";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { newBridge, RouterWorld } from "../routers/router-world.ts";

let world: RouterWorld;

beforeAll(async () => {
  world = await RouterWorld.make();
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

async function listed(id: string, who: "demo" | "savanna" = "demo") {
  const answer = await world.ask(listBridges, {}, who);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.find((bridge) => bridge.id === id);
}

describe("the list of bridges", () => {
  test("is the provider's own, with the names of the routers at each", async () => {
    await world.added({ name: "Rooftop" });
    expect(await listed(world.bridge.id)).toEqual({
      id: world.bridge.id,
      name: "Gate box",
      isOnline: false,
      lastSeen: null,
      enrolledAt: expect.any(String),
      routers: ["Rooftop"],
      version: null,
      isOld: false,
      updateCommand: null,
      updatedBy: null,
      isUpdating: false,
      updateFailure: null,
    });
    expect(await listed(world.foreignBridge.id)).toBeUndefined();
    expect(await listed(world.foreignBridge.id, "savanna")).toMatchObject({ name: "Lodge box" });
    expect((await call(listBridges, {}, { host: hostOf("demo") })).status).toBe(401);
  });

  test("shows a bridge as online until it missed two heartbeats, and keeps when that was", async () => {
    const bridge = await newBridge(world.seeded.demo, "Clock box");
    const link = await bridge.connect();
    const began = Date.now();
    expect(await listed(bridge.id)).toMatchObject({ isOnline: true });
    await link.close();
    const seen = (await listed(bridge.id))?.lastSeen;
    expect(Date.parse(seen ?? "")).toBeGreaterThanOrEqual(began);
    vi.setSystemTime(Date.now() + silentAfterMs);
    expect(await listed(bridge.id)).toMatchObject({ isOnline: false, lastSeen: seen });
  });

  test("tells each bridge's version, and by which line an older one is updated", async () => {
    const bridge = await newBridge(world.seeded.demo, "Old box");
    const old = await bridge.dial();
    await old.hello({ version: "0.0.9" });
    await old.next("welcome");
    const updateCommand = "curl -fsS http://hotspot.localhost/bridge/install | sudo sh";
    expect(await listed(bridge.id)).toMatchObject({ version: "0.0.9", updateCommand });
    await old.close();
    expect(await listed(bridge.id)).toMatchObject({ version: "0.0.9", updateCommand });
    const link = await bridge.restarted().dial();
    await link.hello({ version });
    await link.next("welcome");
    expect(await listed(bridge.id)).toMatchObject({ version, updateCommand: null });
  });

  test("is shown without what a bridge's object would add when it cannot be asked", async () => {
    const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failing = vi.spyOn(env.BRIDGE, "getByName").mockImplementation(() => {
      throw new Error("the object is overloaded");
    });
    const bridge = await listed(world.bridge.id);
    failing.mockRestore();
    spy.mockRestore();
    expect(bridge).toMatchObject({ isOnline: false, lastSeen: null });
  });
});

describe("the code for a new bridge", () => {
  test("comes with the line that enrols and runs it", async () => {
    const answer = await world.ask(createBridgeCode, { body: { name: "New box" } });
    if (!answer.ok) throw new Error(answer.text);
    const { code, installCommand } = answer.answer;
    expect(installCommand).toBe(`curl -fsS http://hotspot.localhost/bridge/install | sudo sh -s -- ${code}`);
  });
});

describe("revoking a bridge", () => {
  const revoke = (id: string) => world.ask(revokeBridge, { params: { id } });

  test("closes its link, refuses its key and leaves its routers without one", async () => {
    const bridge = await newBridge(world.seeded.demo, "Stolen box");
    const { id: routerId } = await world.added({ bridgeId: bridge.id, host: "10.0.0.9" });
    const link = await bridge.connect();
    const answer = await revoke(bridge.id);
    expect(answer.ok && answer.answer).toEqual({ success: true });
    expect((await link.end()).code).toBe(4403);
    await expect(bridge.dial()).rejects.toThrow("404");
    expect(await listed(bridge.id)).toBeUndefined();
    expect(await world.listed(routerId)).toMatchObject({ bridgeId: null, statusText: "No bridge installed" });
    expect((await revoke(bridge.id)).status).toBe(200);
    expect(await world.audited("bridge.revoke")).toEqual([
      expect.objectContaining({ subject: bridge.id, detail: { name: "Stolen box" } }),
    ]);
  });

  test("of another provider, or of nobody, changes nothing", async () => {
    const link = await world.foreignBridge.connect();
    for (const id of [world.foreignBridge.id, "nobody"])
      expect(await world.refused(revokeBridge, { params: { id } })).toEqual([
        404,
        "This bridge does not exist.",
      ]);
    await link.settled();
    expect(link.closed).toBeNull();
    expect(await listed(world.foreignBridge.id, "savanna")).toBeDefined();
  });

  test("closes the link when it is asked again, if it could not the first time", async () => {
    const bridge = await newBridge(world.seeded.demo, "Stubborn box");
    const link = await bridge.connect();
    const spy = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failing = vi.spyOn(env.BRIDGE, "getByName").mockImplementation(() => {
      throw new Error("the object is overloaded");
    });
    expect((await revoke(bridge.id)).status).toBe(500);
    failing.mockRestore();
    spy.mockRestore();
    expect(link.closed).toBeNull();
    expect((await revoke(bridge.id)).status).toBe(200);
    expect((await link.end()).code).toBe(4403);
  });
});
