import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ProviderDatabase } from "#worker/db/provider-database";
import type { PaymentState } from "#worker/features/payments/core/payment-state";
import { writeRow } from "#worker/features/payments/core/payment-store";
import { sweepPayments } from "#worker/features/payments/index";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows, salesOf } from "./money-rows.ts";
import { openWorld, owed, type PaymentWorld, paymentStub } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

/** The next `count` transactions that write a payment fail, before they ran or after: the caller cannot tell. */
function writesFail(count: number, when: "before" | "after", atLeast = 1): { readonly left: number } {
  const real = ProviderDatabase.prototype.run;
  let left = count;
  vi.spyOn(ProviderDatabase.prototype, "run").mockImplementation(async function (
    this: ProviderDatabase,
    queries,
  ) {
    const writes =
      queries.length >= atLeast && queries.some(({ sql }) => sql.startsWith("INSERT INTO payments"));
    if (left <= 0 || !writes) return real.call(this, queries);
    left -= 1;
    if (when === "after") await real.call(this, queries);
    return { failed: "error", fault: "Network connection lost." };
  });
  return {
    get left() {
      return left;
    },
  };
}

async function expectOneSale(id: string): Promise<void> {
  const { payment, ledger, entitlements } = await moneyRows(id);
  expect(payment?.status).toBe("completed");
  expect(ledger.map(({ cents }) => cents)).toEqual([1_000, -1_000]);
  expect(entitlements).toHaveLength(1);
}

test.each(["before", "after"] as const)(
  "the database is lost %s the row of a new payment: no prompt, a clear answer, and the next try works",
  async (when) => {
    const buyer = world.buyer();
    writesFail(1_000, when);
    const refused = await buyer.initiate();
    expect(refused.ok && refused.answer).toMatchObject({
      success: false,
      message: "M-Pesa is not available right now. No money was taken.",
    });
    expect(await buyer.prompts()).toEqual([]);
    vi.mocked(ProviderDatabase.prototype.run).mockRestore();
    const { transactionId } = await buyer.start();
    await buyer.answer("paid");
    await expectOneSale(transactionId);
    await world.advance(1_000);
    const { results } = await tenantDatabase(buyer.provider.id)
      .prepare("SELECT status FROM payments WHERE phone = ?1 ORDER BY created_at, status")
      .bind(buyer.phone)
      .all();
    expect(results).toEqual([{ status: "completed" }, { status: "failed" }]);
  },
);

test.each(["before", "after"] as const)(
  "the database is lost three times %s the sale is written: it is written once, by the alarm",
  async (when) => {
    const buyer = world.buyer();
    const sales = await salesOf(buyer.provider.id);
    const { transactionId } = await buyer.start();
    const faults = writesFail(3, when);
    await buyer.answer("paid");
    expect(world.delivered.map(({ status }) => status)).toEqual([200]);
    if (when === "before") expect((await moneyRows(transactionId)).payment?.status).toBe("pending");
    await world.advance(10_000);
    expect(faults.left).toBe(0);
    expect(await owed(transactionId)).toEqual([]);
    await expectOneSale(transactionId);
    expect(await salesOf(buyer.provider.id)).toEqual({ count: sales.count + 1, cents: sales.cents + 1_000 });
  },
);

test("a database that is away for a minute delays a sale and loses nothing", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  writesFail(1_000, "before");
  await buyer.answer("paid");
  await world.advance(60_000);
  expect((await moneyRows(transactionId)).ledger).toEqual([]);
  vi.mocked(ProviderDatabase.prototype.run).mockRestore();
  await world.advance(300_000);
  await expectOneSale(transactionId);
});

test("while the sale is owed, the database never shows the payment completed without it", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ query: "down" });
  const { transactionId } = await buyer.start();
  // Only the sale itself cannot be written: row, two lines, access, device and user are one batch.
  const faults = writesFail(7, "before", 5);
  await buyer.answer("paid");
  await world.daraja.set({ query: "normal" });
  for (let second = 0; second < 40; second += 1) {
    await world.advance(1_000);
    const { payment, ledger, entitlements } = await moneyRows(transactionId);
    const whole = ledger.length === 2 && entitlements.length === 1;
    expect(payment?.status === "completed").toBe(whole);
  }
  expect(faults.left).toBe(0);
  await expectOneSale(transactionId);
  expect((await moneyRows(transactionId)).payment?.unverified).toBe(0);
});

test("what D1 hears late and out of order never takes anything back", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  const early = (await paymentStub(transactionId).read()) as unknown as PaymentState;
  await buyer.answer("paid");
  const rows = await moneyRows(transactionId);
  await writeRow(testContext(), early);
  await writeRow(testContext(), { ...early, seq: 1, status: "failed", reason: "network" });
  expect(await moneyRows(transactionId)).toEqual(rows);
});

test("a sweep finishes what an object without alarm left, three minutes later", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "lost" });
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  // renew() stops this payment's alarm: only the sweeper is left.
  const { daraja } = world;
  vi.setSystemTime(Date.now() + 170_000);
  await sweepPayments(testContext(), world.seeded.demo.id);
  expect((await moneyRows(transactionId)).payment?.status).toBe("pending");
  vi.setSystemTime(Date.now() + 11_000);
  await sweepPayments(testContext(), world.seeded.demo.id);
  await expectOneSale(transactionId);
  expect((await daraja.counts()).queries).toBe(1);
});

test("payments that cannot be finished leave the sweeper's turn to others", async () => {
  const columns = `id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement, gateway_id,
    status, created_at, updated_at`;
  const { demo } = world.seeded;
  const now = Date.now();
  const stuck = Array.from({ length: 150 }, (_, index) =>
    tenantDatabase(demo.id)
      .prepare(
        `INSERT INTO payments (${columns}) VALUES (?1, 1, ?2, ?3, '{}', '', 100, 'mpesa', 'direct', '', 'pending', ?4, ?4)`,
      )
      .bind(`stuck ${index}`, demo.routers[0]?.id, demo.plans[0]?.id, now - 600_000),
  );
  await tenantDatabase(demo.id).batch(stuck);
  await sweepPayments(testContext(), world.seeded.demo.id);
  const waiting = async () =>
    (await tenantDatabase(demo.id)
      .prepare("SELECT count(*) AS count FROM payments WHERE id LIKE 'stuck %' AND updated_at < ?1")
      .bind(now - 1)
      .first<{ count: number }>()) ?? { count: -1 };
  expect((await waiting()).count).toBe(50);
  await sweepPayments(testContext(), world.seeded.demo.id);
  expect((await waiting()).count).toBe(0);
});
