import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adminLogIn, adminSession } from "#contract/auth";
import { adminListPlans } from "#contract/plans";
import { changeProviderPassword } from "#contract/providers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { WorkCounter } from "../../support/count-work.ts";
import { holdRead, loseD1 } from "../../support/database-faults.ts";
import { changeSessions } from "../../support/session-rows.ts";
import { enterProvider, signInOperator, signInProvider, tokenOf } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// An admin's session lies in the provider's object: the cookie's first part says whose, and is checked against the host or the directory.

let seeded: TwoProviders;
const demoHost = hostOf("demo");
const savannaHost = hostOf("savanna");

beforeAll(async () => {
  seeded = await seedBoth();
});
let shifted = 0;
beforeEach(() => {
  // Tries of one test never count in another, and no cache of one is warm in the next.
  shifted += 3_600_000;
  vi.setSystemTime(Date.now() + shifted);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const session = async (cookie: string, host: string) =>
  (await call(adminSession, {}, { host, cookie })).status;
const everywhere = async (cookie: string) =>
  Promise.all([demoHost, savannaHost, hostOf()].map((host) => session(cookie, host)));

describe("a call of a provider's console", () => {
  test.each([
    ["its own host", demoHost],
    ["the main domain", hostOf()],
  ])("at %s is one hop, and asks D1 nothing", async (_name, host) => {
    const cookie = await signInProvider(seeded.demo, host);
    const list = () => call(adminListPlans, {}, { host, cookie });
    // The directory of this isolate knows the provider.
    expect((await list()).status).toBe(200);
    const counter = await WorkCounter.start();
    const step = counter.begin("a list");
    expect((await list()).status).toBe(200);
    expect([...step.calls]).toEqual([["PROVIDER.fetch", 1]]);
    expect([step.trips, step.queued]).toEqual([0, 0]);
    await counter.finish();
    expect([...step.rows]).toEqual([]);
  });

  test("is answered while D1 is away", async () => {
    const cookie = await signInProvider(seeded.demo);
    expect(await session(cookie, demoHost)).toBe(200);
    const lost = loseD1();
    expect(await session(cookie, demoHost)).toBe(200);
    expect(lost.count).toBe(0);
    lost.heal();
  });

  test("by a super admin who acts for it asks D1 each time: what ends there has ended here", async () => {
    const cookie = await enterProvider(await signInOperator(seeded.operator), seeded.demo);
    expect(await session(cookie, demoHost)).toBe(200);
    await env.DB.prepare("UPDATE operator_sessions SET revoked_at = 1 WHERE provider_id IS NOT NULL").run();
    expect(await session(cookie, demoHost)).toBe(401);
  });
});

describe("a session is worth nothing", () => {
  test("by its token with another provider's id, or another's token with this one's", async () => {
    const demo = tokenOf(await signInProvider(seeded.demo));
    const onMain = tokenOf(await signInProvider(seeded.demo, hostOf()));
    const acting = tokenOf(await enterProvider(await signInOperator(seeded.operator), seeded.demo));
    for (const token of [demo, onMain, acting])
      expect(await everywhere(`__Host-admin=${seeded.savanna.id}.${token}`)).toEqual([401, 401, 401]);
  });

  test("at another host, where its cookie is sent by no browser", async () => {
    const [demo, onMain] = [await signInProvider(seeded.demo), await signInProvider(seeded.demo, hostOf())];
    expect([await everywhere(demo), await everywhere(onMain)]).toEqual([
      [200, 401, 401],
      [401, 401, 200],
    ]);
  });

  test("at the host of another provider, though it was given for that host", async () => {
    const cookie = await signInProvider(seeded.demo);
    await changeSessions("host = ?1", savannaHost);
    expect(await session(cookie, savannaHost)).toBe(401);
  });

  test("without the id, with more than it, or with a super admin's own token", async () => {
    const cookie = await signInProvider(seeded.demo);
    const operator = tokenOf(await signInOperator(seeded.operator));
    const { id } = seeded.demo;
    for (const value of [tokenOf(cookie), `${id}.`, `.${tokenOf(cookie)}`, `${id}.${operator}`, `${id}/../x`])
      expect(await everywhere(`__Host-admin=${value}`)).toEqual([401, 401, 401]);
    expect(await everywhere(cookie.replace("__Host-admin", "__Host-platform"))).toEqual([401, 401, 401]);
  });
});

test("a made-up provider in a cookie makes no object", async () => {
  const before = (await listDurableObjectIds(env.PROVIDER)).length;
  for (const id of [crypto.randomUUID(), "x", "0".repeat(64)])
    expect(await everywhere(`__Host-admin=${id}.${"0".repeat(64)}`)).toEqual([401, 401, 401]);
  const body = { username: "demo", password: "wrong password" };
  const cookie = `__Host-admin=${crypto.randomUUID()}.${"0".repeat(64)}`;
  expect((await call(adminLogIn, { body }, { host: demoHost, cookie })).status).toBe(401);
  expect((await listDurableObjectIds(env.PROVIDER)).length).toBe(before);
});

test("a password that was replaced while it was being checked opens nothing", async () => {
  const { username, password } = seeded.savanna.admin;
  const operator = await signInOperator(seeded.operator);
  const held = holdRead(/FROM admins WHERE username_key/);
  const late = call(adminLogIn, { body: { username, password } }, { host: savannaHost });
  await held.reached;
  const body = { newPassword: "quite another password" };
  const changed = await call(
    changeProviderPassword,
    { params: { id: seeded.savanna.id }, body },
    { cookie: operator },
  );
  expect(changed.status).toBe(200);
  held.heal();
  const answer = await late;
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
});
