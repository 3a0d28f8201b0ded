import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { rejectConfirmation, verifyConfirmation } from "#contract/billing-confirmations";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { ownedRowsOfAll, tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { configure, forgetBilling, invoicesOf, nairobi, sold, sweep } from "./billing-world.ts";

// What is written in the books stays there, so each test has a month of its own.

let seeded: TwoProviders;
let operator: CallOptions;
beforeAll(async () => {
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(forgetBilling);
afterEach(async () => {
  vi.restoreAllMocks();
  await tenantDatabase(seeded.demo.id).exec("DROP TRIGGER IF EXISTS books_are_shut");
});

type Line = { account: string; cents: number; day: string };
const booked = (journal: string) =>
  ownedRowsOfAll<Line>(
    "SELECT account, cents, day FROM general_ledger WHERE journal_id = ?1 ORDER BY line",
    journal,
  );
const shutBooks = () =>
  tenantDatabase(seeded.demo.id).exec(
    "CREATE TRIGGER books_are_shut BEFORE INSERT ON general_ledger BEGIN SELECT raise(ABORT, 'shut'); END",
  );
async function waiting(id: string, kes: number): Promise<string> {
  await env.DB.prepare(
    `INSERT INTO payment_confirmations (id, provider_id, amount_cents, payment_code, status, submitted_by, created_at)
    VALUES (?1, ?2, ?3, ?1, 'pending', ?4, 1)`,
  )
    .bind(id, seeded.demo.id, kes * 100, seeded.demo.admin.id)
    .run();
  return id;
}
const verify = (id: string) => call(verifyConfirmation, { params: { id }, body: {} }, operator);

test("an invoice is booked once, on the day it was made; one of nothing is not", async () => {
  const { demo, savanna } = seeded;
  await configure(demo, operator, "2027-03-01");
  await configure(savanna, operator, "2027-03-01");
  await sold(demo, "2027-03-10", 1_000_001);
  await sweep(nairobi("2027-04-01"));
  await sweep(nairobi("2027-04-02"));
  const [invoice] = await invoicesOf(demo);
  const line = { providerId: demo.id, day: "2027-04-01" };
  expect(await booked(`fee ${invoice?.id}`)).toEqual([
    { ...line, account: "fees owed by provider", cents: 50_000 },
    { ...line, account: "platform fees", cents: -50_000 },
  ]);
  const [free] = await invoicesOf(savanna);
  expect(free).toMatchObject({ amount_cents: 0 });
  expect(await booked(`fee ${free?.id}`)).toEqual([]);
});

test("a verified payment is booked once, however often it is verified; a rejected one is not", async () => {
  const id = await waiting("BOOKS00001", 500);
  const other = await waiting("BOOKS00002", 300);
  expect((await verify(id)).status).toBe(200);
  expect((await verify(id)).status).toBe(200);
  const body = { notes: "Invalid payment confirmation" };
  expect((await call(rejectConfirmation, { params: { id: other }, body }, operator)).status).toBe(200);
  await sweep(nairobi("2027-06-01"));
  expect(await booked(`fee paid ${id}`)).toMatchObject([
    { providerId: seeded.demo.id, account: "platform account", cents: 50_000 },
    { providerId: seeded.demo.id, account: "fees owed by provider", cents: -50_000 },
  ]);
  expect(await booked(`fee paid ${other}`)).toEqual([]);
});

test("books that cannot be written delay neither an invoice nor a decision, and are made up for", async () => {
  const { demo } = seeded;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await configure(demo, operator, "2027-07-01");
  await sold(demo, "2027-07-10", 200_000);
  await shutBooks();
  await sweep(nairobi("2027-08-01"));
  const id = await waiting("BOOKS00003", 40);
  const answer = await verify(id);
  expect(answer.ok && answer.answer.status).toBe("verified");
  const [invoice] = await invoicesOf(demo);
  expect(invoice).toMatchObject({ amount_cents: 10_000, paid_cents: 4_000 });
  expect([await booked(`fee ${invoice?.id}`), await booked(`fee paid ${id}`)]).toEqual([[], []]);
  await tenantDatabase(demo.id).exec("DROP TRIGGER books_are_shut");
  // The day that failed is walked once more; a provider whose rule is gone is not forgotten by it.
  await env.DB.exec("DELETE FROM billing_configs");
  await sweep(nairobi("2027-08-01", "12:01"));
  expect((await booked(`fee ${invoice?.id}`)).map(({ cents }) => cents)).toEqual([10_000, -10_000]);
  expect((await booked(`fee paid ${id}`)).map(({ cents }) => cents)).toEqual([4_000, -4_000]);
});
