import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consentToCollection, withdrawCollection } from "#contract/collection";
import { call } from "../../support/worker-call.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { type PayoutWorld, payoutWorld } from "./payout-world.ts";

// The platform collects for a provider by one consent, however often it is given at once.

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
  const given = await Promise.all([1, 2, 3].map(() => call(consentToCollection, {}, owner)));
  for (const answer of given) expect(answer.ok && answer.answer).toEqual({ state: "consented" });
  const withdrawn = await call(withdrawCollection, {}, owner);
  expect(withdrawn.ok && withdrawn.answer).toEqual({ state: "offered" });
  const { results } = await env.DB.prepare(
    "SELECT id FROM gateways WHERE provider_id = ?1 AND collected IS NOT NULL AND archived_at IS NULL",
  )
    .bind(world.seeded.demo.id)
    .all();
  expect(results).toEqual([]);
});
