import { env } from "cloudflare:workers";
import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as calls from "#contract/admins";
import { adminSession, platformLogOut, platformSession } from "#contract/auth";
import type { Endpoint } from "#contract/endpoint";
import { createHandoff, enterByHandoff } from "#contract/handoff";
import { endpoints } from "#contract/index";
import { adminListPlans } from "#contract/plans";
import { listProviders } from "#contract/providers";
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from "#contract/second-factor";
import { sessionsChanged } from "#worker/http/session";
import { createAdmin } from "../../seed/create-admin.ts";
import type { SeededAdmin, TwoProviders } from "../../seed/two-providers.ts";
import { cookieFrom, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// The platform asks its operators for a second factor: who has none can set one up and nothing else.

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
    env.DB.prepare("DELETE FROM platform_settings"),
    env.DB.prepare("UPDATE operators SET totp_since = NULL, totp_key = NULL"),
  ]);
  sessionsChanged();
  operator = await signInOperator(seeded.operator);
});

const demand = (cookie = operator) =>
  call(calls.saveOperatorRules, { body: { secondFactorRequired: true } }, { cookie });
const status = async (endpoint: Endpoint, cookie: string, host = hostOf()) =>
  (await call(endpoint, {}, { cookie, host })).status;

/** With an authenticator app, as a person would. */
async function setUp({ password }: SeededAdmin, cookie: string): Promise<void> {
  const begun = await call(beginSecondFactor, { body: { currentPassword: password } }, { cookie });
  if (!begun.ok) throw new Error(begun.text);
  const code = new TOTP({ secret: Secret.fromBase32(begun.answer.key) }).generate();
  const confirmed = await call(confirmSecondFactor, { body: { code } }, { cookie });
  if (!confirmed.ok) throw new Error(confirmed.text);
}

test("nobody demands it without one of their own: the first operator cannot lock everybody out", async () => {
  const refused = await demand();
  expect([refused.status, refused.ok ? null : refused.refusal?.message]).toEqual([
    409,
    "Turn your own second factor on first, in your profile.",
  ]);
  expect(await status(listProviders, operator)).toBe(200);
});

test("who has none is let in to set it up, and goes on once it is", async () => {
  const theirs = await signInOperator(second);
  await setUp(seeded.operator, operator);
  expect((await demand()).status).toBe(200);
  expect(await status(listProviders, operator)).toBe(200);
  const refused = await call(listProviders, {}, { cookie: theirs });
  expect([refused.status, refused.ok ? null : refused.refusal?.code]).toEqual([403, "second_factor_missing"]);
  expect(await status(platformSession, theirs)).toBe(200);
  const factor = await call(getSecondFactor, {}, { cookie: theirs });
  expect(factor.ok && factor.answer).toEqual({ isOn: false, recoveryCodes: 0, isRequired: true });
  await setUp(second, theirs);
  expect(await status(listProviders, theirs)).toBe(200);
});

test("without one they do nothing else by any call of the platform, and can leave", async () => {
  const theirs = await signInOperator(second);
  await setUp(seeded.operator, operator);
  await demand();
  const closed = endpoints.filter(
    ({ audience, withoutSecondFactor }) => audience.includes("platform") && !withoutSecondFactor,
  );
  expect(closed.length).toBeGreaterThan(60);
  for (const endpoint of closed) {
    const params = Object.fromEntries(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, seeded.demo.id]),
    );
    const answer = await call(
      endpoint,
      { params, ...(endpoint.method === "GET" ? {} : { body: {} }) },
      { cookie: theirs },
    );
    expect([endpoint.name, answer.status]).toEqual([endpoint.name, 403]);
  }
  expect(await status(platformLogOut, theirs)).toBe(200);
});

test("a provider's console that they had entered before is closed to them, too; providers are not concerned", async () => {
  const host = hostOf("demo");
  const theirs = await signInOperator(second);
  const made = await call(createHandoff, { params: { id: seeded.demo.id } }, { cookie: theirs });
  const code = made.ok ? new URL(made.answer.address).hash.replace("#handoff=", "") : "";
  const acting = cookieFrom((await call(enterByHandoff, { body: { code } }, { host })).headers);
  expect(await status(adminListPlans, acting, host)).toBe(200);
  await setUp(seeded.operator, operator);
  await demand();
  expect(await status(adminListPlans, acting, host)).toBe(403);
  expect(await status(adminSession, acting, host)).toBe(200);
  expect(await status(adminListPlans, await signInProvider(seeded.demo), host)).toBe(200);
});

test("the rule can be taken back, and both are in the audit with what was and what is", async () => {
  await setUp(seeded.operator, operator);
  await demand();
  await call(calls.saveOperatorRules, { body: { secondFactorRequired: false } }, { cookie: operator });
  expect(await status(listProviders, await signInOperator(second))).toBe(200);
  const { results } = await env.DB.prepare(
    "SELECT detail FROM audit WHERE action = 'settings.operators' ORDER BY rowid DESC LIMIT 2",
  ).all<{ detail: string }>();
  expect(results.map(({ detail }) => JSON.parse(detail).changes.secondFactorRequired)).toEqual([
    { from: true, to: false },
    { from: false, to: true },
  ]);
});
