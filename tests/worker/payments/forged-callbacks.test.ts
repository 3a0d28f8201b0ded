import { listDurableObjectIds } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { randomHex, sha256 } from "#worker/keys";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { moneyRows } from "./money-rows.ts";
import { type Buyer, openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

type Waiting = { buyer: Buyer; id: string; url: string; handle: string; phone: string };

async function waitingPayment(): Promise<Waiting> {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  const [prompt] = await buyer.prompts();
  if (!prompt) throw new Error("no prompt");
  const url = String(prompt.callBackUrl);
  return { buyer, id: transactionId, url, handle: prompt.checkoutRequestId, phone: buyer.phone };
}

function success({ handle, phone }: Waiting, over: Record<string, unknown> = {}, checkout = handle): string {
  const values = { Amount: 10, MpesaReceiptNumber: "TKL000FAKE", PhoneNumber: Number(phone), ...over };
  const Item = Object.entries(values).map(([Name, Value]) => ({ Name, Value }));
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: "1-2-3",
        CheckoutRequestID: checkout,
        ResultCode: 0,
        ResultDesc: "The service request is processed successfully.",
        CallbackMetadata: { Item },
      },
    },
  });
}

async function post(url: string, body: BodyInit, headers: Record<string, string> = {}): Promise<void> {
  const response = await exports.default.fetch(
    new Request(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } }),
  );
  expect([response.status, await response.text()]).toEqual([200, '{"ResultCode":0,"ResultDesc":"Accepted"}']);
}

/** Does it, and fails when a row other than a review differs afterwards, now or in the next minutes. */
async function changesNothing(waiting: Waiting, act: () => Promise<void>): Promise<void> {
  const before = await databaseChecksum({ leaveOut: ["reviews"] });
  await act();
  expect(await databaseChecksum({ leaveOut: ["reviews"] })).toBe(before);
  expect(await waiting.buyer.status(waiting.id)).toMatchObject({ status: "pending" });
}

const rewritten = (url: string, part: 2 | 3, change: (text: string) => string) =>
  url.replace(/\/cb\/s\/(\w+)\/(\w+)/, (_whole, id: string, secret: string) =>
    part === 2 ? `/cb/s/${change(id)}/${secret}` : `/cb/s/${id}/${change(secret)}`,
  );
const flipLast = (text: string) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");

test.each<[string, (url: string) => string]>([
  ["a secret with one wrong digit", (url) => rewritten(url, 3, flipLast)],
  ["a secret that is cut", (url) => rewritten(url, 3, (secret) => secret.slice(0, 8))],
  ["a secret in capitals", (url) => rewritten(url, 3, () => randomHex(128).toUpperCase())],
  ["an id with one wrong digit", (url) => rewritten(url, 2, flipLast)],
  ["an id that nobody made", (url) => rewritten(url, 2, () => randomHex(192))],
  ["an id that is no id", (url) => rewritten(url, 2, () => "..%2f..%2fetc")],
  [
    "an endless id and secret",
    (url) =>
      rewritten(
        rewritten(url, 2, () => "a".repeat(2_000)),
        3,
        () => "b".repeat(2_000),
      ),
  ],
])("%s is answered like the right one, changes nothing and creates no object", async (_name, forge) => {
  const waiting = await waitingPayment();
  const objects = (await listDurableObjectIds(env.PAYMENT)).length;
  await changesNothing(waiting, () => post(forge(waiting.url), success(waiting)));
  expect(await listDurableObjectIds(env.PAYMENT)).toHaveLength(objects);
});

test("another payment's secret opens nothing", async () => {
  const [waiting, other] = [await waitingPayment(), await waitingPayment()];
  const secret = other.url.split("/").at(-1) ?? "";
  await changesNothing(waiting, () =>
    post(
      rewritten(waiting.url, 3, () => secret),
      success(waiting),
    ),
  );
});

test.each<[string, (waiting: Waiting) => string, string[]]>([
  ["a smaller amount", (waiting) => success(waiting, { Amount: 1 }), ["amount"]],
  ["a greater amount", (waiting) => success(waiting, { Amount: 1_000 }), ["amount"]],
  ["an amount that is no number", (waiting) => success(waiting, { Amount: "ten" }), ["amount"]],
  ["another phone", (waiting) => success(waiting, { PhoneNumber: 254711111111 }), ["phone"]],
  ["another checkout id", (waiting) => success(waiting, {}, "ws_CO_of_nobody"), []],
  ["no checkout id", (waiting) => success(waiting, {}, ""), []],
  ["no JSON", () => "ResultCode=0&ResultDesc=paid", []],
  ["JSON of another shape", () => '{"Body":{"stkCallback":[]}}', []],
  ["JSON that is no object", () => "null", []],
  ["nothing", () => "", []],
  ["bytes that are no text", () => "\u0000\ufffd{", []],
  [
    "a code that means: still processing",
    (waiting) => success(waiting).replace('"ResultCode":0', '"ResultCode":4999'),
    [],
  ],
])("%s behind the right address changes nothing", async (_name, body, kinds) => {
  const waiting = await waitingPayment();
  await changesNothing(waiting, () => post(waiting.url, body(waiting)));
  const { reviews } = await moneyRows(waiting.id);
  expect(reviews.map(({ kind }) => kind)).toEqual(kinds);
});

