import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { registerPaybillAddresses } from "#contract/paybill";
import { refundPayment } from "#contract/refunds";
import { addGateway } from "#worker/features/gateways/store";
import { pullStatement } from "#worker/features/payments/index";
import { savannaApp } from "../../seed/two-providers.ts";
import openapi from "../../simulators/daraja/openapi.json" with { type: "json" };
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { watchWire } from "./openapi-watch.ts";
import { refunder } from "./payment-world.ts";
import { untilConfirmed } from "./refund-world.ts";

// What our own client sends, against the file that was written without it.

const { world, asked, wrong, forget } = watchWire(openapi);

const token = "/oauth/v1/generate";
const push = "/mpesa/stkpush/v1/processrequest";
const query = "/mpesa/stkpushquery/v1/query";

test.each(["demo", "savanna"] as const)("token, push and queries of a sale by %s", async (provider) => {
  const buyer = world().buyer(provider);
  const { transactionId } = await buyer.start();
  await world().advance(30_000);
  await buyer.answer("paid");
  await world().advance(60_000);
  expect((await buyer.status(transactionId)).status).toBe("completed");
  expect(wrong()).toEqual([]);
  expect(new Set(asked())).toEqual(new Set([token, push, query]));
  expect(await buyer.prompts()).toHaveLength(1);
});

test("the request that follows a token which died", async () => {
  await world().buyer().start();
  await world().daraja.set({ tokens: "revoke-next" });
  forget();
  await world().buyer().start();
  expect(wrong()).toEqual([]);
  expect(asked()).toEqual([push, token, push]);
});

test("registration for typed payments, reversal, what became of one, and the statement", async () => {
  const ctx = testContext();
  const { id: providerId } = world().seeded.savanna;
  const { shortCode, ...secrets } = savannaApp;
  const gatewayId = crypto.randomUUID();
  await env.DB.prepare("UPDATE gateways SET is_active = 0 WHERE provider_id = ?1").bind(providerId).run();
  await ctx.platform.run(
    addGateway(
      ctx,
      {
        id: gatewayId,
        providerId,
        routerId: null,
        type: "mpesa",
        isActive: true,
        environment: "sandbox",
        useAutoApi: false,
        accountNumber: shortCode,
        createdAt: ctx.now(),
      },
      { ...secrets, ...refunder },
    ),
  );
  const operator = { host: hostOf(), cookie: await signInOperator(world().seeded.operator) };
  const registered = await call(
    registerPaybillAddresses,
    { params: { id: providerId, configId: gatewayId } },
    operator,
  );
  expect(registered.ok && registered.answer.success, registered.text).toBe(true);

  const buyer = world().buyer("savanna");
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await untilConfirmed(world(), transactionId);
  // The reversal's own result is lost, so that it has to be asked for.
  await world().daraja.set({ results: "lost" });
  const body = { providerId, reason: "Paid by mistake" };
  const refunded = await call(refundPayment, { params: { id: transactionId }, body }, operator);
  expect(refunded.ok, refunded.text).toBe(true);
  await world().daraja.set({ results: "normal" });
  await world().advance(200_000);

  const account = { gatewayId, environment: "sandbox", shortCode, nominatedNumber: buyer.phone } as const;
  const now = Date.now();
  expect(await pullStatement(testContext(), account, now - 3_600_000, now)).toHaveProperty("rows");
  expect(wrong()).toEqual([]);
  // Whether the push is queried depends on which comes first, its callback or the pay bill's report; the sales above are.
  expect(new Set(asked().filter((path) => path !== query))).toEqual(
    new Set([
      ...[token, push, "/mpesa/c2b/v2/registerurl", "/mpesa/reversal/v1/request"],
      ...["/mpesa/transactionstatus/v1/query", "/pulltransactions/v1/register", "/pulltransactions/v1/query"],
    ]),
  );
});
