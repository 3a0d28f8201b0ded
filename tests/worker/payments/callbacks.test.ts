import { exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { clock } from "#worker/sleep";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { moneyRows } from "./money-rows.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

async function expectOneSale(id: string): Promise<void> {
  const { payment, ledger, entitlements } = await moneyRows(id);
  expect(payment?.status).toBe("completed");
  expect(ledger.map(({ cents }) => cents)).toEqual([1_000, -1_000]);
  expect(entitlements).toHaveLength(1);
}

test("a lost callback is made up for by the query: 8 s after the PIN at the latest", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "lost" });
  const { transactionId } = await buyer.start();
  await world.advance(9_000);
  await buyer.answer("paid");
  expect(await buyer.status(transactionId)).toMatchObject({ status: "pending" });
  await world.advance(6_000);
  expect(world.delivered).toEqual([]);
  await expectOneSale(transactionId);
  expect((await moneyRows(transactionId)).payment).toMatchObject({ receipt: null, unverified: 0 });
});

test("a lost failure is made up for as well, with its reason", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "lost" });
  const { transactionId } = await buyer.start();
  await buyer.answer("wrong-pin");
  await world.advance(8_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "failed", reason: "wrong-pin" });
});

test("a receipt that comes after the query completed the payment is added to it", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "late", delayMs: 60_000 });
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(8_000);
  expect((await moneyRows(transactionId)).payment).toMatchObject({ status: "completed", receipt: null });
  await world.advance(60_000);
  const [prompt] = await buyer.prompts();
  expect((await moneyRows(transactionId)).payment?.receipt).toBe(prompt?.receipt);
  await expectOneSale(transactionId);
});

test("twenty identical callbacks at once make one journal and one access", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "duplicate", copies: 20 });
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  expect(world.delivered.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await world.daraja.counts()).queries).toBe(1);
  await expectOneSale(transactionId);
});

test("a success 170 s after the prompt completes, although the phone and the page had given up", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ expireAfterMs: 600_000 });
  const { transactionId } = await buyer.start();
  await world.advance(170_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "pending" });
  await buyer.answer("paid");
  await expectOneSale(transactionId);
  expect((await moneyRows(transactionId)).payment?.late).toBe(0);
});

test("failure, then success 170 s after the prompt: late money is money, and is flagged", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await world.advance(100_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "failed" });
  await world.advance(70_000);
  await buyer.answer("late-paid");
  await expectOneSale(transactionId);
  expect((await moneyRows(transactionId)).payment).toMatchObject({ late: 1, reason: null, detail: null });
});

test("success, then failure: nothing is taken back", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  const before = await moneyRows(transactionId);
  await buyer.answer("late-failed");
  expect(world.delivered).toHaveLength(2);
  await world.advance(600_000);
  expect(await moneyRows(transactionId)).toEqual(before);
});

test("a failure callback kills nothing that the query calls paid", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "lost" });
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await world.daraja.set({ callbacks: "normal" });
  await buyer.answer("late-failed");
  expect(world.delivered).toHaveLength(1);
  await expectOneSale(transactionId);
});

test("with the query down a callback completes the payment unverified; the alarm verifies it later", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await world.daraja.set({ query: "down", callbacks: "duplicate", copies: 5 });
  await buyer.answer("paid");
  await expectOneSale(transactionId);
  expect((await moneyRows(transactionId)).payment?.unverified).toBe(1);
  const [sent] = world.delivered;
  await exports.default.fetch(new Request(sent?.url ?? "", { method: "POST", body: sent?.body ?? "" }));
  expect((await world.daraja.counts()).queries).toBe(1);
  await world.advance(30_000);
  expect((await moneyRows(transactionId)).payment?.unverified).toBe(1);
  await world.daraja.set({ query: "normal" });
  await world.advance(30_000);
  expect((await moneyRows(transactionId)).payment?.unverified).toBe(0);
  await expectOneSale(transactionId);
});

