import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { refundOwnPayment } from "#contract/own-refunds";
import { refundOffer, refundPayment } from "#contract/refunds";
import { type Env, readSettings, type Settings } from "#worker/env";
import { owedToProvider } from "#worker/features/ledger/accounts";
import { demoTill, savannaApp } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";
import { collectBy } from "./collect-by.ts";
import { moneyRows } from "./money-rows.ts";
import {
  airtelApp,
  centralTill,
  kcbPayBill,
  kill,
  openWorld,
  type PaymentWorld,
  paymentStub,
  refunder,
} from "./payment-world.ts";
import { untilConfirmed } from "./refund-world.ts";

// The account that received the money gives it back: the provider's own, the platform's for what it collected, the central
// account for what a switch diverted. Whoever dies meanwhile, it goes back once.

let world: PaymentWorld;
let operator: Awaited<ReturnType<typeof operatorCalls>>;

/** The platform's own wallet, which no other file's worker has. */
const platformAirtel = {
  PLATFORM_AIRTEL_ENVIRONMENT: "sandbox",
  PLATFORM_AIRTEL_CLIENT_ID: airtelApp.clientId,
  PLATFORM_AIRTEL_CLIENT_SECRET: airtelApp.clientSecret,
  PLATFORM_AIRTEL_CALLBACK_KEY: airtelApp.callbackKey,
  PLATFORM_AIRTEL_MERCHANT_CODE: "9900",
};

/** Both that this runtime has read by now, perhaps for an earlier file: the worker's, and its objects'. */
async function inSettings(change: (settings: Settings) => void): Promise<void> {
  change(readSettings(env));
  await runInDurableObject(paymentStub("nobody's"), (object) =>
    change(readSettings(Reflect.get(object, "env") as Env)),
  );
}

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  operator = await operatorCalls(world.seeded);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await inSettings((settings) => {
    for (const name of Object.keys(platformAirtel)) Reflect.deleteProperty(settings, name);
  });
  // Some tests let hours go by, which no session outlives.
  operator = await operatorCalls(world.seeded);
  for (const { id, isActive } of await operator.list()) {
    if (isActive) await operator.deactivate(id);
    await operator.remove(id);
  }
});
afterAll(() => world.close());

async function paid(provider: "demo" | "savanna" = "demo") {
  const buyer = world.buyer(provider);
  const { transactionId: id, amount } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(1_000);
  await untilConfirmed(world, id);
  return { id, cents: amount * 100, providerId: buyer.provider.id };
}
type Paid = Awaited<ReturnType<typeof paid>>;

const giveBack = ({ id, providerId }: Paid) =>
  call(refundPayment, { params: { id }, body: { providerId, reason: "Paid by mistake" } }, operator.as);

/** The same by the provider's owner. */
async function giveOwnBack({ id, providerId }: Paid) {
  const { demo, savanna } = world.seeded;
  const provider = providerId === demo.id ? demo : savanna;
  const as = { host: hostOf(provider.subdomain), cookie: await signInProvider(provider) };
  return call(refundOwnPayment, { params: { id }, body: { reason: "Paid by mistake" } }, as);
}
const askers = { operator: giveBack, provider: giveOwnBack };

async function offer({ id, providerId }: Paid) {
  const answer = await call(refundOffer, { params: { id }, query: { providerId } }, operator.as);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

/** Which account the gateway was told to take it from. */
function reversals(): { party: string; initiator: string }[] {
  const asked: { party: string; initiator: string }[] = [];
  world.wire = async (request) => {
    if (!request.url.includes("/reversal/")) return undefined;
    const body = await request.clone().json<{ ReceiverParty: string; Initiator: string }>();
    asked.push({ party: body.ReceiverParty, initiator: body.Initiator });
    return undefined;
  };
  return asked;
}

/** Every account that the payment's journals touched, with what is left on it. */
async function balances(id: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { account, cents } of (await moneyRows(id)).ledger) sums[account] = (sums[account] ?? 0) + cents;
  return sums;
}

async function expectNothingLeft({ id, cents }: Paid): Promise<void> {
  const { ledger } = await moneyRows(id);
  const back = ledger.filter(({ kind }) => kind === "refund");
  expect(back.reduce((sum, line) => sum + line.cents, 0)).toBe(0);
  const left = await balances(id);
  expect(Object.keys(left).length).toBeGreaterThan(1);
  expect(new Set(Object.values(left))).toEqual(new Set([0]));
  const rows = await rowsOfAllTenants("SELECT refunded_cents AS back FROM payments WHERE id = ?1", id);
  expect(rows).toEqual([{ back: cents }]);
}

test("what the platform's wallet collected goes out of it whole, and is owed to the provider no more", async () => {
  await inSettings((settings) => Object.assign(settings, platformAirtel));
  const gateway = { type: "airtel_money", accountNumber: "9900" } as const;
  await collectBy(world.seeded.demo.id, gateway, null);
  const buyer = world.buyer();
  const { transactionId, amount } = await buyer.start({ service: "airtel_money" });
  const prompt = (await world.airtel.prompts()).find((one) => one.transactionId === transactionId);
  await world.airtel.answer(prompt?.id ?? "none", "paid");
  await world.advance(1_000);
  await untilConfirmed(world, transactionId);
  const payment = { id: transactionId, cents: amount * 100, providerId: buyer.provider.id };
  expect((await moneyRows(payment.id)).payment).toMatchObject({ settlement: "collected" });
  expect(await balances(payment.id)).toMatchObject({ [owedToProvider]: -payment.cents });
  const offered = await offer(payment);
  expect(offered.account).toEqual({
    settlement: "collected",
    kind: "wallet",
    number: "9900",
    reference: null,
  });
  expect(offered.partial).toBe(false);
  expect(await giveOwnBack(payment)).toMatchObject({ status: 409 });
  expect(await world.airtel.counts()).toMatchObject({ refunds: 0 });
  expect((await giveBack(payment)).ok).toBe(true);
  await expectNothingLeft(payment);
  expect(await world.airtel.counts()).toMatchObject({ refunds: 1 });
});

