import { beforeAll, expect, test } from "vitest";
import { makeApiToken, revokeApiToken } from "#contract/api-tokens";
import type { Endpoint } from "#contract/endpoint";
import { type Scope, scopes } from "#contract/values/api-token";
import { shareOf } from "../support/histories.ts";
import { tenantDatabase } from "../support/tenant-rows.ts";
import { call, hostOf } from "../support/worker-call.ts";
import { countChangesAnew, each, inhabited, isFor, probe, someBody, someParams, turnOf } from "./walk.ts";

// What a program may ask by an API token: the calls whose scope it has, of its own provider, until it is revoked or ends.

const { seeded, callers } = inhabited();
const tokens = new Map<string, string>();

async function make(name: string, wanted: readonly Scope[], who: "demo" | "savanna" = "demo") {
  const as = { host: hostOf(who), cookie: callers()[who] };
  const made = await call(makeApiToken, { body: { name, scopes: wanted } }, as);
  if (!made.ok) throw new Error(made.text);
  tokens.set(name, made.answer.secret);
  return made.answer.token.id;
}

beforeAll(async () => {
  for (const scope of scopes) {
    await make(scope, [scope]);
    await make(
      `all but ${scope}`,
      scopes.filter((other) => other !== scope),
    );
  }
  await make("savanna", scopes, "savanna");
  const ended = await make("ended", scopes);
  const revoked = await make("revoked", scopes);
  const demo = { host: hostOf("demo"), cookie: callers().demo };
  expect((await call(revokeApiToken, { params: { id: revoked } }, demo)).status).toBe(200);
  const db = tenantDatabase(seeded().demo.id);
  await db.prepare("UPDATE api_tokens SET expires_at = 1 WHERE id = ?1").bind(ended).run();
  // Its first use of the hour is noted, which is a change of the database.
  await db.prepare("UPDATE api_tokens SET last_used_at = ?1").bind(Date.now()).run();
});

type Asked = { host?: string; cookie?: string };

/** As a program does: from no page. */
async function ask(endpoint: Endpoint, token: string, { host = hostOf("demo"), cookie = "" }: Asked = {}) {
  const input = { params: someParams(endpoint), body: someBody(endpoint, seeded()) };
  const headers = { authorization: `Bearer ${token}` };
  const { status, text } = await probe(endpoint, input, { host, cookie, origin: null, headers });
  return { status, reason: /"reason":"(\w+)"/.exec(text)?.[1] };
}
const named = (name: string) => tokens.get(name) ?? "";

const isOfProviders = (endpoint: Endpoint) => isFor(endpoint, "provider") && !isFor(endpoint, "visitor");

test.each(each((endpoint) => isOfProviders(endpoint) && endpoint.scope === null))(
  "%s is for people alone",
  async (_name, endpoint) => {
    const refused = await ask(endpoint, named(scopes[0]));
    expect(refused).toEqual({ status: 403, reason: "token_no_call" });
  },
);

test.each(each(({ scope }) => scope !== null))("%s takes its scope and no other", async (_name, endpoint) => {
  await countChangesAnew(seeded().demo.id);
  const scope = endpoint.scope ?? "";
  for (const host of [hostOf("demo"), hostOf()])
    expect([401, 403]).not.toContain((await ask(endpoint, named(scope), { host })).status);
  expect(await ask(endpoint, named(`all but ${scope}`))).toEqual({ status: 403, reason: "token_scope" });
});

test.each(each(({ scope }) => scope !== null))("%s knows no other token", async (_name, endpoint) => {
  const madeUp = "0".repeat(64);
  const wrong = [
    ...["savanna", "ended", "revoked"].map(named),
    ...["x", madeUp, `mlango_${seeded().demo.id}_${madeUp}`, `mlango_${crypto.randomUUID()}_${madeUp}`],
    // Of another provider, said to be of this one.
    named("savanna").replace(seeded().savanna.id, seeded().demo.id),
  ];
  const asked = shareOf(wrong, turnOf(endpoint));
  const answers = await Promise.all(asked.map(async (token) => [token, await ask(endpoint, token)]));
  expect(answers).toEqual(asked.map((token) => [token, { status: 401, reason: "token_wrong" }]));
  const absent = `mlango_${crypto.randomUUID()}_${madeUp}`;
  expect((await ask(endpoint, absent, { host: hostOf() })).status).toBe(401);
  const right = named(endpoint.scope ?? "");
  expect((await ask(endpoint, right, { host: hostOf("savanna") })).status).toBe(401);
  const both = await ask(endpoint, right, { cookie: callers().demo });
  expect(both).toEqual({ status: 400, reason: "token_or_session" });
});

test("no call that asks for the password again, and none that others may make, takes a token", () => {
  const wrong = each(
    (one) => one.scope !== null && (one.fresh || one.audience.some((who) => who !== "provider")),
  );
  expect(wrong).toEqual([]);
});
