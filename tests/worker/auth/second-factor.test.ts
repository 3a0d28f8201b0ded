import { env } from "cloudflare:workers";
import { TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { platformLogIn, platformSession } from "#contract/auth";
import type { Endpoint } from "#contract/endpoint";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  platformPassword,
} from "#contract/second-factor";
import { totpStep } from "#worker/features/auth/totp";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { cookieFrom, signInOperator } from "../../support/sign-in.ts";
import { type Answer, call } from "../../support/worker-call.ts";
import { passwords, seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookie: string;
let now = 0;

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(async () => {
  // Neither the tries nor the codes of one test count in another; the clock stands at the beginning of a step.
  now = Math.ceil(Math.max(now, Date.now()) / 30_000) * 30_000 + 25 * 3_600_000;
  vi.setSystemTime(now);
  await env.DB.prepare(
    "UPDATE operators SET totp_key = NULL, totp_since = NULL, totp_step = NULL, recovery_hashes = NULL",
  ).run();
  await clearAudit();
  cookie = await signInOperator(seeded.operator);
  return () => vi.useRealTimers();
});

const pass = (ms: number) => {
  now += ms;
  vi.setSystemTime(now);
};
const currentPassword: string = passwords.operator;
const begin = (password = currentPassword) =>
  call(beginSecondFactor, { body: { currentPassword: password } }, { cookie });
const confirm = (code: string) => call(confirmSecondFactor, { body: { code } }, { cookie });
const state = async () => {
  const answer = await call(getSecondFactor, {}, { cookie });
  return answer.ok && answer.answer;
};
const logIn = (body: Record<string, string> = {}, address = "10.9.1.1") =>
  call(
    platformLogIn,
    { body: { username: "operator", password: passwords.operator, ...body } },
    { headers: { "cf-connecting-ip": address } },
  );
const refused = (answer: Answer<Endpoint>) =>
  answer.ok ? "let in" : [answer.status, answer.refusal?.code, answer.refusal?.message];
const lines = async () =>
  (await env.DB.prepare("SELECT action, actor_id, network FROM audit ORDER BY at, rowid").all()).results;

/** What an authenticator app shows, made by the address of the QR code. */
type App = { code(shiftedMs?: number): string };
function appOf(address: string): App {
  const period = Number(new URL(address).searchParams.get("period"));
  const secret = new URL(address).searchParams.get("secret") ?? "";
  const app = new TOTP({ secret, period, digits: Number(new URL(address).searchParams.get("digits")) });
  return { code: (shiftedMs = 0) => app.generate({ timestamp: now + shiftedMs }) };
}

async function turnOn(): Promise<{ app: App; recoveryCodes: string[] }> {
  const begun = await begin();
  if (!begun.ok) throw new Error(begun.text);
  const app = appOf(begun.answer.address);
  const confirmed = await confirm(app.code());
  if (!confirmed.ok) throw new Error(confirmed.text);
  pass(60_000);
  return { app, recoveryCodes: confirmed.answer.recoveryCodes };
}

const wrongCode = "That code is not right, or it was used before. Wait for the next one and try again.";

describe("codes", () => {
  const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [20_000_000_000, "353130"],
  ])("are those of RFC 6238, appendix B: %i s", (seconds, code) => {
    expect(totpStep(key, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  test("count one step early and one late, and no further", () => {
    const at = (steps: number) => totpStep(key, "081804", (1_111_111_109 + 30 * steps) * 1_000);
    const step = Math.floor(1_111_111_109 / 30);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
  });

  test.each(["", "08180", "0818040", "abcdef", "０８１８０４"])("are six digits: not %j", (typed) => {
    expect(totpStep(key, typed, 1_111_111_109_000)).toBeUndefined();
  });
});

describe("turning it on", () => {
  test("takes the current password and one code, and is told once which codes help without the phone", async () => {
    expect(await state()).toEqual({ isOn: false, recoveryCodes: 0, isRequired: false });
    expect(refused(await begin("not the password"))).toEqual([
      400,
      "invalid",
      "The current password is not right",
    ]);
    const begun = await begin();
    if (!begun.ok) throw new Error(begun.text);
    const address = new URL(begun.answer.address);
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
      ...["otpauth:", "totp", "/Mlango:operator"],
    ]);
    expect(address.searchParams.get("secret")).toBe(begun.answer.key);
    expect(begun.answer.key).toMatch(/^[A-Z2-7]{32}$/);
    // Begun is not on: nobody is locked out by a page that was closed.
    expect((await logIn()).status).toBe(200);
    expect(await state()).toEqual({ isOn: false, recoveryCodes: 0, isRequired: false });
    const app = appOf(begun.answer.address);
    expect(refused(await confirm(app.code(300_000)))).toEqual([400, "invalid", wrongCode]);
    const confirmed = await confirm(app.code());
    const codes = confirmed.ok ? confirmed.answer.recoveryCodes : [];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await state()).toEqual({ isOn: true, recoveryCodes: 10, isRequired: false });
    expect(await lines()).toContainEqual({
      action: "admin.second_factor_on",
      actor_id: seeded.operator.id,
      network: "unknown",
    });
  });

  test("leaves neither key nor codes readable in the database", async () => {
    const begun = await begin();
    const key = begun.ok ? begun.answer.key : "";
    const confirmed = begun.ok ? await confirm(appOf(begun.answer.address).code()) : null;
    const codes = confirmed?.ok ? confirmed.answer.recoveryCodes : [];
    const rows = JSON.stringify((await env.DB.prepare("SELECT * FROM operators").all()).results);
    expect(codes).toHaveLength(10);
    for (const secret of [key, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(rows).not.toContain(secret);
  });

  test("ends the sessions that came about without it, and not this one", async () => {
    const other = await signInOperator(seeded.operator);
    await turnOn();
    expect((await call(platformSession, {}, { cookie: other })).status).toBe(401);
    expect((await call(platformSession, {}, { cookie })).status).toBe(200);
  });

  test("needs a key that was begun, and is not done twice", async () => {
    expect(refused(await confirm("123456"))).toEqual([
      ...[409, "refused", "There is no new key to confirm. Begin again."],
    ]);
    const { app } = await turnOn();
    expect((await confirm(app.code())).status).toBe(409);
    expect(refused(await begin())).toEqual([
      ...[409, "refused", "The second factor is on already. Turn it off first."],
    ]);
  });
});

describe("signing in", () => {
  test("asks for a code in place once the password is right, and for nothing before", async () => {
    const { app } = await turnOn();
    expect(refused(await logIn({ password: "wrong password" }))).toEqual([
      ...[401, "not_signed_in", "Invalid credentials"],
    ]);
    expect(refused(await logIn({ password: "wrong password", code: app.code() }))).toEqual([
      ...[401, "not_signed_in", "Invalid credentials"],
    ]);
    const asked = await logIn();
    expect(refused(asked)).toEqual([
      ...[401, "second_factor_needed", "Enter the code of your authenticator app."],
    ]);
    expect(asked.headers.getSetCookie()).toEqual([]);
    const answer = await logIn({ code: ` ${app.code().slice(0, 3)} ${app.code().slice(3)} ` });
    expect(answer.status).toBe(200);
    expect((await call(platformSession, {}, { cookie: cookieFrom(answer.headers) })).status).toBe(200);
  });

  test("takes each code once, even twice at the same moment", async () => {
    const { app } = await turnOn();
    const code = app.code();
    const both = await Promise.all([logIn({ code }), logIn({ code })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(refused(await logIn({ code }))).toEqual([401, "second_factor_needed", wrongCode]);
    // An earlier step's code is no way round it.
    expect((await logIn({ code: app.code(-30_000) })).status).toBe(401);
    expect((await logIn({ code: app.code(30_000) })).status).toBe(200);
  });

  test("takes each recovery code once, in any spelling, and says how many are left", async () => {
    const { recoveryCodes } = await turnOn();
    const [code = ""] = recoveryCodes;
    const both = await Promise.all([
      logIn({ code: code.toLowerCase() }),
      logIn({ code: code.replaceAll("-", " ") }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await logIn({ code })).status).toBe(401);
    expect(await state()).toEqual({ isOn: true, recoveryCodes: 9, isRequired: false });
    expect((await lines()).filter(({ action }) => action === "admin.recovery_code_used")).toHaveLength(1);
  });

  test("waits after five tries, even with the right code, and only where they came from", async () => {
    const { app } = await turnOn();
    const wrong: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) wrong.push((await logIn({ code: "000000" }, "10.9.2.1")).status);
    expect(wrong).toEqual([401, 401, 401, 401, 401]);
    expect(refused(await logIn({ code: app.code() }, "10.9.2.1"))).toEqual([
      ...[429, "too_many", "Too many sign-in attempts. Try again in 15 minutes."],
    ]);
    expect((await logIn({ code: app.code() }, "10.9.3.1")).status).toBe(200);
  });

  test("has an end for the day after 30 codes, from however many networks", async () => {
    const { app } = await turnOn();
    const wrong = new Set<number>();
    // One was taken to turn it on.
    for (let turn = 1; turn < 30; turn += 1) {
      wrong.add((await logIn({ code: "000000" }, `10.10.${turn}.1`)).status);
      pass(5 * 60_000);
    }
    expect([...wrong]).toEqual([401]);
    expect(refused(await logIn({ code: app.code() }, "10.10.40.1"))).toEqual([
      ...[429, "too_many", "Too many codes. Try again in 22 hours."],
    ]);
    pass(24 * 3_600_000);
    expect((await logIn({ code: app.code() }, "10.10.40.1")).status).toBe(200);
  });

  test("leaves a line for a code that was asked for, wrong or right, with the network and never the code", async () => {
    const { app } = await turnOn();
    await clearAudit();
    const code = app.code();
    await logIn();
    await logIn({ code: "111222" });
    await logIn({ code });
    const network = "10.9.1.1";
    expect(await lines()).toEqual([
      { action: "admin.log_in_code_asked", actor_id: null, network },
      { action: "admin.log_in_code_wrong", actor_id: null, network },
      { action: "admin.log_in", actor_id: seeded.operator.id, network },
    ]);
    const { results } = await env.DB.prepare("SELECT * FROM audit").all();
    expect(JSON.stringify(results)).not.toMatch(new RegExp(`"(${code}|111222)"`));
  });
});

describe("turning it off", () => {
  const off = (body: { currentPassword: string; code?: string }) =>
    call(endSecondFactor, { body }, { cookie });

  test("takes the current password and a code", async () => {
    const { app } = await turnOn();
    expect(refused(await off({ currentPassword: "not it", code: app.code() }))).toEqual([
      ...[400, "invalid", "The current password is not right"],
    ]);
    expect(refused(await off({ currentPassword }))).toEqual([
      ...[400, "invalid", "Enter the six digits of your app, or a recovery code"],
    ]);
    expect(refused(await off({ currentPassword, code: "000000" }))).toEqual([400, "invalid", wrongCode]);
    expect(await state()).toMatchObject({ isOn: true });
    expect((await off({ currentPassword, code: app.code() })).status).toBe(200);
    expect(await state()).toEqual({ isOn: false, recoveryCodes: 0, isRequired: false });
    expect((await logIn()).status).toBe(200);
  });

  test("works with a recovery code, and a new key then works like the first", async () => {
    const { recoveryCodes } = await turnOn();
    expect((await off({ currentPassword, code: recoveryCodes[3] ?? "" })).status).toBe(200);
    const { app } = await turnOn();
    expect((await logIn({ code: app.code() })).status).toBe(200);
  });
});

describe("a super admin's own password", () => {
  const change = (body: { currentPassword: string; newPassword: string }) =>
    call(platformPassword, { body }, { cookie });

  test("is changed by who knows it; every other session ends", async () => {
    const other = await signInOperator(seeded.operator);
    const newPassword = "another operator password";
    expect((await change({ currentPassword, newPassword })).status).toBe(200);
    expect((await call(platformSession, {}, { cookie: other })).status).toBe(401);
    expect((await call(platformSession, {}, { cookie })).status).toBe(200);
    expect((await logIn()).status).toBe(401);
    expect((await logIn({ password: newPassword })).status).toBe(200);
    expect(await lines()).toContainEqual({
      action: "admin.password",
      actor_id: seeded.operator.id,
      network: "unknown",
    });
    expect((await change({ currentPassword: newPassword, newPassword: currentPassword })).status).toBe(200);
  });

  test.each([
    [{ currentPassword: "not it", newPassword: "a fine password" }, "The current password is not right"],
    [{ currentPassword, newPassword: "1234567" }, "Password must be at least 8 characters long."],
    [
      { currentPassword, newPassword: "Password123" },
      "This password is among the first that anybody tries. Choose another one.",
    ],
    [{ currentPassword: "", newPassword: "a fine password" }, "Enter your current password"],
    [{ currentPassword, newPassword: "" }, "Password is required"],
  ])("is refused with a sentence: %j", async (body, sentence) => {
    const answer = await change(body);
    expect([answer.status, answer.ok ? null : answer.refusal?.message]).toEqual([400, sentence]);
    expect((await logIn()).status).toBe(200);
  });
});
