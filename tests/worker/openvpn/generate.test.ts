import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { type GeneratedOvpn, generateOvpn, regenerateScript } from "#contract/openvpn";
import { saveTunnelHost } from "#contract/tunnels";
import { tenantTableNames } from "#worker/db/statement-rules";
import { linkVpnClient, sweepVpnClients } from "#worker/features/openvpn/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { platformTableNames } from "../../support/platform-tables.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
});

test("before there is a host it is refused with a sentence that says where to set one up", async () => {
  const answer = await call(generateOvpn, { body: { routerName: "Early" } }, operator);
  expect([answer.status, answer.ok ? null : answer.refusal?.message]).toEqual([
    409,
    "No host is set up yet at which a router could come in. Set one up under Hosts first.",
  ]);
  const body = { name: "Host one", address: "vpn1.example.com" };
  expect((await call(saveTunnelHost, { body }, operator)).status).toBe(200);
});

async function generate(body: Record<string, unknown> = { routerName: "Main Gate" }): Promise<GeneratedOvpn> {
  const answer = await call(generateOvpn, { body }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

const rowOf = (username: string) =>
  env.DB.prepare("SELECT * FROM vpn_clients WHERE username = ?1")
    .bind(username)
    .first<Record<string, string | number | null>>();

describe("generating a configuration", () => {
  test("gives everything that a router on RouterOS 7 needs", async () => {
    expect(await generate()).toEqual({
      serverHost: "vpn1.example.com",
      serverPort: 1194,
      routerName: "Main Gate",
      username: expect.stringMatching(/^main-gate-[a-z2-9]{10}$/),
      password: expect.stringMatching(/^[a-z2-9]{28}$/),
      tunnelIp: expect.stringMatching(/^10\.67\.(9[6-9]|1[01]\d|12[0-7])\.\d+$/),
      clientCertificate: expect.stringMatching(
        /^-----BEGIN CERTIFICATE-----\n[\s\S]+-----END CERTIFICATE-----\n$/,
      ),
      clientPrivateKey: expect.stringMatching(
        /^-----BEGIN PRIVATE KEY-----\n[\s\S]+-----END PRIVATE KEY-----\n$/,
      ),
      caCertificate: expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n/),
      mikrotikScript: expect.stringContaining("protocol=udp mode=ip"),
      setupGuide: expect.stringMatching(/^# OpenVPN for Main Gate\n/),
      ovpnFile: expect.stringContaining("proto udp\nremote vpn1.example.com 1194\n"),
    });
  });

  test("for RouterOS 6 it is TCP, and another half of the addresses", async () => {
    const made = await generate({ routerName: "Main Gate", routerosVersion: "6.x" });
    expect(made).toMatchObject({
      mikrotikScript: expect.stringContaining("cipher=aes256 auth=sha1"),
    });
    expect(Number(made.tunnelIp.split(".")[2])).toBeGreaterThanOrEqual(224);
    expect(made.ovpnFile).toContain("proto tcp-client\n");
  });

  test("the private key and the password stand in no table afterwards, nor in the audit", async () => {
    const made = await generate({ routerName: "Secret", routerosVersion: "7.x" });
    const secrets = [made.password, made.clientPrivateKey.split("\n")[1] ?? "none"];
    expect(platformTableNames.length).toBeGreaterThan(20);
    const rowsIn = async (name: string) =>
      tenantTableNames.includes(name)
        ? rowsOfAllTenants(`SELECT * FROM "${name}"`)
        : (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results;
    for (const name of [...platformTableNames, ...tenantTableNames]) {
      const rows = JSON.stringify(await rowsIn(name));
      for (const secret of secrets) expect(rows.includes(secret), name).toBe(false);
      expect(rows, name).not.toContain("BEGIN PRIVATE KEY");
    }
    expect(await rowOf(made.username)).toMatchObject({
      router_id: null,
      tunnel_ip: made.tunnelIp,
      revoked_at: null,
    });
  });

  test("is audited with who did it and what for, and nothing secret", async () => {
    const made = await generate({ routerName: "Audited" });
    const line = await env.DB.prepare(
      "SELECT * FROM audit WHERE action = 'openvpn.generate' AND subject = ?1",
    )
      .bind(made.username)
      .first<{ actor_id: string; detail: string }>();
    expect(line?.actor_id).toBe(seeded.operator.id);
    expect(JSON.parse(line?.detail ?? "{}")).toEqual({
      tunnelIp: made.tunnelIp,
      routerosVersion: "7.x",
      fingerprint: (await rowOf(made.username))?.fingerprint,
    });
  });

  test("many at once get different addresses and names, and one authority", async () => {
    await env.DB.batch([
      env.DB.prepare("DELETE FROM vpn_clients"),
      env.DB.prepare("DELETE FROM vpn_authorities"),
    ]);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => generate({ routerName: `Crowd ${n}` })),
    );
    expect(new Set(made.map(({ tunnelIp }) => tunnelIp)).size).toBe(12);
    expect(new Set(made.map(({ caCertificate }) => caCertificate)).size).toBe(1);
    const names = await env.DB.prepare("SELECT count(DISTINCT username) AS n FROM vpn_clients").first("n");
    expect(names).toBe(12);
  });

  test.each([
    [{ routerName: "" }, "Please enter a router name first"],
    [{ routerName: "  " }, "Please enter a router name first"],
    [{}, "Please enter a router name first"],
    [{ routerName: "x".repeat(101) }, "The router name is too long"],
    [{ routerName: "A", routerosVersion: "5.x" }, "Choose RouterOS 7.x or 6.x"],
    [{ routerName: "A", serverHost: "evil.example" }, expect.stringContaining("serverHost")],
  ])("refuses %j with a sentence, and nothing is made", async (body, sentence) => {
    const before = await databaseChecksum();
    const answer = await call(generateOvpn, { body }, operator);
    expect([answer.status, answer.ok ? null : answer.refusal?.message]).toEqual([400, sentence]);
    expect(await databaseChecksum()).toBe(before);
  });
});

test("where every address is taken a sentence says so", async () => {
  await env.DB.prepare("DELETE FROM vpn_clients").run();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 24576 UNION ALL SELECT i + 1 FROM n WHERE i < 32766)
    INSERT INTO vpn_clients (id, routeros_version, username, router_name, router_id, tunnel_ip, fingerprint,
      created_at, expires_at, revoked_at)
    SELECT 'f' || i, '7.x', 'f' || i, 'f', 'r' || i, '10.67.' || (i / 256) || '.' || (i % 256), '', 1, 2, NULL FROM n`,
  ).run();
  const answer = await call(generateOvpn, { body: { routerName: "Late" } }, operator);
  expect([answer.status, answer.ok ? null : answer.refusal?.message]).toEqual([
    503,
    "Every tunnel address is taken. Revoke certificates that nobody uses.",
  ]);
  await env.DB.prepare("DELETE FROM vpn_clients").run();
});

describe("the script once more", () => {
  const again = (config: object, routerosVersion = "7.x") =>
    call(regenerateScript, { body: { config, routerosVersion } }, operator);

  test("is the same for the same configuration, whatever server the caller names", async () => {
    const made = await generate();
    const answer = await again({ ...made, serverHost: "evil.example", serverPort: 1 });
    expect(answer.ok && answer.answer).toEqual({
      mikrotikScript: made.mikrotikScript,
      setupGuide: made.setupGuide,
    });
  });

  test("a configuration for RouterOS 6 also serves RouterOS 7, by the way that it was made for", async () => {
    const made = await generate({ routerName: "Upgraded", routerosVersion: "6.x" });
    const answer = await again(made);
    expect(answer.ok && answer.answer.mikrotikScript).toMatch(
      /\/file add [\s\S]+port=1194 protocol=tcp [^\n]*cipher=aes256-cbc auth=sha1 /,
    );
  });

  test.each([
    ["one for RouterOS 7 under RouterOS 6", {}, "6.x", 409, "RouterOS 6 cannot use the certificate"],
    [
      "one without its private key",
      { clientPrivateKey: "" },
      "7.x",
      400,
      "The private key is shown only once",
    ],
    ["one that nobody generated", { username: "nobody" }, "7.x", 404, "not valid any more"],
    ["one without a router name", { routerName: " " }, "7.x", 400, "Please enter a router name first"],
  ])("refuses %s", async (_, change, version, status, sentence) => {
    const made = await generate();
    const answer = await again({ ...made, ...change }, version);
    expect(answer.status).toBe(status);
    expect(answer.ok ? null : answer.refusal?.message).toContain(sentence);
  });
});

test("what no router took within a day ends; what one took stays as long as it comes in by it", async () => {
  const routerId = seeded.demo.routers[0]?.id ?? "";
  const reachedBy = (way: string) =>
    env.DB.prepare("UPDATE routers SET connection_type = ?1 WHERE id = ?2").bind(way, routerId).run();
  await reachedBy("ovpn_client");
  const [taken, left] = [await generate({ routerName: "Taken" }), await generate({ routerName: "Left" })];
  const at = (hours: number) => testContext({ now: () => Date.now() + hours * 3_600_000 });
  await linkVpnClient(testContext(), { username: taken.username, routerId });
  await sweepVpnClients(at(23));
  expect(await rowOf(left.username)).toMatchObject({ revoked_at: null });
  await sweepVpnClients(at(25));
  expect(await rowOf(left.username)).toMatchObject({ revoked_at: expect.any(Number) });
  expect(await rowOf(taken.username)).toMatchObject({ revoked_at: null, router_id: routerId });
  await reachedBy("direct");
  await sweepVpnClients(at(26));
  expect(await rowOf(taken.username)).toMatchObject({ revoked_at: expect.any(Number) });
  await sweepVpnClients(at(3 * 365 * 24));
  expect([await rowOf(left.username), await rowOf(taken.username)]).toEqual([null, null]);
});
