import { env, exports } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { consentToCollection } from "#contract/collection";
import { attributePaybillPayment, listPaybillPayments, registerCollectingPaybill } from "#contract/paybill";
import type { Customer } from "#worker/features/customers/index";
import { payByStatement, sweepPaybill } from "#worker/features/payments/index";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { type PayoutWorld, payoutWorld, sumOf } from "../payouts/payout-world.ts";
import { booksOf, customerWithLines } from "./account-world.ts";

// Money typed at the platform's pay bill, told in any order: late, twice, not at all, made up, under a wrong number, by the statement first,
// and given by an operator. At the end each shilling that moved is one customer's and owed to the provider, once, and no other is.

let world: PaymentWorld;
let at: PayoutWorld;
const shortCode = "600100";
const paybill = { environment: "sandbox", shortCode } as const;
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
afterAll(() => world.close());

type Step =
  | { do: "type"; amount: number; told: "normal" | "lost" | "duplicate" | "late"; isMistyped: boolean }
  | { do: "again" | "state"; which: number }
  | { do: "forge"; amount: number }
  | { do: "wait"; minutes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("type" as const),
    amount: fc.integer({ min: 1, max: 2_000 }),
    told: fc.constantFrom("normal", "lost", "duplicate", "late"),
    isMistyped: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom("again", "state"), which: fc.nat(9) }),
  fc.record({ do: fc.constant("forge" as const), amount: fc.integer({ min: 1, max: 2_000 }) }),
  fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 90 }) }),
);

type Money = { receipt: string; amount: number; account: string };

async function report({ receipt, amount, account }: Money): Promise<void> {
  const { confirmation: url } = paybillAddresses(testContext(), paybill);
  const body = JSON.stringify({
    TransID: receipt,
    TransAmount: `${amount}.00`,
    BusinessShortCode: shortCode,
    BillRefNumber: account,
  });
  expect((await exports.default.fetch(new Request(url, { method: "POST", body }))).status).toBe(200);
  await world.advance(0);
}

const state = ({ receipt, amount, account }: Money) =>
  payByStatement(testContext(), paybill, {
    receipt,
    amountCents: amount * 100,
    account,
    at: Date.now(),
    phone: null,
  });

let forged = 0;

async function play(customer: Customer, steps: readonly Step[]): Promise<Money[]> {
  const moved: Money[] = [];
  const wrong = `${customer.number.slice(0, 7)}${(Number(customer.number[7]) + 1) % 10}`;
  for (const one of steps) {
    if (one.do === "type") {
      // Validation is off at the gateway: also what it would have refused arrives.
      await world.daraja.set({ validation: false, confirmations: one.told, delayMs: 20 * 60_000, copies: 3 });
      const account = one.isMistyped ? wrong : customer.number;
      const asked = { shortCode, account, amount: one.amount, phone: "254722000111" };
      const { receipt } = await (await world.daraja.typed(asked)).json<{ receipt: string }>();
      moved.push({ receipt, amount: one.amount, account });
      await world.advance(0);
    } else if (one.do === "wait") {
      await world.advance(one.minutes * 60_000);
      await sweepPaybill(testContext());
    } else if (one.do === "forge") {
      forged += 1;
      await report({
        receipt: `UKFAKE${String(forged).padStart(4, "0")}`,
        amount: one.amount,
        account: customer.number,
      });
    } else {
      const known = moved[one.which % Math.max(1, moved.length)];
      if (known) await (one.do === "again" ? report(known) : state(known));
    }
  }
  return moved;
}

/** What nobody was told of comes with the night's statement; what is nobody's an operator gives, twice over. */
async function settle(customer: Customer, moved: readonly Money[]): Promise<void> {
  await world.advance(3 * 3_600_000);
  for (const one of moved) await state(one);
  const operator = await at.asOperator();
  for (const one of moved.filter(({ account }) => account !== customer.number)) {
    // The statement lists such money as a difference: it is reported late, or a person has it reported.
    await report(one);
    const params = { id: `${shortCode}-${one.receipt}` };
    const body = { customerId: customer.id, providerId: demo().id };
    for (let time = 0; time < 2; time += 1)
      expect((await call(attributePaybillPayment, { params, body }, operator)).ok).toBe(true);
  }
  await world.advance(3 * 3_600_000);
}

test(
  "each shilling that moved is the customer's once and owed once, whatever was told of it",
  async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        await world.renew();
        expect((await call(registerCollectingPaybill, {}, await at.asOperator())).ok).toBe(true);
        const customer = await customerWithLines(demo(), [{ cents: 150_000 }]);
        const before = await at.books();
        const moved = await play(customer, steps);
        await settle(customer, moved);
        const cents = moved.reduce((sum, { amount }) => sum + amount * 100, 0);
        const { balance, entries, owed, sales, spent } = await booksOf(demo().id, customer.id);
        expect({ paid: balance + spent, entries, owed, sales }).toEqual({
          paid: cents,
          entries: balance,
          owed: balance,
          sales: cents,
        });
        const after = await at.books();
        expect(sumOf(after)).toBe(0);
        expect((after["owed to provider"] ?? 0) - (before["owed to provider"] ?? 0)).toBe(
          cents === 0 ? 0 : -cents,
        );
        const listed = await call(
          listPaybillPayments,
          { query: { status: "unmatched" } },
          await at.asOperator(),
        );
        expect(listed.ok && listed.answer).toEqual([]);
      }),
      { numRuns: histories(15, 60), endOnFailure: true },
    );
  },
  historiesLimitMs(15, 60),
);
