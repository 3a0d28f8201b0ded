import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { consentToCollection } from "#contract/collection";
import { dayMs } from "#contract/values/time";
import openapi from "../../simulators/daraja/openapi.json" with { type: "json" };
import { call } from "../../support/worker-call.ts";
import { watchWire } from "../payments/openapi-watch.ts";
import { untilConfirmed } from "../payments/refund-world.ts";
import { payoutWorld } from "./payout-world.ts";

// What a payout sends to the gateway, against the file that was written without it.

const { world, asked, wrong, forget } = watchWire(openapi);
const payouts = () => payoutWorld(world(), world().seeded.demo);

beforeAll(async () => {
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1 WHERE provider_id = ?1")
    .bind(world().seeded.demo.id)
    .run();
  await payouts().turnOn({ fee: 0 });
  const consented = await call(consentToCollection, {}, await payouts().asOwner());
  if (!consented.ok) throw new Error(consented.text);
});

test.each([
  [{ kind: "phone", account: "0712000111" }, "/mpesa/b2c/v3/paymentrequest"],
  [{ kind: "pay_bill", account: "600900", reference: "WIFI1" }, "/mpesa/b2b/v1/paymentrequest"],
  [{ kind: "till", account: "5200100" }, "/mpesa/b2b/v1/paymentrequest"],
])("a payout to %o, and the question what became of it", async (destination, path) => {
  const at = payouts();
  const saved = await at.destination(destination);
  expect(saved.ok, saved.text).toBe(true);
  await world().advance(dayMs + 1);
  const buyer = world().buyer("demo");
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await untilConfirmed(world(), transactionId);
  forget();
  const requested = await at.request(10);
  expect(requested.ok, requested.text).toBe(true);
  await world().advance(5_000);
  expect((await at.rows()).at(-1)).toMatchObject({ status: "paid", cents: 1_000 });
  expect(asked()).toEqual(expect.arrayContaining([path, "/mpesa/transactionstatus/v1/query"]));
  expect(wrong()).toEqual([]);
});
