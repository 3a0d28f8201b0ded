import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { adminLogOut, adminSession, platformLogOut, platformSession } from "#contract/auth";
import { sweepSessions } from "#worker/features/auth/index";
import { sha256 } from "#worker/keys";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { changeSessions } from "../../support/session-rows.ts";
import { signInOperator, signInProvider, tokenOf } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;

beforeAll(async () => {
  seeded = await seedBoth();
});

const demoHost = hostOf("demo");
const session = async (cookie: string, host = demoHost) =>
  (await call(adminSession, {}, { host, cookie })).status;
/** Moves the times of all sessions into the past, as if that long had gone by. */
const age = (column: "last_seen_at" | "expires_at", ms: number) =>
  changeSessions(`${column} = ${column} - ?1`, ms);

describe("a provider's session", () => {
  test("of the main domain is worth nothing on the provider's own host", async () => {
    const cookie = await signInProvider(seeded.demo, hostOf());
    expect(await session(cookie, hostOf())).toBe(200);
    expect(await session(cookie)).toBe(401);
  });

  test("ends with log-out, for good, and the browser is told to forget it", async () => {
    const cookie = await signInProvider(seeded.demo);
    const other = await signInProvider(seeded.demo);
    const answer = await call(adminLogOut, {}, { host: demoHost, cookie });
    expect(answer.ok && answer.answer).toEqual({ success: true });
    expect(answer.headers.getSetCookie()).toEqual([
      "__Host-admin=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
    expect(await session(cookie)).toBe(401);
    expect(await session(other)).toBe(200);
    expect((await call(adminLogOut, {}, { host: demoHost, cookie })).status).toBe(401);
  });

  test("leaves a line when it is ended", async () => {
    const cookie = await signInProvider(seeded.demo);
    await clearAudit();
    await call(adminLogOut, {}, { host: demoHost, cookie });
    const { results } = await env.DB.prepare("SELECT actor, actor_id, provider_id, action FROM audit").all();
    const { id, admin } = seeded.demo;
    expect(results).toEqual([
      { actor: "provider", actor_id: admin.id, provider_id: id, action: "admin.log_out" },
    ]);
  });

  test("ends after 12 hours in which nobody used it", async () => {
    const cookie = await signInProvider(seeded.demo);
    await age("last_seen_at", 12 * 3_600_000 - 60_000);
    expect(await session(cookie)).toBe(200);
    await age("last_seen_at", 12 * 3_600_000);
    expect(await session(cookie)).toBe(401);
  });

  test("ends after 7 days however busy it is", async () => {
    const cookie = await signInProvider(seeded.demo);
    await age("expires_at", 7 * 86_400_000 - 60_000);
    expect(await session(cookie)).toBe(200);
    await age("expires_at", 60_000);
    expect(await session(cookie)).toBe(401);
  });
});

describe("a super admin's session", () => {
  test("ends with log-out", async () => {
    const cookie = await signInOperator(seeded.operator);
    expect((await call(platformSession, {}, { cookie })).status).toBe(200);
    expect((await call(platformLogOut, {}, { cookie })).status).toBe(200);
    expect((await call(platformSession, {}, { cookie })).status).toBe(401);
  });

  test("ends after 30 minutes in which nobody used it", async () => {
    const cookie = await signInOperator(seeded.operator);
    await age("last_seen_at", 30 * 60_000);
    expect((await call(platformSession, {}, { cookie })).status).toBe(401);
  });

  test("is what counts in a browser that holds a provider's session of the main domain as well", async () => {
    const demo = await signInProvider(seeded.demo, hostOf());
    const operator = await signInOperator(seeded.operator);
    expect((await call(platformSession, {}, { cookie: `${demo}; ${operator}` })).status).toBe(200);
    expect((await call(platformSession, {}, { cookie: demo })).status).toBe(404);
  });
});

describe("the minute cron", () => {
  test("deletes sessions a day after they ended, and no others", async () => {
    await env.DB.prepare("DELETE FROM operator_sessions").run();
    const day = 86_400_000;
    const ended: [string, number, number | null][] = [
      ["expired long ago", -day - 1_000, null],
      ["expired just now", -1_000, null],
      ["left long ago", day, -day - 1_000],
      ["left just now", day, -1_000],
      ["open", day, null],
    ];
    const now = Date.now();
    for (const [hash, expires, revoked] of ended)
      await env.DB.prepare(
        `INSERT INTO operator_sessions (token_hash, operator_id, host, created_at, last_seen_at, expires_at, revoked_at, confirmed_at)
        VALUES (?1, ?2, 'x', 1, 1, ?3, ?4, 1)`,
      )
        .bind(hash, seeded.operator.id, now + expires, revoked === null ? null : now + revoked)
        .run();
    await sweepSessions(testContext());
    const { results } = await env.DB.prepare(
      "SELECT token_hash AS hash FROM operator_sessions ORDER BY hash",
    ).all();
    expect(results.map(({ hash }) => hash)).toEqual(["expired just now", "left just now", "open"]);
  });
});

test("an operator who reads is looked up once a second, one who acts each time; a provider's admin each time", async () => {
  const cookie = await signInOperator(seeded.operator);
  const admin = await signInProvider(seeded.demo);
  const operator = async () => (await call(platformSession, {}, { cookie })).status;
  vi.useFakeTimers({ toFake: ["Date"] });
  expect([await operator(), await session(admin)]).toEqual([200, 200]);
  const revoke = (at: string) => env.DB.prepare(`UPDATE operator_sessions SET revoked_at = ${at}`).run();
  await revoke("1");
  await tenantDatabase(seeded.demo.id).prepare("UPDATE sessions SET revoked_at = 1").run();
  expect([await operator(), await session(admin)]).toEqual([200, 401]);
  expect((await call(platformLogOut, {}, { cookie })).status).toBe(401);
  expect(await operator()).toBe(401);
  await revoke("NULL");
  vi.advanceTimersByTime(1_000);
  expect(await operator()).toBe(200);
  vi.useRealTimers();
});

test("that a session is in use is written once a minute, however many lists a screen asks for at once", async () => {
  const cookie = await signInProvider(seeded.demo);
  await changeSessions("last_seen_at = last_seen_at - 60000");
  const before = Date.now();
  await Promise.all(Array.from({ length: 5 }, () => session(cookie)));
  const row = () =>
    tenantDatabase(seeded.demo.id)
      .prepare("SELECT last_seen_at AS at FROM sessions WHERE token_hash = ?1")
      .bind(sha256(tokenOf(cookie)))
      .first<number>("at");
  const written = await row();
  expect(written).toBeGreaterThanOrEqual(before);
  expect(await session(cookie)).toBe(200);
  expect(await row()).toBe(written);
});
