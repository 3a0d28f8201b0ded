import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { listPlatformRouters, routerCounts } from "#contract/platform-routers";
import { addRouter, changeRouter, listRouters, listRoutersOfProvider, testRouter } from "#contract/routers";
import { openSecrets } from "#worker/features/routers/store";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { giveRouter } from "../../support/give-router.ts";
import { testContext } from "../../support/worker-context.ts";
import { FleetWorld, newBridge } from "./platform-world.ts";

let world: FleetWorld;

beforeAll(async () => {
  world = await FleetWorld.make();
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const gate = () => world.seeded.demo.routers[0]?.id ?? "";

const tunnelFields = {
  ovpnServerHost: "vpn.mlango.example",
  ovpnServerPort: 1194,
  ovpnUsername: "elsewhere-1",
  ovpnPassword: "tunnel secret",
  ovpnTunnelIp: "10.8.0.5/24",
  ovpnCertificate: "-----CERT-----",
  ovpnPrivateKey: "-----KEY THAT NOBODY KEEPS-----",
  ovpnCaFile: "-----CA-----",
};

const noHost = "Enter an address or a host name alone, such as 192.168.88.1: no spaces and no http://";

describe("adding a router", () => {
  test("of the platform needs no provider and no bridge; every field is there, secrets only said to be", async () => {
    const { id } = await world.added({ name: "Depot" });
    expect(await world.listed(id)).toEqual({
      id,
      name: "Depot",
      host: "10.1.0.1",
      port: 8728,
      username: "api",
      routerosVersion: "7.x",
      connectionType: "direct",
      isActive: true,
      status: "active",
      isOnline: false,
      lastSeen: null,
      state: "not_assigned",
      statusText: "Not assigned to a provider yet",
      providerId: null,
      provider: null,
      location: null,
      bridgeId: null,
      bridgeName: null,
      ovpnServerHost: null,
      ovpnServerPort: null,
      ovpnUsername: null,
      ovpnTunnelIp: null,
      ovpnCertificate: null,
      ovpnCaFile: null,
      hasPassword: true,
      hasOvpnPassword: false,
      findings: null,
      sharesLogIn: false,
      isLogInKnown: false,
    });
    expect(await world.audited("router.add")).toContainEqual({
      actor: "platform",
      actor_id: world.seeded.operator.id,
      provider_id: null,
      subject: id,
      detail: {
        name: "Depot",
        host: "10.1.0.1",
        port: 8728,
        bridgeId: null,
        connectionType: "direct",
        status: "active",
      },
    });
    // Above whatever the box may carry of a row that it had before.
    expect(await world.epoch(id)).toBeGreaterThan(20_000_000);
  });

  test("behind the tunnel is reached at the tunnel's address; its password is sealed, its key kept nowhere", async () => {
    for (const host of ["", "auto-detect"]) {
      const { id, ...answer } = await world.added({ connectionType: "ovpn_client", host, ...tunnelFields });
      expect(answer).toMatchObject({ host: "10.8.0.5", ovpnTunnelIp: "10.8.0.5/24" });
      expect(await world.listed(id)).toMatchObject({
        ovpnServerHost: "vpn.mlango.example",
        ovpnServerPort: 1194,
        ovpnUsername: "elsewhere-1",
        ovpnCertificate: "-----CERT-----",
        ovpnCaFile: "-----CA-----",
        hasOvpnPassword: true,
      });
      const row = await world.row(id);
      expect(openSecrets(testContext(), row as { id: string; secrets: string })).toEqual({
        password: "rooftop secret",
        macAuthPassword: "",
        ovpnPassword: "tunnel secret",
      });
      expect(JSON.stringify(row)).not.toContain('secret"');
    }
    const everything = await env.DB.prepare(
      "SELECT group_concat(quote(secrets)) AS all_of FROM routers",
    ).first();
    expect(JSON.stringify(everything)).not.toMatch(/tunnel secret|rooftop/);
    const columns = (await env.DB.prepare("SELECT * FROM routers").all()).results;
    expect(JSON.stringify(columns)).not.toContain("NOBODY KEEPS");
    expect((await world.ask(listPlatformRouters)).text).not.toMatch(/tunnel secret|rooftop|NOBODY KEEPS/);
  });

  test("whose tunnel is not generated yet waits for it and is handed to no bridge", async () => {
    const bridge = await newBridge(null, "Tunnel end");
    const { id, host, statusText } = await world.added({
      connectionType: "ovpn_client",
      host: "",
      bridgeId: bridge.id,
    });
    expect([host, statusText]).toEqual(["auto-detect", "Not assigned to a provider yet"]);
    await giveRouter(id, world.seeded.demo.id);
    expect((await world.listed(id))?.statusText).toBe("Its OpenVPN configuration was not generated yet.");
    const link = await bridge.connect();
    expect(link.all("welcome")[0]?.routers).toEqual([]);
    const body = world.newRouter({ connectionType: "ovpn_client", host, password: "", ...tunnelFields });
    await world.answer(changeRouter, { params: { id }, body });
    const { routers } = await link.next("assign");
    expect(routers).toEqual([
      {
        routerId: id,
        servingEpoch: expect.any(Number),
        host: "10.8.0.5",
        port: 8728,
        username: "api",
        password: "rooftop secret",
        macAuthPassword: "",
        ownDevices: [],
        takesOver: [],
        portalHosts: ["demo.hotspot.localhost", "hotspot.localhost"],
      },
    ]);
  });

  test.each([
    [{ host: "" }, 400, "Please fill in all required fields"],
    [{ host: "a b" }, 400, noHost],
    [{ password: "" }, 400, "Please fill in all required fields"],
    [
      { connectionType: "ovpn_client", password: "" },
      400,
      "Please fill in router name, username, and password",
    ],
    [{ connectionType: "tunnel" }, 400, "Choose how the router is reached"],
    [{ bridgeId: "nobody" }, 404, "This bridge does not exist."],
  ])("with %j is refused with what is wrong", async (changes, status, message) => {
    expect(await world.refused(addRouter, { body: world.newRouter(changes) })).toEqual([status, message]);
  });

  test.each([
    [{ connectionType: "ovpn_client" }, "connectionType"],
    [{ ovpnUsername: "mine" }, "ovpnUsername"],
    [{ ovpnPassword: "mine", ovpnTunnelIp: "10.8.0.9" }, "ovpnPassword, ovpnTunnelIp"],
    [{ routerosVersion: "6.x" }, "routerosVersion"],
    [{ isActive: false }, "isActive"],
  ])("by a provider with %j is refused: that is the operator's to say", async (changes, names) => {
    expect(await world.refused(addRouter, { body: world.newRouter(changes) }, "demo")).toEqual([
      ...[400, `Only the platform's operator sets ${names}.`],
    ]);
  });
});

describe("changing a router", () => {
  test("keeps what is absent of secrets, tunnel, bridge and state", async () => {
    const bridge = await newBridge(null, "Keeper");
    const { id } = await world.added({
      ...tunnelFields,
      connectionType: "ovpn_client",
      host: "",
      bridgeId: bridge.id,
    });
    const before = await world.row(id);
    const { isActive: _, ...body } = world.newRouter({
      name: "Renamed",
      password: "",
      connectionType: "ovpn_client",
      routerosVersion: "6.x",
    });
    await env.DB.prepare("UPDATE routers SET status = 'suspended' WHERE id = ?1").bind(id).run();
    const answer = await world.answer(changeRouter, { params: { id }, body: { ...body, host: "" } });
    expect(answer).toMatchObject({ id, name: "Renamed", bridgeId: bridge.id, isActive: false });
    const { secrets, name, routeros_version, status, ...rest } = await world.row(id);
    expect(rest).toEqual(Object.fromEntries(Object.entries(before).filter(([key]) => key in rest)));
    expect([name, routeros_version, status]).toEqual(["Renamed", "6.x", "suspended"]);
    expect(openSecrets(testContext(), { id, secrets: String(secrets) })).toEqual({
      password: "rooftop secret",
      macAuthPassword: "",
      ovpnPassword: "tunnel secret",
    });
    expect(await world.audited("router.change")).toContainEqual(
      expect.objectContaining({ actor: "platform", subject: id }),
    );
  });

  test("follows a tunnel that was generated anew, and goes by an address of its own where one is given", async () => {
    const { id } = await world.added({ ...tunnelFields, connectionType: "ovpn_client", host: "" });
    const change = (changes: Record<string, unknown>) =>
      world.answer(changeRouter, {
        params: { id },
        body: world.newRouter({ connectionType: "ovpn_client", password: "", ...changes }),
      });
    expect(await change({ host: "10.8.0.5", ovpnTunnelIp: "10.8.0.77" })).toMatchObject({
      host: "10.8.0.77",
    });
    expect(await change({ host: "10.9.9.9" })).toMatchObject({ host: "10.9.9.9", ovpnTunnelIp: "10.8.0.77" });
  });

  test("gives it to another bridge under an epoch above all others; the former one forgets it", async () => {
    const [first, second] = [await newBridge(null, "First"), await newBridge(null, "Second")];
    const body = (bridgeId: string) => world.newRouter({ host: "10.1.0.9", bridgeId, password: "" });
    const id = gate();
    await world.answer(changeRouter, { params: { id }, body: body(first.id) });
    const [one, two] = [await first.connect(), await second.connect()];
    expect(one.all("welcome")[0]?.routers.map(({ routerId }) => routerId)).toEqual([id]);
    const other = world.seeded.savanna.routers[0]?.id;
    await env.DB.prepare("UPDATE routers SET serving_epoch = 900000000 WHERE id = ?1").bind(other).run();
    await world.answer(changeRouter, { params: { id }, body: body(second.id) });
    expect((await one.next("forget")).routerId).toBe(id);
    const { routers } = await two.next("assign");
    expect(routers).toEqual([expect.objectContaining({ routerId: id, servingEpoch: 900_000_001 })]);
    await world.answer(changeRouter, { params: { id }, body: body("none") });
    expect((await two.next("forget")).routerId).toBe(id);
    expect(await world.listed(id)).toMatchObject({ bridgeId: null, statusText: "No bridge installed" });
  });

  test("to a bridge of another provider, or to an address in use, is refused", async () => {
    const foreign = await newBridge(world.seeded.savanna, "Lodge box");
    const shared = await newBridge(null, "Shared box");
    const body = (changes: Record<string, unknown>) => world.newRouter({ host: "10.1.0.20", ...changes });
    expect(
      await world.refused(changeRouter, { params: { id: gate() }, body: body({ bridgeId: foreign.id }) }),
    ).toEqual([409, "This bridge belongs to another provider than the router."]);
    expect(await world.refused(addRouter, { body: body({ bridgeId: foreign.id }) })).toEqual([
      ...[409, "This bridge is a provider's own: assign the router to that provider first."],
    ]);
    const { id } = await world.added({ host: "10.1.0.20", bridgeId: shared.id, name: "There already" });
    expect(await world.refused(addRouter, { body: body({ bridgeId: shared.id }) })).toEqual([
      ...[409, "This bridge already serves a router at that address: There already."],
    ]);
    expect(
      (await world.ask(changeRouter, { params: { id }, body: body({ bridgeId: shared.id }) })).status,
    ).toBe(200);
  });

  test("that nobody has is not found", async () => {
    const nobody = { params: { id: "nobody" }, body: world.newRouter() };
    expect(await world.refused(changeRouter, nobody)).toEqual([404, "This router does not exist."]);
  });
});

describe("the list of all routers", () => {
  const list = async (query: Record<string, string> = {}) => {
    const answer = await world.ask(listPlatformRouters, { query });
    if (!answer.ok) throw new Error(answer.text);
    const names = answer.answer.map(({ name }) => name);
    return { names, total: Number(answer.headers.get("x-total-count")) };
  };

  test("is filtered by provider or by nobody, searched by name, address, place and provider, and paged", async () => {
    await world.added({ name: "Zebra depot", host: "zebra.lan" });
    const { demo, savanna } = world.seeded;
    expect((await list({ provider: savanna.id })).names).toEqual(["Savanna Lodge"]);
    expect((await list({ provider: demo.id })).names).toEqual(expect.arrayContaining(["Market Stall"]));
    expect((await list({ provider: "unassigned" })).names).toContain("Zebra depot");
    expect((await list({ provider: "unassigned" })).names).not.toContain("Savanna Lodge");
    expect(await list({ q: "ZEBRA.L" })).toEqual({ names: ["Zebra depot"], total: 1 });
    expect(await list({ q: "toi market" })).toEqual({ names: ["Market Stall"], total: 1 });
    expect(await list({ q: "savanna net" })).toEqual({ names: ["Savanna Lodge"], total: 1 });
    expect(await list({ q: "100%" })).toEqual({ names: [], total: 0 });
    expect((await list({ provider: "nobody" })).total).toBe(0);
    const all = await list();
    const second = await list({ page: "2", pageSize: "2" });
    expect(second).toEqual({ names: all.names.slice(2, 4), total: all.total });
    expect(all.names[0]).toBe("Zebra depot");
  });

  test("shows a router as its bridge last said, and counts what is there", async () => {
    const bridge = await newBridge(null, "Counting box");
    const body = world.newRouter({ host: "10.1.0.44", bridgeId: bridge.id, password: "" });
    await world.answer(changeRouter, { params: { id: gate() }, body });
    const before = await world.answer(routerCounts);
    const link = await bridge.connect();
    link.say({ type: "router", routerId: gate(), state: "reachable", message: "", version: "7.18" });
    await link.settled();
    expect(await world.listed(gate())).toMatchObject({
      isOnline: true,
      statusText: "Connected, RouterOS 7.18",
      bridgeName: "Counting box",
      provider: { businessName: "Demo WiFi" },
      location: "Kibera Drive, by the gate",
    });
    const { total, online, assigned, unassigned } = await world.answer(routerCounts);
    expect(online).toBe(before.online + 1);
    expect([total, unassigned]).toEqual([before.total, total - assigned]);
  });
});

describe("what both consoles share", () => {
  test("a provider's routers are the same list for the operator as for that provider", async () => {
    const { demo, savanna } = world.seeded;
    const own = await world.answer(listRouters, {}, "demo");
    expect(await world.answer(listRoutersOfProvider, { params: { providerId: demo.id } })).toEqual(own);
    const lodge = await world.answer(listRoutersOfProvider, { params: { providerId: savanna.id } });
    expect(lodge).toMatchObject([{ name: "Savanna Lodge", providerId: savanna.id }]);
    expect(await world.refused(listRoutersOfProvider, { params: { providerId: "nobody" } })).toEqual([
      ...[404, "This provider does not exist."],
    ]);
  });

  test("the operator tests any router through its bridge", async () => {
    const bridge = await newBridge(null, "Testing box");
    const { id } = await world.added({ host: "10.1.0.50", bridgeId: bridge.id });
    const test = { params: { id } };
    expect(await world.refused(testRouter, { params: { id: "nobody" } })).toEqual([
      ...[404, "This router does not exist."],
    ]);
    expect(await world.refused(testRouter, test)).toEqual([
      ...[503, "Bridges serve assigned routers only. Assign this one to a provider first."],
    ]);
    const body = world.newRouter({ host: "10.1.0.51", bridgeId: bridge.id, password: "" });
    await world.answer(changeRouter, { params: { id: gate() }, body });
    const link = await bridge.connect();
    const asking = world.answer(testRouter, { params: { id: gate() } });
    const request = await link.next("request");
    expect(request.request).toEqual({ kind: "test", routerId: gate() });
    link.say({ type: "answer", id: request.id, ok: false, message: "The password is wrong." });
    expect(await asking).toEqual({ success: false, message: "The bridge says: The password is wrong." });
  });
});
