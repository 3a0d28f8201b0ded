import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Authority,
  issueClient,
  issueServer,
  makeAuthority,
} from "#worker/features/tunnels/certificates";
import { examine } from "../../bridge/doctor.ts";
import { HelperClient } from "../../bridge/tunnels/helper-client.ts";
import type { HelperRequest } from "../../bridge/tunnels/helper-line.ts";
import type { Part } from "../support/site/processes.ts";
import { newWireguardKey } from "../support/tunnels/key.ts";
import { hasMachines, type Machine, MachineRoom } from "../support/tunnels/machines.ts";
import { openvpnOptions, openvpnTo, startOpenvpn } from "../support/tunnels/openvpn.ts";
import { tunnelTo } from "../support/tunnels/wireguard.ts";

// The helper of a platform's host and its OpenVPN, both Debian's own: who comes in, who does not any more, and what passes.

type Router = { address: string; certificate: string; privateKey: string; fingerprint: string };

describe.runIf(hasMachines)("the OpenVPN of a host", () => {
  let room: MachineRoom;
  let host: Machine;
  let helper: Part;
  let client: HelperClient;
  let authority: Authority;
  const hostKey = newWireguardKey();
  const folder = () => join(host.dir, "openvpn");
  const socket = () => join(host.dir, "helper.sock");
  const ask = (request: HelperRequest) => client.ask(request);
  const add = ({ fingerprint, address }: Router) =>
    ask({ op: "add_openvpn", certificate: fingerprint, address });
  const held = async () => (await ask({ op: "list" })).openvpn ?? [];
  const nameOf = (address: string) => `router-${address.replaceAll(".", "-")}`;

  async function router(address: string, name = nameOf(address), by = authority): Promise<Router> {
    return { address, ...(await issueClient(by, name, Date.now(), 86_400_000)) };
  }

  /** A machine with a service, which dials in. */
  async function dialIn(one: Router, by = authority): Promise<Machine> {
    const machine = room.add();
    const { certificate, privateKey } = one;
    await openvpnTo(machine, "ovpn-mlango-1", {
      endpoint: host.address,
      port: 1194,
      certificate,
      privateKey,
      authority: by.certificate,
    });
    await listenOn(machine);
    return machine;
  }
  const listenOn = (machine: Machine) =>
    machine.start({ name: "service", script: "tests/support/tunnels/service-process.ts" });
  const comesIn = ({ address }: Router) => expect.poll(() => host.reaches(address, 8728)).toBe(true);

  async function startHelper(): Promise<void> {
    helper = await host.start({
      name: "helper",
      script: "bridge/main.ts",
      arguments: [
        ...["tunnels", "--network", "10.67.0.0/16", "--number", "1", "--interface", host.tunnel],
        ...["--folder", join(host.dir, "state"), "--socket", socket(), ...openvpnOptions(host)],
      ],
    });
    client = new HelperClient(socket());
  }

  let first: Router;
  let firstMachine: Machine;
  beforeAll(async () => {
    room = new MachineRoom();
    host = room.add();
    for (const name of [join(host.dir, "state"), folder()]) mkdirSync(name, { recursive: true });
    writeFileSync(join(host.dir, "state", "wireguard.key"), hostKey.privateKey, { mode: 0o600 });
    authority = await makeAuthority(Date.now());
    const server = await issueServer(authority, host.address, Date.now(), 86_400_000);
    writeFileSync(join(folder(), "ca.crt"), authority.certificate);
    writeFileSync(join(folder(), "server.crt"), server.certificate);
    writeFileSync(join(folder(), "server.key"), server.privateKey, { mode: 0o600 });
    await startHelper();
    await startOpenvpn(host);
    first = await router("10.67.131.4");
  });
  afterAll(async () => {
    client?.close();
    await room?.end();
  });

  test("a router that is added comes in at its address; its host runs without any right over the network", async () => {
    await add(first);
    await add(first);
    firstMachine = await dialIn(first);
    await comesIn(first);
    const [one] = await held();
    expect(one).toMatchObject({ certificate: first.fingerprint, address: first.address });
    expect(one?.connectedForMs).toBeLessThan(60_000);
    expect(firstMachine.run("ip", "-4", "address", "show", "ovpn-mlango-1")).toContain(
      "inet 10.67.131.4 peer 10.67.0.1/32",
    );
    const rights = host.run(
      "sh",
      "-c",
      'grep -l "^Name:.openvpn$" /proc/[0-9]*/status | xargs grep -h "^CapEff"',
    );
    expect(rights).toContain("CapEff:\t0000000000000000\n");
    const asked = { folder: host.dir, server: undefined, name: undefined };
    const found = (await examine({ ...asked, tunnels: socket() })).find(({ what }) => what === "Tunnels");
    expect(found).toMatchObject({ isWell: true, found: "1 of 1 routers are heard" });
    expect(statSync(join(folder(), "server.key")).mode & 0o777).toBe(0o640);
    expect(statSync(folder()).mode & 0o777).toBe(0o750);
  });

  test("takes one address of its own for each certificate and nothing beside", async () => {
    const fresh = "ab".repeat(32);
    const refused = async (certificate: string, address: string) => {
      await expect(ask({ op: "add_openvpn", certificate, address })).rejects.toThrow();
    };
    for (const address of [
      ...[
        "10.67.128.0/17",
        "0.0.0.0",
        "10.67.0.1",
        "10.67.3.4",
        "10.67.128.1",
        "10.67.128.15",
        "10.67.255.255",
        "10.67.95.255",
        "10.67.127.255",
      ],
      ...["10.68.131.5", "10.67.131.004", "10.67.131.4", "10.67.131.5/32", "../passwd", "", "::1"],
    ])
      await refused(fresh, address);
    await refused(first.fingerprint, "10.67.131.5");
    for (const certificate of ["", "x", fresh.toUpperCase(), `${fresh}0`, fresh.slice(1), "*", "../../etc"])
      await refused(certificate, "10.67.131.6");
    // Neither half takes what is the other's.
    await expect(
      ask({ op: "add", publicKey: newWireguardKey().publicKey, address: "10.67.131.7" }),
    ).rejects.toThrow();
    expect(readdirSync(join(folder(), "routers"))).toEqual([nameOf(first.address)]);
  });

  test("lets in no certificate but the one that was added, whatever its name and whoever signed it", async () => {
    const known = await router("10.67.131.20");
    await add(known);
    const forged = await makeAuthority(Date.now());
    const strangers = [
      await dialIn(await router("10.67.131.21")),
      await dialIn(await router(known.address)),
      await dialIn(await router(known.address, "tcp.conf")),
      await dialIn(await router(known.address, "../server")),
      await dialIn(await router(known.address, nameOf(known.address), forged)),
    ];
    const machine = await dialIn(known);
    await comesIn(known);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    for (const stranger of strangers)
      expect(stranger.works("ip", "link", "show", "dev", "ovpn-mlango-1")).toBe(false);
    expect((await held()).filter(({ connectedForMs }) => connectedForMs !== null)).toHaveLength(2);
    await machine.powerOff();
  });

  test("one that is removed is cut off at once, and does not come back; added again it does", async () => {
    expect(host.reaches(first.address, 8728)).toBe(true);
    await ask({ op: "remove_openvpn", certificate: first.fingerprint });
    expect(host.reaches(first.address, 8728)).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(host.reaches(first.address, 8728)).toBe(false);
    expect((await held()).map(({ address }) => address)).not.toContain(first.address);
    await add(first);
    await comesIn(first);
  });

  test("nothing passes from one tunnel to another, to the host, to the internet or from there", async () => {
    const second = await router("10.67.140.9");
    await add(second);
    const victim = await dialIn(second);
    await comesIn(second);
    const wireguard = { key: newWireguardKey(), address: "10.67.3.1" };
    await ask({ op: "add", publicKey: wireguard.key.publicKey, address: wireguard.address });
    const other = room.add();
    tunnelTo(other, wireguard.key, `${wireguard.address}/16`, [
      { publicKey: hostKey.publicKey, endpoint: `${host.address}:51820`, allowed: ["0.0.0.0/0"] },
    ]);
    await listenOn(other);
    await expect.poll(() => host.reaches(wireguard.address, 8728)).toBe(true);
    const outside = room.add();
    await listenOn(outside);
    await listenOn(host);
    host.run("sysctl", "-qw", "net.ipv4.ip_forward=1");

    // Each way is open but for the host's rules.
    const attacker = firstMachine;
    const through = (machine: Machine, to: string) =>
      machine.run("ip", "route", "replace", to, "dev", "ovpn-mlango-1");
    for (const to of [`${second.address}/32`, "10.67.0.0/17", `${outside.address}/32`]) through(attacker, to);
    through(victim, `${first.address}/32`);
    outside.run("ip", "route", "add", "10.67.0.0/16", "via", host.address);
    const reached = () => ({
      router: attacker.reaches(second.address, 8728),
      byWireguard: attacker.reaches(wireguard.address, 8728),
      fromWireguard: other.reaches(first.address, 8728),
      host: attacker.reaches("10.67.0.1", 8728),
    });
    const none = { router: false, byWireguard: false, fromWireguard: false, host: false };
    expect(reached()).toEqual(none);
    expect(attacker.reaches(outside.address, 8728)).toBe(false);
    expect(outside.reaches(second.address, 8728)).toBe(false);
    // With an address that is not its own, also a host's.
    for (const stolen of [second.address, "10.67.0.2", wireguard.address]) {
      attacker.run("ip", "address", "add", `${stolen}/32`, "dev", "ovpn-mlango-1");
      expect(attacker.reaches("10.67.0.1", 8728, stolen)).toBe(false);
      attacker.run("ip", "address", "del", `${stolen}/32`, "dev", "ovpn-mlango-1");
    }
    for (const { address } of [first, second, wireguard]) expect(host.reaches(address, 8728)).toBe(true);
    host.run("nft", "delete", "table", "inet", "mlango_tunnels");
    expect(reached()).toEqual({ router: true, byWireguard: true, fromWireguard: true, host: true });
  });

  test("a helper that is started anew ends no connection, and sets the firewall again", async () => {
    const since = (await held()).find(({ address }) => address === first.address)?.connectedForMs ?? 0;
    client.close();
    await helper.kill();
    await startHelper();
    const now = (await held()).find(({ address }) => address === first.address)?.connectedForMs ?? 0;
    expect(now).toBeGreaterThanOrEqual(since);
    expect(host.reaches(first.address, 8728)).toBe(true);
    expect(host.run("nft", "list", "table", "inet", "mlango_tunnels")).toContain(
      '"tun-mlango-tcp", "tun-mlango-udp"',
    );
  });

  test("after a power cut routers are back before anybody asked for them; files that nobody wrote are gone", async () => {
    client.close();
    await host.powerOff();
    writeFileSync(join(folder(), "routers", nameOf("10.67.200.1")), "ifconfig-push 10.67.200.1 10.67.0.1\n");
    writeFileSync(join(folder(), "routers", "DEFAULT"), "ifconfig-push 10.67.200.2 10.67.0.1\n");
    await startHelper();
    await startOpenvpn(host);
    await comesIn(first);
    expect((await held()).map(({ address }) => address).sort()).toEqual([
      ...["10.67.131.20", "10.67.131.4", "10.67.140.9"],
    ]);
    expect(readdirSync(join(folder(), "routers"))).toHaveLength(3);
  });

  test("a host that was given no certificate says so, and takes no such router", async () => {
    client.close();
    await helper.kill();
    rmSync(join(folder(), "server.key"));
    await startHelper();
    expect((await ask({ op: "list" })).openvpn).toBeUndefined();
    await expect(add(await router("10.67.150.1"))).rejects.toThrow("this host has no OpenVPN");
    expect(existsSync(join(folder(), "routers", nameOf("10.67.150.1")))).toBe(false);
  });
});
