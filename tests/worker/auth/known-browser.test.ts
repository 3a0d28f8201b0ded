import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { adminLogIn, adminSession } from "#contract/auth";
import { countLogInAttempt } from "#worker/features/auth/log-in-limits";
import { clock } from "#worker/sleep";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { cookieFrom } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// Strangers who type wrong passwords keep nobody out of their account, and do not guess faster for it.

let seeded: TwoProviders;

beforeAll(async () => {
  // Who is slowed down waits for seconds: the clock moves on by them.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  vi.spyOn(clock, "sleep").mockImplementation(async (ms) => {
    vi.setSystemTime(Date.now() + ms);
  });
  seeded = await seedBoth();
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const enter = (
  provider: SeededProvider,
  {
    password = provider.admin.password,
    address,
    cookie,
  }: { password?: string; address: string; cookie?: string },
) =>
  call(
    adminLogIn,
    { body: { username: provider.subdomain, password } },
    {
      host: hostOf(provider.subdomain),
      headers: { "cf-connecting-ip": address },
      ...(cookie ? { cookie } : {}),
    },
  );

/** Signs in and keeps what this browser would keep once the session is gone. */
async function markOf(provider: SeededProvider, address: string): Promise<string> {
  const answer = await enter(provider, { address });
  return cookieFrom(answer.headers)
    .split("; ")
    .filter((one) => one.startsWith("__Host-known-admin="))
    .join("");
}
const flood = async (provider: SeededProvider, networks: number, from: string) => {
  for (let network = 0; network < networks; network += 1)
    for (let turn = 0; turn < 5; turn += 1)
      await enter(provider, { password: "wrong password", address: `${from}.${network}.1` });
};

test("twenty wrong passwords from four networks lock the owner out nowhere", async () => {
  const mark = await markOf(seeded.demo, "10.20.9.1");
  await flood(seeded.demo, 4, "10.20");
  // A browser never seen before, in a fifth network.
  expect((await enter(seeded.demo, { address: "10.20.200.1" })).status).toBe(200);
  await flood(seeded.demo, 4, "10.21");
  expect((await enter(seeded.demo, { address: "10.20.9.1", cookie: mark })).status).toBe(200);
});

test("a guest behind the same address locks the owner out of no browser that signed in before", async () => {
  const address = "10.22.1.1";
  const mark = await markOf(seeded.demo, address);
  await flood(seeded.demo, 1, "10.22");
  for (let turn = 0; turn < 5; turn += 1) await enter(seeded.demo, { password: "wrong password", address });
  expect((await enter(seeded.demo, { address })).status).toBe(429);
  expect((await enter(seeded.demo, { address, cookie: mark })).status).toBe(200);
});

describe("the mark of a known browser", () => {
  test("signs nobody in", async () => {
    const mark = await markOf(seeded.savanna, "10.23.1.1");
    const host = hostOf("savanna");
    const token = mark.split("=")[1] ?? "";
    for (const cookie of [mark, `__Host-admin=${token}`, `__Host-admin=${token.split(".")[0]}`])
      expect((await call(adminSession, {}, { host, cookie })).status).toBe(401);
  });

  test("gives five tries in a quarter of an hour, whatever networks it is carried to", async () => {
    const cookie = await markOf(seeded.savanna, "10.24.1.1");
    const statuses: number[] = [];
    for (let turn = 0; turn < 7; turn += 1)
      statuses.push(
        (await enter(seeded.savanna, { password: "wrong password", address: `10.24.${turn}.1`, cookie }))
          .status,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    // Whoever stole it has used up its tries alone.
    expect((await enter(seeded.savanna, { address: "10.24.77.1" })).status).toBe(200);
  });

  test("is worth nothing for another account, made up, changed, or half a year old", async () => {
    const address = "10.25.1.1";
    const mark = await markOf(seeded.savanna, "10.25.9.1");
    for (let turn = 0; turn < 5; turn += 1) await enter(seeded.demo, { password: "wrong password", address });
    const [id = "", at = "", proof = ""] = mark.replace("__Host-known-admin=", "").split(".");
    const forged = [
      mark,
      `__Host-known-admin=${"0".repeat(32)}.${at}.${proof}`,
      `__Host-known-admin=${id}.${Number(at) + 1}.${proof}`,
      `__Host-known-admin=${id}.${at}.${"0".repeat(64)}`,
      "__Host-known-admin=",
      `__Host-known-admin=${"9".repeat(5_000)}`,
    ];
    for (const cookie of forged) expect((await enter(seeded.demo, { address, cookie })).status).toBe(429);
    const own = await markOf(seeded.demo, "10.25.9.1");
    for (let turn = 0; turn < 5; turn += 1) await enter(seeded.demo, { password: "wrong password", address });
    vi.setSystemTime(Date.now() + 179 * 86_400_000);
    expect((await enter(seeded.demo, { address: "10.25.8.1", cookie: own })).status).toBe(200);
  });
});

/** Tries at one account from ever new networks within five minutes, each as soon as the one before was answered. */
async function guessesInFiveMinutes(usernameKey: string): Promise<number> {
  let now = Date.now();
  const end = now + 300_000;
  // Waiting costs the guesser time, not this test.
  const sleep = async (ms: number) => {
    now += ms;
  };
  const ctx = testContext({ now: () => now, sleep });
  let guesses = 0;
  for (let turn = 0; now < end && turn < 1_000; turn += 1) {
    const network = `10.${100 + Math.floor(turn / 250)}.${turn % 250}.0/24`;
    const refusal = await countLogInAttempt(ctx, { usernameKey, network, lastLogInAt: null, browser: null });
    if (refusal === null) guesses += 1;
  }
  return guesses;
}

test("from however many networks, an account is tried 40 times and then once in four seconds, 940 times an hour", async () => {
  const guesses = await guessesInFiveMinutes("wanted");
  expect(guesses).toBeGreaterThan(100);
  expect(guesses).toBeLessThanOrEqual(40 + 300 / 4);
});

test("tries that come at once wait for each other", async () => {
  const ctx = testContext();
  const attempt = (network: string) =>
    countLogInAttempt(ctx, { usernameKey: "at once", network, lastLogInAt: null, browser: null });
  for (let turn = 0; turn < 20; turn += 1) expect(await attempt(`10.60.${turn}.0/24`)).toBeNull();
  const began = Date.now();
  const answers = await Promise.all([1, 2, 3].map((turn) => attempt(`10.61.${turn}.0/24`)));
  expect(answers).toEqual([null, null, null]);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_900);
});

test("a try that is refused for its number leaves one line for account and network in a quarter of an hour", async () => {
  const before = await env.DB.prepare(
    "SELECT count(*) AS n FROM audit WHERE action = 'admin.log_in_limited'",
  ).first("n");
  const address = "10.70.1.1";
  for (let turn = 0; turn < 12; turn += 1) await enter(seeded.demo, { password: "wrong password", address });
  const { results } = await env.DB.prepare(
    "SELECT subject, provider_id, network FROM audit WHERE action = 'admin.log_in_limited' ORDER BY rowid DESC",
  ).all();
  expect(results.length - Number(before)).toBe(1);
  expect(results[0]).toEqual({
    subject: seeded.demo.admin.id,
    provider_id: seeded.demo.id,
    network: expect.stringMatching(/^10\.70\.1\./),
  });
});
