import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addGateway } from "#worker/features/gateways/store";
import { SwitchObject } from "#worker/features/switch/switch-object";
import type { Diversion } from "#worker/features/switch/switch-state";
import { testContext } from "../../support/worker-context.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";
import { moneyRows, salesOf } from "./money-rows.ts";
import {
  airtelApp,
  type Buyer,
  centralTill,
  kcbPayBill,
  openWorld,
  type PaymentWorld,
  paymentStub,
} from "./payment-world.ts";

// Purchases of KSh 10 while a switch is active, through the whole worker: the operator's calls, the initiate call, both
// objects, the gateway, its callbacks and D1.

let world: PaymentWorld;
let operator: Awaited<ReturnType<typeof operatorCalls>>;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  operator = await operatorCalls(world.seeded);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { id, isActive } of await operator.list()) {
    if (isActive) await operator.deactivate(id);
    await operator.remove(id);
  }
});
afterAll(() => world.close());

const priceCents = 1_000;
const switchStub = (id: string) => env.SWITCH.getByName(id);
const held = (id: string) => switchStub(id).read();

async function active(over: Parameters<typeof operator.create>[0] = {}): Promise<string> {
  const id = idOf(await operator.create({ centralAccountNumber: centralTill, ...over }));
  expect((await operator.activate(id)).ok).toBe(true);
  return id;
}

async function begin(buyer: Buyer, over: Record<string, unknown> = {}): Promise<string> {
  return (await buyer.start(over)).transactionId;
}

async function expectDirect(id: string): Promise<void> {
  expect((await moneyRows(id)).payment).toMatchObject({
    settlement: "direct",
    switch_id: null,
    central_account: null,
  });
}

/** The switch's own count, and what the operator's list and D1 show of it, agree. */
async function expectCounted(id: string, paymentIds: string[], reservedCents = 0): Promise<void> {
  const collectedCents = paymentIds.length * priceCents;
  expect(await held(id)).toMatchObject({ collectedCents, reservedCents });
  const shown = (await operator.list()).find((row) => row.id === id);
  expect(shown).toMatchObject({ currentAmount: collectedCents / 100 });
  const { rows, total } = await operator.transactions({ switchId: id });
  expect(total).toBe(paymentIds.length);
  expect(new Set(rows.map((row) => row.id))).toEqual(new Set(paymentIds));
}

/** The switch asks what became of reservations that it never heard of again. */
async function afterTenMinutes(id: string): Promise<void> {
  await world.advance(11 * 60_000);
  await runDurableObjectAlarm(switchStub(id));
}

/** The switch takes room for the payment, and its answer is never heard. */
function reserveInSilence(): { readonly taken: boolean } {
  const real = SwitchObject.prototype.reserve;
  const seen = { taken: false };
  vi.spyOn(SwitchObject.prototype, "reserve").mockImplementationOnce(async function (
    this: SwitchObject,
    payment,
  ) {
    await real.call(this, payment);
    seen.taken = true;
    return new Promise<Diversion | null>(() => undefined);
  });
  return seen;
}

test("to a till: the prompt names the central account, and the sale is counted once everywhere", async () => {
  const id = await active();
  const buyer = world.buyer();
  const sales = await salesOf(buyer.provider.id);
  await world.daraja.set({ callbacks: "duplicate", copies: 3 });
  const paymentId = await begin(buyer);
  expect(await buyer.prompts()).toMatchObject([
    { partyB: centralTill, transactionType: "CustomerBuyGoodsOnline", amount: 10 },
  ]);
  expect((await moneyRows(paymentId)).payment).toMatchObject({
    settlement: "diverted",
    switch_id: id,
    central_account: centralTill,
  });
  await expectCounted(id, [], priceCents);
  await buyer.answer("paid");
  await world.advance(30_000);
  expect(world.delivered.length).toBe(3);
  await expectCounted(id, [paymentId]);
  const { payment, ledger, entitlements } = await moneyRows(paymentId);
  expect(payment).toMatchObject({ status: "completed", settlement: "diverted", switch_id: id });
  expect(entitlements).toHaveLength(1);
  expect(new Map(ledger.map((line) => [line.account, line.cents]))).toEqual(
    new Map([
      [`central account ${id}`, priceCents],
      ["sales", -priceCents],
      ["diverted claim", priceCents],
      ["diverted, not settled", -priceCents],
    ]),
  );
  expect(ledger).toHaveLength(4);
  expect(await salesOf(buyer.provider.id)).toEqual({
    count: sales.count + 1,
    cents: sales.cents + priceCents,
  });
});

test("to a bank: its pay bill is paid, with the account's number as the reference, uncut", async () => {
  const account = "110022003344";
  const id = await active({
    accountType: "bank",
    centralPaymentGatewayId: "kcb",
    centralAccountNumber: account,
  });
  const buyer = world.buyer();
  const paymentId = await begin(buyer);
  expect(await buyer.prompts()).toMatchObject([
    { partyB: kcbPayBill, accountReference: account, transactionType: "CustomerPayBillOnline" },
  ]);
  await buyer.answer("paid");
  expect((await moneyRows(paymentId)).payment).toMatchObject({
    status: "completed",
    settlement: "diverted",
    switch_id: id,
    central_account: account,
  });
  await expectCounted(id, [paymentId]);
});

test("a provider who collects with an app of his own is diverted by the platform's", async () => {
  const id = await active();
  const buyer = world.buyer("savanna");
  const paymentId = await begin(buyer);
  expect(await buyer.prompts()).toMatchObject([{ partyB: centralTill }]);
  expect((await moneyRows(paymentId)).payment).toMatchObject({ settlement: "diverted", switch_id: id });
});

