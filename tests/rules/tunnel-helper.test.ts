import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examine } from "../../bridge/doctor.ts";
import { HelperClient } from "../../bridge/tunnels/helper-client.ts";
import type { HelperRequest } from "../../bridge/tunnels/helper-line.ts";
import type { Part } from "../support/site/processes.ts";
import { newWireguardKey } from "../support/tunnels/key.ts";
import { hasMachines, type Machine, MachineRoom } from "../support/tunnels/machines.ts";
import { dial, tunnelTo } from "../support/tunnels/wireguard.ts";

// The helper of a platform's host, with real WireGuard and nftables: what it takes, and what passes through the host.

const network = "10.67.0.0/16";

describe.runIf(hasMachines)("the tunnel helper of a host", () => {
  let room: MachineRoom;
  let host: Machine;
  let helper: Part;
  let client: HelperClient;
  const hostKey = newWireguardKey();
  const folder = () => join(host.dir, "state");
  const socket = () => join(host.dir, "helper.sock");
  const router = { key: newWireguardKey(), address: "10.67.0.16" };
  const other = { key: newWireguardKey(), address: "10.67.1.200" };
  const ask = (request: HelperRequest) => client.ask(request);
  const add = ({ key, address }: typeof router) => ask({ op: "add", publicKey: key.publicKey, address });

  async function startHelper(): Promise<void> {
    helper = await host.start({
      name: "helper",
      script: "bridge/main.ts",
      arguments: [
        ...["tunnels", "--network", network, "--number", "1", "--interface", host.tunnel],
        ...["--folder", folder(), "--socket", socket()],
      ],
    });
    client = new HelperClient(socket());
  }

  const far = (allowed = ["10.67.0.1/32"]) => ({
    publicKey: hostKey.publicKey,
    endpoint: `${host.address}:51820`,
    allowed,
  });

  /** A machine with a service, behind a tunnel to the host. */
  async function routerMachine(one: typeof router, allowed = ["10.67.0.1/32"]): Promise<Machine> {
    const machine = room.add();
    tunnelTo(machine, one.key, `${one.address}/16`, [far(allowed)]);
    await listenOn(machine);
    return machine;
  }

  const listenOn = (machine: Machine) =>
    machine.start({ name: "service", script: "tests/support/tunnels/service-process.ts" });

  beforeAll(async () => {
    room = new MachineRoom();
    host = room.add();
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), "wireguard.key"), hostKey.privateKey, { mode: 0o600 });
    await startHelper();
  });
  afterAll(async () => {
    client?.close();
    await room?.end();
  });

  test("a peer that is added comes in at its address, and one that is removed does not", async () => {
    const machine = await routerMachine(router);
    expect((await ask({ op: "list" })).peers).toEqual([]);
    await add(router);
    await add(router);
    await expect.poll(() => host.reaches(router.address, 8728)).toBe(true);
    const [held] = (await ask({ op: "list" })).peers ?? [];
    expect(held).toMatchObject({ publicKey: router.key.publicKey, address: router.address });
    expect(held?.handshakeAgeMs).toBeLessThan(60_000);

    await ask({ op: "remove", publicKey: router.key.publicKey });
    expect(host.reaches(router.address, 8728)).toBe(false);
    await add(router);
    // A router that was forgotten notices it after two minutes, or at its next start.
    dial(machine, far());
    await expect.poll(() => host.reaches(router.address, 8728)).toBe(true);
    expect(machine.reaches("10.67.0.1", 22)).toBe(false);
    const asked = { folder: host.dir, server: undefined, name: undefined };
    const doctor = async (tunnels: string) =>
      (await examine({ ...asked, tunnels })).find(({ what }) => what === "Tunnels");
    expect(await doctor(socket())).toMatchObject({ isWell: true, found: "1 of 1 routers are heard" });
    expect(await doctor(`${socket()}.not`)).toMatchObject({ isWell: false });
  });

  test("takes one address of a router for each key and no network, key or word beside", async () => {
    const fresh = newWireguardKey().publicKey;
    const refused = async (publicKey: string, address: string) => {
      await expect(ask({ op: "add", publicKey, address })).rejects.toThrow();
    };
    for (const address of [
      ...["10.67.0.0/16", "0.0.0.0/0", "10.67.0.1", "10.67.0.2", "10.67.0.15", "10.67.255.255", "10.68.0.20"],
      ...["10.67.0.020", "10.67.0.20,10.67.0.21", "10.67.0.20/24", "198.51.100.1", "::1", "", "10.67.0.16"],
    ])
      await refused(fresh, address);
    await refused(router.key.publicKey, "10.67.0.77");
    await refused(hostKey.publicKey, "10.67.0.78");
    for (const key of ["", "x", `${fresh}=`, fresh.slice(1), "$(id)", "remove", `-${fresh.slice(1)}`])
      await refused(key, "10.67.0.79");
    expect(host.run("wg", "show", host.tunnel, "allowed-ips").trim()).toBe(
      `${router.key.publicKey}\t${router.address}/32`,
    );
  });

  test("what is no request is refused, and a flood of it ends its connection alone", async () => {
    for (const line of [
      "",
      "{}",
      "add",
      '{"op":"up"}',
      '{"op":"list","interface":"eth0"}',
      JSON.stringify({
        op: "add",
        publicKey: newWireguardKey().publicKey,
        address: "10.67.0.80",
        allowed: "0.0.0.0/0",
      }),
      JSON.stringify({ op: "remove", publicKey: "x".repeat(250) }),
    ])
      expect(JSON.parse(await rawAnswer(socket(), `${line}\n`))).toEqual({
        ok: false,
        why: "this is no request",
      });
    expect(await rawAnswer(socket(), "x".repeat(100_000))).toBe("");
    expect((await ask({ op: "list" })).peers).toHaveLength(1);
  });

  test("nothing passes from one tunnel to another, to the host, to the internet or from there", async () => {
    // Both ends do all that they can: everything is sent into the tunnel, and the host would forward.
    const [one, two] = [{ key: newWireguardKey(), address: "10.67.3.1" }, other];
    for (const peer of [one, two]) await add(peer);
    const everything = ["0.0.0.0/0"];
    const attacker = await routerMachine(one, everything);
    const victim = await routerMachine(two, everything);
    const outside = room.add();
    await listenOn(outside);
    await listenOn(host);
    host.run("sysctl", "-qw", "net.ipv4.ip_forward=1");
    for (const peer of [one, two]) await expect.poll(() => host.reaches(peer.address, 8728)).toBe(true);

    // Each way is open but for the host's rules.
    attacker.run("ip", "route", "add", `${outside.address}/32`, "dev", attacker.tunnel);
    outside.run("ip", "route", "add", network, "via", host.address);
    expect(attacker.reaches(two.address, 8728)).toBe(false);
    expect(attacker.reaches("10.67.0.1", 8728)).toBe(false);
    attacker.run("ip", "route", "add", `${host.address}/32`, "dev", "eth0");
    expect(attacker.reaches(outside.address, 8728)).toBe(false);
    expect(outside.reaches(two.address, 8728)).toBe(false);
    // With an address that is not its own, also a host's.
    for (const stolen of [two.address, "10.67.0.2"]) {
      attacker.run("ip", "address", "add", `${stolen}/32`, "dev", attacker.tunnel);
      expect(attacker.reaches("10.67.0.1", 8728, stolen)).toBe(false);
      attacker.run("ip", "address", "del", `${stolen}/32`, "dev", attacker.tunnel);
    }
    // From the internet with an address of the tunnels.
    outside.run("ip", "address", "add", "10.67.0.3/32", "dev", "eth0");
    expect(outside.reaches(host.address, 8728, "10.67.0.3")).toBe(false);
    // The host still reaches both, and each of the ways would have been open without its rules.
    for (const peer of [one, two]) expect(host.reaches(peer.address, 8728)).toBe(true);
    host.run("nft", "delete", "table", "inet", "mlango_tunnels");
    expect(attacker.reaches(two.address, 8728)).toBe(true);
    expect(attacker.reaches("10.67.0.1", 8728)).toBe(true);
    expect(victim.reaches(one.address, 8728)).toBe(true);
  });

  test("one address that calls OpenVPN without end is let in so often, and nobody else is refused for it", async () => {
    client.close();
    await helper.kill();
    await startHelper();
    await host.start({
      name: "openvpn",
      script: "tests/support/tunnels/service-process.ts",
      arguments: ["1194"],
    });
    const [flooder, neighbour] = [room.add(), room.add()];
    const letIn = Number(flooder.run(process.execPath, "-e", calls(host.address, 300)));
    expect(letIn).toBeGreaterThanOrEqual(120);
    expect(letIn).toBeLessThan(140);
    expect(neighbour.reaches(host.address, 1194)).toBe(true);
  });

  test("a helper that is started anew keeps its tunnels and sets the firewall again", async () => {
    const before = host.run("wg", "show", host.tunnel, "latest-handshakes");
    client.close();
    await helper.kill();
    await startHelper();
    expect(host.run("wg", "show", host.tunnel, "latest-handshakes").split("\n").sort()).toEqual(
      before.split("\n").sort(),
    );
    expect(host.run("nft", "list", "table", "inet", "mlango_tunnels")).toContain("chain forward");
    expect(existsSync(join(folder(), "peers.json"))).toBe(true);
  });

  test("after a power cut the peers are back before anybody asked for them", async () => {
    client.close();
    await host.powerOff();
    await startHelper();
    expect((await ask({ op: "list" })).peers?.map(({ address }) => address)).toEqual(
      expect.arrayContaining([router.address, other.address]),
    );
    await expect.poll(() => host.reaches(router.address, 8728)).toBe(true);
    expect(JSON.parse(readFileSync(join(folder(), "peers.json"), "utf8"))).toHaveLength(3);
  });
});

/** A script that says how many of so many calls at once are answered within a second. */
const calls = (address: string, count: number) => `
  let answered = 0;
  for (let call = 0; call < ${count}; call++) {
    const socket = require("net").connect(1194, "${address}");
    socket.on("connect", () => answered++).on("error", () => undefined);
  }
  setTimeout(() => { console.log(answered); process.exit(0); }, 1_000);`;

/** What the helper says to these bytes, until it or half a second ends the connection. */
function rawAnswer(path: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const connection = createConnection(path);
    connection.setEncoding("utf8");
    connection.on("data", (chunk) => {
      said += chunk;
    });
    connection.on("error", () => undefined);
    connection.on("close", () => resolve(said));
    connection.write(bytes);
    setTimeout(() => connection.destroy(), 500);
  });
}
