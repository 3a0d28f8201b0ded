import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { GeneratedOvpn } from "#contract/openvpn";
import { generateClient } from "#worker/features/openvpn/generate-client";
import { makeServerFiles, runningHostFiles } from "#worker/features/openvpn/host-files";
import { linkVpnClient, revokeVpnClientsOf } from "#worker/features/openvpn/index";
import { hasTunnels, OpenVpn } from "../support/openvpn.ts";
import { freePort } from "../support/site/settings.ts";
import { operator, VpnWorld } from "../support/vpn-world.ts";

// Debian's openvpn runs on what we make: a server from the server's files, clients from their .ovpn. Where the machine
// makes no tunnels, both ends go without a device, and without what a server only has with one (addresses, log-ins).

const done = "Initialization Sequence Completed";
const patiently = { timeout: 30_000, interval: 100 };

let world: VpnWorld;
let root: string;
beforeAll(async () => {
  const [udp, tcp] = [await freePort(), await freePort()];
  const ports = { OVPN_UDP_PORT: String(udp), OVPN_TCP_PORT: String(tcp) };
  world = await VpnWorld.open({ OVPN_SERVER_HOST: "127.0.0.1", OVPN_NETWORK: "10.251.0.0/16", ...ports });
});
afterAll(() => world.end());

const running: OpenVpn[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.end();
});

const needsDevice =
  /^(dev|dev-type|topology|server|client-config-dir|ccd-exclusive|max-clients|auth-user-pass-verify|user|group)\b.*\n/gm;

function serve(protocol: "udp" | "tcp"): OpenVpn {
  const name = `mlango-${protocol}.conf`;
  const config = readFileSync(`${root}/${name}`, "utf8");
  const path = hasTunnels
    ? `${root}/${name}`
    : world.write(`server/null-${name}`, `${config.replace(needsDevice, "")}tls-server\ndev null\n`);
  const server = OpenVpn.start(path, root, "--local", "127.0.0.1");
  running.push(server);
  return server;
}

function dial(config: string, ...options: string[]): OpenVpn {
  const plain = hasTunnels
    ? config
    : config
        .replace(/^client$/m, "tls-client")
        .replace(/^dev tun$/m, "dev null")
        .replace(/<auth-user-pass>[\s\S]+<\/auth-user-pass>\n/, "");
  const path = world.write(`client-${crypto.randomUUID()}.ovpn`, plain);
  const client = OpenVpn.start(path, world.dir, "--connect-retry-max", "1", ...options);
  running.push(client);
  return client;
}

async function ends(client: OpenVpn, how: string | RegExp): Promise<void> {
  await expect.poll(() => client.said(), patiently).toMatch(how);
}

const generate = (routerName: string, routerosVersion: "7.x" | "6.x") =>
  generateClient(world.ctx, operator, { routerName, routerosVersion });
const bringFiles = async () => void world.unpack("server", (await runningHostFiles(world.ctx)).files);

describe.each([
  ["7.x", "udp"],
  ["6.x", "tcp"],
] as const)("RouterOS %s, over %s", (version, protocol) => {
  let gate: GeneratedOvpn;
  let server: OpenVpn;

  async function open(): Promise<void> {
    gate = await generate("Gate", version);
    root = world.unpack("server", (await makeServerFiles(world.ctx, operator)).files);
    server = serve(protocol);
    await ends(server, hasTunnels ? done : /Listening|UDPv4 link local|link local/);
  }

  test("a client completes the handshake and gets the address that it was promised", async () => {
    await open();
    const client = dial(gate.ovpnFile);
    await ends(client, done);
    expect(client.said()).toMatch(/VERIFY X509NAME OK: CN=127\.0\.0\.1/);
    expect(server.said()).toMatch(new RegExp(`VERIFY OK: depth=0, CN=${gate.username}`));
    if (!hasTunnels) return;
    expect(client.said()).toContain(`net_addr_v4_add: ${gate.tunnelIp}/17`);
    await ends(server, new RegExp(`primary virtual IP for ${gate.username}/\\S+: ${gate.tunnelIp}`));
    await ends(client, `Data Channel: cipher 'AES-256-CBC', auth '${version === "7.x" ? "SHA256" : "SHA1"}'`);
  });

  test("a client that was revoked is refused, by the server that is running", async () => {
    await open();
    await linkVpnClient(world.ctx, { username: gate.username, routerId: `router ${version}` });
    await revokeVpnClientsOf(world.ctx, `router ${version}`);
    await bringFiles();
    const client = dial(gate.ovpnFile);
    await ends(server, new RegExp(`certificate revoked: CN=${gate.username}`));
    expect(client.said()).not.toContain(done);
  });

  test.runIf(hasTunnels)("a wrong password is refused, and so is another one's log-in", async () => {
    await open();
    const other = await generate("Other", version);
    await bringFiles();
    const wrong = dial(gate.ovpnFile.replace(gate.password, "2".repeat(28)));
    await ends(wrong, "AUTH_FAILED");
    const borrowed = dial(
      gate.ovpnFile.replace(gate.username, other.username).replace(gate.password, other.password),
    );
    await ends(borrowed, "AUTH_FAILED");
    expect(wrong.said() + borrowed.said()).not.toContain(done);
    const right = dial(other.ovpnFile);
    await ends(right, done);
  });
});

test.runIf(hasTunnels)("a router that exchanges keys as RouterOS 6 does comes in", async () => {
  const gate = await generate("Old", "6.x");
  root = world.unpack("server", (await makeServerFiles(world.ctx, operator)).files);
  const server = serve("tcp");
  await ends(server, done);
  const old = ["--tls-version-max", "1.2", "--tls-cipher", "TLS-DHE-RSA-WITH-AES-256-CBC-SHA"];
  const client = dial(gate.ovpnFile, ...old);
  await ends(client, done);
  expect(client.said()).toContain("DHE-RSA-AES256-SHA");
});