test("300 KB behind the right address, and behind a wrong one, are answered and forgotten", async () => {
  const waiting = await waitingPayment();
  const long = success(waiting, { Note: "x".repeat(300_000) });
  await changesNothing(waiting, () => post(waiting.url, long));
  await changesNothing(waiting, () => post(rewritten(waiting.url, 3, flipLast), long));
});

test("the gateway may call whatever it likes JSON, from wherever", async () => {
  const waiting = await waitingPayment();
  const headers = {
    "content-type": "text/plain",
    origin: "https://elsewhere.example",
    "sec-fetch-site": "cross-site",
  };
  await world.daraja.set({ query: "down" });
  await post(waiting.url, success(waiting), headers);
  expect((await moneyRows(waiting.id)).payment).toMatchObject({ status: "completed", receipt: "TKL000FAKE" });
});

test.each([
  ["amount", "amount"],
  ["phone", "phone"],
  ["checkout-id", undefined],
] as const)(
  "a callback whose %s was changed on the way: the query completes what was really paid",
  async (tamper, kind) => {
    const waiting = await waitingPayment();
    await world.daraja.set({ tamper });
    await waiting.buyer.answer("paid");
    const { payment, ledger, reviews } = await moneyRows(waiting.id);
    // The gateway called this push paid: then the message's receipt is its receipt, also of another payer.
    const receipt = tamper === "phone" ? expect.stringMatching(/^[A-Z0-9]{10}$/) : null;
    expect(payment).toMatchObject({ status: "completed", receipt });
    expect(ledger[0]?.cents).toBe(1_000);
    expect(reviews.map((review) => review.kind)).toEqual(kind ? [kind] : []);
  },
);

test.each([
  ["amount", { Amount: undefined }],
  ["receipt", { MpesaReceiptNumber: "" }],
])("a paid message without its %s is not believed while the gateway is silent", async (_name, over) => {
  const waiting = await waitingPayment();
  await world.daraja.set({ query: "down" });
  await changesNothing(waiting, () => post(waiting.url, success(waiting, over)));
});

/** As Safaricom writes payers since it began to hide them, and as others pass them on. */
const written: [string, (phone: string) => unknown][] = [
  ["a whole number as text", (phone) => phone],
  ["with a plus", (phone) => `+${phone}`],
  ["as at home", (phone) => `0${phone.slice(3)}`],
  ["in nine digits", (phone) => Number(phone.slice(3))],
  ["with its middle hidden", (phone) => `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`],
  ["with its middle hidden, as at home", (phone) => `0${phone.slice(3, 6)}***${phone.slice(-3)}`],
  ["with its end hidden", (phone) => `0${phone.slice(3, 6)}XXXXXX`],
  ["hashed", (phone) => sha256(phone)],
];
const unwritten: typeof written = [
  ["hidden altogether", () => "************"],
  ["not at all", () => undefined],
];

test.each([...written, ...unwritten])(
  "the payer is who was asked, written %s: served and booked while the gateway is silent",
  async (_how, write) => {
    const waiting = await waitingPayment();
    const receipt = `TKN0${waiting.phone.slice(-6)}`;
    await world.daraja.set({ query: "down" });
    await post(
      waiting.url,
      success(waiting, { MpesaReceiptNumber: receipt, PhoneNumber: write(waiting.phone) }),
    );
    const { payment, reviews } = await moneyRows(waiting.id);
    expect(payment).toMatchObject({ status: "completed", receipt });
    expect(reviews).toEqual([]);
  },
);

test.each(written)(
  "the payer is another, written %s: nothing moves by it, and a person looks",
  async (_how, write) => {
    const other = write("254799111222");
    const waiting = await waitingPayment();
    const receipt = `TKN0${waiting.phone.slice(-6)}`;
    await world.daraja.set({ query: "down" });
    await changesNothing(waiting, () =>
      post(waiting.url, success(waiting, { MpesaReceiptNumber: receipt, PhoneNumber: other })),
    );
    expect((await moneyRows(waiting.id)).reviews.map(({ kind }) => kind)).toEqual(["phone"]);
    await world.daraja.set({ query: "normal", callbacks: "lost" });
    await waiting.buyer.answer("paid");
    await world.advance(10_000);
    expect((await moneyRows(waiting.id)).payment).toMatchObject({
      status: "completed",
      receipt,
    });
  },
);

test("a paid message while the gateway still waits for the payer serves only once the gateway says so", async () => {
  const waiting = await waitingPayment();
  await changesNothing(waiting, () => post(waiting.url, success(waiting)));
  await world.advance(2_000);
  expect(await waiting.buyer.status(waiting.id)).toMatchObject({ status: "pending" });
  await waiting.buyer.answer("cancelled");
  await world.advance(40_000);
  expect(await waiting.buyer.status(waiting.id)).toMatchObject({ status: "failed", reason: "cancelled" });
  expect((await moneyRows(waiting.id)).entitlements).toEqual([]);
});
