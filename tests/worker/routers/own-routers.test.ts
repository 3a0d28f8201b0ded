import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { addRouter, listRouters, listRoutersOfProvider, removeRouter } from "#contract/routers";
import { deviceSubject } from "#contract/values/subject";
import { giveDevice } from "#worker/features/entitlements/index";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { entitlementRow, newMac, sell, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { newBridge, RouterWorld } from "./router-world.ts";

let world: RouterWorld;

beforeAll(async () => {
  world = await RouterWorld.make();
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const gate = () => world.seeded.demo.routers[0]?.id ?? "";

describe("the list of routers", () => {
  test("carries every field that the console shows", async () => {
    expect(await world.listed(gate())).toEqual({
      id: gate(),
      name: "Main Gate",
      host: "192.168.88.1",
      port: 8728,
      username: "mlango",
      isActive: true,
      isOnline: false,
      lastSeen: null,
      location: "Kibera Drive, by the gate",
      connectionType: "direct",
      ovpnTunnelIp: null,
      ovpnServerHost: null,
      providerId: world.seeded.demo.id,
      bridgeId: null,
      state: "no_bridge",
      statusText: "No bridge installed",
      findings: null,
    });
  });

  test("is the same by the provider's own id, and nobody's by another's", async () => {
    const providerId = world.seeded.demo.id;
    const own = await world.ask(listRoutersOfProvider, { params: { providerId } });
    const all = await world.ask(listRouters);
    expect(own.ok && own.answer).toEqual(all.ok && all.answer);
    for (const other of [world.seeded.savanna.id, "nobody"])
      expect(await world.refused(listRoutersOfProvider, { params: { providerId: other } })).toEqual([
        ...[404, "This provider does not exist."],
      ]);
  });

  test("says in words how each router stands", async () => {
    const bridge = await newBridge(world.seeded.demo, "Words box");
    const { id } = await world.added({ bridgeId: bridge.id, host: "192.168.88.9" });
    const words = async () => (await world.listed(id))?.statusText;
    expect(await words()).toBe("The bridge at this site has not connected yet.");
    vi.setSystemTime(new Date("2026-11-20T11:00:00Z"));
    const link = await bridge.connect();
    expect(await words()).toBe("The bridge has not reached this router yet.");
    const router = { type: "router" as const, routerId: id, version: "7.18" };
    link.say({ ...router, state: "unreachable", message: "The router cannot be reached (timeout)." });
    await link.settled();
    expect(await words()).toBe("The bridge says: The router cannot be reached (timeout).");
    link.say({ ...router, state: "reachable", message: "" });
    await link.settled();
    expect(await words()).toBe("Connected, RouterOS 7.18");
    await link.close();
    vi.setSystemTime(new Date("2026-11-20T11:30:00Z"));
    expect(await words()).toBe("The bridge at this site is offline since 20 Nov, 14:00.");
  });
});

describe("adding a router", () => {
  test("hands it to its bridge at once, with the password that nobody else ever sees", async () => {
    const link = await world.bridge.connect();
    const answer = await world.ask(addRouter, { body: world.newRouter() });
    if (!answer.ok) throw new Error(answer.text);
    expect(answer.answer).toMatchObject({ name: "Rooftop", location: "Roof", bridgeId: world.bridge.id });
    const assigned = await link.next("assign");
    expect(assigned.routers).toContainEqual({
      routerId: answer.answer.id,
      servingEpoch: expect.any(Number),
      host: "192.168.88.7",
      port: 8728,
      username: "api",
      password: "rooftop secret",
      macAuthPassword: "",
      ownDevices: [],
      takesOver: [],
      portalHosts: ["demo.hotspot.localhost", "hotspot.localhost"],
    });
    expect(await world.listed(answer.answer.id)).toEqual(answer.answer);
    expect((await world.ask(listRouters)).text).not.toContain("secret");
    const stored = await env.DB.prepare("SELECT secrets FROM routers WHERE id = ?1")
      .bind(answer.answer.id)
      .first();
    expect(JSON.stringify(stored)).not.toContain("rooftop");
    expect(await world.audited("router.add")).toContainEqual({
      actor: "provider",
      actor_id: world.seeded.demo.admin.id,
      provider_id: world.seeded.demo.id,
      subject: answer.answer.id,
      detail: { name: "Rooftop", host: "192.168.88.7", port: 8728, bridgeId: world.bridge.id },
    });
  });

  test("works while the bridge is away: it is served when the bridge comes", async () => {
    const { id } = await world.added({ host: "192.168.88.20" });
    const link = await world.bridge.connect();
    expect(link.all("welcome")[0]?.routers.map(({ routerId }) => routerId)).toContain(id);
  });

  test("at another provider's bridge, or at none, is refused", async () => {
    for (const bridgeId of [world.foreignBridge.id, "nobody"])
      expect(await world.refused(addRouter, { body: world.newRouter({ bridgeId }) })).toEqual([
        ...[404, "This bridge does not exist."],
      ]);
  });

  test("at an address that this bridge serves already is refused by name, in any case of letters", async () => {
    await world.added({ host: "Router.lan", port: 8729, name: "First" });
    expect(
      await world.refused(addRouter, { body: world.newRouter({ host: "router.LAN", port: 8729 }) }),
    ).toEqual([...[409, "This bridge already serves a router at that address: First."]]);
    await world.added({ host: "router.lan", port: 8728, name: "Other port" });
    const other = await newBridge(world.seeded.demo, "Other site");
    await world.added({ host: "router.lan", port: 8729, bridgeId: other.id, name: "Other site's" });
  });

  test("twice at the same moment makes one router", async () => {
    const body = world.newRouter({ host: "192.168.88.77" });
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.ask(addRouter, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const all = await world.ask(listRouters);
    expect(all.ok && all.answer.filter(({ host }) => host === "192.168.88.77").length).toBe(1);
  });

  test("without an address is refused with what is wrong", async () => {
    expect(await world.refused(addRouter, { body: world.newRouter({ host: "" }) })).toEqual([
      ...[400, "Enter the router's address"],
    ]);
  });
});

describe("removing a router", () => {
  const remove = (id: string, query: Record<string, string> = {}) =>
    world.ask(removeRouter, { params: { id }, query });

  test("that nothing hangs on takes it away at once; its bridge forgets it, and it can be added anew", async () => {
    const { id } = await world.added({ host: "192.168.88.30", name: "Short-lived" });
    const link = await world.bridge.connect();
    const answer = await remove(id);
    expect(answer.ok && answer.answer).toEqual({ success: true, message: "Short-lived was removed." });
    expect((await link.next("forget", ({ routerId }) => routerId === id)).routerId).toBe(id);
    expect(await world.listed(id)).toBeUndefined();
    expect((await remove(id)).status).toBe(404);
    const row = await env.DB.prepare("SELECT archived_at, bridge_id FROM routers WHERE id = ?1")
      .bind(id)
      .first();
    expect(row).toEqual({ archived_at: expect.any(Number), bridge_id: null });
    expect((await world.added({ host: "192.168.88.30" })).id).not.toBe(id);
    expect(await world.audited("router.remove")).toContainEqual(
      expect.objectContaining({ subject: id, detail: { name: "Short-lived", purchases: 0, payments: 0 } }),
    );
  });

  test("and adding it again serves it under a greater epoch than the box can carry, however often its bridge changed", async () => {
    const epoch = (id: string) =>
      env.DB.prepare("SELECT serving_epoch FROM routers WHERE id = ?1")
        .bind(id)
        .first<number>("serving_epoch");
    const { id } = await world.added({ host: "192.168.88.33" });
    await env.DB.prepare("UPDATE routers SET serving_epoch = serving_epoch + 3 WHERE id = ?1").bind(id).run();
    const carried = (await epoch(id)) ?? 0;
    expect((await remove(id)).status).toBe(200);
    vi.setSystemTime(Date.now() + 10_000);
    const again = await world.added({ host: "192.168.88.33" });
    expect(await epoch(again.id)).toBeGreaterThan(carried);
  });

  test("of the platform leaves it with the platform, without this provider", async () => {
    const id = world.seeded.demo.routers[1]?.id ?? "";
    expect((await remove(id)).status).toBe(200);
    const row = await env.DB.prepare("SELECT archived_at FROM routers WHERE id = ?1").bind(id).first();
    expect(row).toEqual({ archived_at: null });
    const pair = await tenantDatabase(world.seeded.demo.id)
      .prepare("SELECT unassigned_at FROM provider_routers WHERE router_id = ?1")
      .bind(id)
      .first();
    expect(pair).toEqual({ unassigned_at: expect.any(Number) });
    expect((await testContext().lookup.routerById(id))?.providerId).toBeNull();
  });

  test("that purchases hang on asks first, with their number, and then they wait for a device elsewhere", async () => {
    const router = await world.added({ host: "192.168.88.31", name: "Busy" });
    const link = await world.bridge.connect();
    const at = { ...world.seeded.demo, routers: [{ id: router.id, name: router.name }] };
    const [running, waiting] = [await sell(at), await sell(at)];
    await link.report({
      kind: "started",
      ageMs: 60_000,
      routerId: router.id,
      entitlementId: running.id,
      rev: 1,
    });
    expect(await world.refused(removeRouter, { params: { id: router.id } })).toEqual([
      409,
      "This router still has 2 purchases that run or wait. What is paid would not be activated: you can move, extend or refund it afterwards.",
    ]);

    const before = await entitlementRow(running);
    const removing = remove(router.id, { confirm: "true" });
    // The bridge puts both devices off before it is told to forget the router.
    for (const { id, mac } of [running, waiting]) {
      const { spec } = await link.until(
        () => link.desiredEntitlements.find((desired) => desired.id === id && desired.rev === 2),
        "end",
      );
      expect(spec).toEqual({ kind: "end", subjects: subjectsOf(mac), reason: "cut_off" });
    }
    expect(link.all("forget").map(({ routerId }) => routerId)).not.toContain(router.id);
    await link.report(
      ...[running, waiting].map(({ id }) => ({
        kind: "applied" as const,
        ageMs: 0,
        routerId: router.id,
        entitlementId: id,
        rev: 2,
        state: "ended" as const,
      })),
    );
    await link.next("forget", ({ routerId }) => routerId === router.id);
    const answer = await removing;
    expect(answer.ok && answer.answer.message).toBe(
      "Busy was removed. 2 purchases that had a device now wait for one elsewhere.",
    );

    const after = await entitlementRow(running);
    expect(after).toMatchObject({ state: "running", mac: null, rev: 3, end_reason: null });
    expect(after.ends_at).toBe(before.ends_at);
    expect(await entitlementRow(waiting)).toMatchObject({ state: "waiting", mac: null, started_at: null });
    for (const sold of [running, waiting]) {
      const mac = newMac();
      const given = await giveDevice(testContext(), {
        providerId: sold.providerId,
        entitlementId: sold.id,
        subject: deviceSubject(mac),
        routerId: gate(),
        by: "provider",
        buyerHash: null,
        instead: null,
      });
      expect(given).toBe("attached");
      expect(await entitlementRow(sold)).toMatchObject({ mac, router_id: gate() });
    }
  });

  test("whose bridge is away works all the same, and says that devices stay online there", async () => {
    const first = await world.bridge.connect();
    const router = await world.added({ host: "192.168.88.32", name: "Far" });
    await first.next("assign");
    await first.close();
    const at = { ...world.seeded.demo, routers: [{ id: router.id, name: router.name }] };
    const sold = await sell(at);
    expect((await remove(router.id)).status).toBe(409);
    const answer = await remove(router.id, { confirm: "true" });
    expect(answer.ok && answer.answer.message).toBe(
      "Far was removed. 1 purchase that had a device now waits for one elsewhere. The router could not be told, so devices stay online there until their time is over.",
    );
    expect(await entitlementRow(sold)).toMatchObject({ mac: null, state: "waiting" });
    const link = await world.bridge.connect();
    expect(link.all("welcome")[0]?.routers.map(({ routerId }) => routerId)).not.toContain(router.id);
    expect((await link.next("forget", ({ routerId }) => routerId === router.id)).routerId).toBe(router.id);
  });
});