test("what came to the provider's till goes out of that till, though the platform's app asked for it", async () => {
  const payment = await paid();
  expect((await offer(payment)).account).toEqual({
    settlement: "direct",
    kind: "till",
    number: demoTill,
    reference: null,
  });
  const asked = reversals();
  expect((await giveBack(payment)).ok).toBe(true);
  await world.advance(2_000);
  expect(asked).toEqual([{ party: demoTill, initiator: "platform-refunds" }]);
  await expectNothingLeft(payment);
});

test("what the provider collected itself goes out of its own pay bill, at its own word", async () => {
  const { shortCode: accountNumber, ...own } = savannaApp;
  const gateway = { type: "mpesa", accountNumber } as const;
  await collectBy(world.seeded.savanna.id, gateway, { ...own, ...refunder });
  const payment = await paid("savanna");
  expect((await offer(payment)).account).toEqual({
    settlement: "direct",
    kind: "paybill",
    number: savannaApp.shortCode,
    reference: null,
  });
  const asked = reversals();
  await giveOwnBack(payment);
  await world.advance(2_000);
  expect(asked).toEqual([{ party: savannaApp.shortCode, initiator: refunder.initiatorName }]);
  await expectNothingLeft(payment);
});

test("what a switch diverted goes out of its central account; its counter stays, and nothing is claimed of it", async () => {
  const id = idOf(await operator.create({ centralAccountNumber: centralTill }));
  await operator.activate(id);
  const payment = await paid();
  expect((await moneyRows(payment.id)).payment).toMatchObject({ settlement: "diverted" });
  expect((await offer(payment)).account).toEqual({
    settlement: "diverted",
    kind: "till",
    number: centralTill,
    reference: null,
  });
  // Stopped meanwhile: where the money went does not change with it.
  await operator.deactivate(id);
  const asked = reversals();
  expect(await giveOwnBack(payment)).toMatchObject({ status: 409 });
  expect(asked).toEqual([]);
  await giveBack(payment);
  await world.advance(2_000);
  expect(asked).toEqual([{ party: centralTill, initiator: "platform-refunds" }]);
  await expectNothingLeft(payment);
  const shown = (await operator.list()).find((row) => row.id === id);
  expect(shown?.currentAmount).toBe(payment.cents / 100);
});

test("what was diverted to an account at a bank is given back by hand, and that is said before", async () => {
  const id = idOf(
    await operator.create({
      accountType: "bank",
      centralPaymentGatewayId: "kcb",
      centralAccountNumber: "1234567890",
    }),
  );
  await operator.activate(id);
  const payment = await paid();
  const offered = await offer(payment);
  expect(offered.account).toMatchObject({
    settlement: "diverted",
    number: kcbPayBill,
    reference: "1234567890",
  });
  expect(offered.why).toContain("bank account");
  const asked = reversals();
  expect(await giveBack(payment)).toMatchObject({ status: 409 });
  expect(asked).toEqual([]);
  expect((await moneyRows(payment.id)).ledger.filter(({ kind }) => kind === "refund")).toEqual([]);
});

/** Where the process stands when it dies; `isOut`: the gateway has heard of the refund. */
const stages = [
  { when: "before the call leaves", stands: "held", isOut: false },
  { when: "while the gateway holds its answer", stands: "sent", isOut: true },
  { when: "after the answer, before the result", stands: "answered", isOut: true },
] as const;
const moments = (["operator", "provider"] as const).flatMap((asker) =>
  stages.map((stage) => ({ ...stage, asker })),
);

test.each(moments)("killed $when, asked by the $asker: it is sent once at most", async ({ asker, ...at }) => {
  const { stands, isOut } = at;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const payment = await paid();
  let reached = false;
  let calls = 0;
  world.wire = async (request) => {
    if (!request.url.includes("/reversal/")) return undefined;
    calls += 1;
    if (stands === "answered") return undefined;
    if (stands === "sent") await fetchOnce(request);
    reached = true;
    return new Promise<Response>(() => undefined);
  };
  const begun = askers[asker](payment);
  if (stands === "answered") await begun;
  else {
    begun.catch(() => undefined);
    await expect.poll(() => reached).toBe(true);
  }
  await kill(payment.id);
  await world.advance(40_000);
  await kill(payment.id);
  await world.advance(3_600_000);
  expect(calls).toBe(1);
  expect(await world.daraja.counts()).toMatchObject({ reversals: isOut ? 1 : 0 });
  if (isOut) return expectNothingLeft(payment);
  // It may have arrived, for all that anybody knows: a person says, and until then nothing more goes out.
  operator = await operatorCalls(world.seeded);
  expect((await offer(payment)).why).toContain("unknown");
  for (const again of Object.values(askers)) expect(await again(payment)).toMatchObject({ status: 409 });
  expect(calls).toBe(1);
});

async function fetchOnce(request: Request): Promise<void> {
  const wire = world.wire;
  world.wire = null;
  await fetch(request);
  world.wire = wire;
}
