import { beforeAll, expect, test } from "vitest";
import { adminLogIn } from "#contract/auth";
import { logIn } from "#worker/features/auth/log-in";
import { countLogInAttempt } from "#worker/features/auth/log-in-limits";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;

beforeAll(async () => {
  seeded = await seedBoth();
});

const host = hostOf("demo");
const attempt = (username: string, password: string, address: string) =>
  call(adminLogIn, { body: { username, password } }, { host, headers: { "cf-connecting-ip": address } });
const times = async (count: number, one: (turn: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push((await one(turn)).status);
  return statuses;
};

test("five wrong passwords from one network are answered, the sixth try waits, even with the right one", async () => {
  const wrong = await times(5, () => attempt("demo", "wrong password", "10.1.1.1"));
  expect(wrong).toEqual([401, 401, 401, 401, 401]);
  const refused = await attempt("demo", seeded.demo.admin.password, "10.1.1.1");
  expect(refused.status).toBe(429);
  expect(refused.ok ? null : refused.refusal?.message).toBe(
    "Too many sign-in attempts. Try again in 15 minutes.",
  );
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(14 * 60);
  // The owner, somewhere else, is not locked out by it.
  expect((await attempt("demo", seeded.demo.admin.password, "10.1.2.1")).status).toBe(200);
});

test("an unknown username waits just as a known one does", async () => {
  const wrong = await times(6, () => attempt("nobody", "wrong password", "10.2.1.1"));
  expect(wrong).toEqual([401, 401, 401, 401, 401, 429]);
});

test("the spelling of a username buys no further tries", async () => {
  const spellings = ["savanna", "SAVANNA", " Savanna", "savannA ", "sAvanna", "Savanna"];
  const wrong = await times(6, (turn) => attempt(spellings[turn] ?? "", "wrong password", "10.3.1.1"));
  expect(wrong).toEqual([401, 401, 401, 401, 401, 429]);
});

test("twelve parallel guesses get no more answers than five in a row", async () => {
  const guesses = Array.from({ length: 12 }, () => attempt("parallel", "wrong password", "10.4.1.1"));
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

test("a right password forgives the wrong ones before it", async () => {
  const right = seeded.demo.admin.password;
  const wrong = () => attempt("demo", "wrong password", "10.5.1.1");
  expect(await times(4, wrong)).toEqual([401, 401, 401, 401]);
  expect((await attempt("demo", right, "10.5.1.1")).status).toBe(200);
  expect(await times(4, wrong)).toEqual([401, 401, 401, 401]);
  expect((await attempt("demo", right, "10.5.1.1")).status).toBe(200);
});

/** How many of so many tries, each at its own name or network, are let through to the password check. */
async function letThrough(count: number, one: (turn: number) => { usernameKey: string; network: string }) {
  const outcomes: boolean[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const attempt = { ...one(turn), lastLogInAt: null, browser: null };
    outcomes.push((await countLogInAttempt(testContext(), attempt)) === null);
  }
  return outcomes.indexOf(false) === -1 ? count : outcomes.indexOf(false);
}

test("one network has 100 tries an hour, over however many accounts, and other networks go on", async () => {
  const from = (network: string) => (turn: number) => ({ usernameKey: `guess ${turn}`, network });
  expect(await letThrough(105, from("10.7.1.0/24"))).toBe(100);
  expect(await letThrough(3, from("10.7.2.0/24"))).toBe(3);
});

test("after a quarter of an hour the account may be tried again", async () => {
  let now = Date.now();
  const ctx = testContext({ now: () => now });
  const tenant = { onMain: true, isMainHost: true, provider: null, router: null };
  const network = "10.8.1.0/24";
  const about = {
    audience: "provider",
    code: undefined,
    tenant,
    host,
    network,
    userAgent: null,
    browserOf: () => null,
    held: { provider: undefined, platform: undefined },
  } as const;
  const refusal = () =>
    logIn(ctx, { ...about, username: "patient", password: "wrong password" }).then(
      () => "let in",
      (cause: Error) => cause.message,
    );
  for (let turn = 0; turn < 5; turn += 1) expect(await refusal()).toBe("Invalid credentials");
  expect(await refusal()).toBe("Too many sign-in attempts. Try again in 15 minutes.");
  now += 15 * 60_000 - 1;
  expect(await refusal()).toBe("Too many sign-in attempts. Try again in 1 minute.");
  now += 1;
  expect(await refusal()).toBe("Invalid credentials");
});