test("a query that hangs holds a callback up for three seconds, not longer", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  world.wire = (request) =>
    request.url.includes("stkpushquery") ? new Promise<Response>(() => undefined) : undefined;
  const { timer } = clock;
  const waited: number[] = [];
  // A slow machine would take longer than it waits: what it waits for is told instead, and rings at once.
  const timed = vi.spyOn(clock, "timer").mockImplementation((ms, ring) => {
    waited.push(ms);
    return timer(ms === 3_000 ? 1 : ms, ring);
  });
  await buyer.answer("paid");
  timed.mockRestore();
  expect(waited).toContain(3_000);
  expect((await moneyRows(transactionId)).payment).toMatchObject({ status: "completed", unverified: 1 });
});

/** What the daily figures say of the day of this world. */
async function salesToday(): Promise<unknown> {
  const day = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  return tenantDatabase(world.seeded.demo.id)
    .prepare(
      "SELECT coalesce(sum(count), 0) AS count, coalesce(sum(cents), 0) AS cents FROM sales_daily WHERE day = ?1",
    )
    .bind(day)
    .first();
}

/** From now on every query is answered with this ResultCode. */
function queriesSay(code: string): void {
  world.wire = (request) =>
    request.url.includes("stkpushquery")
      ? Response.json({ ResponseCode: "0", ResultCode: code, ResultDesc: `code ${code}` })
      : undefined;
}

test("an unverified success that the query denies later is taken back: access, books and figures, once", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await world.daraja.set({ query: "down" });
  const before = await salesToday();
  await buyer.answer("paid");
  const receipt = (await buyer.prompts())[0]?.receipt;
  queriesSay("1032");
  await world.advance(60_000);
  const { payment, reviews, ledger, entitlements } = await moneyRows(transactionId);
  expect(payment).toMatchObject({ status: "failed", reason: "cancelled", receipt: null, completed_at: null });
  const detail = JSON.stringify({ receipt, amountCents: 1_000, detail: "1032 code 1032" });
  expect(reviews).toEqual([{ kind: "denied", detail }]);
  expect(ledger.map(({ cents }) => cents).sort()).toEqual([-1_000, -1_000, 1_000, 1_000]);
  expect(entitlements).toMatchObject([{ state: "cut_off" }]);
  expect(await salesToday()).toEqual(before);
});

test("a success callback that the query denies at once is not believed, not lost, and asked about again", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  queriesSay("1032");
  await buyer.answer("paid");
  const denied = await moneyRows(transactionId);
  expect(denied.payment).toMatchObject({ status: "failed", reason: "cancelled" });
  expect(denied.reviews).toMatchObject([{ kind: "denied" }]);
  expect([denied.ledger, denied.entitlements]).toEqual([[], []]);
  world.wire = null;
  await world.advance(8_000);
  await expectOneSale(transactionId);
  expect((await moneyRows(transactionId)).payment?.late).toBe(1);
});

test("a receipt that another payment has already is left out and listed for a person", async () => {
  const first = world.buyer();
  await first.start();
  await first.answer("paid");
  const earlier = (await first.prompts())[0];
  await world.daraja.set({ tamper: "receipt" });
  const second = world.buyer();
  const { transactionId } = await second.start();
  await second.answer("paid");
  await expectOneSale(transactionId);
  const { payment, reviews } = await moneyRows(transactionId);
  expect(payment?.receipt).toBeNull();
  expect(reviews).toMatchObject([
    { kind: "receipt", detail: expect.stringContaining(String(earlier?.receipt)) },
  ]);
});

test("result codes that arrive as text are the same codes", async () => {
  await world.daraja.set({ resultCodeAs: "string" });
  const [payer, refuser] = [world.buyer(), world.buyer()];
  const [paid, cancelled] = [await payer.start(), await refuser.start()];
  await payer.answer("paid");
  await refuser.answer("cancelled");
  expect(await payer.status(paid.transactionId)).toMatchObject({ status: "completed" });
  expect(await refuser.status(cancelled.transactionId)).toMatchObject({
    status: "failed",
    reason: "cancelled",
  });
});
