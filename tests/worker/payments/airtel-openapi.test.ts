import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addGateway } from "#worker/features/gateways/store";
import openapi from "../../simulators/airtel/openapi.json" with { type: "json" };
import { testContext } from "../../support/worker-context.ts";
import { watchWire } from "./openapi-watch.ts";
import { airtelApp } from "./payment-world.ts";

// What our own client sends to Airtel Money, against the file that was written without it.

const { world, asked, wrong, forget } = watchWire(openapi);

beforeAll(async () => {
  const ctx = testContext();
  const row = { id: crypto.randomUUID(), providerId: world().seeded.demo.id, routerId: null } as const;
  await ctx.platform.run(
    addGateway(
      ctx,
      {
        ...row,
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
});
afterAll(() => env.DB.prepare("UPDATE gateways SET is_active = 0 WHERE type = 'airtel_money'").run());

const token = "/auth/oauth2/token";
const push = "/merchant/v1/payments/";
const byAirtel = { service: "airtel_money" };

async function answer(id: string, outcome: string): Promise<void> {
  const prompt = (await world().airtel.prompts()).find(({ transactionId }) => transactionId === id);
  const answered = await world().airtel.answer(prompt?.id ?? "none", outcome);
  if (!answered.ok) throw new Error(`the prompt took no ${outcome}: ${await answered.text()}`);
  await world().advance(0);
}

test("token, push and the enquiry of a sale whose callback was lost", async () => {
  await world().airtel.set({ callbacks: "lost" });
  const buyer = world().buyer();
  const { transactionId } = await buyer.start(byAirtel);
  await answer(transactionId, "paid");
  await world().advance(181_000);
  expect((await buyer.status(transactionId)).status).toBe("completed");
  expect(wrong()).toEqual([]);
  expect(new Set(asked())).toEqual(new Set([token, push, `/standard/v1/payments/${transactionId}`]));
  expect(asked().filter((path) => path === push)).toHaveLength(1);
});

test("the request that follows a token which died", async () => {
  await world().buyer().start(byAirtel);
  await world().airtel.set({ tokens: "revoke-next" });
  forget();
  await world().buyer().start(byAirtel);
  expect(wrong()).toEqual([]);
  expect(asked()).toEqual([push, token, push]);
});