test("cancelled, the reservation is free again; paid all the same after a failure, it is counted as late", async () => {
  const id = await active();
  const cancels = world.buyer();
  const cancelled = await begin(cancels);
  await cancels.answer("cancelled");
  expect((await moneyRows(cancelled)).payment?.status).toBe("failed");
  await expectCounted(id, []);

  const tardy = world.buyer();
  const late = await begin(tardy);
  await world.advance(100_000);
  expect(await tardy.status(late)).toMatchObject({ status: "failed" });
  await expectCounted(id, []);
  await tardy.answer("late-paid");
  expect((await moneyRows(late)).payment).toMatchObject({ status: "completed", late: 1 });
  await expectCounted(id, [late]);
  expect((await operator.transactions({ switchId: id })).rows).toMatchObject([{ id: late, late: true }]);
});

test("a failure on a callback's word alone keeps its room until the gateway itself says so", async () => {
  const id = await active();
  await world.daraja.set({ query: "down" });
  const buyer = world.buyer();
  const paymentId = await begin(buyer);
  await buyer.answer("cancelled");
  expect(await buyer.status(paymentId)).toMatchObject({ status: "failed" });
  await expectCounted(id, [], priceCents);
  await world.daraja.set({ query: "normal" });
  await world.advance(180_000);
  await expectCounted(id, []);
});

test("full by what is under way, the next goes direct; at the target it goes off once", async () => {
  const id = await active({ targetAmount: 20 });
  const buyers = [world.buyer(), world.buyer(), world.buyer()];
  const ids: string[] = [];
  for (const buyer of buyers) ids.push(await begin(buyer));
  const [first = "", second = "", third = ""] = ids;
  await expectDirect(third);
  expect(await held(id)).toMatchObject({ isActive: true, reservedCents: 2 * priceCents });
  for (const buyer of buyers) await buyer.answer("paid");
  await expectCounted(id, [first, second]);
  const reached = (await operator.list()).find((row) => row.id === id);
  expect(reached).toMatchObject({ isActive: false, currentAmount: 20 });
  expect(reached?.lastTargetReached).not.toBeNull();
  const after = await begin(world.buyer());
  await expectDirect(after);
  expect((await held(id))?.cycle).toBe(1);
});

test("a payment that cannot pay the central account goes direct", async () => {
  const id = await active();
  const ctx = testContext();
  const gatewayId = crypto.randomUUID();
  await ctx.platform.run(
    addGateway(
      ctx,
      {
        id: gatewayId,
        providerId: world.seeded.demo.id,
        routerId: null,
        type: "airtel_money",
        isActive: true,
        environment: "sandbox",
        useAutoApi: false,
        accountNumber: "4455",
        createdAt: ctx.now(),
      },
      airtelApp,
    ),
  );
  await expectDirect(await begin(world.buyer(), { service: "airtel_money" }));
  await expectCounted(id, []);
});

test("a switch that fails never stands in the way of a sale", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const id = await active();
  vi.spyOn(SwitchObject.prototype, "reserve").mockRejectedValueOnce(new Error("the object was reset"));
  const buyer = world.buyer();
  const paymentId = await begin(buyer);
  await expectDirect(paymentId);
  await buyer.answer("paid");
  expect((await moneyRows(paymentId)).payment?.status).toBe("completed");
  await expectCounted(id, []);
});

test("a switch that is silent for 3 s diverts nothing, and gets its room back by asking", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const id = await active();
  reserveInSilence();
  const buyer = world.buyer();
  const began = performance.now();
  const paymentId = await begin(buyer);
  expect(performance.now() - began).toBeLessThan(10_000);
  await expectDirect(paymentId);
  await buyer.answer("paid");
  await expectCounted(id, [], priceCents);
  expect(await paymentStub(paymentId).diverted(id)).toBe("direct");
  await afterTenMinutes(id);
  await expectCounted(id, []);
});

test("a payment that dies between reservation and route gives its room back", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const id = await active();
  const before = new Set((await listDurableObjectIds(env.PAYMENT)).map(String));
  const seen = reserveInSilence();
  const buyer = world.buyer();
  buyer.initiate().catch(() => undefined);
  await expect.poll(() => seen.taken).toBe(true);
  const deciding = env.PROVIDER.getByName(buyer.provider.id);
  const killed = runInDurableObject(deciding, (_object, state) => state.abort("killed by the test"));
  await Promise.race([killed.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 200))]);
  await expectCounted(id, [], priceCents);
  await afterTenMinutes(id);
  // The switch has asked for it, and it never began: nothing had gone out.
  const asked = (await listDurableObjectIds(env.PAYMENT)).filter((one) => !before.has(String(one)));
  expect(await Promise.all(asked.map((one) => env.PAYMENT.get(one).read()))).toEqual([null]);
  expect(await buyer.prompts()).toEqual([]);
  await expectCounted(id, []);
});

test("deactivated in flight: what is under way ends where it began, what comes next goes direct", async () => {
  const id = await active();
  const [pays, cancels] = [world.buyer(), world.buyer()];
  const paid = await begin(pays);
  await begin(cancels);
  expect((await operator.deactivate(id)).ok).toBe(true);
  await expectDirect(await begin(world.buyer()));
  await pays.answer("paid");
  await cancels.answer("cancelled");
  expect((await moneyRows(paid)).payment).toMatchObject({
    status: "completed",
    settlement: "diverted",
    switch_id: id,
    central_account: centralTill,
  });
  await expectCounted(id, [paid]);
  expect((await held(id))?.isActive).toBe(false);
});

test("M-Pesa goes past a switch to an Airtel wallet", async () => {
  const id = await active({ accountType: "mobile_money", centralPaymentGatewayId: "airtel_money" });
  await expectDirect(await begin(world.buyer()));
  await expectCounted(id, []);
});
