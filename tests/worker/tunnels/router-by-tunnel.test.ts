import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  addTunnelRouter,
  createRouterSetup,
  giveTunnelCertificate,
  postSetupProgress,
  postTunnelKey,
  readRouterSetup,
  routerRoots,
  undoSetupScript,
  versionedSetupScript,
} from "#contract/router-setup";
import { addRouter, changeRouter, listRouters } from "#contract/routers";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { newWireguardKey } from "../../support/tunnels/key.ts";
import { call, send } from "../../support/worker-call.ts";
import { FleetWorld } from "../routers/platform-world.ts";
import { asRouter, newHost, tokenIn, tunnelRouter } from "./tunnel-world.ts";

// A provider adds a router without a computer at its site: the line, the key that the router posts, and what the console
// sees of it meanwhile.

let world: FleetWorld;
let host: Awaited<ReturnType<typeof newHost>>;
let link: FakeLink;

beforeAll(async () => {
  world = await FleetWorld.make();
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const add = (who: "demo" | "savanna" = "demo") =>
  world.answer(addTunnelRouter, { body: { name: "Jetty", interface: "bridge", location: "Pier" } }, who);
const progress = async (id: string) =>
  (await world.answer(readRouterSetup, { params: { id } }, "demo")).tunnel;

test("is not offered before there is a host that is there", async () => {
  const body = { name: "Jetty", interface: "bridge" };
  const refusal = "Routers without a computer at the site cannot be set up yet. Ask the platform's operator.";
  expect(await world.refused(addTunnelRouter, { body }, "demo")).toEqual([503, refusal]);
  host = await newHost(world, "Host one", "vpn1.example.com");
  expect(await world.refused(addTunnelRouter, { body }, "demo")).toEqual([503, refusal]);
});

describe("a router that comes in by a tunnel", () => {
  beforeAll(async () => {
    link = await host.bridge.connect();
  });

  test("has an address of its own, the host's bridge and its provider, and is shown with it", async () => {
    link = await host.bridge.connect();
    const made = await add();
    expect(await world.row(made.routerId)).toMatchObject({
      connection_type: "tunnel",
      bridge_id: host.bridge.id,
      provider_id: world.seeded.demo.id,
      added_by: world.seeded.demo.id,
      username: "mlango-api",
      port: 8728,
      location: "Pier",
      host: expect.stringMatching(/^10\.67\.\d+\.\d+$/),
    });
    const listed = (await world.answer(listRouters, {}, "demo")).find(({ id }) => id === made.routerId);
    expect(listed).toMatchObject({ connectionType: "tunnel", name: "Jetty" });
    const others = await world.answer(listRouters, {}, "savanna");
    expect(others.some(({ id }) => id === made.routerId)).toBe(false);
  });

  test("is given a script that names every host, and lets in their network alone", async () => {
    link = await host.bridge.connect();
    const { script } = await add();
    expect(script).toContain(
      'endpoint-address="vpn1.example.com" endpoint-port=51820 allowed-address=10.67.0.1/32',
    );
    expect(script).toContain(`public-key="${host.publicKey}"`);
    expect(script).toContain("address=10.67.0.0/29");
    expect(script).not.toMatch(/private-key|vouchers/);
  });

  test("is let in by the key that it posts; one that another router or a host has is refused", async () => {
    link = await host.bridge.connect();
    const [mine, theirs] = [
      await tunnelRouter(world, "Mine"),
      await tunnelRouter(world, "Theirs", "savanna"),
    ];
    for (const [key, status] of [
      [theirs.publicKey, 409],
      [host.publicKey, 409],
      ["short", 400],
      [`${newWireguardKey().publicKey} `, 400],
    ] as const)
      expect((await asRouter.key(mine.token, key)).status).toBe(status);
    const { results } = await env.DB.prepare(
      "SELECT router_id, public_key FROM tunnel_peers WHERE router_id IN (?1, ?2)",
    )
      .bind(mine.id, theirs.id)
      .all();
    expect(Object.fromEntries(results.map((row) => [row.router_id, row.public_key]))).toEqual({
      [mine.id]: mine.publicKey,
      [theirs.id]: theirs.publicKey,
    });
    // Pasted twice it is the same.
    expect((await asRouter.key(mine.token, mine.publicKey)).ok).toBe(true);
  });

  test("takes a key and a certificate to the network alone that fetched its script; told twice it is the same", async () => {
    link = await host.bridge.connect();
    const made = await add();
    const token = tokenIn(made.command);
    const from = (address: string) => ({ origin: null, headers: { "cf-connecting-ip": address } });
    const [home, elsewhere] = [from("203.0.113.9"), from("198.51.100.23")];
    const script = { params: { token, major: "6" } };
    expect((await send(versionedSetupScript, script, home)).status).toBe(200);
    expect(await world.row(made.routerId)).toMatchObject({ routeros_version: "6.x" });
    expect((await send(versionedSetupScript, { params: { token, major: "7" } }, elsewhere)).status).toBe(404);
    expect(await world.row(made.routerId)).toMatchObject({ routeros_version: "6.x" });

    const certificate = (options: typeof home) =>
      send(giveTunnelCertificate, { params: { token }, body: {} }, options);
    const key = (body: { publicKey?: string; certificate?: string }, options: typeof home) =>
      call(postTunnelKey, { params: { token }, body }, options).then(({ status }) => status);
    expect((await certificate(elsewhere)).status).toBe(404);
    expect((await certificate(home)).status).toBe(200);
    // Forged: nobody gave it out.
    expect(await key({ certificate: "ab".repeat(32) }, home)).toBe(409);
    const { publicKey } = newWireguardKey();
    expect(await key({ publicKey }, elsewhere)).toBe(404);
    const peer = () =>
      env.DB.prepare("SELECT public_key FROM tunnel_peers WHERE router_id = ?1")
        .bind(made.routerId)
        .first("public_key");
    expect(await peer()).toBeNull();
    expect([await key({ publicKey }, home), await key({ publicKey }, home)]).toEqual([200, 200]);
    expect(await peer()).toBe(publicKey);
  });

  test("tells how far its script is from the network alone that fetched it; who reads the token elsewhere tells nothing", async () => {
    link = await host.bridge.connect();
    const made = await add();
    const token = tokenIn(made.command);
    const from = (address: string) => ({ origin: null, headers: { "cf-connecting-ip": address } });
    const [home, elsewhere] = [from("203.0.113.9"), from("198.51.100.23")];
    expect((await send(versionedSetupScript, { params: { token, major: "7" } }, home)).status).toBe(200);
    const tell = (options: typeof home, body: { stopped?: string } = {}) =>
      call(postSetupProgress, { params: { token }, body }, options).then(({ status }) => status);
    expect([await tell(elsewhere, { stopped: "device_mode" }), await tell(elsewhere)]).toEqual([404, 404]);
    expect(await progress(made.routerId)).toEqual({ done: ["fetched"], stopped: null });
    const refused = await env.DB.prepare(
      "SELECT count(*) AS n FROM audit WHERE action = 'router.set_up_refused' AND subject = ?1",
    )
      .bind(made.routerId)
      .first("n");
    expect(refused).toBe(1);
    expect(await tell(home, { stopped: "device_mode" })).toBe(200);
    expect((await progress(made.routerId))?.stopped?.why).toContain("Device mode");
    expect(await tell(home)).toBe(200);
  });

  test("is let in by no token that is old, made up, or of a router at a site's bridge", async () => {
    link = await host.bridge.connect();
    const { token, publicKey } = await tunnelRouter(world, "Late");
    expect((await asRouter.key("0".repeat(32), publicKey)).status).toBe(404);
    const direct = world.seeded.demo.routers[0]?.id ?? "";
    const body = { routerosVersion: "7.x", interface: "bridge", bridgeAddress: "192.168.88.10" };
    const made = await world.answer(createRouterSetup, { params: { id: direct }, body }, "demo");
    expect((await asRouter.key(tokenIn(made.command), newWireguardKey().publicKey)).status).toBe(404);
    vi.useFakeTimers({ now: Date.now() + 31 * 60_000, toFake: ["Date"] });
    expect((await asRouter.key(token, publicKey)).status).toBe(404);
  });

  test("keeps its address and its way in when the operator edits it; no other router becomes one", async () => {
    link = await host.bridge.connect();
    const { id, address } = await tunnelRouter(world, "Edited");
    const edited = {
      ...world.newRouter({ name: "Renamed", host: "", password: "" }),
      bridgeId: host.bridge.id,
    };
    const put = (connectionType: string) => ({ params: { id }, body: { ...edited, connectionType } });
    await world.answer(changeRouter, put("tunnel"));
    expect(await world.row(id)).toMatchObject({
      name: "Renamed",
      host: address,
      connection_type: "tunnel",
    });
    expect((await world.refused(changeRouter, put("direct")))[0]).toBe(400);
    const wanted = { body: world.newRouter({ connectionType: "tunnel" }) };
    expect((await world.refused(addRouter, wanted))[0]).toBe(400);
    const direct = await world.added({ name: "Direct", host: "10.8.8.8" });
    const made = { params: { id: direct.id }, body: world.newRouter({ connectionType: "tunnel" }) };
    expect((await world.refused(changeRouter, made))[0]).toBe(400);
  });

  test("a set-up at a site's bridge still names that bridge's address", async () => {
    const direct = world.seeded.demo.routers[0]?.id ?? "";
    const body = { routerosVersion: "7.x", interface: "bridge" };
    expect((await world.refused(createRouterSetup, { params: { id: direct }, body }, "demo"))[0]).toBe(400);
  });
});

describe("what the console sees meanwhile", () => {
  /** Answers the host's next question for a tunnel. */
  const answerTunnel = async (asked: Promise<unknown>, handshakeAgeMs: number | null) => {
    const { id, request } = await link.next("request", (message) => message.request.kind === "tunnel");
    link.say({ type: "answer", id, ok: true, message: "", result: { handshakeAgeMs } });
    await asked;
    return request;
  };

  test("each step is done when the one before it is, and the last when a device was seen", async () => {
    link = await host.bridge.connect();
    const made = await add();
    const id = made.routerId;
    const token = tokenIn(made.command);
    expect(await progress(id)).toEqual({ done: [], stopped: null });
    await asRouter.script(token);
    expect(await progress(id)).toEqual({ done: ["fetched"], stopped: null });
    const { publicKey } = newWireguardKey();
    await asRouter.key(token, publicKey);
    let asked = progress(id);
    expect(await answerTunnel(asked, null)).toEqual({ kind: "tunnel", publicKey });
    expect(await asked).toEqual({ done: ["fetched", "keyed"], stopped: null });
    asked = progress(id);
    await answerTunnel(asked, 1_000);
    expect(await asked).toEqual({ done: ["fetched", "keyed", "tunnel"], stopped: null });

    const assigned = await link.until(
      () =>
        link
          .all("assign")
          .flatMap(({ routers }) => routers)
          .findLast((one) => one.routerId === id)?.setup,
      "the set-up",
    );
    link.say({ type: "set_up", routerId: id, setupId: assigned.id });
    link.say({
      type: "router",
      routerId: id,
      state: "reachable",
      message: null,
      version: "7.18.2",
      seenAgeMs: 0,
    });
    await link.settled();
    expect((await progress(id))?.done).toEqual(["fetched", "keyed", "tunnel", "logged_in"]);
  });

  test("a line that nobody asks for says after a minute what a new router needs, until it is asked for or over", async () => {
    link = await host.bridge.connect();
    const made = await add();
    const unfetched = async () =>
      (await world.answer(readRouterSetup, { params: { id: made.routerId } }, "demo")).unfetched;
    const begun = Date.now();
    vi.useFakeTimers({ now: begun + 55_000, toFake: ["Date"] });
    expect(await unfetched()).toBeNull();
    vi.setSystemTime(begun + 61_000);
    expect(await unfetched()).toEqual({
      why: "Nothing has asked for this line yet.",
      next: expect.stringContaining("/system device-mode update hotspot=yes fetch=yes proxy=yes"),
    });
    vi.setSystemTime(begun + 31 * 60_000);
    expect(await unfetched()).toBeNull();
    vi.setSystemTime(begun + 61_000);
    await asRouter.script(tokenIn(made.command));
    expect(await unfetched()).toBeNull();
  });

  test("a script that stopped says where, and what to do; pasted again it begins anew", async () => {
    link = await host.bridge.connect();
    const made = await add();
    const token = tokenIn(made.command);
    await asRouter.script(token);
    const stop = (stopped?: string) =>
      call(postSetupProgress, { params: { token }, body: stopped ? { stopped } : {} }, { origin: null });
    expect((await stop("device_mode")).ok).toBe(true);
    expect(await progress(made.routerId)).toEqual({
      done: ["fetched"],
      stopped: {
        why: "Device mode forbids the hotspot on this router.",
        next: expect.stringContaining("/system device-mode update hotspot=yes"),
      },
    });
    // Version 6 has no device mode to look at.
    await send(versionedSetupScript, { params: { token, major: "6" } }, { origin: null });
    await stop("off");
    expect((await progress(made.routerId))?.stopped?.next).toContain(
      "Look at what the router's terminal says",
    );
    expect((await stop("<script>")).status).toBe(400);
    await asRouter.script(token);
    expect(await progress(made.routerId)).toEqual({ done: ["fetched"], stopped: null });
  });

  test("a key that does not come, and a tunnel that does not come up, are named after a while", async () => {
    link = await host.bridge.connect();
    const made = await add();
    const token = tokenIn(made.command);
    await asRouter.script(token);
    const begun = Date.now();
    vi.useFakeTimers({ now: begun + 60_000, toFake: ["Date"] });
    expect((await progress(made.routerId))?.stopped?.why).toBe(
      "The router has fetched the script and has not told its key yet.",
    );
    vi.setSystemTime(begun);
    await asRouter.key(token, newWireguardKey().publicKey);
    vi.setSystemTime(begun + 60_000);
    const asked = progress(made.routerId);
    await answerTunnel(asked, null);
    expect((await asked)?.stopped?.next).toContain("UDP port 51820");
  });
});

test("the roots for a router that has none are given to anybody, as a file of certificates", async () => {
  const response = await send(routerRoots, {}, { origin: null });
  const text = await response.text();
  expect([response.status, text.match(/-----BEGIN CERTIFICATE-----/g)?.length]).toEqual([200, 8]);
});

test("the undo line fetches a script that holds no secret and is the same for all", async () => {
  link = await host.bridge.connect();
  const { routerId } = await add();
  const { undoCommand, undoScript } = await world.answer(
    readRouterSetup,
    { params: { id: routerId } },
    "demo",
  );
  expect(undoCommand).toContain(
    '/tool fetch url="http://hotspot.localhost/api/router-undo" dst-path=mlango-undo.rsc }',
  );
  expect(undoCommand).toContain("/import mlango-undo.rsc }");
  expect(await (await send(undoSetupScript, {}, { origin: null })).text()).toBe(undoScript);
});
