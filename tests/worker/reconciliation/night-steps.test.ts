import { listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { dayMs } from "#contract/values/time";
import { sweepReconciliation } from "#worker/features/reconciliation/index";
import { readCounts } from "#worker/features/reconciliation/run-store";
import { forgetCopies } from "../../support/copies.ts";
import { failStatements } from "../../support/database-faults.ts";
import { historiesLimitMs } from "../../support/histories.ts";
import { emptyTenantTables, ownedRowsOfAll, tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "../payments/money-rows.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// A night's steps: several apps, providers and accounts at a time, until the minute is used, and cut off anywhere.

let world: PaymentWorld;
const midnightOf = (at: number) => Date.parse(`${nairobiDay(at)}T00:00:00+03:00`);
const oneStep = { ms: 0, calls: 0 };

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.setSystemTime(midnightOf(Date.now()) + dayMs + dayMs / 2);
  await world.renew();
  await emptyTenantTables("reviews");
  await env.DB.batch([env.DB.prepare("DELETE FROM reconciliation_runs"), env.DB.prepare("DELETE FROM mail")]);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const untilNight = () => vi.setSystemTime(midnightOf(Date.now()) + dayMs + (2.5 * dayMs) / 24);
const sweep = (spend?: typeof oneStep) => sweepReconciliation(testContext(), spend);

async function lastRun() {
  const row = await env.DB.prepare(
    "SELECT day, finished_at AS finishedAt, counts FROM reconciliation_runs ORDER BY day DESC",
  ).first<{ day: string; finishedAt: number | null; counts: string }>();
  if (!row) throw new Error("no night has begun");
  return { ...row, counts: readCounts(row.counts).counts };
}

async function paid(name: "demo" | "savanna"): Promise<string> {
  const buyer = world.buyer(name);
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(30_000);
  expect((await moneyRows(transactionId)).payment?.status).toBe("completed");
  return transactionId;
}

/** Ahead of a payment's push in the list of its app, all of one moment. */
async function pushedBefore(paymentId: string, count: number): Promise<void> {
  const at = midnightOf(Date.now()) + 1;
  for (const id of await listDurableObjectIds(env.PUSHES)) {
    const list = env.PUSHES.get(id);
    if ((await list.pushesSince(0, "")).every((push) => push.paymentId !== paymentId)) continue;
    await runInDurableObject(list, (_object, { storage }) => {
      for (let place = 0; place < count; place += 1)
        storage.sql.exec("INSERT INTO pushes VALUES (?, ?, ?)", at, `none-${place}`, world.seeded.demo.id);
    });
  }
}

test("a push beyond the ten thousandth of its day is compared: its lost payment is in the rows again", async () => {
  const lost = await paid("demo");
  await pushedBefore(lost, 10_500);
  await tenantDatabase(world.seeded.demo.id).prepare("DELETE FROM payments WHERE id = ?1").bind(lost).run();
  untilNight();
  // So many payments are more than one minute may ask about.
  for (let minute = 0; minute < 9; minute += 1) await sweep();
  const { finishedAt, counts } = await lastRun();
  expect(finishedAt).not.toBeNull();
  expect(counts).toMatchObject({ repaired: 1, differences: 0 });
  // The app's gateways list it once each.
  expect((counts.pushes ?? 0) % 10_501).toBe(0);
  expect((await moneyRows(lost)).payment).toMatchObject({ status: "completed" });
});

test("a day is compared in one minute where that is enough, and a minute that is used up goes on in the next", async () => {
  await paid("demo");
  await paid("savanna");
  untilNight();
  await sweep(oneStep);
  const begun = await lastRun();
  expect([begun.finishedAt, begun.counts.payments ?? 0]).toEqual([null, 0]);
  await sweep();
  const { finishedAt, counts } = await lastRun();
  expect(finishedAt).not.toBeNull();
  expect(counts).toMatchObject({ payments: 2, paidCents: counts.bookedCents });
});

test(
  "a run that is cut off at any steps, before or after what they list, counts the same in the end",
  async () => {
    const { demo } = world.seeded;
    const wrong = await paid("demo");
    await paid("savanna");
    // What no repair mends: an unknown payment, and one whose sale is in the books no more than in part.
    const database = tenantDatabase(demo.id);
    await database
      .prepare(
        `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement,
      gateway_id, status, created_at, updated_at)
    SELECT 'unknown', 3, router_id, plan_id, terms, phone, amount_cents, method, 'diverted', gateway_id,
      'completed', created_at, updated_at FROM payments WHERE id = ?1`,
      )
      .bind(wrong)
      .run();
    await database
      .prepare("UPDATE payments SET seq = 99, amount_cents = amount_cents + 100 WHERE id = ?1")
      .bind(wrong)
      .run();
    untilNight();
    const began = Date.now();
    /** Where each step fails before it is done: as it lists, or as it keeps how far it is. */
    const countsOf = async (cuts: readonly ("none" | "list" | "keep" | "both")[]) => {
      vi.setSystemTime(began);
      await emptyTenantTables("reviews");
      await forgetCopies();
      await env.DB.prepare("DELETE FROM reconciliation_runs").run();
      const places = { list: /value ->> 'paymentId'/, keep: /UPDATE reconciliation_runs/ };
      for (let step = 0; step < 60; step += 1) {
        const cut = cuts[step] ?? "none";
        for (const place of cut === "both" ? (["list", "keep"] as const) : cut === "none" ? [] : [cut]) {
          const fault = failStatements(places[place]);
          await sweep(oneStep).catch(() => undefined);
          fault.heal();
          vi.setSystemTime(Date.now() + 61 * 60_000);
        }
        await sweep(oneStep);
        const run = await lastRun();
        if (run.finishedAt !== null) {
          const listed = await ownedRowsOfAll<{ id: string }>("SELECT id FROM reviews");
          return { ...run.counts, listed: listed.sort((one, next) => (one.id < next.id ? -1 : 1)) };
        }
      }
      throw new Error("the night never ended");
    };
    const whole = await countsOf([]);
    expect(whole).toMatchObject({ payments: 3, differences: whole.listed.length });
    expect(whole.listed).toContainEqual({ providerId: demo.id, id: "projection unknown" });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("none", "list", "keep", "both"), { minLength: 1, maxLength: 9 }),
        async (cuts) => {
          expect(await countsOf(cuts)).toEqual(whole);
        },
      ),
      { numRuns: 12 },
    );
    await database.prepare("DELETE FROM payments WHERE id = 'unknown'").run();
  },
  historiesLimitMs(12),
);

test("a night that the next one finds unfinished is told to the operators once, and so is its end", async () => {
  const letters = async () =>
    (await env.DB.prepare("SELECT subject FROM mail ORDER BY created_at, subject").all()).results;
  await paid("demo");
  untilNight();
  const fault = failStatements(/switch_id AS switchId\s+FROM switch_transactions/);
  const failing = () => sweep().catch(() => undefined);
  await failing();
  const { day } = await lastRun();
  expect(await letters()).toEqual([]);
  untilNight();
  await failing();
  await failing();
  const unfinished = { subject: `The comparison of ${day} is not finished` };
  expect(await letters()).toEqual([unfinished]);
  fault.heal();
  await env.DB.prepare("DELETE FROM reconciliation_runs WHERE day > ?1").bind(day).run();
  vi.setSystemTime(Date.now() + 8 * dayMs);
  for (let minute = 0; minute < 5; minute += 1) await sweep();
  expect(await letters()).toEqual([
    unfinished,
    { subject: `The payments of ${day} were not compared to the end` },
  ]);
});
