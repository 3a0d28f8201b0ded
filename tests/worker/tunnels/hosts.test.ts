import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createPlatformBridgeCode, revokePlatformBridge } from "#contract/bridges";
import { generateOvpn, listVpnClients, revokeVpnClient } from "#contract/openvpn";
import { assignRouter } from "#contract/platform-routers";
import { createRouterSetup, readRouterSetup } from "#contract/router-setup";
import { changeRouter, removeRouter } from "#contract/routers";
import { listTunnelHosts, removeTunnelHost, saveTunnelHost, tunnelHostFiles } from "#contract/tunnels";
import { minuteMs } from "#contract/values/time";
import { hostAddress } from "#contract/values/tunnel-network";
import { sweepVpnClients } from "#worker/features/openvpn/index";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { newWireguardKey } from "../../support/tunnels/key.ts";
import { send } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { FleetWorld, newBridge } from "../routers/platform-world.ts";
import { asRouter, newHost, tokenIn, tunnelRouter } from "./tunnel-world.ts";

// Hosts of the platform: how they are set up, what their bridges are told of tunnels, and who drives a router when one is gone.

let world: FleetWorld;
let one: Awaited<ReturnType<typeof newHost>>;
let two: typeof one;

beforeAll(async () => {
  world = await FleetWorld.make();
  one = await newHost(world, "Host one", "vpn1.example.com");
  two = await newHost(world, "Host two", "198.51.100.7");
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const files = async (code: string) => {
  const response = await send(tunnelHostFiles, { body: { code } }, { origin: null });
  return { status: response.status, text: await response.text() };
};
/** All peers that a link was told so far, by address. */
function peersOn(link: FakeLink): Record<string, string> {
  const held = new Map<string, string>();
  for (const { mode, peers, gone } of link.all("tunnels")) {
    if (mode !== "change") held.clear();
    for (const key of gone) held.delete(key);
    for (const { publicKey, address } of peers) held.set(publicKey, address);
  }
  return Object.fromEntries([...held].map(([key, address]) => [address, key]));
}

describe("setting up a host", () => {
  test("is one line with its number and a code", async () => {
    expect(one.installCommand).toBe(
      `curl -fsS http://hotspot.localhost/bridge/install | sudo sh -s -- ${one.code} --host 1`,
    );
    const hosts = await world.answer(listTunnelHosts);
    expect(hosts.map(({ id, name, address }) => [id, name, address])).toEqual([
      ["1", "Host one", "vpn1.example.com"],
      ["2", "Host two", "198.51.100.7"],
    ]);
    expect(hosts[0]).toMatchObject({ bridgeId: one.bridge.id, isOnline: false, routers: 0 });
  });

  test("gives its key to who has the unused code, and to nobody else", async () => {
    // Used already: its bridge enrolled by it.
    expect((await files(one.code)).status).toBe(409);
    const other = await world.answer(createPlatformBridgeCode, { body: { name: "No host" } });
    expect((await files(other.code)).status).toBe(409);
    expect((await files("AAAA-BBBB-CCCC-DDDD")).status).toBe(409);
    const again = await world.answer(saveTunnelHost, {
      body: { name: "host ONE", address: "vpn1.example.com" },
    });
    expect(again.id).toBe("1");
    const { status, text } = await files(again.code);
    expect(status).toBe(200);
    const key = /^[A-Za-z0-9+/]{43}=$/m.exec(text)?.[0] ?? "no key";
    expect(key).toHaveLength(44);
    expect(key).not.toBe(one.publicKey);
    expect(text).toMatch(/-----BEGIN PRIVATE KEY-----[\s\S]+server\.key/);
    const { results } = await env.DB.prepare("SELECT private_key FROM tunnel_hosts").all();
    expect(JSON.stringify(results)).not.toContain(key);
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ["Date"] });
    expect((await files(again.code)).status).toBe(409);
  });

  test("keeps the host's key and number for the machine that takes its place", async () => {
    const again = await world.answer(saveTunnelHost, { body: { name: "Host two", address: "198.51.100.8" } });
    const bridge = await FakeBridge.enrol(again.code);
    const host = (await world.answer(listTunnelHosts)).find(({ id }) => id === "2");
    expect(host).toMatchObject({ bridgeId: bridge.id, publicKey: two.publicKey, address: "198.51.100.8" });
    two = { ...two, bridge };
  });

  test.each([
    "",
    "localhost",
    "vpn 1.example.com",
    "https://vpn.example.com",
    "a..b",
    "-a.example.com",
    "::1",
  ])("takes no address that routers could not call: %s", async (address) => {
    expect((await world.refused(saveTunnelHost, { body: { name: "X", address } }))[0]).toBe(400);
  });

  test("is the operator's alone, and refuses the name of a bridge that is running", async () => {
    expect(
      (await world.ask(saveTunnelHost, { body: { name: "X", address: "a.example.com" } }, "demo")).status,
    ).toBe(404);
    await (await one.bridge.connect()).settled();
    const [status] = await world.refused(saveTunnelHost, {
      body: { name: "Host one", address: "b.example.com" },
    });
    expect(status).toBe(409);
  });
});

