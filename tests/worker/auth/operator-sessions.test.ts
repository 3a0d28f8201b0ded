import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { adminSession, platformLogIn, platformSession } from "#contract/auth";
import * as calls from "#contract/sessions";
import { createAdmin } from "../../seed/create-admin.ts";
import type { SeededAdmin, TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { changeSessions } from "../../support/session-rows.ts";
import { enterProvider, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let second: SeededAdmin;
let operator: string;

beforeAll(async () => {
  seeded = await seedBoth();
  const account = { username: "second", password: "second password" };
  const about = { providerId: null, name: "Second Operator", email: "second@mlango.example" };
  second = { ...account, id: await createAdmin(testContext(), { ...about, ...account }) };
});
beforeEach(async () => {
  await changeSessions("revoked_at = 1");
  await clearAudit();
  operator = await signInOperator(seeded.operator);
});

const listed = (id: string) => call(calls.listSessionsOfOperator, { params: { id } }, { cookie: operator });
const platform = async (cookie: string) => (await call(platformSession, {}, { cookie })).status;
const acting = async (cookie: string) =>
  (await call(adminSession, {}, { host: hostOf("demo"), cookie })).status;

test("an operator sees where another one is signed in, consoles entered for providers among them, and ends one", async () => {
  const [here, there] = [await signInOperator(second), await signInOperator(second)];
  const inside = await enterProvider(there, seeded.demo);
  const answer = await listed(second.id);
  const found = answer.ok ? answer.answer : [];
  expect(found.map(({ actingFor }) => actingFor ?? "own console").sort()).toEqual([
    ...["Demo WiFi", "own console", "own console"],
  ]);
  expect(found.some(({ isThis }) => isThis)).toBe(false);
  const sessionId = found.find(({ actingFor }) => actingFor !== null)?.id ?? "";
  const end = (id: string) =>
    call(calls.endSessionOfOperator, { params: { id, sessionId } }, { cookie: operator });
  // Named with somebody else's id it is nobody's.
  expect((await end(seeded.operator.id)).status).toBe(404);
  expect(await acting(inside)).toBe(200);
  expect((await end(second.id)).status).toBe(200);
  expect([await acting(inside), await platform(here), await platform(there)]).toEqual([401, 200, 200]);
  expect((await end(second.id)).status).toBe(404);
});

test("signs another one out everywhere, in providers' consoles too, and nobody else; they can come back", async () => {
  const theirs = await signInOperator(second);
  const [inside, mine] = [
    await enterProvider(theirs, seeded.demo),
    await enterProvider(operator, seeded.demo),
  ];
  const params = { id: second.id };
  expect((await call(calls.endSessionsOfOperator, { params }, { cookie: operator })).status).toBe(200);
  expect([await platform(theirs), await acting(inside)]).toEqual([401, 401]);
  expect([await platform(operator), await acting(mine)]).toEqual([200, 200]);
  const { username, password } = second;
  expect((await call(platformLogIn, { body: { username, password } }, {})).status).toBe(200);
  const line = await env.DB.prepare(
    "SELECT actor_id, subject, detail FROM audit WHERE action = 'admin.signed_out'",
  ).all();
  expect(line.results).toEqual([
    { actor_id: seeded.operator.id, subject: second.id, detail: '{"username":"second"}' },
  ]);
});

test("who signs in anew in a browser leaves no provider's console open that was entered from there before", async () => {
  const inside = await enterProvider(operator, seeded.demo);
  const { username, password } = seeded.operator;
  expect((await call(platformLogIn, { body: { username, password } }, { cookie: operator })).status).toBe(
    200,
  );
  expect([await platform(operator), await acting(inside)]).toEqual([401, 401]);
});

test("nobody's sessions are those of a provider's admin, or of an unknown id", async () => {
  await signInProvider(seeded.demo);
  for (const id of [seeded.demo.admin.id, "0".repeat(32)]) {
    expect((await listed(id)).status).toBe(404);
    expect((await call(calls.endSessionsOfOperator, { params: { id } }, { cookie: operator })).status).toBe(
      404,
    );
  }
});
