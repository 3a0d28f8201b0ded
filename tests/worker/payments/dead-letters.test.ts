import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handleCallbacks, handleDeadCallbacks, type QueuedCallback } from "#worker/features/payments/index";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { failStatements } from "../../support/database-faults.ts";
import { moneyRows } from "./money-rows.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;
const minute = 60_000;
const stub = () => env.DEAD_LETTERS.getByName("all");

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  await env.DB.prepare("DELETE FROM mail").run();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** What the last try of a queue does with a message. */
async function lastTry(take: typeof handleCallbacks, body: QueuedCallback) {
  const message = { attempts: 20, body, ack: vi.fn(), retry: vi.fn() };
  await take({ messages: [message] }, env);
  return { acked: message.ack.mock.calls.length, retried: message.retry.mock.calls };
}

/** Lets time pass and rings the object's alarm whenever it is due. */
async function pass(ms: number): Promise<void> {
  const until = Date.now() + ms;
  for (;;) {
    const at = await runInDurableObject(stub(), (_object, { storage }) => storage.getAlarm());
    if (at === null || at > until) break;
    vi.setSystemTime(Math.max(Date.now(), at));
    await runDurableObjectAlarm(stub());
  }
  vi.setSystemTime(until);
}

const kept = () =>
  runInDurableObject(stub(), (_object, { storage }) =>
    storage.sql.exec<{ count: number }>("SELECT count(*) AS count FROM letters").one(),
  ).then(({ count }) => count);

const letters = async () => (await env.DB.prepare("SELECT subject FROM mail ORDER BY subject").all()).results;

function typedMoney(receipt: string): QueuedCallback {
  const body = JSON.stringify({
    TransactionType: "Pay Bill",
    TransID: receipt,
    TransTime: "20310304120000",
    TransAmount: "30.00",
    BusinessShortCode: "600200",
    BillRefNumber: "my house",
    MSISDN: "2547 ***** 126",
    FirstName: "ASHA",
  });
  return { paybill: { environment: "sandbox", shortCode: "600200" }, body, receivedAt: Date.now() };
}

const typedRows = async (receipt: string) =>
  (await env.DB.prepare("SELECT receipt FROM paybill_payments WHERE receipt LIKE ?1").bind(receipt).all())
    .results;

test("databases that are away for hours lose no message, and each counts once when they are back", async () => {
  const away = failStatements(/./);
  // More than are tried at a time; for a whole day below, one.
  const messages = Array.from({ length: 60 }, (_, index) =>
    typedMoney(`SGD${String(index).padStart(7, "0")}`),
  );
  for (const message of messages) {
    expect((await lastTry(handleCallbacks, message)).acked).toBe(0);
    expect((await lastTry(handleDeadCallbacks, message)).acked).toBe(1);
  }
  // The queue delivers at least once.
  for (const message of messages.slice(0, 5)) await lastTry(handleDeadCallbacks, message);
  await pass(2 * 60 * minute);
  expect(await kept()).toBe(60);
  away.heal();
  await pass(30 * minute);
  expect(await typedRows("SGD%")).toHaveLength(60);
  expect(await kept()).toBe(0);
  expect(await runInDurableObject(stub(), (_object, { storage }) => storage.getAlarm())).toBeNull();
});

test("one that stays for a whole day is told to the operators once, and not lost", async () => {
  const away = failStatements(/paybill_payments/);
  await lastTry(handleDeadCallbacks, typedMoney("SGE0000001"));
  await pass(50 * minute);
  expect(await letters()).toEqual([]);
  await pass(24 * 60 * minute);
  expect(await letters()).toEqual([{ subject: "1 message of a gateway could not be handled" }]);
  expect(await kept()).toBe(1);
  away.heal();
  await pass(15 * minute);
  expect(await typedRows("SGE0000001")).toHaveLength(1);
  expect(await letters()).toHaveLength(1);
});

test("a letter that cannot be written is written later", async () => {
  const away = failStatements(/paybill_payments|INSERT INTO mail/);
  await lastTry(handleDeadCallbacks, typedMoney("SGF0000001"));
  await pass(5 * 60 * minute);
  away.heal();
  expect(await letters()).toEqual([]);
  const stillAway = failStatements(/paybill_payments/);
  await pass(30 * minute);
  expect(await letters()).toHaveLength(1);
  stillAway.heal();
  await pass(15 * minute);
  expect(await kept()).toBe(0);
});

test("a callback of a payment is taken by the payment itself as soon as it can be", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "lost", query: "down" });
  const { transactionId } = await buyer.start();
  const [prompt] = await buyer.prompts();
  const item = [
    { Name: "Amount", Value: 10 },
    { Name: "MpesaReceiptNumber", Value: "TKLDEAD777" },
    { Name: "PhoneNumber", Value: Number(buyer.phone) },
  ];
  const stkCallback = {
    MerchantRequestID: "1-2-3",
    CheckoutRequestID: prompt?.checkoutRequestId,
    ResultCode: 0,
    ResultDesc: "paid",
    CallbackMetadata: { Item: item },
  };
  const body = JSON.stringify({ Body: { stkCallback } });
  const message = { paymentId: transactionId, door: { kind: "own" } as const, body, receivedAt: Date.now() };
  vi.spyOn(PaymentObject.prototype, "read").mockRejectedValue(new Error("the object was reset"));
  expect((await lastTry(handleDeadCallbacks, message)).acked).toBe(1);
  expect((await moneyRows(transactionId)).payment?.status).toBe("pending");
  await pass(15 * minute);
  const { payment, ledger, reviews } = await moneyRows(transactionId);
  expect([payment?.status, ledger.length, reviews]).toEqual(["completed", 2, []]);
  expect(await kept()).toBe(0);
});

test("while the object is away, too, the queue holds the message for two days", async () => {
  const away = failStatements(/paybill_payments/);
  const { DEAD_LETTERS: _none, ...without } = env;
  const waits: number[] = [];
  for (let attempts = 1; attempts <= 20; attempts += 1) {
    const message = { attempts, body: typedMoney("SGH0000001"), ack: vi.fn(), retry: vi.fn() };
    await handleDeadCallbacks({ messages: [message] }, without as typeof env);
    expect(message.ack).not.toHaveBeenCalled();
    waits.push(message.retry.mock.calls[0]?.[0].delaySeconds);
  }
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(2 * 86_400);
  expect(Math.max(...waits)).toBeLessThanOrEqual(43_200);
  away.heal();
});
