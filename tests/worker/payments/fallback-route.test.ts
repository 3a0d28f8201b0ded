import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { demoTill } from "../../seed/two-providers.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";
import { moneyRows } from "./money-rows.ts";
import { type Buyer, centralTill, kill, openWorld, type PaymentWorld } from "./payment-world.ts";

// A switch whose account goes bad while it is active: visitors pay by their provider's own gateway, in the same act.

let world: PaymentWorld;
let operator: Awaited<ReturnType<typeof operatorCalls>>;
let switchId: string;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  operator = await operatorCalls(world.seeded);
  switchId = idOf(await operator.create({ centralAccountNumber: centralTill }));
  expect((await operator.activate(switchId)).ok).toBe(true);
});
afterEach(async () => {
  for (const { id, isActive } of await operator.list()) {
    if (isActive) await operator.deactivate(id);
    await operator.remove(id);
  }
});
afterAll(() => world.close());

const refuses = (buyer: Buyer, code = "2028") => buyer.answer("code", { resultCode: code });

async function receivers(buyer: Buyer): Promise<string[]> {
  return (await buyer.prompts()).map(({ partyB }) => String(partyB)).reverse();
}

async function expectDirectSale(id: string): Promise<void> {
  const { payment, ledger, entitlements } = await moneyRows(id);
  expect(payment).toMatchObject({ status: "completed", settlement: "direct", switch_id: null });
  expect(ledger.map(({ cents }) => cents)).toEqual([1_000, -1_000]);
  expect(entitlements).toHaveLength(1);
  const shown = (await operator.list()).find((row) => row.id === switchId);
  expect(shown).toMatchObject({ currentAmount: 0 });
  expect((await operator.transactions({ switchId })).total).toBe(0);
}

test("an account that the gateway refuses after the push: the next prompt goes to the provider's own till at once", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  expect(await receivers(buyer)).toEqual([centralTill]);
  await refuses(buyer);
  await world.advance(1_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "pending" });
  expect(await receivers(buyer)).toEqual([centralTill, demoTill]);
  await buyer.answer("paid");
  await expectDirectSale(transactionId);
});

test("an account that the gateway refuses with the push itself: the visitor hears of one prompt, to the provider's till", async () => {
  const pushed: string[] = [];
  world.wire = async (request) => {
    if (!request.url.includes("processrequest")) return undefined;
    const { PartyB } = await request.json<{ PartyB: string }>();
    pushed.push(PartyB);
    return PartyB === centralTill
      ? Response.json(
          { requestId: "1", errorCode: "400.002.02", errorMessage: "Bad Request - Invalid PartyB" },
          { status: 400 },
        )
      : undefined;
  };
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  // A token that another client replaced is renewed, and the refused call repeated.
  expect([...new Set(pushed)]).toEqual([centralTill, demoTill]);
  expect(await receivers(buyer)).toEqual([demoTill]);
  await buyer.answer("paid");
  await expectDirectSale(transactionId);
});

test.each(["cancelled", "wrong-pin", "insufficient"])(
  "a prompt that ended with the payer's own %s is followed by no other",
  async (outcome) => {
    const buyer = world.buyer();
    const { transactionId } = await buyer.start();
    await buyer.answer(outcome);
    await world.advance(30_000);
    expect(await receivers(buyer)).toEqual([centralTill]);
    expect(await buyer.status(transactionId)).toMatchObject({ status: "failed" });
  },
);

test("a refusal that a message alone tells sends no second prompt: the gateway itself has to say so", async () => {
  await world.daraja.set({ query: "down" });
  const buyer = world.buyer();
  await buyer.start();
  await refuses(buyer);
  await world.advance(20_000);
  expect(await receivers(buyer)).toEqual([centralTill]);
});

test("a refusal after a minute sends no prompt to a visitor who has gone", async () => {
  await world.daraja.set({ expireAfterMs: 600_000 });
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await world.advance(61_000);
  await refuses(buyer);
  await world.advance(10_000);
  expect(await receivers(buyer)).toEqual([centralTill]);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "failed", reason: "service" });
});

test("a payment whose process dies between the refusal and the second push goes on by its alarm", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await refuses(buyer);
  await kill(transactionId);
  await world.advance(5_000);
  expect(await receivers(buyer)).toEqual([centralTill, demoTill]);
  await buyer.answer("paid");
  await expectDirectSale(transactionId);
});

test("the second prompt is refused as well: the payment fails, once, and nothing more is sent", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await refuses(buyer);
  await world.advance(1_000);
  await refuses(buyer);
  await world.advance(30_000);
  expect(await receivers(buyer)).toEqual([centralTill, demoTill]);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "failed", reason: "service" });
  const { ledger, entitlements } = await moneyRows(transactionId);
  expect([ledger, entitlements]).toEqual([[], []]);
});

test("the refused account is paid all the same, and told while the gateway is silent: asked later, it counts", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await refuses(buyer);
  await world.advance(1_000);
  const [, refused] = await buyer.prompts();
  await world.daraja.set({ query: "down" });
  await world.daraja.answer(refused?.id ?? "none", "late-paid");
  await world.advance(5_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "pending" });
  await world.daraja.set({ query: "normal" });
  await world.advance(60_000);
  const { payment, entitlements } = await moneyRows(transactionId);
  expect(payment).toMatchObject({ status: "completed", unverified: 0, switch_id: switchId });
  expect(entitlements).toHaveLength(1);
});

test("three visitors in a row whom the account refuses: each pays direct, the switch suspends itself, the operators have a letter", async () => {
  for (let visitor = 0; visitor < 3; visitor += 1) {
    await world.advance(1_000);
    const buyer = world.buyer();
    const { transactionId } = await buyer.start();
    await refuses(buyer);
    await world.advance(1_000);
    await buyer.answer("paid");
    await expectDirectSale(transactionId);
  }
  const shown = (await operator.list()).find((row) => row.id === switchId);
  expect(shown).toMatchObject({ isActive: false });
  const buyer = world.buyer();
  await buyer.start();
  expect(await receivers(buyer)).toEqual([demoTill]);
  const { results } = await env.DB.prepare(
    "SELECT subject, text FROM mail WHERE instr(event, 'switch suspended ' || ?1) = 1",
  )
    .bind(switchId)
    .all<{ subject: string; text: string }>();
  expect(results.map(({ text }) => text)).toEqual([expect.stringContaining(centralTill)]);
});
