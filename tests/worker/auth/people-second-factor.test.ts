import { env } from "cloudflare:workers";
import { TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { endAdminsSecondFactor, listAdmins } from "#contract/admins";
import { makeApiToken } from "#contract/api-tokens";
import { listActivity } from "#contract/audit";
import { adminLogIn, adminLogOut, adminSession } from "#contract/auth";
import type { Endpoint } from "#contract/endpoint";
import { askPasswordReset, resetPassword } from "#contract/forgotten-password";
import * as people from "#contract/people";
import { adminListPlans } from "#contract/plans";
import { changeProviderPassword } from "#contract/providers";
import * as calls from "#contract/second-factor";
import { listUsers } from "#contract/users";
import { newAdminSession } from "#worker/features/auth/session";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { cookieFrom, enterProvider, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type Answer, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// The second factor of a provider's people. What it shares with the super admin's stands in second-factor.test.ts.

let seeded: TwoProviders;
let owner: string;
let operator: string;
let now = 0;

const host = hostOf("demo");
const db = () => tenantDatabase(seeded.demo.id);
const run = (sql: string, ...values: (string | number)[]) =>
  db()
    .prepare(sql)
    .bind(...values)
    .run();
const currentPassword = () => seeded.demo.admin.password;

/** Cheap to verify, unlike one that a test sets. */
let hash: string;

beforeAll(async () => {
  seeded = await seedBoth();
  hash = (await db().prepare("SELECT password_hash FROM admins").first<string>("password_hash")) ?? "";
});
beforeEach(async () => {
  // Neither the tries nor the codes of one test count in another; the clock stands at the beginning of a step.
  now = Math.ceil(Math.max(now, Date.now()) / 30_000) * 30_000 + 25 * 3_600_000;
  vi.setSystemTime(now);
  await run("UPDATE admins SET totp_key = NULL, totp_since = NULL, totp_step = NULL, recovery_hashes = NULL");
  await run("UPDATE admins SET email = 'amina@demo.example', confirmed_email = 'amina@demo.example'");
  await run("UPDATE admins SET password_hash = ?1 WHERE id = ?2", hash, seeded.demo.admin.id);
  await run("DELETE FROM people_rules");
  await env.DB.prepare("DELETE FROM mail").run();
  await clearAudit();
  owner = await signInProvider(seeded.demo);
  operator = await signInOperator(seeded.operator);
  return () => vi.useRealTimers();
});

const pass = (ms: number) => {
  now += ms;
  vi.setSystemTime(now);
};
const reason = (answer: Answer<Endpoint>) => (answer.ok ? 200 : answer.refusal?.reason);
const state = async (cookie = owner) => {
  const answer = await call(calls.getAdminSecondFactor, {}, { host, cookie });
  return answer.ok ? answer.answer : answer.refusal?.code;
};
let tried = 0;
/** Each from a network of its own. */
const logIn = (body: Record<string, string> = {}, at = host) =>
  call(
    adminLogIn,
    { body: { username: "demo", password: currentPassword(), ...body } },
    { host: at, headers: { "cf-connecting-ip": `10.7.${++tried % 250}.1` } },
  );
const isIn = async (cookie: string) => (await call(adminSession, {}, { host, cookie })).status === 200;

type App = { code(shiftedMs?: number): string };

async function turnOn(cookie = owner, password = currentPassword()) {
  const begun = await call(
    calls.beginAdminSecondFactor,
    { body: { currentPassword: password } },
    { host, cookie },
  );
  if (!begun.ok) throw new Error(begun.text);
  const totp = new TOTP({ secret: begun.answer.key });
  const app: App = { code: (shiftedMs = 0) => totp.generate({ timestamp: now + shiftedMs }) };
  const confirmed = await call(
    calls.confirmAdminSecondFactor,
    { body: { code: app.code() } },
    { host, cookie },
  );
  if (!confirmed.ok) throw new Error(confirmed.text);
  pass(60_000);
  const { key, address } = begun.answer;
  return { app, key, address, recoveryCodes: confirmed.answer.recoveryCodes };
}

const password = "a sentence of one's own";
let made = 0;

async function join(role: "owner" | "cashier" = "cashier") {
  const invited = await call(
    people.invitePerson,
    { body: { name: "Baraka Otieno", role, email: "baraka@demo.example" } },
    { host, cookie: owner },
  );
  if (!invited.ok) throw new Error(invited.text);
  const code = new URL(invited.answer.address).hash.replace("#invitation=", "");
  const username = `teller${++made}`;
  const body = { code, username, password };
  const joined = await call(people.acceptPersonInvitation, { body }, { host });
  if (!joined.ok) throw new Error(joined.text);
  return { id: joined.answer.id, username, cookie: cookieFrom(joined.headers) };
}

/** Others tell that it is on, and who joined. */
const letters = async (subject = "Your second factor at Mlango is off") =>
  (
    await env.DB.prepare("SELECT recipient, subject, text FROM mail WHERE instr(subject, ?1) = 1")
      .bind(subject)
      .all<Record<string, string>>()
  ).results;
const lines = async () => {
  const { results } = await env.DB.prepare(
    "SELECT action, actor, provider_id FROM audit ORDER BY at, rowid",
  ).all();
  return results.map(({ action, actor, provider_id }) => [action, actor, provider_id]);
};

describe("turning it on", () => {
  test("takes password and code, ends the sessions without it, and leaves nothing readable in the rows", async () => {
    const other = await signInProvider(seeded.demo);
    expect(await state()).toEqual({ isOn: false, recoveryCodes: 0, isRequired: false });
    const { key, address, recoveryCodes } = await turnOn();
    expect(decodeURIComponent(new URL(address).pathname)).toBe("/Mlango:demo");
    expect(await state()).toEqual({ isOn: true, recoveryCodes: 10, isRequired: false });
    expect([await isIn(owner), await isIn(other)]).toEqual([true, false]);
    const rows = JSON.stringify((await db().prepare("SELECT * FROM admins").all()).results);
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(rows).not.toContain(secret);
    expect(await lines()).toContainEqual(["admin.second_factor_on", "provider", seeded.demo.id]);
  });

  test("is told in the provider's activity, in words", async () => {
    await turnOn();
    const activity = await call(listActivity, {}, { host, cookie: owner });
    expect(activity.ok && activity.answer.map(({ what }) => what)).toContain("Turned their second factor on");
  });

  test("leaves a log-in outside whose password was looked at before", async () => {
    const { admin } = seeded.demo;
    const ctx = testContext({ now: () => now });
    const before = newAdminSession(ctx, {
      providerId: seeded.demo.id,
      adminId: admin.id,
      passwordHash: hash,
      totpSince: null,
      host,
      userAgent: null,
    });
    await turnOn();
    expect((await ctx.tenant(seeded.demo.id).batch(before.statements)).at(-1)).toEqual([]);
  });

  test("is nothing that a super admin does who acts for the provider, nor are they asked for its code", async () => {
    await turnOn();
    const acting = await enterProvider(operator, seeded.demo);
    expect(await isIn(acting)).toBe(true);
    expect(await state(acting)).toBe("forbidden");
    const begun = await call(
      calls.beginAdminSecondFactor,
      { body: { currentPassword: seeded.operator.password } },
      { host, cookie: acting },
    );
    expect(reason(begun)).toBe("acting_only");
  });
});

describe("signing in", () => {
  test.each([
    ["the provider's host", () => host],
    ["the main domain", () => hostOf()],
  ])("at %s asks for a code once the password is right, and takes each once", async (_name, at) => {
    const { app, recoveryCodes } = await turnOn();
    expect(reason(await logIn({ password: "wrong password", code: app.code() }, at()))).toBe(
      "credentials_wrong",
    );
    const asked = await logIn({}, at());
    expect([asked.status, reason(asked), asked.headers.getSetCookie()]).toEqual([401, "log_in_code", []]);
    const code = app.code();
    const both = await Promise.all([logIn({ code }, at()), logIn({ code }, at())]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await logIn({ code: app.code(-30_000) }, at())).status).toBe(401);
    const [recovery = ""] = recoveryCodes;
    const twice = await Promise.all([logIn({ code: recovery }, at()), logIn({ code: recovery }, at())]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await state()).toMatchObject({ recoveryCodes: 9 });
  });

  test("asks for it still after a password that was reset by mail", async () => {
    const { app } = await turnOn();
    await call(askPasswordReset, { body: { username: "demo" } }, { host });
    const link = () => letters("A new password for Mlango");
    await expect.poll(link).toHaveLength(1);
    const code = /#reset=([0-9a-f]{64})/.exec((await link())[0]?.text ?? "")?.[1] ?? "";
    const reset = await call(resetPassword, { body: { code, password: "a new sentence" } }, { host });
    expect(reason(reset)).toBe(200);
    expect(reason(await logIn({ password: "a new sentence" }))).toBe("log_in_code");
    expect(reason(await logIn({ password: "a new sentence", code: app.code() }))).toBe(200);
  });

  test("asks for it still after a password that the operator set", async () => {
    await turnOn();
    const set = await call(
      changeProviderPassword,
      { params: { id: seeded.demo.id }, body: { newPassword: "a new sentence" } },
      { cookie: operator },
    );
    expect(reason(set)).toBe(200);
    expect(reason(await logIn({ password: "a new sentence" }))).toBe("log_in_code");
  });
});

test("new recovery codes take password and code, and the earlier ones are worth nothing", async () => {
  const renew = (body: { currentPassword: string; code?: string }) =>
    call(calls.renewAdminRecoveryCodes, { body }, { host, cookie: owner });
  expect(reason(await renew({ currentPassword: currentPassword() }))).toBe("second_factor_off");
  const { app, recoveryCodes } = await turnOn();
  expect(reason(await renew({ currentPassword: currentPassword() }))).toBe("code_or_recovery");
  expect(reason(await renew({ currentPassword: "not it", code: app.code() }))).toBe("current_password_wrong");
  const renewed = await renew({ currentPassword: currentPassword(), code: app.code() });
  const codes = renewed.ok ? renewed.answer.recoveryCodes : [];
  expect(codes).toHaveLength(10);
  expect((await logIn({ code: recoveryCodes[0] ?? "" })).status).toBe(401);
  expect((await logIn({ code: codes[0] ?? "" })).status).toBe(200);
});

test("turning it off takes password and code", async () => {
  const { app } = await turnOn();
  const off = (body: { currentPassword: string; code?: string }) =>
    call(calls.endAdminSecondFactor, { body }, { host, cookie: owner });
  expect(reason(await off({ currentPassword: currentPassword() }))).toBe("code_or_recovery");
  expect(reason(await off({ currentPassword: currentPassword(), code: app.code() }))).toBe(200);
  expect((await logIn()).status).toBe(200);
});

describe("who lost it", () => {
  test("gets it turned off by an owner: signed out everywhere, told by letter, in the activity", async () => {
    const teller = await join();
    await turnOn(teller.cookie, password);
    const end = (id: string) =>
      call(people.endPersonSecondFactor, { params: { id } }, { host, cookie: owner });
    expect(reason(await end(seeded.demo.admin.id))).toBe("not_yourself_owner");
    const answer = await end(teller.id);
    expect(answer.ok && answer.answer.hasSecondFactor).toBe(false);
    expect(await isIn(teller.cookie)).toBe(false);
    expect((await logIn({ username: teller.username, password })).status).toBe(200);
    expect(await letters()).toMatchObject([
      { recipient: "baraka@demo.example", text: expect.stringContaining(teller.username) },
    ]);
    const activity = await call(listActivity, {}, { host, cookie: owner });
    expect(activity.ok && activity.answer.map(({ what }) => what)).toContain(
      `Turned the second factor of ${teller.username} off`,
    );
    // Done twice, it is told once.
    await end(teller.id);
    expect(await letters()).toHaveLength(1);
  });

  test("as the last owner, gets it turned off by the operator, which stands in the audit", async () => {
    await turnOn();
    const { id } = seeded.demo.admin;
    const end = (who: string) => call(endAdminsSecondFactor, { params: { id: who } }, { cookie: operator });
    expect(reason(await end(seeded.operator.id))).toBe("no_such_admin");
    const listed = () => call(listAdmins, { query: { providerId: seeded.demo.id } }, { cookie: operator });
    const before = await listed();
    expect(before.ok && before.answer.find((one) => one.id === id)?.hasSecondFactor).toBe(true);
    expect(reason(await end(id))).toBe(200);
    expect(await isIn(owner)).toBe(false);
    expect((await logIn()).status).toBe(200);
    expect(await letters()).toMatchObject([{ recipient: "amina@demo.example" }]);
    expect(await lines()).toContainEqual(["admin.second_factor_taken_off", "platform", seeded.demo.id]);
  });

  test("keeps nothing of it once removed", async () => {
    const teller = await join();
    await turnOn(teller.cookie, password);
    await call(people.removePerson, { params: { id: teller.id } }, { host, cookie: owner });
    const row = await db()
      .prepare("SELECT totp_key, recovery_hashes FROM admins WHERE id = ?1")
      .bind(teller.id)
      .first();
    expect(row).toEqual({ totp_key: null, recovery_hashes: null });
  });
});

describe("an owner who asks everybody for one", () => {
  const ask = (secondFactorRequired: boolean) =>
    call(people.savePeopleRules, { body: { secondFactorRequired } }, { host, cookie: owner });

  test("has one; who has none can set it up or leave, and do nothing else", async () => {
    expect(reason(await ask(true))).toBe("second_factor_own_first");
    await turnOn();
    const teller = await join();
    expect(reason(await ask(true))).toBe(200);
    const list = () => call(listUsers, {}, { host, cookie: teller.cookie });
    const refused = await list();
    expect([refused.status, refused.ok ? null : refused.refusal]).toMatchObject([
      403,
      {
        code: "second_factor_missing",
        message: "Set up your second factor first: an owner asks everybody here for one.",
      },
    ]);
    expect(await state(teller.cookie)).toEqual({ isOn: false, recoveryCodes: 0, isRequired: true });
    await turnOn(teller.cookie, password);
    expect((await list()).status).toBe(200);
    const another = await join();
    expect((await call(adminLogOut, {}, { host, cookie: another.cookie })).status).toBe(200);
    // Who asks has one, and may take it back.
    expect((await call(people.listPeople, {}, { host, cookie: owner })).status).toBe(200);
    expect(reason(await ask(false))).toBe(200);
  });

  test("shuts out neither an API token nor who acts for the provider", async () => {
    await turnOn();
    const token = await call(
      makeApiToken,
      { body: { name: "shop", scopes: ["read:plans"] } },
      { host, cookie: owner },
    );
    expect(reason(await ask(true))).toBe(200);
    await run("UPDATE admins SET totp_since = NULL");
    const headers = { authorization: `Bearer ${token.ok ? token.answer.secret : ""}` };
    expect((await call(adminListPlans, {}, { host, headers })).status).toBe(200);
    const acting = await enterProvider(operator, seeded.demo);
    expect((await call(listUsers, {}, { host, cookie: acting })).status).toBe(200);
    expect((await call(listUsers, {}, { host, cookie: owner })).status).toBe(403);
  });
});