describe("a host's bridge", () => {
  test("is told a configuration that an operator generated, and at once that it is revoked", async () => {
    const link = await one.bridge.connect();
    await link.next("tunnels", ({ mode }) => mode === "last");
    const made = await world.answer(generateOvpn, { body: { routerName: "Hill" } });
    const [client] = await world.answer(listVpnClients, { query: { q: made.username } });
    const peer = { certificate: client?.fingerprint, address: made.tunnelIp };
    const came = await link.next("tunnels", ({ mode }) => mode === "change");
    expect(came.openvpn).toEqual({ peers: [peer], gone: [] });
    const late = await two.bridge.connect();
    expect((await late.next("tunnels", ({ mode }) => mode === "last")).openvpn?.peers).toContainEqual(peer);
    await world.answer(revokeVpnClient, { params: { id: client?.id ?? "" } });
    for (const told of [link, late]) {
      const left = await told.next("tunnels", ({ openvpn }) => (openvpn?.gone.length ?? 0) > 0);
      expect(left).toMatchObject({ mode: "change", openvpn: { peers: [], gone: [peer.certificate] } });
    }
    // Once more, for a host that did not hear it; after ten minutes no more.
    const sweepAfter = (minutes: number) =>
      sweepVpnClients(testContext({ now: () => Date.now() + minutes * minuteMs }));
    const said = () =>
      link.all("tunnels").filter(({ openvpn }) => openvpn?.gone.includes(peer.certificate ?? ""));
    await sweepAfter(1);
    await expect.poll(() => said().length).toBe(2);
    await sweepAfter(11);
    await link.settled();
    expect(said()).toHaveLength(2);
  });

  test("is told all tunnels when it dials in, then each change; no other bridge is told any", async () => {
    const link = await one.bridge.connect();
    expect(link.all("welcome")[0]?.heartbeatMs).toBe(5_000);
    await link.next("tunnels", ({ mode }) => mode === "last");
    const site = await (await newBridge(null, "Somewhere")).connect();
    const [first, second] = [
      await tunnelRouter(world, "First"),
      await tunnelRouter(world, "Second", "savanna"),
    ];
    await link.until(() => Object.keys(peersOn(link)).length === 2, "both peers");
    expect(peersOn(link)).toEqual({ [first.address]: first.publicKey, [second.address]: second.publicKey });

    const late = await two.bridge.connect();
    await late.next("tunnels", ({ mode }) => mode === "last");
    expect(peersOn(late)).toEqual(peersOn(link));

    // Its script ran anew, on a router that was reset: another key, and the former one is good no more.
    const { publicKey } = newWireguardKey();
    expect((await asRouter.key(first.token, publicKey)).ok).toBe(true);
    await world.answer(removeRouter, { params: { id: second.id }, query: { confirm: "true" } }, "savanna");
    for (const told of [link, late]) {
      await told.until(() => peersOn(told)[first.address] === publicKey, "the new key");
      await told.until(() => Object.keys(peersOn(told)).length === 1, "the router that left");
    }
    expect(site.all("tunnels")).toEqual([]);
    expect(site.all("welcome")[0]?.heartbeatMs).toBeUndefined();
  });

  test("is told thousands in parts", async () => {
    const rows = Array.from({ length: 2_100 }, (_, index) => index);
    const routers = rows.map(
      (index) => `('many-${index}', 'n', '10.67.200.1', 1, 'u', '', ${Date.now()}, ${Date.now()})`,
    );
    for (let at = 0; at < rows.length; at += 300) {
      await env.DB.prepare(
        `INSERT INTO routers (id, name, host, port, username, secrets, created_at, archived_at)
        VALUES ${routers.slice(at, at + 300).join(", ")}`,
      ).run();
      await env.DB.prepare(
        `INSERT INTO tunnel_peers (router_id, address, public_key, created_at)
        VALUES ${rows
          .slice(at, at + 300)
          .map(
            (index) => `('many-${index}', '10.68.${100 + (index >> 8)}.${index & 255}', 'key ${index}', 1)`,
          )
          .join(", ")}`,
      ).run();
    }
    const link = await one.bridge.connect();
    await link.next("tunnels", ({ mode }) => mode === "last");
    expect(link.all("tunnels").map(({ mode, peers }) => [mode, peers.length])).toEqual([
      ["more", 1_000],
      ["more", 1_000],
      ["last", 101],
    ]);
    await env.DB.prepare("DELETE FROM tunnel_peers WHERE router_id LIKE 'many-%'").run();
  });
});

