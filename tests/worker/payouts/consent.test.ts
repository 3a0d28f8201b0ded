import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consentToCollection, withdrawCollection } from "#contract/collection";
import { call } from "../../support/worker-call.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { type PayoutWorld, payoutWorld } from "../payouts/payout-world.ts";

// ATTACK: two consents at one moment.

let world: PaymentWorld;
let at: PayoutWorld;
beforeAll(async () => {
  world = await openWorld();
  at = payoutWorld(world, world.seeded.demo);
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1")
    .bind(world.seeded.demo.id)
    .run();
  await world.renew();
  await at.turnOn();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

test("a consent that was given twice at once is withdrawn by one withdrawal", async () => {
  const owner = await at.asOwner();
  await Promise.all([call(consentToCollection, {}, owner), call(consentToCollection, {}, owner)]);
  const withdrawn = await call(withdrawCollection, {}, owner);
  expect(withdrawn.ok && withdrawn.answer).toEqual({ state: "offered" });
  const { results } = await env.DB.prepare(
    "SELECT id FROM gateways WHERE provider_id = ?1 AND collected IS NOT NULL AND archived_at IS NULL",
  )
    .bind(world.seeded.demo.id)
    .all();
  expect(results).toEqual([]);
});
