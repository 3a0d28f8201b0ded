import { evictDurableObject, listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { textIn } from "#contract/texts";
import type { Context } from "#worker/context";
import { AppError } from "#worker/errors";
import { type Counts, take } from "#worker/features/rate-limits/attempts";
import { claimIdempotencyKey, inWords, type Limit, limitFor } from "#worker/features/rate-limits/index";
import type { Tally } from "#worker/features/rate-limits/limits";
import { testContext } from "../../support/worker-context.ts";

const minute = 60_000;
let now: number;
let ctx: Context;
let adminId: string;
let limit: Limit;

beforeEach(() => {
  now = Date.UTC(2031, 0, 1);
  ctx = testContext({ now: () => now });
  adminId = crypto.randomUUID();
  limit = limitFor(ctx, { adminId });
});

const operator = () => env.LIMIT.getByName(`admin ${adminId}`);

test("the window slides: each attempt makes room again when its own time is over", async () => {
  const attempt = () => limit.attempt({ key: "k", windowMs: minute, max: 2 });
  expect(await attempt()).toEqual({ allowed: true, keys: [], retryAfterMs: 0 });
  now += 20_000;
  expect(await attempt()).toEqual({ allowed: true, keys: [], retryAfterMs: 0 });
  expect(await attempt()).toEqual({ allowed: false, keys: ["k"], retryAfterMs: 40_000 });
  now += 39_999;
  expect(await attempt()).toEqual({ allowed: false, keys: ["k"], retryAfterMs: 1_000 });
  now += 1;
  expect(await attempt()).toEqual({ allowed: true, keys: [], retryAfterMs: 0 });
  expect(await attempt()).toEqual({ allowed: false, keys: ["k"], retryAfterMs: 20_000 });
});

test("several limits at once: the refused one names the time, and none of them is counted", async () => {
  const narrow = { key: "narrow", windowMs: minute, max: 1 };
  const wide = { key: "wide", windowMs: 10 * minute, max: 3 };
  await limit.attempt(narrow, wide);
  for (let turn = 0; turn < 5; turn += 1)
    expect(await limit.attempt(narrow, wide)).toMatchObject({ allowed: false, retryAfterMs: minute });
  now += minute;
  expect((await limit.attempt(narrow, wide)).allowed).toBe(true);
  now += minute;
  expect((await limit.attempt(narrow, wide)).allowed).toBe(true);
  now += minute;
  expect(await limit.attempt(narrow, wide)).toMatchObject({ allowed: false, retryAfterMs: 7 * minute });
});

test("of any number at the same moment exactly the maximum is allowed", async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => limit.attempt({ key: "k", windowMs: minute, max: 7 })),
  );
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(7);
});