describe("a host that falls silent", () => {
  const alarmAt = async (bridge: FakeBridge, at: number) => {
    vi.useFakeTimers({ now: at, toFake: ["Date"] });
    await runDurableObjectAlarm(env.BRIDGE.getByName(bridge.id));
  };

  test("is followed by the other one within 30 seconds, under a greater epoch; what it drives by itself stays", async () => {
    const first = await one.bridge.connect();
    const router = await tunnelRouter(world, "Lake");
    expect((await world.row(router.id)).bridge_id).toBe(one.bridge.id);
    const direct = await world.added({ name: "Beside", host: "10.9.9.9", bridgeId: one.bridge.id });
    const epoch = await world.epoch(router.id);
    const second = await two.bridge.connect();
    expect(second.all("welcome")[0]?.routers).toEqual([]);

    // A new version of the bridge is back within seconds: nothing moves.
    await first.close();
    await alarmAt(one.bridge, Date.now() + 8_000);
    expect((await world.row(router.id)).bridge_id).toBe(one.bridge.id);
    // The other host shows itself; this one does not.
    vi.setSystemTime(Date.now() + 12_000);
    second.sayRaw("ping");
    await second.until(() => second.pongs > 0, "a pong");
    second.say({ type: "usage", sessions: [] });
    await second.settled();
    await alarmAt(one.bridge, Date.now());
    expect((await world.row(router.id)).bridge_id).toBe(two.bridge.id);
    const above = await world.epoch(router.id);
    expect(above).toBeGreaterThan(epoch);
    expect((await world.row(direct.id)).bridge_id).toBe(one.bridge.id);
    const told = await second.next("assign", ({ routers }) => routers.length > 0);
    expect(told.routers).toContainEqual(
      expect.objectContaining({ routerId: router.id, host: router.address, servingEpoch: above }),
    );
    expect((await world.audited("tunnel_host.take_over")).at(-1)).toMatchObject({
      actor: "system",
      subject: "2",
      detail: { from: one.bridge.id, routers: 2 },
    });
    // Back again, it is told that the router is not its own.
    vi.useRealTimers();
    const back = await one.bridge.connect();
    expect(back.all("welcome")[0]?.routers.map(({ routerId }) => routerId)).not.toContain(router.id);
    await back.next("forget", ({ routerId }) => routerId === router.id);
  });

  /** The other host shows itself, this one was silent for 13 seconds. */
  async function fallSilent(bridge: FakeBridge, other: FakeLink): Promise<void> {
    vi.useFakeTimers({ now: Date.now() + 13_000, toFake: ["Date"] });
    other.say({ type: "usage", sessions: [] });
    await other.settled();
    await alarmAt(bridge, Date.now());
  }

  /** Its line is made and pasted again: from now on it has a tunnel to each host that stands. */
  async function pasteAgain(id: string): Promise<void> {
    const body = { routerosVersion: "7.x", interface: "bridge" } as const;
    const { command } = await world.answer(createRouterSetup, { params: { id }, body }, "demo");
    expect((await asRouter.key(tokenIn(command), newWireguardKey().publicKey)).ok).toBe(true);
  }

  test("is followed by a host that came later only at routers whose line was pasted since", async () => {
    const [first, second] = [await one.bridge.connect(), await two.bridge.connect()];
    const [told, untold] = [await tunnelRouter(world, "Told"), await tunnelRouter(world, "Untold")];
    const drivers = async () =>
      Promise.all([told, untold].map(async ({ id }) => (await world.row(id)).bridge_id));
    const [home] = await drivers();
    const [from, link, rest] = home === one.bridge.id ? [one, first, second] : [two, second, first];
    // The other one that both know is away, too.
    await rest.close();
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
    const late = await newHost(world, "Host three", "vpn3.example.com");
    const there = await late.bridge.connect();
    const strangers = async () =>
      (await world.answer(listTunnelHosts)).find(({ id }) => id === late.id)?.strangers ?? 0;
    const before = await strangers();
    await pasteAgain(told.id);
    expect(await strangers()).toBe(before - 1);
    await link.close();
    await fallSilent(from.bridge, there);
    expect(await drivers()).toEqual([late.bridge.id, home]);
    expect(await world.refused(removeTunnelHost, { params: { id: from === one ? "1" : "2" } })).toEqual([
      409,
      expect.stringMatching(
        /^\d+ routers? knows? no other host yet\. Have their lines pasted again first\.$/,
      ),
    ]);
    await pasteAgain(untold.id);
    await fallSilent(from.bridge, there);
    expect(await drivers()).toEqual([late.bridge.id, late.bridge.id]);
    vi.useRealTimers();
    await Promise.all([one.bridge.connect(), two.bridge.connect()]);
    await world.answer(removeTunnelHost, { params: { id: late.id } });
  });

  test.each(["by the next look", "where it is back before that"])(
    "has a take-over that was cut off right after it was written told %s",
    async (when) => {
      const [first, second] = [await one.bridge.connect(), await two.bridge.connect()];
      const router = await tunnelRouter(world, `Cut off ${when}`);
      const isFirst = (await world.row(router.id)).bridge_id === one.bridge.id;
      const [from, to, link, other] = isFirst ? [one, two, first, second] : [two, one, second, first];
      await env.DB.prepare(
        "UPDATE routers SET bridge_id = ?1, serving_epoch = serving_epoch + 1 WHERE id = ?2",
      )
        .bind(to.bridge.id, router.id)
        .run();
      await link.close();
      const told = other.next("assign", ({ routers }) =>
        routers.some(({ routerId }) => routerId === router.id),
      );
      if (when === "by the next look") await fallSilent(from.bridge, other);
      else await from.bridge.connect();
      await told;
    },
  );

  test("keeps its routers while no other host is there", async () => {
    const link = await two.bridge.connect();
    const router = await tunnelRouter(world, "Alone");
    expect((await world.row(router.id)).bridge_id).toBe(two.bridge.id);
    await link.close();
    await alarmAt(two.bridge, Date.now() + 60_000);
    expect((await world.row(router.id)).bridge_id).toBe(two.bridge.id);
  });

  test("gives its routers away when its bridge is revoked; where none is there they wait for the next one", async () => {
    const [first, second] = [await one.bridge.connect(), await two.bridge.connect()];
    const router = await tunnelRouter(world, "Orphan");
    const driver = async () => (await world.row(router.id)).bridge_id;
    const was = await driver();
    const [gone, other] = was === one.bridge.id ? [one, two] : [two, one];
    await world.answer(revokePlatformBridge, { params: { id: gone.bridge.id } });
    expect(await driver()).toBe(other.bridge.id);
    await (gone === one ? second : first).close();
    await alarmAt(other.bridge, Date.now() + 60_000);
    await world.answer(revokePlatformBridge, { params: { id: other.bridge.id } });
    expect(await driver()).toBeNull();
    vi.useRealTimers();
    for (const host of [one, two]) {
      const name = host === one ? "Host one" : "Host two";
      const again = await world.answer(saveTunnelHost, { body: { name, address: "198.51.100.9" } });
      host.bridge = await FakeBridge.enrol(again.code);
    }
    expect(await driver()).toBe(one.bridge.id);
  });

  test("is removed once the other one drives its routers; the last one is not", async () => {
    const [first, second] = [await one.bridge.connect(), await two.bridge.connect()];
    const routers = async () =>
      (await world.answer(listTunnelHosts)).map(({ id, routers: count }) => [id, count]);
    const before = await routers();
    const all = before.reduce((sum, [, count]) => sum + Number(count), 0);
    expect(all).toBeGreaterThan(0);
    await world.answer(removeTunnelHost, { params: { id: "2" } });
    expect((await second.end()).reason).toBe("revoked");
    expect((await routers())[0]?.[0]).toBe("1");
    expect(await world.refused(removeTunnelHost, { params: { id: "1" } })).toEqual([
      409,
      expect.stringContaining("Host one is the only host"),
    ]);
    expect(await world.refused(removeTunnelHost, { params: { id: "2" } })).toEqual([
      404,
      "This host does not exist.",
    ]);
    await first.close();
  });
});

