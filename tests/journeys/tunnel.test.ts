import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GeneratedOvpn, VpnClient } from "#contract/openvpn";
import type { PlatformRouter } from "#contract/platform-routers";
import type { AssignedRouter } from "#contract/routers";
import type { TunnelHost } from "#contract/tunnels";
import { ask } from "../support/site/ask.ts";
import { originOf } from "../support/site/console.ts";
import { operatorCookie } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";
import { hasMachines, type Machine, MachineRoom } from "../support/tunnels/machines.ts";
import { dialIn } from "../support/tunnels/openvpn.ts";
import { PastedRouter } from "../support/tunnels/pasted-router.ts";
import { PlatformHost } from "../support/tunnels/platform-host.ts";

// A router with a configuration that the operator generated comes in at a host of the platform, by the very file that is downloaded, and
// is driven like any other.

const { site } = testSite();
const phone = { mac: "4C:5E:0C:B2:00:01", ip: "10.5.50.77" };
const api = { username: "mlango-api", password: "behind-the-tunnel" };

describe.runIf(hasMachines)("a router with a generated configuration", () => {
  let room: MachineRoom;
  let host: PlatformHost;
  let cookie = "";

  beforeAll(async () => {
    cookie = await operatorCookie(site());
    room = new MachineRoom();
    host = await PlatformHost.setUp(site(), room.add(), "Host one");
  });
  afterAll(async () => {
    host?.cut();
    await room?.end();
  });

  async function operator<T>(path: string, options: { method?: string; json?: unknown } = {}): Promise<T> {
    const answer = await ask(site().main, path, { ...options, headers: { cookie } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  }
  async function generate(routerName: string, routerosVersion: "7.x" | "6.x"): Promise<GeneratedOvpn> {
    const path = "/api/admin/routers/generate-ovpn";
    const made = await operator<GeneratedOvpn>(path, { json: { routerName, routerosVersion } });
    await until("the host's file of it", async () => host.expects(made.tunnelIp), Boolean);
    return made;
  }
  const clientOf = async ({ username }: GeneratedOvpn) =>
    (await operator<VpnClient[]>("/api/superadmin/openvpn/clients")).find((one) => one.username === username);
  const reaches = (made: GeneratedOvpn) =>
    until("the way", async () => host.machine.reaches(made.tunnelIp, 8728), Boolean);
  const isCut = (made: GeneratedOvpn) =>
    until(
      "the end of the way",
      async () => host.machine.reaches(made.tunnelIp, 8728),
      (open) => !open,
    );
  const listenOn = (machine: Machine) =>
    machine.start({ name: "service", script: "tests/support/tunnels/service-process.ts" });

  it("comes in over UDP, sells, and loses its certificate with itself", async () => {
    const made = await generate("Hill", "7.x");
    const machine = room.add();
    await dialIn(machine, made.ovpnFile);
    const router = await PastedRouter.of(machine, [api], [phone]);
    await reaches(made);
    const [own] = await operator<TunnelHost[]>("/api/superadmin/tunnel-hosts");
    const saved = await operator<AssignedRouter>("/api/admin/routers", {
      json: {
        name: "Hill",
        host: "auto-detect",
        port: 8728,
        ...api,
        bridgeId: own?.bridgeId,
        routerosVersion: "7.x",
        connectionType: "ovpn_client",
        isActive: true,
        ovpnServerHost: made.serverHost,
        ovpnServerPort: made.serverPort,
        ovpnUsername: made.username,
        ovpnPassword: made.password,
        ovpnTunnelIp: made.tunnelIp,
        ovpnCertificate: made.clientCertificate,
        ovpnPrivateKey: made.clientPrivateKey,
        ovpnCaFile: made.caCertificate,
      },
    });
    expect(saved).toMatchObject({
      host: made.tunnelIp,
      ovpnTunnelIp: made.tunnelIp,
      connectionType: "ovpn_client",
    });
    const { savanna } = site().seeded;
    await operator("/api/superadmin/routers/assign", {
      json: { routerId: saved.id, providerId: savanna.id },
    });
    const listed = async () =>
      (await operator<PlatformRouter[]>("/api/superadmin/routers")).find(({ id }) => id === saved.id);
    await until("the router", listed, (one) => one?.isOnline === true);
    const tested = await operator<{ success: boolean }>(`/api/admin/routers/${saved.id}/test`, { json: {} });
    expect(tested.success).toBe(true);

    const redeemed = await ask(originOf(site(), savanna), "/api/voucher/redeem", {
      json: { voucherCode: site().stock.savannaVoucher, macAddress: phone.mac, routerId: saved.id },
    });
    expect([redeemed.status, redeemed.text]).toEqual([200, expect.stringContaining("transactionId")]);
    await until("the phone", () => router.isOnline(phone.mac), Boolean);

    expect(await clientOf(made)).toMatchObject({ routerId: saved.id, revokedAt: null });
    await operator(`/api/admin/routers/${saved.id}?confirm=true`, { method: "DELETE" });
    expect(await clientOf(made)).toMatchObject({ revokedAt: expect.any(String) });
    await isCut(made);
  });

  it("comes in over TCP as RouterOS 6 exchanges keys, and is cut off when its certificate is revoked", async () => {
    const made = await generate("Old board", "6.x");
    const machine = room.add();
    const old = "tls-version-max 1.2\ntls-cipher TLS-DHE-RSA-WITH-AES-256-CBC-SHA\n";
    await dialIn(machine, `${old}${made.ovpnFile}`);
    await listenOn(machine);
    await reaches(made);
    // The channel of the data is named a moment after it carries some.
    const said = await until(
      "the client's word of its channel",
      async () => host.machine.run("cat", join(machine.dir, "client.log")),
      (text) => text.includes("Data Channel:"),
    );
    expect(said).toContain("DHE-RSA-AES256-SHA");
    expect(said).toContain("Data Channel: cipher 'AES-256-CBC', auth 'SHA1'");
    await operator(`/api/superadmin/openvpn/clients/${(await clientOf(made))?.id}/revoke`, { json: {} });
    await isCut(made);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(host.machine.reaches(made.tunnelIp, 8728)).toBe(false);
  });
});
