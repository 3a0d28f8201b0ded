import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PlatformBridge } from "#contract/bridges";
import type { GeneratedOvpn, VpnClient } from "#contract/openvpn";
import type { PlatformRouter } from "#contract/platform-routers";
import type { AssignedRouter } from "#contract/routers";
import { memoryStore, RouterSimulator } from "../simulators/routeros/index.ts";
import { ask } from "../support/site/ask.ts";
import { originOf } from "../support/site/console.ts";
import { operatorCookie } from "../support/site/console-operator.ts";
import { type Part, startPart } from "../support/site/processes.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A router behind the tunnel is driven like any other: by a bridge of the platform beside the OpenVPN server, at the
// router's tunnel address. Here the tunnel is a way from one loopback address to another.

const { site } = testSite();
const tunnelIp = "127.66.0.9";
const phone = { mac: "4C:5E:0C:B2:00:01", ip: "10.5.50.77" };
const api = { username: "mlango", password: "behind-the-tunnel" };
let simulator: RouterSimulator;
let tunnel: Server;
let bridge: Part | undefined;
let cookie = "";

beforeAll(async () => {
  cookie = await operatorCookie(site());
  simulator = new RouterSimulator({
    clock: Date,
    store: memoryStore(),
    users: [
      { name: api.username, password: api.password, policies: ["api", "read", "write", "sensitive", "test"] },
    ],
    hotspot: { macAuthPassword: "", loginBy: "mac,http-chap" },
    hosts: [phone],
    identity: "Hill",
  });
  const { port } = await simulator.listen();
  tunnel = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  await new Promise<void>((resolve) => tunnel.listen(port, tunnelIp, resolve));
});
afterAll(async () => {
  await bridge?.stop();
  tunnel?.close();
  await simulator?.close();
});

async function operator<T>(path: string, options: { method?: string; json?: unknown } = {}): Promise<T> {
  const answer = await ask(site().main, path, { ...options, headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

it("is served by the platform's bridge at its tunnel address, sells, and loses its certificate with itself", async () => {
  const { code } = await operator<{ code: string }>("/api/superadmin/bridges", {
    json: { name: "Tunnel end" },
  });
  const folder = join(site().dir, "tunnel-end");
  const enrolment = await startPart({
    name: "tunnel-enrolment",
    script: "bridge/main.ts",
    arguments: ["enrol", code],
    env: { BRIDGE_DIR: folder, MLANGO_ORIGIN: site().main },
    logDir: site().logDir,
  });
  await enrolment.stop();
  bridge = await site().startBridge(folder);
  const bridges = () => operator<PlatformBridge[]>("/api/superadmin/bridges");
  const [own] = (
    await until("the bridge", bridges, (all) => all.some((one) => one.name === "Tunnel end" && one.isOnline))
  ).filter(({ name }) => name === "Tunnel end");
  expect(own?.provider).toBeNull();

  const made = await operator<GeneratedOvpn>("/api/admin/routers/generate-ovpn", {
    json: { routerName: "Hill" },
  });
  const router = await operator<AssignedRouter>("/api/admin/routers", {
    json: {
      name: "Hill",
      host: "auto-detect",
      port: simulator.port,
      ...api,
      bridgeId: own?.id,
      routerosVersion: "7.x",
      connectionType: "ovpn_client",
      isActive: true,
      ovpnServerHost: made.serverHost,
      ovpnServerPort: made.serverPort,
      ovpnUsername: made.username,
      ovpnPassword: made.password,
      ovpnTunnelIp: tunnelIp,
      ovpnCertificate: made.clientCertificate,
      ovpnPrivateKey: made.clientPrivateKey,
      ovpnCaFile: made.caCertificate,
    },
  });
  expect(router).toMatchObject({ host: tunnelIp, ovpnTunnelIp: tunnelIp, connectionType: "ovpn_client" });
  const { savanna } = site().seeded;
  await operator("/api/superadmin/routers/assign", { json: { routerId: router.id, providerId: savanna.id } });
  const listed = async () =>
    (await operator<PlatformRouter[]>("/api/superadmin/routers")).find(({ id }) => id === router.id);
  await until("the router", listed, (one) => one?.isOnline === true);
  const tested = await operator<{ success: boolean }>(`/api/admin/routers/${router.id}/test`, { json: {} });
  expect(tested.success).toBe(true);

  const redeemed = await ask(originOf(site(), savanna), "/api/voucher/redeem", {
    json: { voucherCode: site().stock.savannaVoucher, macAddress: phone.mac, routerId: router.id },
  });
  expect([redeemed.status, redeemed.text]).toEqual([200, expect.stringContaining("transactionId")]);
  await until("the phone", async () => simulator.isOnline(phone.mac), Boolean);

  const client = async () =>
    (await operator<VpnClient[]>("/api/superadmin/openvpn/clients")).find(
      (one) => one.username === made.username,
    );
  expect(await client()).toMatchObject({ routerId: router.id, revokedAt: null });
  await operator(`/api/admin/routers/${router.id}?confirm=true`, { method: "DELETE" });
  expect(await client()).toMatchObject({ revokedAt: expect.any(String) });
});
