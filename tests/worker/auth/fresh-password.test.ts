import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { adminSession } from "#contract/auth";
import { createProviderGateway, listProviderGateways } from "#contract/gateways";
import { createHandoff, enterByHandoff } from "#contract/handoff";
import { endpoints } from "#contract/index";
import { confirmAdminPassword, confirmPlatformPassword } from "#contract/sessions";
import { demoTill, type TwoProviders } from "../../seed/two-providers.ts";
import { changeSessions } from "../../support/session-rows.ts";
import { cookieFrom, signInOperator, signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;

beforeAll(async () => {
  seeded = await seedBoth();
});

/** Moves the moment at which passwords were given into the past. */
const age = async (ms: number) => {
  await changeSessions("confirmed_at = confirmed_at - ?1", ms);
};
const minutes = (count: number) => count * 60_000;

/** A change of where a provider's money goes. */
const divert = (cookie: string) => {
  const body = { gatewayId: "mpesa", environment: "sandbox", accountNumber: demoTill, useAutoApi: true };
  return call(createProviderGateway, { params: { id: seeded.demo.id }, body }, { cookie });
};
const confirm = (cookie: string, currentPassword: string) =>
  call(confirmPlatformPassword, { body: { currentPassword } }, { cookie });

test("everything that changes where money goes asks for a password given lately", () => {
  const asking = endpoints.filter(({ fresh }) => fresh).map(({ name }) => name);
  expect(asking).toEqual(
    expect.arrayContaining([
      ...["createProviderGateway", "updateProviderGateway", "deleteProviderGateway", "verifyProviderGateway"],
      ...["createSwitch", "updateSwitch", "activateSwitch", "createInvitation"],
    ]),
  );
  // What stops money from being diverted waits for no password.
  expect(asking).not.toContain("emergencyDeactivateSwitch");
  expect(asking).not.toContain("deactivateSwitch");
});

describe("a session that was left open", () => {
  test("changes where money goes for ten minutes after the log-in, then asks for the password, and changes nothing", async () => {
    const cookie = await signInOperator(seeded.operator);
    await age(minutes(10) - 5_000);
    expect((await divert(cookie)).status).toBe(200);
    await age(5_000);
    const refused = await divert(cookie);
    expect(refused.status).toBe(403);
    expect(refused.ok ? null : refused.refusal).toMatchObject({
      code: "reauthenticate",
      reason: "password_again",
      message: "Enter your password again to go on.",
    });
    const list = await call(listProviderGateways, { params: { id: seeded.demo.id } }, { cookie });
    expect(list.ok && list.answer).toHaveLength(1);
  });

  test("goes on once the password was given, in that session alone", async () => {
    const cookie = await signInOperator(seeded.operator);
    const other = await signInOperator(seeded.operator);
    await age(minutes(11));
    expect((await confirm(cookie, seeded.operator.password)).status).toBe(200);
    expect((await divert(cookie)).status).toBe(200);
    expect((await divert(other)).status).toBe(403);
  });
});

describe("a super admin who acts for a provider", () => {
  test("brings the moment of their own password along, and confirms by their own", async () => {
    const operator = await signInOperator(seeded.operator);
    await age(minutes(11));
    const made = await call(createHandoff, { params: { id: seeded.demo.id } }, { cookie: operator });
    const code = made.ok ? new URL(made.answer.address).hash.replace("#handoff=", "") : "";
    const host = hostOf("demo");
    const entered = await call(enterByHandoff, { body: { code } }, { host });
    const cookie = cookieFrom(entered.headers);
    const { admin } = seeded.demo;
    const given = (currentPassword: string) =>
      call(confirmAdminPassword, { body: { currentPassword } }, { host, cookie });
    const at = () =>
      env.DB.prepare("SELECT confirmed_at AS at FROM operator_sessions WHERE provider_id IS NOT NULL").first<{
        at: number;
      }>();
    expect((await at())?.at).toBeLessThan(Date.now() - minutes(10));
    expect((await given(admin.password)).status).toBe(400);
    expect((await call(adminSession, {}, { host, cookie })).status).toBe(200);
    expect((await given(seeded.operator.password)).status).toBe(200);
    expect((await at())?.at).toBeGreaterThan(Date.now() - minutes(1));
  });
});

test("a provider's admin confirms by their own password", async () => {
  const host = hostOf("demo");
  const cookie = await signInProvider(seeded.demo);
  await age(minutes(11));
  const body = { currentPassword: seeded.demo.admin.password };
  expect((await call(confirmAdminPassword, { body }, { host, cookie })).status).toBe(200);
  const row = await tenantDatabase(seeded.demo.id)
    .prepare("SELECT max(confirmed_at) AS at FROM sessions")
    .first<{ at: number }>();
  expect(row?.at).toBeGreaterThan(Date.now() - minutes(1));
});

test("a session that was left open does not go on by a wrong password, nor by another's, and cannot be tried for long", async () => {
  const cookie = await signInOperator(seeded.operator);
  await age(minutes(11));
  const answers: number[] = [];
  for (const wrong of ["wrong password", seeded.demo.admin.password, "", "a", "b", "c"])
    answers.push((await confirm(cookie, wrong)).status);
  // An empty one is refused before it counts; two of the five tries are left after three wrong ones before.
  expect(answers.every((status) => status === 400 || status === 429)).toBe(true);
  expect((await divert(cookie)).status).toBe(403);
  for (let turn = 0; turn < 6; turn += 1) await confirm(cookie, "wrong password");
  expect((await confirm(cookie, seeded.operator.password)).status).toBe(429);
});
