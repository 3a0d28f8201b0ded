import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addGateway } from "#worker/features/gateways/store";
import { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import { memoryStore } from "../../simulators/store.ts";
import { failStatements } from "../../support/database-faults.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "./money-rows.ts";
import { openWorld, type PaymentWorld, stateOf } from "./payment-world.ts";

let world: PaymentWorld;
let bank: BankSimulator;
let keys: { privateKey: string; publicKey: string };

const hosts = ["uat.buni.kcbgroup.com", "openapi-sandbox.co-opbank.co.ke", "uat.finserve.africa"];
const account = "1450160649886";
const own = { apiKey: "bank-key", apiSecret: "bank-secret" };

async function rsaPair() {
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const publicExponent = new Uint8Array([1, 0, 1]);
  const pair = (await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2_048, publicExponent },
    true,
    ["sign", "verify"],
  )) as CryptoKeyPair;
  const pem = async (kind: string, format: "pkcs8" | "spki", key: CryptoKey) => {
    const bytes = Buffer.from((await crypto.subtle.exportKey(format, key)) as ArrayBuffer);
    const lines = bytes.toString("base64").replace(/.{64}/g, "$&\n");
    return `-----BEGIN ${kind} KEY-----\n${lines}\n-----END ${kind} KEY-----\n`;
  };
  return {
    privateKey: await pem("PRIVATE", "pkcs8", pair.privateKey),
    publicKey: await pem("PUBLIC", "spki", pair.publicKey),
  };
}

const secretsOf = {
  kcb: () => ({ ...own, merchantId: "7654321" }),
  coop: () => ({ ...own, merchantId: "MLANGO" }),
  equity: () => ({ ...own, merchantId: "4604761982", privateKey: keys.privateKey }),
};
type Bank = keyof typeof secretsOf;

