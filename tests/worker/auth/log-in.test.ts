import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { adminLogIn, adminSession, platformLogIn, platformSession } from "#contract/auth";
import type { Endpoint } from "#contract/endpoint";
import { hashPassword } from "#worker/features/auth/password";
import { sha256 } from "#worker/keys";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { cheapPasswords, realPasswordCost } from "../../support/cheap-passwords.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { disableAdminRow } from "../../support/session-rows.ts";
import { cookieFrom, signInOperator, signInProvider, tokenOf } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type Answer, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
// Attempts are counted by account and network: each test comes from a network of its own.
let network = 0;
let headers: Record<string, string> = {};

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(() => {
  network += 1;
  headers = { "cf-connecting-ip": `10.0.${network}.1` };
});

const demoHost = hostOf("demo");
const logIn = (username: string, password: string, host = demoHost) =>
  call(adminLogIn, { body: { username, password } }, { host, headers });
const platform = (username: string, password: string, host = hostOf()) =>
  call(platformLogIn, { body: { username, password } }, { host, headers });

describe("a provider's admin", () => {
  test("signs in on its own host and is then known there", async () => {
    const answer = await logIn("demo", seeded.demo.admin.password);
    expect(answer.ok && answer.answer).toEqual({
      id: seeded.demo.admin.id,
      username: "demo",
      name: "Amina Wanjiru",
      email: "amina@demo.example",
      role: "owner",
      providerId: seeded.demo.id,
      actingAs: null,
    });
    const session = await call(adminSession, {}, { host: demoHost, cookie: cookieFrom(answer.headers) });
    expect(session.ok && session.answer).toEqual(answer.ok && answer.answer);
  });

  test("signs in on the main domain, too", async () => {
    const cookie = await signInProvider(seeded.demo, hostOf());
    expect((await call(adminSession, {}, { cookie })).status).toBe(200);
  });

  test("types the username in any case, spaces around it included", async () => {
    const answer = await logIn("  DeMo ", seeded.demo.admin.password);
    expect(answer.ok && answer.answer.username).toBe("demo");
  });

  test("gets a cookie that only this host's HTTPS pages send and no script reads, for 7 days", async () => {
    const answer = await logIn("demo", seeded.demo.admin.password);
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([
      expect.stringMatching(
        /^__Host-known-admin=[0-9a-f]{32}\.\d+\.[0-9a-f]{64}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(cookie).toMatch(
      /^__Host-admin=[0-9a-f-]{36}\.[0-9a-f]{64}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test("leaves only the hash of the token in the database", async () => {
    const answer = await logIn("demo", seeded.demo.admin.password);
    const [session = "", mark = ""] = cookieFrom(answer.headers).split("; ");
    const token = tokenOf(session);
    const { results } = await tenantDatabase(seeded.demo.id).prepare("SELECT * FROM sessions").all();
    const rows = JSON.stringify(results);
    expect(token).toHaveLength(64);
    expect(rows).toContain(sha256(token));
    // When the mark was made is no secret, and may be the moment of a row.
    const [number = "", _madeAt, signature = ""] = (mark.split("=")[1] ?? "").split(".");
    for (const kept of [token, number, signature]) expect(rows).not.toContain(kept);
  });

  test("gets a new token at each sign-in, and the one this browser held before is worth nothing", async () => {
    const first = await signInProvider(seeded.demo);
    const body = { username: "demo", password: seeded.demo.admin.password };
    const again = await call(adminLogIn, { body }, { host: demoHost, cookie: first, headers });
    const second = cookieFrom(again.headers);
    expect(second).not.toBe(first);
    expect((await call(adminSession, {}, { host: demoHost, cookie: first })).status).toBe(401);
    expect((await call(adminSession, {}, { host: demoHost, cookie: second })).status).toBe(200);
  });
});

describe("a super admin", () => {
  test("signs in on the main domain with a session of 12 hours", async () => {
    const answer = await platform("operator", seeded.operator.password);
    expect(answer.ok && answer.answer).toMatchObject({ username: "operator", role: "Super Administrator" });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-platform=[0-9a-f]{64}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^__Host-known-platform=/),
    ]);
    const session = await call(platformSession, {}, { cookie: cookieFrom(answer.headers) });
    expect(session.ok && session.answer).toEqual(answer.ok && answer.answer);
  });

  test("finds no sign-in on a provider's host, right password or not", async () => {
    const right = await platform("operator", seeded.operator.password, demoHost);
    const wrong = await platform("operator", "wrong password", demoHost);
    expect(right.status).toBe(404);
    expect(!wrong.ok && wrong.refusal).toEqual(!right.ok && right.refusal);
  });
});

describe("the same refusal, to the letter,", () => {
  const refused = {
    code: "not_signed_in",
    message: "Invalid credentials",
    error: "Invalid credentials",
    reason: "credentials_wrong",
    params: {},
  };

  test.each<[string, () => Promise<Answer<Endpoint>>]>([
    ["for a wrong password", () => logIn("demo", "wrong password")],
    ["for an unknown username", () => logIn("nobody", "wrong password")],
    [
      "for the right password on another provider's host",
      () => logIn("demo", seeded.demo.admin.password, hostOf("savanna")),
    ],
    ["for a super admin at a provider's console", () => logIn("operator", seeded.operator.password)],
    [
      "for a super admin at the provider console of the main domain",
      () => logIn("operator", seeded.operator.password, hostOf()),
    ],
    ["for a provider's admin at the super admin console", () => platform("demo", seeded.demo.admin.password)],
    ["for SQL as a username", () => logIn("' OR 1=1 --", "wrong password")],
  ])("%s", async (_case, attempt) => {
    const answer = await attempt();
    expect(answer.status).toBe(401);
    expect(answer.ok ? null : answer.refusal).toEqual(refused);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("for a disabled admin, whose open session ends as well", async () => {
    const cookie = await signInProvider(seeded.savanna);
    const host = hostOf("savanna");
    await disableAdminRow(seeded.savanna.id, 1);
    const answer = await logIn("savanna", seeded.savanna.admin.password, host);
    const session = await call(adminSession, {}, { host, cookie });
    await disableAdminRow(seeded.savanna.id, null);
    expect([answer.status, answer.ok ? null : answer.refusal]).toEqual([401, refused]);
    expect(session.status).toBe(401);
  });
});

test.each([
  ["", "demo password"],
  ["   ", "demo password"],
  ["demo", ""],
  ["demo", "   "],
])("blank input (%j, %j) is refused before anything is looked up", async (username, password) => {
  for (const answer of [await logIn(username, password), await platform(username, password)]) {
    expect(answer.status).toBe(400);
    expect(answer.ok ? null : answer.refusal?.message).toBe("Please enter both username and password");
  }
});

test("an admin of a suspended provider signs in and is told, instead of being turned away as unknown", async () => {
  await env.DB.prepare("UPDATE providers SET status = 'suspended' WHERE subdomain = 'savanna'").run();
  const answer = await logIn("savanna", seeded.savanna.admin.password, hostOf("savanna"));
  await env.DB.prepare("UPDATE providers SET status = 'active' WHERE subdomain = 'savanna'").run();
  expect(answer.status).toBe(200);
});

test("each sign-in, right or wrong, leaves one line that names the account and never what was typed", async () => {
  await clearAudit();
  await logIn("demo", seeded.demo.admin.password);
  await logIn("demo", "typed-by-mistake");
  await logIn("typed-into-the-wrong-field", "typed-by-mistake");
  const { results } = await env.DB.prepare("SELECT * FROM audit ORDER BY at, rowid").all();
  const place = { detail: JSON.stringify({ host: demoHost }), network: `10.0.${network}.1` };
  const about = { actor: "provider", provider_id: seeded.demo.id, ...place };
  const id = seeded.demo.admin.id;
  expect(results).toMatchObject([
    { ...about, action: "admin.log_in", actor_id: id, subject: id },
    { ...about, action: "admin.log_in_failed", actor_id: null, subject: id },
    { ...about, action: "admin.log_in_failed", actor_id: null, subject: null },
  ]);
  expect(JSON.stringify(results)).not.toContain("typed-");
});

test("an unknown username takes as long as a wrong password", async () => {
  realPasswordCost();
  onTestFinished(cheapPasswords);
  await tenantDatabase(seeded.demo.id)
    .prepare("UPDATE admins SET password_hash = ?1")
    .bind(await hashPassword(seeded.demo.admin.password))
    .run();
  const time = async (username: string) => {
    const started = performance.now();
    await logIn(username, "wrong password");
    return performance.now() - started;
  };
  await time("warm-up");
  const known: number[] = [];
  const unknown: number[] = [];
  for (const turn of [1, 2, 3]) {
    known.push(await time("demo"));
    unknown.push(await time(`nobody-${turn}`));
  }
  // Without the work of a password check an answer takes a small part of this.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) * 0.4);
});

test("a sign-in of the operator does not sign anybody in to a provider's console", async () => {
  const cookie = await signInOperator(seeded.operator);
  expect((await call(adminSession, {}, { cookie })).status).toBe(401);
  const renamed = cookie.replace("__Host-platform", "__Host-admin");
  expect((await call(adminSession, {}, { cookie: renamed })).status).toBe(401);
});
