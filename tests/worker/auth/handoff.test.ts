import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adminLogOut, adminSession, platformLogOut } from "#contract/auth";
import { createHandoff, enterByHandoff } from "#contract/handoff";
import { adminListPlans, createPlan } from "#contract/plans";
import { getProfile, updateProfile } from "#contract/profile";
import { sessionsChanged } from "#worker/http/session";
import { createAdmin } from "../../seed/create-admin.ts";
import type { SeededAdmin, TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { cookieFrom, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// The operator in a provider's console (docs/behaviour/provider-console.md, PC-10): what a one-time code gives, and every
// way it gives nothing.

const notValid =
  "This sign-in link is not valid any more. Open the console again from the super admin console.";
const demoHost = hostOf("demo");
let seeded: TwoProviders;
let second: SeededAdmin;
let operator: string;
let secondOperator: string;
let shifted = 0;

beforeAll(async () => {
  seeded = await seedBoth();
  const account = { username: "second", password: "second password" };
  const about = { providerId: null, name: "Second Operator", email: "second@mlango.example" };
  second = { ...account, id: await createAdmin(testContext(), { ...about, ...account }) };
});
beforeEach(async () => {
  // Tries of one test never count in another.
  shifted += 4 * 3_600_000;
  vi.setSystemTime(Date.now() + shifted);
  operator = await signInOperator(seeded.operator);
  secondOperator = await signInOperator(second);
  return () => vi.useRealTimers();
});

async function codeFor(providerId = seeded.demo.id, cookie = operator): Promise<string> {
  const made = await call(createHandoff, { params: { id: providerId } }, { cookie });
  if (!made.ok) throw new Error(made.text);
  return new URL(made.answer.address).hash.replace("#handoff=", "");
}
const enter = (code: string, options: { host?: string; cookie?: string; network?: string } = {}) => {
  const { host = demoHost, cookie, network = "10.9.1.1" } = options;
  const headers = { "cf-connecting-ip": network };
  return call(enterByHandoff, { body: { code } }, { host, headers, ...(cookie ? { cookie } : {}) });
};
async function enteredCookie(by = operator): Promise<string> {
  const entered = await enter(await codeFor(seeded.demo.id, by));
  if (!entered.ok) throw new Error(entered.text);
  return cookieFrom(entered.headers);
}
const whoAmI = (cookie: string) => call(adminSession, {}, { host: demoHost, cookie });

type Line = Record<string, string | null> & { detail: string };
async function lines(): Promise<Line[]> {
  const found = await env.DB.prepare("SELECT * FROM audit ORDER BY at, rowid").all<Line>();
  return found.results;
}
const lastLine = async () => {
  const last = (await lines()).at(-1);
  return last && { ...last, detail: JSON.parse(last.detail) };
};

describe("a code for a provider's console", () => {
  test("stands in the fragment of that provider's own address, for 60 seconds", async () => {
    const now = Date.now();
    const made = await call(createHandoff, { params: { id: seeded.demo.id } }, { cookie: operator });
    expect(made.ok && made.answer).toEqual({
      address: expect.stringMatching(new RegExp(`^http://${demoHost}/admin#handoff=[0-9a-f]{64}$`)),
      expiresAt: expect.any(String),
    });
    const lasts = made.ok ? Date.parse(made.answer.expiresAt) - now : 0;
    expect(lasts).toBeGreaterThanOrEqual(60_000);
    expect(lasts).toBeLessThan(65_000);
    expect(await lastLine()).toMatchObject({
      actor: "platform",
      actor_id: seeded.operator.id,
      provider_id: seeded.demo.id,
      action: "handoff.create",
      subject: seeded.demo.id,
      detail: { host: demoHost },
    });
  });

  test("is kept as a hash only", async () => {
    const code = await codeFor();
    await enter(code);
    for (const table of ["handoff_codes", "audit", "operator_sessions"]) {
      const rows = await env.DB.prepare(`SELECT * FROM ${table}`).all();
      expect(JSON.stringify(rows.results)).not.toContain(code);
    }
  });

  test("is made for nobody but a super admin, and for no provider that does not exist", async () => {
    const params = { id: seeded.demo.id };
    const headers = { "x-superadmin-id": seeded.operator.id };
    const demoOnMain = await signInProvider(seeded.demo, hostOf());
    const before = await databaseChecksum();
    expect((await call(createHandoff, { params }, { headers })).status).toBe(401);
    expect((await call(createHandoff, { params }, { headers, cookie: demoOnMain })).status).toBe(404);
    expect((await call(createHandoff, { params }, { host: demoHost, cookie: operator })).status).toBe(404);
    const unknown = await call(createHandoff, { params: { id: "nobody" } }, { cookie: operator });
    expect([unknown.status, !unknown.ok && unknown.refusal?.message]).toEqual([
      ...[404, "This provider does not exist."],
    ]);
    expect(await databaseChecksum()).toBe(before);
  });

  test("needs to be there, as a text", async () => {
    for (const body of [{}, { code: 5 }, { code: "x".repeat(201) }, { code: "x", more: 1 }]) {
      const answer = await call(enterByHandoff, { body }, { host: demoHost });
      expect(answer.status).toBe(400);
    }
  });
});

describe("the exchange", () => {
  test("gives this host's own session, marked with who acts in it, and says so in the audit trail", async () => {
    const answer = await enter(await codeFor());
    const { admin } = seeded.demo;
    const expected = {
      id: admin.id,
      username: "demo",
      name: "Amina Wanjiru",
      email: "amina@demo.example",
      role: "owner",
      providerId: seeded.demo.id,
      actingAs: "Platform Operator",
    };
    expect(answer.ok && answer.answer).toEqual(expected);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-admin=[0-9a-f-]{36}\.[0-9a-f]{64}; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const session = await whoAmI(cookieFrom(answer.headers));
    expect(session.ok && session.answer).toEqual(expected);
    expect(await lastLine()).toMatchObject({
      actor: "platform",
      actor_id: seeded.operator.id,
      provider_id: seeded.demo.id,
      action: "handoff.enter",
      subject: seeded.demo.id,
      network: "10.9.1.1",
      detail: { host: demoHost, admin: admin.id },
    });
  });

  test("has one winner of eight at once", async () => {
    const code = await codeFor();
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
  });

  test("ends the session that this browser held here before", async () => {
    const own = await signInProvider(seeded.demo);
    const answer = await enter(await codeFor(), { cookie: own });
    expect(answer.status).toBe(200);
    expect((await whoAmI(own)).status).toBe(401);
    const again = await enter(await codeFor(), { cookie: cookieFrom(answer.headers) });
    expect(again.status).toBe(200);
    expect((await whoAmI(cookieFrom(answer.headers))).status).toBe(401);
  });
});

type Attack = {
  name: string;
  reason: string;
  /** What the attacker presents. */
  code(): Promise<string>;
  with?: (code: string) => Promise<Parameters<typeof enter>[1]>;
  sentence?: string;
  isKnown?: boolean;
};
const otherActor =
  "Another super admin is signed in here in this browser. Sign out there first, then open the console again.";
const attacks: Attack[] = [
  {
    name: "a second time",
    reason: "used",
    async code() {
      const code = await codeFor();
      expect((await enter(code)).status).toBe(200);
      return code;
    },
  },
  {
    name: "after 60 seconds",
    reason: "expired",
    async code() {
      const code = await codeFor();
      vi.setSystemTime(Date.now() + 60_000);
      return code;
    },
  },
  {
    name: "on another provider's host",
    reason: "other_host",
    code: () => codeFor(),
    with: async () => ({ host: hostOf("savanna") }),
  },
  {
    name: "on the main domain",
    reason: "other_host",
    code: () => codeFor(),
    with: async () => ({ host: hostOf(), cookie: operator }),
  },
  {
    name: "made up",
    reason: "unknown",
    code: async () => "0".repeat(64),
    isKnown: false,
  },
  {
    name: "after the super admin signed out",
    reason: "session_ended",
    async code() {
      const code = await codeFor();
      expect((await call(platformLogOut, {}, { cookie: operator })).status).toBe(200);
      return code;
    },
  },
  {
    name: "in a browser in which another super admin acts for this provider",
    reason: "other_actor",
    code: () => codeFor(),
    with: async () => ({ cookie: await enteredCookie(secondOperator) }),
    sentence: otherActor,
  },
  {
    name: "beside another super admin's session of this host",
    reason: "other_actor",
    code: () => codeFor(),
    async with() {
      const [, token = ""] = secondOperator.split("=");
      await env.DB.prepare("UPDATE operator_sessions SET host = ?1 WHERE operator_id = ?2")
        .bind(demoHost, second.id)
        .run();
      return { cookie: `__Host-platform=${token}` };
    },
    sentence: otherActor,
  },
];

describe("a code that is tried", () => {
  test.each(attacks)("$name is refused, once and for all, and recorded", async (attack) => {
    const { reason, sentence = notValid, isKnown = true } = attack;
    const code = await attack.code();
    const options = await attack.with?.(code);
    const before = await lines();
    const refused = await enter(code, options);
    expect([refused.status, !refused.ok && refused.refusal?.message]).toEqual([403, sentence]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    const after = await lines();
    expect(after).toHaveLength(before.length + 1);
    expect(await lastLine()).toMatchObject({
      actor: "platform",
      actor_id: null,
      action: "handoff.refused",
      network: "10.9.1.1",
      provider_id: isKnown ? seeded.demo.id : null,
      detail: {
        reason,
        host: options?.host ?? demoHost,
        ...(isKnown ? { askedBy: seeded.operator.id } : {}),
      },
    });
    // Where it would have been right, it is not any more.
    expect((await enter(code)).status).toBe(403);
  });

  test("a moment before its 60 seconds are over still opens the console", async () => {
    const code = await codeFor();
    vi.setSystemTime(Date.now() + 55_000);
    expect((await enter(code)).status).toBe(200);
  });

  test("a hundred times from one network is not even looked at, nor recorded", async () => {
    const network = "10.9.7.1";
    for (let turn = 0; turn < 100; turn += 1) await enter(`guess ${turn}`, { network });
    const before = (await lines()).length;
    const refused = await enter(await codeFor(), { network });
    expect([refused.status, !refused.ok && refused.refusal?.message]).toEqual([
      ...[429, expect.stringMatching(/^Too many sign-in attempts\. Try again in \d+ minutes\.$/)],
    ]);
    expect((await lines()).length).toBe(before + 1);
    expect(await lastLine()).toMatchObject({ action: "handoff.create" });
  });
});

describe("the acting session", () => {
  test("works on that host only, and no longer than 30 idle minutes or two busy hours", async () => {
    const cookie = await enteredCookie();
    for (const host of [hostOf("savanna"), hostOf()]) {
      expect((await call(adminSession, {}, { host, cookie })).status).toBe(401);
    }
    for (let turn = 0; turn < 4; turn += 1) {
      vi.setSystemTime(Date.now() + 29 * 60_000);
      expect((await whoAmI(cookie)).status).toBe(200);
    }
    vi.setSystemTime(Date.now() + 5 * 60_000);
    expect((await whoAmI(cookie)).status).toBe(401);

    const idle = await enteredCookie(await signInOperator(seeded.operator));
    vi.setSystemTime(Date.now() + 30 * 60_000 + 1_000);
    expect((await whoAmI(idle)).status).toBe(401);
  });

  test("does what the admin does, recorded as the platform's for this provider", async () => {
    const cookie = await enteredCookie();
    const { id: _, ...plan } = seeded.demo.plans[0] ?? { id: "" };
    const body = { ...plan, name: "Made by the operator" };
    const made = await call(createPlan, { body }, { host: demoHost, cookie });
    expect(made.status).toBe(200);
    expect(await lastLine()).toMatchObject({
      actor: "platform",
      actor_id: seeded.operator.id,
      provider_id: seeded.demo.id,
      action: "plan.create",
    });
  });

  test("reads the admin's profile and changes neither it nor the password", async () => {
    const cookie = await enteredCookie();
    const params = { id: seeded.demo.admin.id };
    expect((await call(getProfile, { params }, { host: demoHost, cookie })).status).toBe(200);
    const before = await databaseChecksum();
    const changes = [
      { name: "Mallory", email: "mallory@demo.example" },
      {
        name: "Amina Wanjiru",
        email: "amina@demo.example",
        currentPassword: seeded.demo.admin.password,
        newPassword: "another password",
        confirmPassword: "another password",
      },
    ];
    for (const body of changes) {
      const answer = await call(updateProfile, { params, body }, { host: demoHost, cookie });
      expect([answer.status, !answer.ok && answer.refusal?.message]).toEqual([
        ...[403, "You act for this provider: only its own admin changes this profile."],
      ]);
    }
    expect(await databaseChecksum()).toBe(before);
  });

  test("opens the console of a suspended provider, whose own admin stays outside", async () => {
    const own = await signInProvider(seeded.demo);
    const set = (status: string) =>
      env.DB.prepare("UPDATE providers SET status = ?1 WHERE id = ?2").bind(status, seeded.demo.id).run();
    await set("suspended");
    const cookie = await enteredCookie();
    expect((await call(adminListPlans, {}, { host: demoHost, cookie })).status).toBe(200);
    expect((await call(adminListPlans, {}, { host: demoHost, cookie: own })).status).toBe(403);
    await set("active");
  });

  test("ends with log-out, recorded as the platform's", async () => {
    const cookie = await enteredCookie();
    expect((await call(adminLogOut, {}, { host: demoHost, cookie })).status).toBe(200);
    expect(await lastLine()).toMatchObject({
      actor: "platform",
      actor_id: seeded.operator.id,
      provider_id: seeded.demo.id,
      action: "handoff.leave",
    });
    expect((await whoAmI(cookie)).status).toBe(401);
  });

  test("ends when the super admin may not enter any more", async () => {
    const cookie = await enteredCookie(secondOperator);
    const disable = async (at: number | null) => {
      await env.DB.prepare("UPDATE operators SET disabled_at = ?1 WHERE id = ?2").bind(at, second.id).run();
      sessionsChanged();
    };
    await disable(Date.now());
    expect((await whoAmI(cookie)).status).toBe(401);
    await disable(null);
    expect((await whoAmI(cookie)).status).toBe(200);
  });
});
