import {
  createExecutionContext,
  createMessageBatch,
  evictDurableObject,
  getQueueResult,
} from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handleCallbacks, handleDeadCallbacks, type QueuedCallback } from "#worker/features/payments/index";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { randomHex } from "#worker/keys";
import { moneyRows } from "./money-rows.ts";
import { type Buyer, openWorld, type PaymentWorld, paymentStub } from "./payment-world.ts";

let world: PaymentWorld;
/** The payment's own address. */
const door = { kind: "own" } as const;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const queue = Object.getPrototypeOf(env.CALLBACKS) as { send(message: unknown): Promise<unknown> };

/** A payment that is paid, whose callback was kept back. */
async function paidUnheard(): Promise<{ buyer: Buyer; id: string; url: string; body: string }> {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "normal", query: "down" });
  const { transactionId } = await buyer.start();
  const [prompt] = await buyer.prompts();
  const url = String(prompt?.callBackUrl);
  const handle = prompt?.checkoutRequestId;
  const body = JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: "1-2-3",
        CheckoutRequestID: handle,
        ResultCode: 0,
        ResultDesc: "paid",
        CallbackMetadata: {
          Item: [
            { Name: "Amount", Value: 10 },
            { Name: "MpesaReceiptNumber", Value: `TKL${transactionId.slice(-7).toUpperCase()}` },
            { Name: "PhoneNumber", Value: Number(buyer.phone) },
          ],
        },
      },
    },
  });
  return { buyer, id: transactionId, url, body };
}

const post = (url: string, body: string) => exports.default.fetch(new Request(url, { method: "POST", body }));

async function handOver(take: typeof handleCallbacks, name: string, ...bodies: QueuedCallback[]) {
  const messages = bodies.map((body, index) => ({
    id: String(index),
    timestamp: new Date(),
    attempts: 3,
    body,
  }));
  const batch = createMessageBatch<QueuedCallback>(name, messages);
  const ctx = createExecutionContext();
  await take(batch, env);
  return getQueueResult(batch, ctx);
}

test("a callback that the payment could not take is delivered by the queue, without anybody asking", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { id, url, body } = await paidUnheard();
  vi.spyOn(PaymentObject.prototype, "record").mockRejectedValueOnce(new Error("the object was reset"));
  expect((await post(url, body)).status).toBe(200);
  expect((await moneyRows(id)).payment?.status).toBe("pending");
  await expect.poll(async () => (await moneyRows(id)).payment?.status, { interval: 100 }).toBe("completed");
  expect((await moneyRows(id)).entitlements).toHaveLength(1);
});

test("a queue that takes nothing is no loss while the payment hears its callback", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { id, url, body } = await paidUnheard();
  vi.spyOn(queue, "send").mockRejectedValue(new Error("the queue is down"));
  expect((await post(url, body)).status).toBe(200);
  expect((await moneyRows(id)).payment?.status).toBe("completed");
});

test("when neither could store it the gateway hears 503, and its second delivery counts", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { id, url, body } = await paidUnheard();
  vi.spyOn(queue, "send").mockRejectedValueOnce(new Error("the queue is down"));
  vi.spyOn(PaymentObject.prototype, "record").mockRejectedValueOnce(new Error("the object was reset"));
  const refused = await post(url, body);
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ code: "unavailable" }),
  ]);
  expect((await moneyRows(id)).payment?.status).toBe("pending");
  expect((await post(url, body)).status).toBe(200);
  expect((await moneyRows(id)).payment?.status).toBe("completed");
});

test("an object that is evicted between prompt and callback knows everything from its storage", async () => {
  const { buyer, id, url, body } = await paidUnheard();
  await evictDurableObject(paymentStub(id));
  expect(await buyer.status(id)).toMatchObject({ status: "pending" });
  await evictDurableObject(paymentStub(id));
  await post(url, body);
  await evictDurableObject(paymentStub(id));
  await post(url, body);
  expect((await moneyRows(id)).ledger).toHaveLength(2);
  expect(await buyer.status(id)).toMatchObject({ status: "completed" });
});

test("a callback whose reader died after storing it is read by the next one who brings it", async () => {
  const { id, url, body } = await paidUnheard();
  const died = vi
    .spyOn(PaymentObject.prototype as unknown as { readThemAll(): Promise<void> }, "readThemAll")
    .mockRejectedValueOnce(new Error("the object was reset"));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(queue, "send").mockResolvedValue(undefined);
  expect((await post(url, body)).status).toBe(200);
  expect(died).toHaveBeenCalledTimes(1);
  expect((await moneyRows(id)).payment?.status).toBe("pending");
  const message = { paymentId: id, door, body, receivedAt: Date.now() };
  expect(await handOver(handleCallbacks, "callbacks", message)).toMatchObject({
    explicitAcks: ["0"],
    retryMessages: [],
  });
  expect((await moneyRows(id)).payment?.status).toBe("completed");
});

test("and by the alarm within 30 s, if nobody brings it", async () => {
  const { id, url, body } = await paidUnheard();
  vi.spyOn(
    PaymentObject.prototype as unknown as { readThemAll(): Promise<void> },
    "readThemAll",
  ).mockRejectedValueOnce(new Error("the object was reset"));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(queue, "send").mockResolvedValue(undefined);
  await post(url, body);
  await world.advance(30_000);
  expect((await moneyRows(id)).payment?.status).toBe("completed");
});

test("one message that cannot be taken holds back no other, and comes again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [first, second] = [await paidUnheard(), await paidUnheard()];
  vi.spyOn(PaymentObject.prototype, "record").mockRejectedValueOnce(new Error("the object was reset"));
  const messages = [first, second].map(({ id, body }) => ({
    paymentId: id,
    door,
    body,
    receivedAt: Date.now(),
  }));
  const result = await handOver(handleCallbacks, "callbacks", ...messages);
  // Which of the two calls arrives first, and meets the fault, nobody promises.
  const [taken = ""] = result.explicitAcks;
  expect(result.explicitAcks).toHaveLength(1);
  expect(result.retryMessages).toEqual([{ msgId: taken === "0" ? "1" : "0" }]);
  const done = taken === "0" ? first : second;
  expect((await moneyRows(done.id)).payment?.status).toBe("completed");
});

test("a message that names no payment of ours is let go", async () => {
  const message = { paymentId: randomHex(192), door, body: "{}", receivedAt: Date.now() };
  expect((await handOver(handleCallbacks, "callbacks", message)).explicitAcks).toEqual(["0"]);
});

test("what never could be handed over becomes one item for a person, with its body", async () => {
  const { id, body } = await paidUnheard();
  const message = { paymentId: id, door, body, receivedAt: Date.now() };
  await handOver(handleDeadCallbacks, "callbacks-dead", message, message);
  const { reviews } = await moneyRows(id);
  expect(reviews).toEqual([
    { kind: "dead-letter", detail: JSON.stringify({ door, body, receivedAt: message.receivedAt }) },
  ]);
});
