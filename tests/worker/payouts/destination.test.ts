import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveDestination } from "#contract/payouts";
import { saveDestination as save } from "#worker/features/payouts/destination";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { type PayoutWorld, payoutWorld } from "./payout-world.ts";

// Where payouts go: a change is told of by letter, with who did it, and never leads back to the platform itself.

let world: PaymentWorld;
let at: PayoutWorld;
let providerId: string;

beforeAll(async () => {
  world = await openWorld();
  providerId = world.seeded.demo.id;
  at = payoutWorld(world, world.seeded.demo);
  await at.turnOn({ shortCode: "600555" });
});
beforeEach(() => world.renew());
afterAll(() => world.close());

async function letters(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT text FROM mail WHERE event LIKE 'payout destination%' ORDER BY created_at",
  ).all<{ text: string }>();
  return results.map(({ text }) => text);
}

test("a change is told by letter, with where it went before and who did it", async () => {
  await at.destination();
  await world.advance(1_000);
  const operator = await env.DB.prepare("SELECT id, username FROM operators").first<{
    id: string;
    username: string;
  }>();
  if (!operator) throw new Error("there is no operator");
  const actor = { actor: "platform", actorId: operator.id, providerId, network: null } as const;
  await save(testContext(), providerId, { kind: "till", account: "600901", reference: undefined }, actor);
  const [first, second] = await letters();
  expect(first).toContain("by somebody who is signed in to your console as an owner.");
  expect(first).toContain("Now: M-Pesa of the phone ****111");
  expect(second).toContain(`by the platform's operator ${operator.username}`);
  expect(second).toContain("Before: M-Pesa of the phone ****111");
});

test("the same once more tells nobody and holds nothing", async () => {
  const before = await letters();
  await world.advance(1_000);
  expect(await at.destination({ kind: "till", account: "600901" })).toMatchObject({ ok: true });
  expect(await letters()).toEqual(before);
});

test.each(["600100", "600555"])("%s is the platform's own, and nowhere to pay out to", async (account) => {
  for (const kind of ["till", "pay_bill"]) {
    const body = { kind, account, ...(kind === "pay_bill" ? { reference: "A" } : {}) };
    expect(await call(saveDestination, { body }, await at.asOwner())).toMatchObject({
      ok: false,
      status: 400,
      refusal: { reason: "account_is_platforms" },
    });
  }
});