test("any sequence of attempts keeps its promise: never more than the maximum in any window", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 4 }),
      async (waits, max) => {
        const key = crypto.randomUUID();
        const allowed: number[] = [];
        for (const wait of waits) {
          now += wait;
          const answer = await limit.attempt({ key, windowMs: minute, max });
          const within = allowed.filter((at) => at > now - minute).length;
          expect(answer.allowed).toBe(within < max);
          if (answer.allowed) allowed.push(now);
          else expect(answer.retryAfterMs).toBeGreaterThanOrEqual(1_000);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test("subjects that share a shard share no count", async () => {
  const max = { key: "k", windowMs: minute, max: 1 };
  const phones = Array.from({ length: 300 }, (_, index) => ({
    phone: `2547${String(index).padStart(8, "0")}`,
  }));
  const before = (await listDurableObjectIds(env.LIMIT)).length;
  const answers = await Promise.all(phones.map((subject) => limitFor(ctx, subject).attempt(max)));
  expect(answers.every(({ allowed }) => allowed)).toBe(true);
  const [phone] = phones;
  expect((await limitFor(ctx, { account: phone?.phone ?? "" }).attempt(max)).allowed).toBe(true);
  expect((await limitFor(ctx, { phone: phone?.phone ?? "" }).attempt(max)).allowed).toBe(false);
  expect((await listDurableObjectIds(env.LIMIT)).length - before).toBeLessThanOrEqual(256);
});

test("different values are counted, not acts; one that is counted is free, and stays so from then on anew", async () => {
  const phones = (value: string) =>
    limit.attempt({ key: "phones", windowMs: 10 * minute, max: 2, value }).then(({ allowed }) => allowed);
  expect([await phones("a"), await phones("b"), await phones("c"), await phones("a")]).toEqual([
    ...[true, true, false, true],
  ]);
  now += 6 * minute;
  expect([await phones("a"), await phones("c")]).toEqual([true, false]);
  now += 5 * minute;
  expect([await phones("c"), await phones("b"), await phones("a")]).toEqual([true, false, true]);
});

test("the keys that have no room are named, as they were asked for", async () => {
  const wide = { key: "wide", windowMs: minute, max: 9 };
  const narrow = { key: "narrow", windowMs: minute, max: 1 };
  await limit.attempt(wide, narrow);
  expect(await limit.attempt(wide, narrow)).toMatchObject({ allowed: false, keys: ["narrow"] });
});

const kept = () =>
  runInDurableObject(operator(), (_object, { storage }) =>
    storage.sql
      .exec<{ body: string }>("SELECT body FROM subjects")
      .toArray()
      .map(({ body }) => JSON.parse(body) as Tally),
  );

test("a flood of refused attempts leaves nothing behind", async () => {
  const few = { key: "k", windowMs: 2 * minute, max: 3 };
  for (let turn = 0; turn < 200; turn += 1) await limit.attempt(few);
  const [subject, ...others] = await kept();
  expect(others).toEqual([]);
  expect(subject?.counts.k?.counted).toHaveLength(3);
});

test("counts of a minute write nothing, also beside others", async () => {
  await limit.attempt({ key: "brief", windowMs: minute, max: 1 });
  expect(await kept()).toEqual([]);
  const brief = { key: "brief", windowMs: minute, max: 2 };
  await limit.attempt(brief, { key: "lasting", windowMs: 2 * minute, max: 9 });
  expect(await limit.attempt(brief)).toMatchObject({ allowed: false, keys: ["brief"] });
  const [subject] = await kept();
  expect(Object.keys(subject?.counts ?? {})).toEqual(["lasting"]);
});

test("where thousands are allowed they are counted to a hundredth of the window, and never less than they were", () => {
  const many = { key: "many", windowMs: 10 * minute, max: 6_000 };
  let counts: Counts = {};
  const attempt = (at: number) => {
    const taken = take(counts, [many], at);
    counts = taken.counts;
    return taken.answer;
  };
  for (let turn = 0; turn < 6_000; turn += 1) expect(attempt(turn * 50).allowed).toBe(true);
  const refused = attempt(300_000);
  expect(refused.allowed).toBe(false);
  expect(refused.retryAfterMs).toBeGreaterThanOrEqual(300_000);
  expect(refused.retryAfterMs).toBeLessThanOrEqual(306_000);
  expect(counts.many?.counted.length).toBeLessThanOrEqual(101);
  expect(attempt(606_000).allowed).toBe(true);
});

const release = (paymentId: string) => limit.release({ name: "open", paymentId, isSettled: true });

const lease = (paymentId: string, order = "a") =>
  limit.lease({ name: "open", holder: "one", order, paymentId, holdMs: 128_000 });

test("a lease is granted to one of a hundred, and the others learn whose it is", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => lease(`payment ${index}`)));
  expect(answers.filter(({ kind }) => kind === "granted")).toHaveLength(1);
  const others = answers.flatMap((answer) => (answer.kind === "same" ? [answer.paymentId] : []));
  expect(others).toHaveLength(99);
  expect(new Set(others).size).toBe(1);
});

test("a late release of an older payment leaves the present lease alone", async () => {
  await lease("1");
  now += 128_000;
  expect(await lease("2")).toEqual({ kind: "granted", unsettled: "1" });
  await release("1");
  expect(await lease("3", "b")).toMatchObject({ kind: "busy", paymentId: "2" });
  await release("2");
  expect(await lease("3", "b")).toEqual({ kind: "granted", unsettled: null });
});

test("attempts are counted only where a lease is granted, and refuse only there", async () => {
  const once = { key: "prompt", windowMs: 10 * minute, max: 1 };
  const ask = (paymentId: string) =>
    limit.lease({ name: "open", holder: "one", order: "a", paymentId, holdMs: 128_000 }, [once]);
  expect((await ask("1")).kind).toBe("granted");
  expect((await ask("2")).kind).toBe("same");
  await release("1");
  expect(await ask("3")).toEqual({ kind: "limited", keys: ["prompt"], retryAfterMs: 10 * minute });
  // What was refused took no lease.
  expect(await limit.latest("open", "one", 0)).toMatchObject({ paymentId: "1", open: false });
});

