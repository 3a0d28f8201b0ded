import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as contract from "#contract/openvpn";
import { refuse } from "#worker/errors";
import { linkVpnClient, revokeVpnClientsOf } from "#worker/features/openvpn/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM vpn_clients"),
    env.DB.prepare("DELETE FROM vpn_authorities"),
  ]);
});

async function generate(routerName: string, routerosVersion = "7.x") {
  const answer = await call(contract.generateOvpn, { body: { routerName, routerosVersion } }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

async function clients(query: Record<string, string> = {}) {
  const answer = await call(contract.listVpnClients, { query }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return { rows: answer.answer, total: answer.headers.get("x-total-count") };
}

async function filesOf(endpoint: typeof contract.makeServerFiles | typeof contract.vpnClientFiles) {
  const answer = await call(endpoint, {}, operator);
  if (!answer.ok) throw new Error(answer.text);
  return new Map(answer.answer.files.map(({ name, content, mode }) => [name, { content, mode }]));
}

describe("the VPN host", () => {
  test("is described before and after its first use", async () => {
    const host = async () => {
      const answer = await call(contract.vpnHost, {}, operator);
      return answer.ok ? answer.answer : answer.text;
    };
    const udp = { kind: "ec", protocol: "udp", port: 1194, network: "10.66.0.0/17", serverIp: "10.66.0.1" };
    const tcp = {
      kind: "rsa",
      protocol: "tcp",
      port: 1195,
      network: "10.66.128.0/17",
      serverIp: "10.66.128.1",
    };
    const unused = { used: 0, addresses: 32_765, fingerprint: null, expiresAt: null };
    expect(await host()).toEqual({
      serverHost: "vpn.hotspot.localhost",
      listeners: [
        { ...udp, ...unused },
        { ...tcp, ...unused },
      ],
    });
    await generate("Gate");
    expect(await host()).toMatchObject({
      listeners: [
        {
          ...udp,
          used: 1,
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
          expiresAt: expect.any(String),
        },
        { ...tcp, ...unused },
      ],
    });
  });

  test("gets everything that it runs on, with new server keys each time and private ones for root alone", async () => {
    const gate = await generate("Gate");
    const first = await filesOf(contract.makeServerFiles);
    expect([...first.keys()].sort()).toEqual(
      [
        ...[
          "mlango-udp.conf",
          "mlango-tcp.conf",
          "mlango/check-password.sh",
          "mlango/dh.pem",
          "mlango/passwords",
        ],
        ...["ec", "rsa"].flatMap((kind) =>
          [`ca-${kind}.crt`, `server-${kind}.crt`, `server-${kind}.key`, `crl-${kind}.pem`].map(
            (name) => `mlango/${name}`,
          ),
        ),
        `mlango/ccd/${gate.username}`,
      ].sort(),
    );
    const again = await filesOf(contract.makeServerFiles);
    for (const kind of ["ec", "rsa"]) {
      expect(first.get(`mlango/server-${kind}.key`)?.mode).toBe("0600");
      expect(first.get(`mlango/server-${kind}.key`)?.content).not.toBe(
        again.get(`mlango/server-${kind}.key`)?.content,
      );
      expect(first.get(`mlango/ca-${kind}.crt`)).toEqual(again.get(`mlango/ca-${kind}.crt`));
    }
    expect(first.get("mlango/check-password.sh")?.mode).toBe("0755");
    expect(first.get(`mlango/ccd/${gate.username}`)?.content).toBe(
      `ifconfig-push ${gate.tunnelIp} 255.255.128.0\n`,
    );
    const logIns = first.get("mlango/passwords")?.content;
    expect(logIns).toMatch(new RegExp(`^${gate.username}:[0-9a-f]{32}:[0-9a-f]{64}\n$`));
    expect(logIns).not.toContain(gate.password);
    const made = "SELECT count(*) AS n FROM audit WHERE action = 'openvpn.server_files' AND actor_id = ?1";
    expect(await env.DB.prepare(made).bind(seeded.operator.id).first("n")).toBeGreaterThanOrEqual(2);
    const stored = JSON.stringify((await env.DB.prepare("SELECT * FROM vpn_authorities").all()).results);
    expect(stored).not.toContain("PRIVATE KEY");
  });

  test("that runs gets who may come in now, without any key; before there is one, a sentence", async () => {
    const early = await call(contract.vpnClientFiles, {}, operator);
    expect([early.status, early.ok ? null : early.refusal?.message]).toEqual([
      409,
      "First make the files of the server and set up the VPN host.",
    ]);
    await filesOf(contract.makeServerFiles);
    const [stays, goes] = [await generate("Stays"), await generate("Goes", "6.x")];
    const goesId = (await clients({ q: goes.username })).rows[0]?.id ?? "";
    const before = await filesOf(contract.vpnClientFiles);
    expect(before.has(`mlango/ccd/${goes.username}`)).toBe(true);
    expect((await call(contract.revokeVpnClient, { params: { id: goesId } }, operator)).status).toBe(200);
    const after = await filesOf(contract.vpnClientFiles);
    expect([...after.keys()]).toEqual([
      ...["mlango/crl-ec.pem", "mlango/crl-rsa.pem", "mlango/passwords", `mlango/ccd/${stays.username}`],
    ]);
    expect(after.get("mlango/passwords")?.content).not.toContain(goes.username);
    expect(after.get("mlango/crl-rsa.pem")).not.toEqual(before.get("mlango/crl-rsa.pem"));
    expect(JSON.stringify([...after])).not.toContain("PRIVATE KEY");
  });
});

describe("the list of certificates", () => {
  test("has every field of each, newest first, and its router's present name", async () => {
    const first = await generate("Old name");
    await env.DB.prepare("UPDATE vpn_clients SET created_at = created_at - 1000").run();
    const second = await generate("Second", "6.x");
    const router = seeded.demo.routers[0];
    await linkVpnClient(testContext(), { username: first.username, routerId: router?.id ?? "" });
    const { rows, total } = await clients();
    expect(total).toBe("2");
    expect(rows.map(({ username }) => username)).toEqual([second.username, first.username]);
    expect(rows[1]).toEqual({
      id: expect.any(String),
      kind: "ec",
      username: first.username,
      tunnelIp: first.tunnelIp,
      routerName: router?.name,
      routerId: router?.id,
      revokedAt: null,
      serial: expect.stringMatching(/^[4-7][0-9a-f]{31}$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    const found = async (query: Record<string, string>) =>
      (await clients(query)).rows.map((row) => row.username);
    expect(await found({ q: "MAIN GA" })).toEqual([first.username]);
    expect(await found({ q: second.tunnelIp })).toEqual([second.username]);
    expect(await found({ q: "%" })).toEqual([]);
    expect(await found({ status: "revoked" })).toEqual([]);
    expect(await clients({ page: "2", pageSize: "1" })).toMatchObject({
      total: "2",
      rows: [{ username: first.username }],
    });
  });
});

describe("a certificate", () => {
  test("is revoked once, audited, and its address can be given away", async () => {
    const gate = await generate("Gate");
    const id = (await clients()).rows[0]?.id ?? "";
    const done = await call(contract.revokeVpnClient, { params: { id } }, operator);
    expect(done.ok && done.answer).toEqual({
      success: true,
      message: `${gate.username} is revoked. Bring the new files to the VPN host, so that it knows.`,
    });
    const again = await call(contract.revokeVpnClient, { params: { id } }, operator);
    expect([again.status, again.ok ? null : again.refusal]).toEqual([
      404,
      expect.objectContaining({ success: false, message: "This certificate is unknown or revoked already." }),
    ]);
    const lines = await env.DB.prepare(
      "SELECT actor_id FROM audit WHERE action = 'openvpn.revoke' AND subject = ?1",
    )
      .bind(gate.username)
      .all();
    expect(lines.results).toEqual([{ actor_id: seeded.operator.id }]);
    const insert =
      "INSERT INTO vpn_clients SELECT 'x', authority, 'x', router_name, NULL, '', tunnel_ip, 'x', '', 1, 2, NULL FROM vpn_clients";
    await env.DB.prepare(insert).run();
    await expect(env.DB.prepare(insert.replaceAll("'x'", "'y'")).run()).rejects.toThrow("UNIQUE");
  });

  test("is its router's, in place of a former one, and goes with the router", async () => {
    const ctx = testContext();
    const [former, newer] = [await generate("Roof"), await generate("Roof")];
    await linkVpnClient(ctx, { username: former.username, routerId: "roof" });
    await linkVpnClient(ctx, { username: former.username, routerId: "roof" });
    await linkVpnClient(ctx, { username: newer.username, routerId: "roof" });
    const valid = async () => (await clients({ status: "valid" })).rows.map((row) => row.username);
    expect(await valid()).toEqual([newer.username]);
    await expect(linkVpnClient(ctx, { username: newer.username, routerId: "other" })).rejects.toThrow(
      refuse("conflict", "vpn_of_other_router"),
    );
    await expect(linkVpnClient(ctx, { username: former.username, routerId: "roof" })).rejects.toThrow(
      /not valid any more/,
    );
    await linkVpnClient(ctx, { username: "of-another-server", routerId: "roof" });
    expect(await valid()).toEqual([newer.username]);
    await revokeVpnClientsOf(ctx, "other");
    expect(await valid()).toEqual([newer.username]);
    await revokeVpnClientsOf(ctx, "roof");
    expect(await valid()).toEqual([]);
  });
});
