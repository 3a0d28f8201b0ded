import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as contract from "#contract/openvpn";
import { refuse } from "#worker/errors";
import { linkVpnClient, revokeVpnClientsOf } from "#worker/features/openvpn/index";
import { saveHost } from "#worker/features/tunnels/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
  const { id } = seeded.operator;
  const actor = { actor: "platform", actorId: id, providerId: null } as const;
  await saveHost(testContext(), { name: "Host one", address: "vpn1.example.com" }, actor);
});
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM vpn_clients").run();
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
      routerosVersion: "7.x",
      username: first.username,
      tunnelIp: first.tunnelIp,
      routerName: router?.name,
      routerId: router?.id,
      revokedAt: null,
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
      message: `${gate.username} is revoked. Its connection has ended.`,
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
      "INSERT INTO vpn_clients SELECT 'x', routeros_version, 'x', router_name, NULL, tunnel_ip, '', 1, 2, NULL FROM vpn_clients";
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