test("a lease in another's name holds nothing up, and the latest is the asker's own where it has one", async () => {
  await lease("1");
  const other = (paymentId: string) =>
    limit.lease({ name: "open", holder: "two", order: "b", paymentId, holdMs: 128_000 });
  expect(await other("2")).toEqual({ kind: "granted", unsettled: null });
  expect(await lease("3")).toEqual({ kind: "same", paymentId: "1" });
  expect(await limit.latest("open", "one", 0)).toMatchObject({ paymentId: "1" });
  expect(await limit.latest("open", "two", 0)).toMatchObject({ paymentId: "2" });
  now += 1;
  await limit.lease({ name: "open", holder: "three", order: "b", paymentId: "4", holdMs: 128_000 });
  expect(await limit.latest("open", "four", 0)).toMatchObject({ paymentId: "4" });
});

test("the latest payment of a subject is told while it is recent", async () => {
  expect(await limit.latest("open", "one", 0)).toBeNull();
  await lease("1");
  expect(await limit.latest("open", "one", now - 1)).toMatchObject({ paymentId: "1", open: true });
  expect(await limit.latest("open", "one", now)).toBeNull();
});

test("counts of more than a minute and leases survive the object's sleep; what is old is gone after it", async () => {
  const max = { key: "k", windowMs: 2 * minute, max: 1 };
  await limit.attempt(max);
  await lease("1");
  await evictDurableObject(operator());
  expect((await limit.attempt(max)).allowed).toBe(false);
  expect((await lease("2")).kind).toBe("same");
  now += 25 * 3_600_000;
  await limit.attempt(max);
  const [subject] = await kept();
  expect([subject?.counts.k?.counted.length, subject?.leases]).toEqual([1, {}]);
});

const claim = (key: string | null, body: unknown, result = "r") =>
  claimIdempotencyKey(ctx, { adminId }, key, body, result);
const outcome = async (key: string | null, body: unknown, result?: string) => {
  const { repeated, result: told } = await claim(key, body, result);
  return { repeated, told };
};

test("a key keeps its body and its result for a day", async () => {
  expect(await outcome("key", { a: 1 }, "first")).toEqual({ repeated: false, told: "first" });
  expect(await outcome("key", { a: 1 }, "second")).toEqual({ repeated: true, told: "first" });
  await expect(claim("key", { a: 2 })).rejects.toMatchObject({ code: "conflict" });
  now += 24 * 3_600_000 - 1;
  expect(await outcome("key", { a: 1 }, "third")).toEqual({ repeated: true, told: "first" });
  now += 1;
  expect(await outcome("key", { a: 2 }, "fourth")).toEqual({ repeated: false, told: "fourth" });
});

test("a request that joined another one's result is told that from then on", async () => {
  const { joins } = await claim("key", {}, "own");
  await joins("other");
  expect(await outcome("key", {}, "third")).toEqual({ repeated: true, told: "other" });
});

test("of a hundred at the same moment with one key, one is new and all have its result", async () => {
  const all = await Promise.all(Array.from({ length: 100 }, (_, index) => outcome("key", {}, String(index))));
  expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(new Set(all.map(({ told }) => told)).size).toBe(1);
});

test("without a key nothing is kept", async () => {
  expect(await outcome(null, { a: 1 }, "x")).toEqual({ repeated: false, told: "x" });
  expect(await outcome(null, { a: 2 }, "y")).toEqual({ repeated: false, told: "y" });
});

test("made-up keys cannot fill an object: 600 new ones a minute, repeats are never too many", async () => {
  await Promise.all(Array.from({ length: 600 }, (_, index) => claim(`key ${index}`, {})));
  const refused = claim("one more", {});
  await expect(refused).rejects.toBeInstanceOf(AppError);
  await expect(refused).rejects.toMatchObject({ code: "too_many", retryAfter: 60 });
  expect(await outcome("key 7", {})).toMatchObject({ repeated: true });
  now += minute;
  expect(await outcome("one more", {})).toMatchObject({ repeated: false });
});

test.each([
  [1, "in 1 second"],
  [1_000, "in 1 second"],
  [1_001, "in 2 seconds"],
  [89_000, "in 89 seconds"],
  [90_000, "in 2 minutes"],
  [120_001, "in 3 minutes"],
  [600_000, "in 10 minutes"],
  [7_140_000, "in 119 minutes"],
  [7_140_001, "in 2 hours"],
  [86_400_000, "in 24 hours"],
])("%i ms is %s", (ms, words) => {
  expect(textIn("en", inWords(ms))).toBe(words);
});