beforeAll(async () => {
  world = await openWorld();
  keys = await rsaPair();
});
beforeEach(async () => {
  await world.renew();
  bank = new BankSimulator({
    ...world.outside,
    clock: Date,
    store: memoryStore(),
    apps: [
      { bank: "kcb", ...own, till: "7654321" },
      { bank: "coop", apiKey: "coop-key", apiSecret: "bank-secret", operatorCode: "MLANGO" },
      {
        bank: "equity",
        ...own,
        merchantCode: "4604761982",
        accountNumber: account,
        publicKey: keys.publicKey,
      },
    ],
  });
  bank.start();
  for (const host of hosts) world.others.set(host, (request) => bank.fetch(request));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

async function collectBy(service: Bank): Promise<void> {
  const ctx = testContext();
  await env.DB.prepare("UPDATE gateways SET is_active = 0").run();
  const secrets = { ...secretsOf[service](), ...(service === "coop" ? { apiKey: "coop-key" } : {}) };
  const gateway = {
    id: crypto.randomUUID(),
    providerId: world.seeded.demo.id,
    routerId: null,
    service,
    type: "bank" as const,
    isActive: true as const,
    environment: "sandbox" as const,
    useAutoApi: false as const,
    accountNumber: account,
    createdAt: ctx.now(),
  };
  await ctx.platform.run(addGateway(ctx, gateway, secrets));
}

async function control<T>(path: string, body?: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : {};
  const answer = await bank.fetch(new Request(`https://bank.test/control/bank${path}`, init));
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

type Prompt = { id: string; receipt: string | null; amount: number };
async function answer(outcome: string): Promise<void> {
  const [prompt] = await control<Prompt[]>("/prompts");
  await control(`/prompts/${prompt?.id}`, { outcome });
  await world.advance(0);
}

test.each(["kcb", "coop", "equity"] as const)(
  "%s: push, PIN, callback: one sale with the receipt, paid to the account itself",
  async (service) => {
    await collectBy(service);
    const { transactionId } = await world.buyer().start();
    await answer("paid");
    const { payment, ledger, entitlements } = await moneyRows(transactionId);
    const [prompt] = await control<Prompt[]>("/prompts");
    expect(payment).toMatchObject({
      status: "completed",
      method: "bank",
      settlement: "direct",
      receipt: prompt?.receipt,
    });
    expect(ledger.map(({ cents }) => cents)).toEqual([1_000, -1_000]);
    expect(entitlements).toHaveLength(1);
  },
);

test.each([
  ["kcb", "cancelled"],
  ["coop", "service"],
  ["equity", "service"],
] as const)("%s: a prompt that is turned down fails, and the next try is free", async (service, reason) => {
  await collectBy(service);
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await answer("cancelled");
  expect(await buyer.status(transactionId)).toMatchObject({ status: "failed", reason });
  expect((await buyer.start()).transactionId).not.toBe(transactionId);
});

test.each(["kcb", "coop", "equity"] as const)(
  "%s: an answer that is lost after acceptance is never pushed again, and the callback completes it",
  async (service) => {
    await collectBy(service);
    await control("/settings", { answer: "lost-after-acceptance" });
    const buyer = world.buyer();
    const { transactionId } = await buyer.start();
    expect((await buyer.start()).transactionId).toBe(transactionId);
    await answer("paid");
    expect((await moneyRows(transactionId)).payment?.status).toBe("completed");
    expect(await control<Prompt[]>("/prompts")).toHaveLength(1);
  },
);

test.each(["kcb", "coop", "equity"] as const)(
  "%s: a page in place of its answer, whatever its status, is none of the credentials",
  async (service) => {
    await collectBy(service);
    for (const firewall of ["forbidden", "unavailable", "page"]) {
      await control("/settings", { firewall });
      const refused = await world.buyer().initiate();
      const id = refused.ok ? refused.answer.transactionId : "";
      expect([firewall, (await stateOf(id)).fault?.code]).toEqual([firewall, "not-json"]);
    }
  },
);

test("Co-op's enquiry finds a payment whose callback is lost; KCB and Equity wait for theirs", async () => {
  await collectBy("coop");
  await control("/settings", { callbacks: "lost" });
  const { transactionId } = await world.buyer().start();
  await answer("paid");
  await world.advance(9_000);
  expect((await moneyRows(transactionId)).payment?.status).toBe("completed");
  await collectBy("kcb");
  const buyer = world.buyer();
  const silent = await buyer.start();
  await answer("paid");
  await world.advance(200_000);
  expect(await buyer.status(silent.transactionId)).toMatchObject({ status: "pending" });
});

test("KCB is told a short address; whoever knows another one, or makes one up, moves nothing", async () => {
  await collectBy("kcb");
  await control("/settings", { callbacks: "lost" });
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  const [prompt] = await control<(Prompt & { callBackUrl: string; checkoutRequestId: string })[]>("/prompts");
  const url = prompt?.callBackUrl ?? "";
  expect(url.length).toBeLessThanOrEqual(50);
  const stkCallback = { MerchantRequestID: "1", ResultCode: 0, ResultDesc: "paid" };
  const values = { Amount: 10, MpesaReceiptNumber: "TKL0KCB001", PhoneNumber: Number(buyer.phone) };
  const Item = Object.entries(values).map(([Name, Value]) => ({ Name, Value }));
  const paid = { ...stkCallback, CheckoutRequestID: prompt?.checkoutRequestId, CallbackMetadata: { Item } };
  const post = (to: string) =>
    exports.default.fetch(
      new Request(to, { method: "POST", body: JSON.stringify({ Body: { stkCallback: paid } }) }),
    );
  for (const other of [`${url.slice(0, -1)}${url.endsWith("0") ? "1" : "0"}`, `${url.slice(0, -4)}`]) {
    const answer = await post(other);
    expect([answer.status, await answer.json()]).toEqual([200, { ResultCode: 0, ResultDesc: "Accepted" }]);
  }
  expect((await moneyRows(transactionId)).payment?.status).toBe("pending");
  expect((await post(url)).status).toBe(200);
  expect((await moneyRows(transactionId)).payment?.status).toBe("completed");
});

test("a short address that cannot be looked up when its callback comes: the queue keeps the body and hands it over", async () => {
  await collectBy("kcb");
  const { transactionId } = await world.buyer().start();
  const lost = failStatements(/short_addresses/);
  await answer("paid");
  await expect.poll(() => lost.count).toBeGreaterThan(0);
  lost.heal();
  expect((await moneyRows(transactionId)).payment?.status).toBe("pending");
  await expect
    .poll(async () => (await moneyRows(transactionId)).payment?.status, { interval: 100 })
    .toBe("completed");
});

test("no short address, no push: the buyer hears at once that it did not start", async () => {
  await collectBy("kcb");
  failStatements(/short_addresses/);
  expect(await world.buyer().initiate()).toMatchObject({
    answer: { success: false, message: "M-Pesa is not available right now. No money was taken." },
  });
  expect(await control<Prompt[]>("/prompts")).toEqual([]);
});

test("a callback with another amount is left to a person", async () => {
  await collectBy("kcb");
  await control("/settings", { tamper: "amount" });
  const { transactionId } = await world.buyer().start();
  await answer("paid");
  const { payment, reviews } = await moneyRows(transactionId);
  expect(payment?.status).not.toBe("completed");
  expect(reviews.map(({ kind }) => kind)).toEqual(["amount"]);
});
