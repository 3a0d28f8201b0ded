import { env } from "cloudflare:workers";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { disableAdmin, listAdmins } from "#contract/admins";
import { adminSession, platformLogIn, platformSession } from "#contract/auth";
import * as calls from "#contract/invitations";
import { listProviders } from "#contract/providers";
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from "#contract/second-factor";
import { sessionsChanged } from "#worker/http/session";
import { createAdmin } from "../../seed/create-admin.ts";
import type { SeededAdmin, TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { cookieFrom, enterProvider, signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A super admin comes by a link that another one made: good once, for three days, and for nothing without a second factor.

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
  await env.DB.batch([
    env.DB.prepare("DELETE FROM operator_invitations"),
    // One test is three days ahead: its log-ins are not the last ones of the next test.
    env.DB.prepare("DELETE FROM operator_sessions WHERE created_at > ?1").bind(Date.now()),
    env.DB.prepare("UPDATE operators SET disabled_at = NULL"),
    env.DB.prepare("DELETE FROM mail"),
  ]);
  await clearAudit();
  sessionsChanged();
  operator = await signInOperator(seeded.operator);
});
afterEach(() => {
  vi.useRealTimers();
});

const password = "a sentence of one's own";
let made = 0;
/** No two tests want one username. */
const newName = () => `invited${++made}`;

async function invite(cookie = operator, body: Record<string, string> = { name: "Amina Odhiambo" }) {
  const answer = await call(calls.createInvitation, { body }, { cookie });
  if (!answer.ok) throw new Error(answer.text);
  const { address, invitation } = answer.answer;
  return { address, invitation, code: new URL(address).hash.replace("#invitation=", "") };
}
const look = (code: string, host = hostOf()) => call(calls.platformInvitation, { body: { code } }, { host });
const accept = (code: string, username = newName(), more: { host?: string; cookie?: string } = {}) =>
  call(calls.acceptPlatformInvitation, { body: { code, username, password } }, { host: hostOf(), ...more });
const open = async () => {
  const answer = await call(calls.listInvitations, {}, { cookie: operator });
  return answer.ok ? answer.answer.map(({ name }) => name) : answer.text;
};
const operators = () => env.DB.prepare("SELECT count(*) AS n FROM operators").first("n");
const ended = "This invitation was used, withdrawn, or is older than three days. Ask for a new one.";

describe("an invitation", () => {
  test("is a link of the main domain with its code behind the #, listed, and stored as a hash alone", async () => {
    const { address, code, invitation } = await invite();
    expect(address).toBe(`${env.MAIN_ORIGIN}/superadmin#invitation=${code}`);
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    expect(invitation).toMatchObject({ name: "Amina Odhiambo", email: "", invitedBy: "operator" });
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(3 * 86_400_000);
    expect(await open()).toEqual(["Amina Odhiambo"]);
    const stored = JSON.stringify(await env.DB.prepare("SELECT * FROM operator_invitations").all());
    expect(stored).toContain("Amina Odhiambo");
    expect(stored).not.toContain(code);
    expect((await call(calls.listInvitations, {}, { cookie: operator })).text).not.toContain(code);
    expect(await look(code)).toMatchObject({ status: 200, answer: { name: "Amina Odhiambo" } });
  });

  test("asks its maker for a password given lately, and for a name", async () => {
    const refused = await call(calls.createInvitation, { body: { name: " " } }, { cookie: operator });
    expect([refused.status, refused.ok ? null : refused.refusal?.reason]).toEqual([400, "invitation_name"]);
    await env.DB.prepare("UPDATE operator_sessions SET confirmed_at = 0").run();
    sessionsChanged();
    const late = await call(calls.createInvitation, { body: { name: "Amina" } }, { cookie: operator });
    expect([late.status, late.ok ? null : late.refusal?.code]).toEqual([403, "reauthenticate"]);
    expect(await open()).toEqual([]);
  });

  test("makes an operator who can do nothing before a second factor is set up, then everything", async () => {
    const { code } = await invite(operator, { name: "Amina Odhiambo", email: "amina@mlango.example" });
    const username = newName();
    const answer = await accept(code, username);
    expect(answer).toMatchObject({ status: 200, answer: { username, name: "Amina Odhiambo" } });
    const cookie = cookieFrom(answer.headers);
    expect((await call(platformSession, {}, { cookie })).status).toBe(200);
    const closed = await call(listProviders, {}, { cookie });
    expect([closed.status, closed.ok ? null : closed.refusal?.code]).toEqual([403, "second_factor_missing"]);
    // Nor by signing in once more with the password alone.
    const again = cookieFrom((await call(platformLogIn, { body: { username, password } }, {})).headers);
    expect((await call(listProviders, {}, { cookie: again })).status).toBe(403);
    expect(await call(getSecondFactor, {}, { cookie })).toMatchObject({
      answer: { isOn: false, isRequired: true },
    });
    const begun = await call(beginSecondFactor, { body: { currentPassword: password } }, { cookie });
    if (!begun.ok) throw new Error(begun.text);
    const totp = new TOTP({ secret: Secret.fromBase32(begun.answer.key) }).generate();
    expect((await call(confirmSecondFactor, { body: { code: totp } }, { cookie })).status).toBe(200);
    expect((await call(listProviders, {}, { cookie })).status).toBe(200);
    const { results } = await env.DB.prepare("SELECT recipient, subject FROM mail ORDER BY recipient").all();
    expect(results).toContainEqual({
      recipient: "second@mlango.example",
      subject: `${username} is a super admin now`,
    });
    const lines = await env.DB.prepare(
      "SELECT action, detail FROM audit WHERE action IN ('admin.invite', 'admin.create') ORDER BY rowid",
    ).all();
    expect(lines.results).toEqual([
      { action: "admin.invite", detail: '{"name":"Amina Odhiambo"}' },
      { action: "admin.create", detail: JSON.stringify({ username, invitedBy: "operator" }) },
    ]);
  });

  test("ends who was signed in in this browser, and the consoles that were entered from there", async () => {
    const held = await signInOperator(second);
    const inside = await enterProvider(held, seeded.demo);
    const { code } = await invite();
    expect((await accept(code, newName(), { cookie: held })).status).toBe(200);
    expect((await call(platformSession, {}, { cookie: held })).status).toBe(401);
    expect((await call(adminSession, {}, { host: hostOf("demo"), cookie: inside })).status).toBe(401);
  });
});

