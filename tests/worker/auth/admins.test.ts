import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as calls from "#contract/admins";
import { adminLogIn, adminSession, platformLogIn, platformSession } from "#contract/auth";
import { createHandoff, enterByHandoff } from "#contract/handoff";
import { sessionsChanged } from "#worker/http/session";
import { createAdmin } from "../../seed/create-admin.ts";
import type { SeededAdmin, TwoProviders } from "../../seed/two-providers.ts";
import { disableAdminRow } from "../../support/session-rows.ts";
import { cookieFrom, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let second: SeededAdmin;
let operator: string;
const demoHost = hostOf("demo");

beforeAll(async () => {
  seeded = await seedBoth();
  const account = { username: "second", password: "second password" };
  const about = { providerId: null, name: "Second Operator", email: "second@mlango.example" };
  second = { ...account, id: await createAdmin(testContext(), { ...about, ...account }) };
});
beforeEach(async () => {
  await env.DB.prepare("UPDATE operators SET disabled_at = NULL").run();
  await disableAdminRow(seeded.demo.id, null);
  sessionsChanged();
  operator = await signInOperator(seeded.operator);
});

const act = (name: "disableAdmin" | "enableAdmin", id: string, cookie = operator) =>
  call(
    { disableAdmin: calls.disableAdmin, enableAdmin: calls.enableAdmin }[name],
    { params: { id } },
    { cookie },
  );
const list = async (query: Record<string, string> = {}) => {
  const answer = await call(calls.listAdmins, { query }, { cookie: operator });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
};

test("operators are listed with when they were last here; a provider's admins on their own; nothing secret is told", async () => {
  expect(await list()).toMatchObject([
    { username: "operator", providerId: null, disabledAt: null, hasSecondFactor: false, isMe: true },
    { username: "second", providerId: null, disabledAt: null, isMe: false, lastSeenAt: null },
  ]);
  expect(await list({ providerId: seeded.demo.id })).toMatchObject([{ username: "demo", isMe: false }]);
  const { text } = await call(calls.listAdmins, {}, { cookie: operator });
  for (const secret of ["scrypt", "password", "totp"]) expect(text).not.toContain(secret);
});

describe("a disabled operator", () => {
  test("is out at once, in every browser and in every console they act in, and cannot come back", async () => {
    const theirs = await signInOperator(second);
    const made = await call(createHandoff, { params: { id: seeded.demo.id } }, { cookie: theirs });
    const code = made.ok ? new URL(made.answer.address).hash.replace("#handoff=", "") : "";
    const unused = await call(createHandoff, { params: { id: seeded.demo.id } }, { cookie: theirs });
    const entered = await call(enterByHandoff, { body: { code } }, { host: demoHost });
    const acting = cookieFrom(entered.headers);
    expect((await call(adminSession, {}, { host: demoHost, cookie: acting })).status).toBe(200);

    const answer = await act("disableAdmin", second.id);
    expect(answer.ok && answer.answer.disabledAt).toEqual(expect.any(String));
    expect((await call(platformSession, {}, { cookie: theirs })).status).toBe(401);
    expect((await call(adminSession, {}, { host: demoHost, cookie: acting })).status).toBe(401);
    const later = unused.ok ? new URL(unused.answer.address).hash.replace("#handoff=", "") : "";
    expect((await call(enterByHandoff, { body: { code: later } }, { host: demoHost })).status).toBe(403);
    const body = { username: second.username, password: second.password };
    expect((await call(platformLogIn, { body }, {})).status).toBe(401);

    expect((await act("enableAdmin", second.id)).status).toBe(200);
    // What had ended stays ended; the password is the one they had.
    expect((await call(platformSession, {}, { cookie: theirs })).status).toBe(401);
    expect((await call(platformLogIn, { body }, {})).status).toBe(200);
  });

  test("is named in the audit, disabled and enabled, once each", async () => {
    const since = Date.now();
    for (const name of ["disableAdmin", "disableAdmin", "enableAdmin", "enableAdmin"] as const)
      await act(name, second.id);
    const { results } = await env.DB.prepare(
      "SELECT action, actor_id, subject, detail FROM audit WHERE at >= ?1 AND action LIKE 'admin.%able' ORDER BY rowid",
    )
      .bind(since)
      .all();
    const line = { actor_id: seeded.operator.id, subject: second.id, detail: '{"username":"second"}' };
    expect(results).toEqual([
      { action: "admin.disable", ...line },
      { action: "admin.enable", ...line },
    ]);
  });

  test("is never oneself, and never the last one, even when two disable each other at once", async () => {
    const refused = await act("disableAdmin", seeded.operator.id);
    expect([refused.status, refused.ok ? null : refused.refusal?.message]).toEqual([
      409,
      "You cannot disable yourself. Another super admin can do it.",
    ]);
    const theirs = await signInOperator(second);
    await Promise.all([act("disableAdmin", second.id), act("disableAdmin", seeded.operator.id, theirs)]);
    const left = await env.DB.prepare("SELECT count(*) AS n FROM operators WHERE disabled_at IS NULL").first(
      "n",
    );
    expect(left).toBe(1);
  });
});

test("a provider's disabled admin is out at once, and that provider's alone", async () => {
  const [demo, savanna] = [await signInProvider(seeded.demo), await signInProvider(seeded.savanna)];
  expect((await act("disableAdmin", seeded.demo.admin.id)).status).toBe(200);
  expect((await call(adminSession, {}, { host: demoHost, cookie: demo })).status).toBe(401);
  expect((await call(adminSession, {}, { host: hostOf("savanna"), cookie: savanna })).status).toBe(200);
  const { username, password } = seeded.demo.admin;
  expect((await call(adminLogIn, { body: { username, password } }, { host: demoHost })).status).toBe(401);
});

test("an unknown id is not found, and changes nothing", async () => {
  for (const name of ["disableAdmin", "enableAdmin"] as const)
    expect((await act(name, "0".repeat(32))).status).toBe(404);
});
