import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  adjustmentJournal,
  feeJournal,
  feePaidJournal,
  type Journal,
  journalStatements,
  type PaymentFacts,
  refundJournal,
  saleJournals,
} from "#worker/features/ledger/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { nairobi, putPayment } from "../transactions/sales-rows.ts";

// What is booked, and that it can be booked once and never changed.

let seeded: TwoProviders;
const at = nairobi("2026-11-20", "23:59");

beforeAll(async () => {
  seeded = await seedBoth();
});

function facts(settlement: PaymentFacts["settlement"], paymentId = "p1"): PaymentFacts {
  const routerId = seeded.demo.routers[0]?.id ?? "";
  const switchId = settlement === "diverted" ? "s1" : null;
  return { paymentId, routerId, method: "mpesa", settlement, switchId };
}

const book = async (...journals: Journal[]) => {
  const db = testContext().tenant(seeded.demo.id);
  await db.batch(journals.flatMap((journal) => journalStatements(journal)));
};

const balances = (journals: readonly Journal[]) => {
  const sums = new Map<string, number>();
  for (const { account, cents } of journals.flatMap(({ lines }) => lines))
    sums.set(account, (sums.get(account) ?? 0) + cents);
  return Object.fromEntries(sums);
};

test("a sale says where the money went, and whose it is", () => {
  const sale = { cents: 2_000, at };
  expect(balances(saleJournals(facts("direct"), sale))).toEqual({ "provider account": 2_000, sales: -2_000 });
  expect(balances(saleJournals(facts("collected"), sale))).toEqual({
    "platform account": 2_000,
    sales: -2_000,
    "claim on platform": 2_000,
    "owed to provider": -2_000,
  });
  const diverted = saleJournals(facts("diverted"), sale);
  expect(diverted.map(({ id, kind }) => [id, kind])).toEqual([
    ["sale p1", "sale"],
    ["diversion p1", "diversion"],
  ]);
  expect(balances(diverted)).toEqual({
    "central account s1": 2_000,
    sales: -2_000,
    "diverted claim": 2_000,
    "diverted, not settled": -2_000,
  });
});

test("a whole refund leaves nothing of its sale, whichever way it was settled", () => {
  for (const settlement of ["direct", "collected", "diverted"] as const) {
    const payment = facts(settlement);
    const journals = [
      ...saleJournals(payment, { cents: 5_000, at }),
      refundJournal("r1", payment, { cents: 2_000, at }),
      refundJournal("r2", payment, { cents: 3_000, at }),
    ];
    for (const left of Object.values(balances(journals))) expect(left).toBe(0);
  }
});

test("a fee is owed until it is paid", () => {
  expect(
    balances([
      feeJournal("i1", { cents: 7_550, at }),
      feePaidJournal("c1", { cents: 5_000, at }),
      feePaidJournal("c2", { cents: 2_550, at }),
    ]),
  ).toEqual({ "fees owed by provider": 0, "platform fees": -7_550, "platform account": 7_550 });
});

test("every journal balances, whatever the amounts", async () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  const settlement = fc.constantFrom("direct" as const, "collected" as const, "diverted" as const);
  await fc.assert(
    fc.asyncProperty(cents, settlement, async (amount, settled) => {
      const payment = facts(settled);
      const made = [
        ...saleJournals(payment, { cents: amount, at }),
        refundJournal("r", payment, { cents: amount, at }),
        adjustmentJournal("a", payment, { cents: amount, at }),
        feeJournal("f", { cents: amount, at }),
        feePaidJournal("f", { cents: amount, at }),
      ];
      for (const { lines } of made) expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(0);
    }),
  );
});

test.each([
  ["is out by a cent", [100, -99]],
  ["has one line", [0]],
  ["has parts of cents", [0.5, -0.5]],
])("a journal that %s is refused before it is written", (_, amounts) => {
  const [sale] = saleJournals(facts("direct"), { cents: 100, at });
  const lines = amounts.map((cents) => ({ account: "sales", cents }));
  const journal = { ...(sale as Journal), lines };
  expect(() => journalStatements(journal)).toThrow(/does not balance/);
});

type Sums = { count: number; cents: number };
const salesOn = (day: string) =>
  tenantDatabase(seeded.demo.id)
    .prepare("SELECT sum(count) AS count, sum(cents) AS cents FROM sales_daily WHERE day = ?1")
    .bind(day)
    .first<Sums>();
const plansOn = (day: string) =>
  tenantDatabase(seeded.demo.id)
    .prepare("SELECT sum(count) AS count, sum(cents) AS cents FROM plan_daily WHERE day = ?1")
    .bind(day)
    .first<Sums>();

test("a refund lowers the sales and the plan of its own day, once, and the sale's day stays", async () => {
  const { id } = await putPayment(seeded.demo, { createdAt: at, shillings: 50 });
  const payment = facts("direct", id);
  const refund = refundJournal("r9", payment, { cents: 3_000, at: at + 60_000 });
  await book(refund);
  await book(refund);
  expect(await salesOn("2026-11-20")).toEqual({ count: 1, cents: 5_000 });
  expect(await plansOn("2026-11-20")).toEqual({ count: 1, cents: 5_000 });
  expect(await salesOn("2026-11-21")).toEqual({ count: 0, cents: -3_000 });
  expect(await plansOn("2026-11-21")).toEqual({ count: 0, cents: -3_000 });
});

test("journals without a router stand in the general ledger, once, and no sale is made of them", async () => {
  const before = await salesOn("2026-11-25");
  const fee = feeJournal("i7", { cents: 900, at: nairobi("2026-11-25") });
  await book(fee);
  await book(fee);
  const { results } = await tenantDatabase(seeded.demo.id)
    .prepare("SELECT line, account, cents, day FROM general_ledger WHERE journal_id = 'fee i7' ORDER BY line")
    .all();
  expect(results).toEqual([
    { line: 1, account: "fees owed by provider", cents: 900, day: "2026-11-25" },
    { line: 2, account: "platform fees", cents: -900, day: "2026-11-25" },
  ]);
  expect(await salesOn("2026-11-25")).toEqual(before);
});

test.each(["ledger", "general_ledger"])("what %s says can't be changed or taken back", async (table) => {
  await book(feeJournal("i8", { cents: 100, at }));
  await putPayment(seeded.demo, { createdAt: at });
  for (const sql of [`UPDATE ${table} SET cents = 0`, `DELETE FROM ${table}`])
    await expect(tenantDatabase(seeded.demo.id).prepare(sql).run()).rejects.toThrow(/append-only/);
});
