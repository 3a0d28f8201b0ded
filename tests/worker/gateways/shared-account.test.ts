import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/gateways";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// A number at which another provider collects is saved, and said.

let seeded: TwoProviders;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM gateways").run();
});

const byPlatform = { environment: "sandbox", useAutoApi: true, configuration: {} } as const;

async function made({ id }: SeededProvider, over: Record<string, unknown>) {
  const body = { ...byPlatform, providerId: id, gatewayId: "mpesa", ...over };
  const answer = await call(contract.createProviderGateway, { params: { id }, body }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
async function listed({ id }: SeededProvider) {
  const answer = await call(contract.listProviderGateways, { params: { id } }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ accountNumber, sharedWith }) => [accountNumber, sharedWith]);
}

test("one till at two providers is named at both, as long as both have it", async () => {
  const { demo, savanna } = seeded;
  expect((await made(demo, { accountNumber: "512345" })).sharedWith).toBeNull();
  const second = await made(savanna, { accountNumber: "512345" });
  expect(second.sharedWith).toBe(demo.businessName);
  expect(await listed(demo)).toEqual([["512345", savanna.businessName]]);
  const params = { id: savanna.id, configId: second.id };
  const corrected = { ...byPlatform, accountNumber: "512346" };
  const answer = await call(contract.updateProviderGateway, { params, body: corrected }, operator);
  expect(answer.ok && answer.answer.sharedWith).toBeNull();
  expect(await listed(demo)).toEqual([["512345", null]]);
});

test("a number of another service, of another environment, or the provider's own at a router is no other's", async () => {
  const { demo, savanna } = seeded;
  await made(demo, { accountNumber: "512345" });
  await made(demo, { accountNumber: "512345", routerId: demo.routers[0]?.id });
  await made(savanna, {
    gatewayId: "airtel_money",
    accountNumber: "512345",
    environment: "production",
    useAutoApi: false,
    configuration: { clientId: "client-id-4444", clientSecret: "client-5555" },
  });
  await made(savanna, {
    accountNumber: "512345",
    environment: "production",
    useAutoApi: false,
    configuration: { consumerKey: "key-1111", consumerSecret: "secret-2222", passkey: "passkey-3333" },
  });
  expect(await listed(demo)).toEqual([
    ["512345", null],
    ["512345", null],
  ]);
  expect((await listed(savanna)).map(([, other]) => other)).toEqual([null, null]);
});
