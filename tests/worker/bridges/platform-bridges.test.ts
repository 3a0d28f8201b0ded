import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createPlatformBridgeCode, listPlatformBridges, revokePlatformBridge } from "#contract/bridges";
import { changeRouter } from "#contract/routers";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { FleetWorld, newBridge } from "../routers/platform-world.ts";

let world: FleetWorld;

beforeAll(async () => {
  world = await FleetWorld.make();
});
afterEach(() => closeAllLinks());

const codeFor = (name: string, providerId?: string) =>
  world.answer(createPlatformBridgeCode, { body: { name, ...(providerId ? { providerId } : {}) } });

async function listed(query: Record<string, string> = {}) {
  const answer = await world.ask(listPlatformBridges, { query });
  if (!answer.ok) throw new Error(answer.text);
  return { bridges: answer.answer, total: Number(answer.headers.get("x-total-count")) };
}

describe("a code for a bridge", () => {
  test("of one provider makes a bridge that serves that provider's routers at once", async () => {
    const { demo } = world.seeded;
    const { code, expiresAt, installCommand } = await codeFor("Gate box", demo.id);
    expect(code).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/);
    expect(installCommand).toContain(`/bridge/install | sudo sh -s -- ${code}`);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    const bridge = await FakeBridge.enrol(code);
    const { bridges } = await listed({ provider: demo.id });
    expect(bridges).toEqual([
      {
        id: bridge.id,
        name: "Gate box",
        provider: { id: demo.id, businessName: "Demo WiFi" },
        isOnline: false,
        lastSeen: null,
        enrolledAt: expect.any(String),
        version: null,
        isOld: false,
        updateCommand: null,
        updatedBy: null,
        isUpdating: false,
        updateFailure: null,
        routers: ["Main Gate", "Market Stall"],
      },
    ]);
    expect(await world.audited("bridge.code")).toEqual([
      {
        actor: "platform",
        actor_id: world.seeded.operator.id,
        provider_id: demo.id,
        subject: "Gate box",
        detail: null,
      },
    ]);
    await bridge.connect();
    expect((await listed({ q: "gate b" })).bridges).toMatchObject([{ isOnline: true }]);
  });

  test("of the whole platform makes a bridge that takes no router by itself, and only those of a namesake it replaces", async () => {
    const first = await FakeBridge.enrol((await codeFor("VPN host")).code);
    const { bridges } = await listed({ provider: "platform" });
    expect(bridges).toMatchObject([{ id: first.id, provider: null, routers: [] }]);
    const id = world.seeded.savanna.routers[0]?.id ?? "";
    const body = world.newRouter({ name: "Savanna Lodge", bridgeId: first.id });
    await world.answer(changeRouter, { params: { id }, body });
    const link = await first.connect();
    expect(await world.refused(createPlatformBridgeCode, { body: { name: "vpn HOST" } })).toEqual([
      409,
      "A bridge of this name is running. Give the new one another name, or stop that one first to replace it.",
    ]);
    await link.close();
    const epoch = await world.epoch(id);
    // Ninety seconds without a sign of life, or the namesake counts as running.
    vi.setSystemTime(Date.now() + 95_000);
    const second = await FakeBridge.enrol((await codeFor("vpn host")).code);
    vi.useRealTimers();
    await expect(first.dial()).rejects.toThrow("404");
    expect((await listed({ provider: "platform" })).bridges).toMatchObject([
      { id: second.id, routers: ["Savanna Lodge"] },
    ]);
    expect(await world.epoch(id)).toBeGreaterThan(epoch);
    // A name of the platform's is no name of a provider's.
    expect((await world.ask(createPlatformBridgeCode, { body: { name: "Gate box" } })).status).toBe(200);
  });

  test("for a provider that does not exist, or without a name, is refused", async () => {
    expect(
      await world.refused(createPlatformBridgeCode, { body: { name: "Box", providerId: "nobody" } }),
    ).toEqual([404, "This provider does not exist."]);
    expect(await world.refused(createPlatformBridgeCode, { body: { name: " " } })).toEqual([
      ...[400, "Give the bridge a name"],
    ]);
  });
});

test("the list is searched by name and provider, and paged, newest first", async () => {
  await newBridge(world.seeded.savanna, "Lodge box");
  expect((await listed({ q: "savanna net" })).bridges.map(({ name }) => name)).toEqual(["Lodge box"]);
  const all = await listed();
  expect(all.bridges.length).toBe(all.total);
  const page = await listed({ page: "2", pageSize: "1" });
  expect(page.bridges.map(({ id }) => id)).toEqual([all.bridges[1]?.id]);
  expect(page.total).toBe(all.total);
});

describe("revoking a bridge", () => {
  test("closes its link and leaves its routers without one, whoever enrolled it", async () => {
    for (const provider of [null, world.seeded.demo]) {
      const bridge = await newBridge(provider, "Stolen box");
      const id = world.seeded.demo.routers[0]?.id ?? "";
      const body = world.newRouter({ name: "Main Gate", host: "10.3.0.1", bridgeId: bridge.id });
      await world.answer(changeRouter, { params: { id }, body });
      const link = await bridge.connect();
      expect(await world.answer(revokePlatformBridge, { params: { id: bridge.id } })).toEqual({
        success: true,
      });
      expect((await link.end()).code).toBe(4403);
      await expect(bridge.dial()).rejects.toThrow("404");
      expect(await world.listed(id)).toMatchObject({ bridgeId: null, statusText: "No bridge installed" });
      expect(await world.audited("bridge.revoke")).toContainEqual({
        actor: "platform",
        actor_id: world.seeded.operator.id,
        provider_id: provider?.id ?? null,
        subject: bridge.id,
        detail: { name: "Stolen box" },
      });
    }
  });

  test("that nobody enrolled is not found", async () => {
    expect(await world.refused(revokePlatformBridge, { params: { id: "nobody" } })).toEqual([
      ...[404, "This bridge does not exist."],
    ]);
  });
});
