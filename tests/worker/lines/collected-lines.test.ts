import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { consentToCollection } from "#contract/collection";
import { registerCollectingPaybill } from "#contract/paybill";
import { platformBooks } from "#contract/values/platform-books";
import { dayMs } from "#contract/values/time";
import type { Customer } from "#worker/features/customers/index";
import { payIntoAccount } from "#worker/features/payments/index";
import { compareStatement } from "#worker/features/reconciliation/compare-statement";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "../payments/money-rows.ts";
import { centralTill, openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { type PayoutWorld, payoutWorld } from "../payouts/payout-world.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";
import { booksOf, customerWithLines } from "./account-world.ts";

// Money of home customers that does not come to their provider: what the platform collects, beside its statement, and what a switch leads
// away. The customer has it all the same.

let world: PaymentWorld;
let at: PayoutWorld;
let mercy: Customer;
let operator: Awaited<ReturnType<typeof operatorCalls>>;
const shortCode = "600100";
const demo = () => world.seeded.demo;

beforeAll(async () => {
  world = await openWorld();
  at = payoutWorld(world, demo());
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1")
    .bind(demo().id)
    .run();
  await world.renew();
  await at.turnOn();
  expect((await call(consentToCollection, {}, await at.asOwner())).ok).toBe(true);
});
beforeEach(async () => {
  await world.renew();
  expect((await call(registerCollectingPaybill, {}, await at.asOperator())).ok).toBe(true);
  mercy = await customerWithLines(demo(), [{ cents: 150_000 }]);
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

const books = () => booksOf(demo().id, mercy.id);

async function typed(amount: number): Promise<string> {
  const money = { shortCode, account: mercy.number, amount, phone: "254722000111" };
  const { receipt } = await (await world.daraja.typed(money)).json<{ receipt: string }>();
  await world.advance(60_000);
  return receipt;
}

/** As its customer's page asks the own phone. @returns the payment's id */
async function prompted(amount: number): Promise<string> {
  const { transactionId } = await payIntoAccount(testContext(), {
    providerId: demo().id,
    customerId: mercy.id,
    phoneNumber: "",
    amount,
    network: "10.0.0.9",
    idempotencyKey: null,
    language: "en",
  });
  const prompt = (await world.daraja.prompts()).find(({ phoneNumber }) => phoneNumber === mercy.phone);
  await world.daraja.answer(prompt?.id ?? "none", "paid");
  await world.advance(60_000);
  return transactionId;
}

async function diverting(): Promise<string> {
  const id = idOf(await operator.create({ centralAccountNumber: centralTill }));
  expect((await operator.activate(id)).ok).toBe(true);
  return id;
}

test("a prompt that a switch diverts credits its customer like any other, and no payout is owed for it", async () => {
  const switchId = await diverting();
  const before = (await at.books())["owed to provider"] ?? 0;
  const id = await prompted(1_600);
  expect((await moneyRows(id)).payment).toMatchObject({ settlement: "diverted", switch_id: switchId });
  expect(await books()).toMatchObject({ balance: 10_000, sales: 160_000, spent: 150_000, open: 1 });
  expect((await at.books())["owed to provider"] ?? 0).toBe(before);
});

test("what is typed at the platform's pay bill stays there while a switch diverts, and is owed to the provider", async () => {
  await diverting();
  const before = (await at.books())["owed to provider"] ?? 0;
  await typed(1_600);
  expect(await books()).toMatchObject({ balance: 10_000, sales: 160_000, open: 1 });
  expect(((await at.books())["owed to provider"] ?? 0) - before).toBe(-160_000);
});

test("the night finds what was collected in the platform's statement, and lists what is not there", async () => {
  const account = { environment: "sandbox", shortCode, unknownTo: platformBooks } as const;
  const since = Date.now();
  const receipt = await typed(600);
  const id = await prompted(700);
  const own = (await moneyRows(id)).payment?.receipt;
  const row = (name: unknown, amountCents: number, typedAs: string) => ({
    receipt: String(name),
    amountCents,
    account: typedAs,
    at: Date.now(),
    phone: null,
  });
  const day = { from: since - 1, to: since + dayMs, foundAt: since + dayMs };
  await world.advance(20 * 60_000);
  const whole = [row(receipt, 60_000, mercy.number), row(own, 70_000, "X")];
  expect(await compareStatement(testContext(), account, whole, day)).toMatchObject({
    differences: 0,
    silent: [],
  });
  const [first, second] = whole;
  expect(await compareStatement(testContext(), account, first ? [first] : [], day)).toMatchObject({
    differences: 1,
  });
  const stranger = row("UKSTRANGE1", 900, "nobody");
  const more = [...(first && second ? [first, second] : []), stranger];
  expect(await compareStatement(testContext(), account, more, day)).toMatchObject({ differences: 1 });
});
