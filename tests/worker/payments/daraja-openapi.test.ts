import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import openapi from "../../simulators/daraja/openapi.json" with { type: "json" };
import { openapiCheck } from "../../simulators/openapi-check.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

// What our own client sends, against the file that was written without it.

const check = openapiCheck(openapi);
let world: PaymentWorld;
let asked: string[];
let wrong: string[];

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  asked = [];
  wrong = [];
  world.wire = async (request) => {
    const { pathname: path } = new URL(request.url);
    const { method, headers } = request;
    if (path.startsWith("/control/")) return undefined;
    asked.push(path);
    wrong.push(...check.request({ method, path, headers, body: await request.text() }));
    return undefined;
  };
});
afterEach(() => {
  world.wire = null;
});
afterAll(() => world.close());

const token = "/oauth/v1/generate";
const push = "/mpesa/stkpush/v1/processrequest";
const query = "/mpesa/stkpushquery/v1/query";

test.each(["demo", "savanna"] as const)("token, push and queries of a sale by %s", async (provider) => {
  const buyer = world.buyer(provider);
  const { transactionId } = await buyer.start();
  await world.advance(30_000);
  await buyer.answer("paid");
  await world.advance(60_000);
  expect((await buyer.status(transactionId)).status).toBe("completed");
  expect(wrong).toEqual([]);
  expect(new Set(asked)).toEqual(new Set([token, push, query]));
  expect(asked.filter((path) => path === push)).toHaveLength(1);
});

test("the request that follows a token which died", async () => {
  await world.buyer().start();
  await world.daraja.set({ tokens: "revoke-next" });
  asked = [];
  await world.buyer().start();
  expect(wrong).toEqual([]);
  expect(asked).toEqual([push, token, push]);
});