describe("a router with a generated configuration", () => {
  const address = "vpn3.example.com";
  const saved = (host: string, ovpnServerHost = address) =>
    world.added({ connectionType: "ovpn_client", host, bridgeId: "none", ovpnServerHost });
  const bridgeOf = async (id: string) => (await world.row(id)).bridge_id;

  test("saved before its host's bridge enrolled is that bridge's then; taken away from it, no later one's", async () => {
    const { code, id } = await world.answer(saveTunnelHost, { body: { name: "Host three", address } });
    const [waits, elsewhere] = [await saved("10.67.97.1"), await saved("10.67.97.2", "other.example.com")];
    const first = await FakeBridge.enrol(code);
    expect(await bridgeOf(waits.id)).toBe(first.id);
    expect(await bridgeOf(elsewhere.id)).toBeNull();
    const takenAway = { connectionType: "ovpn_client", host: "10.67.97.1", bridgeId: "none", password: "" };
    await world.answer(changeRouter, { params: { id: waits.id }, body: world.newRouter(takenAway) });
    const again = await world.answer(saveTunnelHost, { body: { name: "Host three", address } });
    await FakeBridge.enrol(again.code);
    expect(await bridgeOf(waits.id)).toBeNull();
    await world.answer(removeTunnelHost, { params: { id } });
  });

  test("is set up without a question for its bridge's address, unless another bridge drives it", async () => {
    const { code, id: number } = await world.answer(saveTunnelHost, { body: { name: "Host four", address } });
    const { id } = await saved("10.67.97.3");
    await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.demo.id } });
    const body = { routerosVersion: "7.x", interface: "bridge" };
    const own = hostAddress(testContext().settings.TUNNEL_NETWORK, Number(number));
    const known = await world.answer(readRouterSetup, { params: { id } }, "demo");
    expect(known).toMatchObject({ comesInAtHost: true, bridgeAddress: own, tunnel: null });
    const { script } = await world.answer(createRouterSetup, { params: { id }, body }, "demo");
    expect(script).toContain(`address=${own}/32`);
    await FakeBridge.enrol(code);
    expect(await world.answer(readRouterSetup, { params: { id } }, "demo")).toMatchObject({
      comesInAtHost: true,
    });
    const other = await newBridge(null, "At the site");
    await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2").bind(other.id, id).run();
    expect(await world.answer(readRouterSetup, { params: { id } }, "demo")).toMatchObject({
      comesInAtHost: false,
    });
    expect((await world.refused(createRouterSetup, { params: { id }, body }, "demo"))[0]).toBe(400);
  });
});
