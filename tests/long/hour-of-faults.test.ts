import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leastBuyers, onlineEveryMs, watchLimits } from "#contract/values/watches";
import { awayAfterMs } from "#worker/features/bridges/outage-state";
import { control } from "../support/site/control.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { newVisitor, phones } from "../support/site/new-visitor.ts";
import { randomRow } from "../support/site/random-row.ts";
import { readRows, readTenantRows } from "../support/site/read-rows.ts";
import { Site } from "../support/site/site.ts";
import { until, Visitors } from "../support/site/visitor.ts";

// An hour of a site that sells all the time, while faults are switched on at random: every alarm that should fire does, none that
// should not. `FAULT_SEED=…` draws the same hour again. What an alarm needs comes from the product's own limits.

const minute = 60_000;
const seed = Number(process.env.FAULT_SEED || 20_261_126);
const random = randomRow(seed);
const dir = mkdtempSync(join(tmpdir(), "faults-"));
const clock = new MovedClock(dir);
let site: Site;
let visitors: Visitors;

beforeAll(async () => {
  site = await Site.start({ dir, clock, phones, gateway: { auto: "none", rule17: false } });
  visitors = new Visitors(site);
});
afterAll(async () => {
  await site?.stop();
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Sale = { id: string; mac: string; paidAt: number; onlineAt: number | null };
const paid: Sale[] = [];
/** Nobody can be let in: the bridge or its router is away. */
let isShut = false;
/** Since when half of an hour's buyers waited too long by a margin, and whether they ever came near the limit. */
const buyers = { longSince: null as number | null, isTold: false, isNear: false };

/** What the platform should see of the waits, from what this test itself saw. */
function watchBuyers(): void {
  const now = clock.now();
  const waits = paid
    .filter(({ paidAt }) => paidAt > now - 60 * minute)
    .map(({ paidAt, onlineAt }) => ((onlineAt ?? now) - paidAt) / 1_000)
    .sort((one, other) => one - other);
  const half = waits.length < leastBuyers ? 0 : (waits[waits.length >> 1] ?? 0);
  if (half > watchLimits.online - 30) buyers.isNear = true;
  if (half <= watchLimits.online + 60) buyers.longSince = null;
  else buyers.longSince ??= now;
  if (buyers.longSince !== null && now - buyers.longSince > 2 * onlineEveryMs) buyers.isTold = true;
}

/** Everybody who paid is let in; the clock stands still meanwhile. */
async function letIn(): Promise<void> {
  for (const sale of paid.filter(({ onlineAt }) => onlineAt === null)) {
    await visitors.untilOnline(sale.id, 30_000);
    sale.onlineAt = clock.now();
  }
}

/** Payments for which nobody was asked for a PIN. */
let unasked = 0;

/** Somebody buys, if anything is sold now. */
async function sell(): Promise<void> {
  const { mac, phone } = newVisitor();
  const planId = site.seeded.demo.plans[1]?.id ?? "";
  const begun = await visitors.initiate(mac, planId, phone).catch(() => null);
  if (!begun?.transactionId) return;
  const asked = async () => (await visitors.prompts()).find(({ phoneNumber }) => phoneNumber === phone);
  const prompt = await until("asked", asked, (found) => found !== undefined, 1_500).catch(() => null);
  if (!prompt) {
    unasked += 1;
    return;
  }
  await visitors.answerPrompt(prompt.id, "paid");
  paid.push({ id: begun.transactionId, mac, paidAt: clock.now(), onlineAt: null });
  if (!isShut) await letIn();
}

/** Somebody comes every 90 seconds. */
async function pass(ms: number, isOpen = true): Promise<void> {
  const step = 15_000;
  for (let passed = 0; passed < ms; passed += step) {
    clock.pass(step);
    watchBuyers();
    await pause(200);
    if (isOpen && (passed / step) % 6 === 0) await sell();
  }
}

type Alarm = "away" | "gateway" | "minute" | "mail";
type Fault = {
  name: string;
  alarm: Alarm;
  /** No short one of a fault that is never told: the site has visitors for so many minutes. */
  minutes: { short?: number; long: number };
  /** Whether so short a one is told, and so long a one. */
  isTold: { short: boolean; long: boolean };
  on(): Promise<unknown>;
  off(): Promise<unknown>;
};

const away = awayAfterMs / minute;
const onlyLong = { short: false, long: true };
const faults: Fault[] = [
  {
    name: "the bridge is gone",
    alarm: "away",
    minutes: { short: away / 2, long: away + 3 },
    isTold: onlyLong,
    on: async () => site.bridge?.kill(),
    off: () => site.startBridge(),
  },
  {
    name: "the router does not answer",
    alarm: "away",
    minutes: { short: away / 2, long: away + 3 },
    isTold: onlyLong,
    on: () => visitors.router({ reachable: false }),
    off: () => visitors.router({ reachable: true }),
  },
  {
    name: "M-Pesa refuses the platform's app",
    alarm: "gateway",
    minutes: { short: 3.5, long: 6 },
    // Tried every minute apart from any sale.
    isTold: { short: true, long: true },
    on: () => visitors.gateway({ closedApps: [site.secrets.platformApp.consumerKey] }),
    off: () => visitors.gateway({ closedApps: [] }),
  },
  {
    name: "M-Pesa is busy",
    alarm: "gateway",
    minutes: { long: 6 },
    isTold: { short: false, long: false },
    on: () => visitors.gateway({ answer: "busy" }),
    off: () => visitors.gateway({ answer: "normal" }),
  },
  {
    // Asked for in vain every other time, it is known only from our own question.
    name: "M-Pesa tells nobody",
    alarm: "gateway",
    minutes: { long: 6 },
    isTold: { short: false, long: false },
    on: () => visitors.gateway({ callbacks: "lost", query: "flaky" }),
    off: () => visitors.gateway({ callbacks: "normal", query: "normal" }),
  },
  {
    name: "M-Pesa is slow, and tells everything three times",
    alarm: "gateway",
    minutes: { long: 6 },
    isTold: { short: false, long: false },
    on: () => visitors.gateway({ answerDelayMs: 2_000, callbacks: "duplicate" }),
    off: () => visitors.gateway({ answerDelayMs: 0, callbacks: "normal" }),
  },
  {
    name: "the worker is gone",
    alarm: "minute",
    isTold: onlyLong,
    // Up to a minute passes before it and behind it without a run.
    minutes: { short: watchLimits.minute / 60 - 2.25, long: watchLimits.minute / 60 + 3 },
    on: async () => site.worker?.kill(),
    off: () => site.startWorker(),
  },
];

const mailIsDown = (isDown: boolean) => control(site, "/control/mail", { isDown });

type Letter = { subject: string; event: string; createdAt: number; sentAt: number | null };
const letters = async (): Promise<Letter[]> =>
  (await readRows(
    site,
    "SELECT subject, event, created_at AS createdAt, sent_at AS sentAt FROM mail ORDER BY created_at",
  )) as Letter[];
const count = (all: readonly Letter[], begins: string) =>
  new Set(all.filter(({ event }) => event.startsWith(begins)).map(({ event }) => event)).size;
const lines = async (action: string) =>
  Number((await readRows(site, "SELECT count(*) AS n FROM audit WHERE action = ?1", action))[0]?.n);

type Told = Record<Alarm, { bad: number; over: number }>;
async function told(): Promise<Told> {
  const all = await letters();
  const watch = (id: string) => ({
    bad: count(all, `watch ${id} bad`),
    over: count(all, `watch ${id} over`),
  });
  return {
    away: { bad: count(all, "away "), over: count(all, "back ") },
    gateway: { bad: await lines("breaker.trip"), over: await lines("breaker.mend") },
    minute: watch("minute"),
    mail: watch("mail"),
  };
}

it(`tells of every fault that lasts, of none that passes, and loses nothing (seed ${seed})`, {
  timeout: 15 * minute,
}, async () => {
  await pass(3 * minute);
  const expected: Told = await told();
  expect(Object.values(expected).every(({ bad }) => bad === 0)).toBe(true);
  const mailFrom = 2 + Math.floor(random() * 3);
  const table: Record<string, unknown>[] = [];
  const began = clock.now();
  // In any order; letters are refused from one of them on, for about as long as their limit.
  const drawn = faults
    .flatMap((fault) => {
      const { long, short } = fault.minutes;
      const both = [{ fault, isLong: true, from: long }];
      if (short !== undefined) both.push({ fault, isLong: false, from: short });
      return both.map((one) => ({ ...one, by: random() }));
    })
    .toSorted((one, other) => one.by - other.by);
  for (const [place, { fault, isLong, from }] of drawn.entries()) {
    if (place === mailFrom) await mailIsDown(true);
    if (place === mailFrom + 5) await mailIsDown(false);
    const minutes = isLong ? from + Math.floor(random() * 12) / 4 : from - Math.floor(random() * 3) / 4;
    isShut = fault.alarm === "away";
    await fault.on();
    await pass(minutes * minute);
    await fault.off();
    isShut = false;
    await letIn();
    await pass(4 * minute);
    const isDue = fault.isTold[isLong ? "long" : "short"];
    if (isDue)
      expected[fault.alarm] = { bad: expected[fault.alarm].bad + 1, over: expected[fault.alarm].over + 1 };
    const now = await told();
    table.push({
      at: new Date(clock.now()).toISOString(),
      fault: fault.name,
      minutes,
      due: isDue,
      fired: now[fault.alarm].bad,
      cleared: now[fault.alarm].over,
      ...flat(now),
    });
    expect({ fault: fault.name, minutes, told: now[fault.alarm] }).toEqual({
      fault: fault.name,
      minutes,
      told: expected[fault.alarm],
    });
  }
  await mailIsDown(false);
  // The last ones wait as long as they had been tried for.
  const isTold = async () => (await letters()).every(({ sentAt }) => sentAt !== null);
  for (let left = 8; left > 0 && !(await isTold()); left -= 1) await pass(5 * minute, false);
  await pass(2 * minute, false);
  console.table(table);
  console.log(
    `${Math.round((clock.now() - began) / minute)} minutes, ${paid.length} paid, ${unasked} not asked`,
  );

  const all = await letters();
  expect(all.filter(({ sentAt }) => sentAt === null)).toEqual([]);
  const slowest = Math.max(...all.map(({ sentAt, createdAt }) => (sentAt ?? 0) - createdAt)) / 1_000;
  const isMailDue = slowest > watchLimits.mail + 60;
  expected.mail = { bad: isMailDue ? 1 : 0, over: isMailDue ? 1 : 0 };
  expect(await told()).toEqual(expected);
  // Nothing else is told of: no difference, no object that sleeps, no size.
  for (const id of ["wakes", "differences", "confirmations", "database", "largest"])
    expect(count(all, `watch ${id}`), id).toBe(0);

  // The watch of the buyers' waits: how it must have ended is known but near the limit; an hour later nobody waits.
  const waits = async () => ({
    bad: count(await letters(), "watch online bad"),
    over: count(await letters(), "watch online over"),
  });
  for (let left = 14; left > 0 && (await waits()).bad > (await waits()).over; left -= 1)
    await pass(5 * minute, false);
  const { bad, over } = await waits();
  console.log(`buyers' waits: due ${buyers.isTold}, fired ${bad}, cleared ${over}`);
  if (buyers.isTold) expect(bad).toBeGreaterThan(0);
  if (!buyers.isNear) expect(bad).toBe(0);
  expect(over).toBe(bad);

  for (const { id } of paid) await visitors.untilStatus(id, ({ status }) => status === "completed");
  const [books] = await readTenantRows(
    site,
    site.seeded.demo.id,
    "SELECT -sum(cents) AS cents, count(DISTINCT journal_id) AS sales FROM ledger WHERE account = 'sales'",
  );
  expect(books).toEqual({ cents: paid.length * 2_000, sales: paid.length });
  const [sum] = await readTenantRows(site, site.seeded.demo.id, "SELECT sum(cents) AS cents FROM ledger");
  expect(sum).toEqual({ cents: 0 });
  const payers = new Set(paid.map(({ mac }) => mac));
  const { active } = (await visitors.routerReport()) as unknown as { active: { mac: string }[] };
  expect(active.filter(({ mac }) => !payers.has(mac))).toEqual([]);
});

const flat = (all: Told) =>
  Object.fromEntries(Object.entries(all).map(([alarm, { bad, over }]) => [alarm, `${bad}/${over}`]));
