import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminLogIn, adminSession, platformLogOut, platformSession } from "#contract/auth";
import { platformPassword } from "#contract/second-factor";
import * as calls from "#contract/sessions";
import { sha256 } from "#worker/keys";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { changeSessions } from "../../support/session-rows.ts";
import { enterProvider, signInOperator, signInProvider, tokenOf } from "../../support/sign-in.ts";
import { rowsOfAllTenants, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
const demoHost = hostOf("demo");

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(async () => {
  await changeSessions("revoked_at = 1");
});

/** Opens the demo provider's console from this operator's session. */
const act = (operator: string, headers: Record<string, string> = {}) =>
  enterProvider(operator, seeded.demo, headers);
const acting = async (cookie: string) => (await call(adminSession, {}, { host: demoHost, cookie })).status;
const platform = async (cookie: string) => (await call(platformSession, {}, { cookie })).status;
const platformList = async (cookie: string) => {
  const answer = await call(calls.listPlatformSessions, {}, { cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
};

describe("a super admin who signs out", () => {
  test("leaves no provider's console open that was entered from there, and those of another browser alone", async () => {
    const operator = await signInOperator(seeded.operator);
    const elsewhere = await signInOperator(seeded.operator);
    const [inside, insideElsewhere] = [await act(operator), await act(elsewhere)];
    expect(await acting(inside)).toBe(200);
    await call(platformLogOut, {}, { cookie: operator });
    expect(await acting(inside)).toBe(401);
    expect(await acting(insideElsewhere)).toBe(200);
    expect(await platform(elsewhere)).toBe(200);
  });

  test("everywhere ends every session of theirs, consoles entered for providers among them, and nobody else's", async () => {
    const [here, there] = [await signInOperator(seeded.operator), await signInOperator(seeded.operator)];
    const inside = await act(there);
    const provider = await signInProvider(seeded.demo);
    const answer = await call(calls.endPlatformSessions, {}, { cookie: here });
    expect(answer.headers.getSetCookie()).toEqual([
      "__Host-platform=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
    expect([await platform(here), await platform(there), await acting(inside)]).toEqual([401, 401, 401]);
    expect(await acting(provider)).toBe(200);
  });

  test("by a new password leaves no provider's console open either", async () => {
    const operator = await signInOperator(seeded.operator);
    const inside = await act(await signInOperator(seeded.operator));
    const { password } = seeded.operator;
    for (const [currentPassword, newPassword] of [
      [password, "another long sentence"],
      ["another long sentence", password],
    ] as const) {
      const body = { currentPassword, newPassword };
      expect((await call(platformPassword, { body }, { cookie: operator })).status).toBe(200);
    }
    expect(await acting(inside)).toBe(401);
    expect(await platform(operator)).toBe(200);
  });
});

describe("the list of one's own sessions", () => {
  test("names browser, host and times, marks this one, and says for whom one acts", async () => {
    const operator = await signInOperator(seeded.operator);
    await act(operator, {
      "user-agent":
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    });
    const found = await platformList(operator);
    expect(found).toHaveLength(2);
    expect(found.find(({ isThis }) => isThis)).toMatchObject({ host: hostOf(), actingFor: null });
    expect(found.find(({ isThis }) => !isThis)).toMatchObject({
      host: demoHost,
      actingFor: "Demo WiFi",
      browser: "Chrome, Android",
    });
  });

  test("shows a provider's admin their own alone: no colleague's, no super admin's, none that has ended", async () => {
    const cookie = await signInProvider(seeded.demo);
    await signInProvider(seeded.savanna);
    await act(await signInOperator(seeded.operator));
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE sessions SET last_seen_at = 1 WHERE token_hash <> ?1")
      .bind(sha256(tokenOf(cookie)))
      .run();
    const answer = await call(calls.listAdminSessions, {}, { host: demoHost, cookie });
    expect(answer.ok && answer.answer.map(({ isThis }) => isThis)).toEqual([true]);
  });

  test("tells nothing that opens a session", async () => {
    const cookie = await signInProvider(seeded.demo);
    const token = tokenOf(cookie);
    const { text } = await call(calls.listAdminSessions, {}, { host: demoHost, cookie });
    expect(token).toHaveLength(64);
    expect(text).toContain(sha256(token).slice(0, 32));
    expect(text).not.toContain(token);
    expect(text).not.toContain(sha256(token));
  });

  test("ends one of them, and what was opened from it", async () => {
    const [here, there] = [await signInOperator(seeded.operator), await signInOperator(seeded.operator)];
    const inside = await act(there);
    const id = (await platformList(here)).find(({ isThis, actingFor }) => !isThis && !actingFor)?.id ?? "";
    expect((await call(calls.endPlatformSession, { params: { id } }, { cookie: here })).status).toBe(200);
    expect([await platform(here), await platform(there), await acting(inside)]).toEqual([200, 401, 401]);
    expect((await call(calls.endPlatformSession, { params: { id } }, { cookie: here })).status).toBe(404);
  });

  test("ends nobody else's, whatever id is named", async () => {
    const demo = await signInProvider(seeded.demo);
    const operator = await signInOperator(seeded.operator);
    const inside = await act(operator);
    const savanna = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
    const open = (table: string) =>
      `SELECT substr(token_hash, 1, 32) AS id, host FROM ${table} WHERE revoked_at IS NULL`;
    type Row = { id: string; host: string };
    const ofOperators = await env.DB.prepare(open("operator_sessions")).all<Row>();
    const ofAdmins = await rowsOfAllTenants<Row>(open("sessions"));
    expect([ofOperators.results.length, ofAdmins.length]).toEqual([2, 2]);
    for (const { id, host } of [...ofOperators.results, ...ofAdmins]) {
      if (host === savanna.host) continue;
      expect((await call(calls.endAdminSession, { params: { id } }, savanna)).status).toBe(404);
      // The provider's own admin ends no super admin's session, by a password of theirs or by this list.
      if (host === demoHost && id !== (await ownId(demo)))
        expect(
          (await call(calls.endAdminSession, { params: { id } }, { host: demoHost, cookie: demo })).status,
        ).toBe(404);
    }
    expect([await acting(demo), await acting(inside), await platform(operator)]).toEqual([200, 200, 200]);
  });

  test("is closed to a super admin who acts for the provider", async () => {
    const cookie = await act(await signInOperator(seeded.operator));
    expect((await call(calls.listAdminSessions, {}, { host: demoHost, cookie })).status).toBe(403);
    expect((await call(calls.endAdminSessions, {}, { host: demoHost, cookie })).status).toBe(403);
  });
});

async function ownId(cookie: string): Promise<string | undefined> {
  const answer = await call(calls.listAdminSessions, {}, { host: demoHost, cookie });
  return answer.ok ? answer.answer.find(({ isThis }) => isThis)?.id : undefined;
}

test("everywhere, for a provider's admin, is every host and browser of theirs", async () => {
  const [atHome, onMain] = [await signInProvider(seeded.demo), await signInProvider(seeded.demo, hostOf())];
  const inside = await act(await signInOperator(seeded.operator));
  expect((await call(calls.endAdminSessions, {}, { host: demoHost, cookie: atHome })).status).toBe(200);
  expect(await acting(atHome)).toBe(401);
  expect((await call(adminSession, {}, { cookie: onMain })).status).toBe(401);
  expect(await acting(inside)).toBe(200);
  const body = { username: seeded.demo.admin.username, password: seeded.demo.admin.password };
  expect((await call(adminLogIn, { body }, { host: demoHost })).status).toBe(200);
});