describe("nobody is made by a link", () => {
  let before: unknown;
  beforeEach(async () => {
    before = await operators();
  });
  const refusedAll = async (code: string) => {
    for (const answer of [await look(code), await accept(code)])
      expect([answer.status, answer.ok ? null : answer.refusal?.message]).toEqual([403, ended]);
    expect(await operators()).toBe(before);
    expect(await open()).toEqual([]);
  };

  test("that nobody made", () => refusedAll("0".repeat(64)));

  test("that is cut off or longer", async () => {
    const { code } = await invite();
    for (const wrong of [code.slice(1), `${code}0`, `${code.slice(1)}A`, ""])
      expect((await accept(wrong)).status).toBe(400);
    expect(await operators()).toBe(before);
  });

  test("that was used", async () => {
    const { code } = await invite();
    expect((await accept(code)).status).toBe(200);
    before = await operators();
    await refusedAll(code);
  });

  test("that ten people use at once, but one", async () => {
    const { code } = await invite();
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await accept(code)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(9);
    expect(await operators()).toBe(Number(before) + 1);
  });

  test("that is three days old; a moment before it is still good", async () => {
    const { code, invitation } = await invite();
    vi.setSystemTime(Date.parse(invitation.expiresAt) - 1);
    expect((await look(code)).status).toBe(200);
    vi.setSystemTime(Date.parse(invitation.expiresAt));
    operator = await signInOperator(seeded.operator);
    await refusedAll(code);
  });

  test("that was withdrawn, which is done once", async () => {
    const { code, invitation } = await invite();
    const withdraw = () =>
      call(calls.withdrawInvitation, { params: { id: invitation.id } }, { cookie: operator });
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).status).toBe(404);
    await refusedAll(code);
  });

  test("whose maker was disabled since", async () => {
    const { code } = await invite(await signInOperator(second));
    expect((await call(disableAdmin, { params: { id: second.id } }, { cookie: operator })).status).toBe(200);
    await refusedAll(code);
  });

  test("on a provider's host", async () => {
    const { code } = await invite();
    expect((await look(code, hostOf("demo"))).status).toBe(404);
    expect((await accept(code, newName(), { host: hostOf("demo") })).status).toBe(404);
    expect(await operators()).toBe(before);
  });

  test("with a taken username or a common password; the link stays good", async () => {
    const { code } = await invite();
    for (const taken of ["operator", "SECOND", "demo"]) expect((await accept(code, taken)).status).toBe(409);
    const body = { code, username: newName(), password: "password123" };
    expect((await call(calls.acceptPlatformInvitation, { body }, {})).status).toBe(400);
    expect(await operators()).toBe(before);
    expect((await accept(code)).status).toBe(200);
  });
});

test("a hundred tries from one network, and the right link waits", async () => {
  const { code } = await invite();
  const from = { headers: { "cf-connecting-ip": "10.77.7.7" } };
  const wrong = { body: { code: "1".repeat(64) } };
  for (let i = 0; i < 100; i += 1)
    expect((await call(calls.platformInvitation, wrong, from)).status).toBe(403);
  expect((await call(calls.platformInvitation, { body: { code } }, from)).status).toBe(429);
  expect((await look(code)).status).toBe(200);
});

test("the invited one is listed among the operators, with a second factor or without", async () => {
  const username = newName();
  await accept((await invite()).code, username);
  const listed = await call(listAdmins, {}, { cookie: operator });
  expect(listed.ok && listed.answer.find((one) => one.username === username)).toMatchObject({
    name: "Amina Odhiambo",
    hasSecondFactor: false,
    disabledAt: null,
    providerId: null,
  });
});
