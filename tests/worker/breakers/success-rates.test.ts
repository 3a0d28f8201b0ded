import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listSuccessRates } from "#contract/gateway-alarms";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { copyAll } from "../../support/copies.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";
import { forgetSales, nairobi, putPayment } from "../transactions/sales-rows.ts";

// Payments that went by the gateway `seeded` of the demonstration's provider.

let seeded: TwoProviders;
let operator: CallOptions;
let minute = 0;
const now = nairobi("2031-03-30", "18:00");

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await forgetSales();
  await gatewayBy("platform");
  // What is kept for a minute never outlives a test.
  minute += 2;
  vi.setSystemTime(now + minute * 60_000);
});
afterAll(() => {
  vi.useRealTimers();
});

async function gatewayBy(credentials: "platform" | "provider"): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO gateways (id, provider_id, type, service, environment, use_auto_api, account_number, created_at)
    VALUES ('seeded', ?1, 'mpesa', 'mpesa', 'production', ?2, '512345', 1)
    ON CONFLICT (id) DO UPDATE SET use_auto_api = excluded.use_auto_api`,
  )
    .bind(seeded.demo.id, credentials === "platform" ? 1 : 0)
    .run();
}
async function ended(
  paid: number,
  failed: number,
  minutesAgo: number,
  { provider = seeded.demo, switchId }: { provider?: SeededProvider; switchId?: string } = {},
): Promise<void> {
  const createdAt = Date.now() - minutesAgo * 60_000;
  const by = switchId === undefined ? {} : { switchId, centralAccount: "600200" };
  for (let one = 0; one < paid; one += 1) await putPayment(provider, { createdAt, ...by });
  for (let one = 0; one < failed; one += 1)
    await putPayment(provider, { createdAt, status: "failed", reason: "cancelled", ...by });
}
async function rates() {
  await copyAll();
  const answer = await call(listSuccessRates, {}, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const app = { what: "app", service: "mpesa", environment: "production", name: null, id: null };

test("are none where nobody was asked to pay", async () => {
  expect(await rates()).toEqual([]);
});

test("are those of the last 15 minutes, and say what they were before; who still types a PIN is not counted", async () => {
  await ended(3, 1, 5);
  await ended(8, 2, 40);
  await putPayment(seeded.demo, { status: "pending", createdAt: Date.now() - 60_000 });
  await ended(0, 50, 130);
  expect(await rates()).toEqual([{ ...app, ended: 4, paid: 3, before: 80, hasFallen: false }]);
});

test("have fallen once less than half succeed, and half as many as before", async () => {
  await ended(2, 4, 5);
  await ended(8, 2, 40);
  expect(await rates()).toMatchObject([{ what: "app", ended: 6, paid: 2, before: 80, hasFallen: true }]);
});

test("that were as low before have not fallen", async () => {
  await ended(2, 4, 5);
  await ended(4, 6, 40);
  expect(await rates()).toMatchObject([{ what: "app", before: 40, hasFallen: false }]);
});

test("of fewer than five payments are chance", async () => {
  await ended(0, 4, 5);
  await ended(10, 0, 40);
  expect(await rates()).toMatchObject([{ ended: 4, paid: 0, hasFallen: false }]);
});

test("of a provider's own gateway are named by its provider, once they fell", async () => {
  await gatewayBy("provider");
  await ended(0, 5, 5);
  // It sold this morning, so it is asked.
  await ended(1, 0, 600);
  const { id } = seeded.demo;
  expect(await rates()).toEqual([
    {
      what: "gateway",
      service: "mpesa",
      environment: "production",
      name: "Demo WiFi",
      id,
      ended: 5,
      paid: 0,
      before: null,
      hasFallen: true,
    },
  ]);
});

test("of diverted payments are the switch's", async () => {
  await env.DB.prepare(
    `INSERT OR IGNORE INTO switches (id, name, account_type, central_payment_gateway_id, central_account_number,
      target_cents, switch_mode, created_at, updated_at)
    VALUES ('s1', 'Head office', 'mobile_money', 'mpesa', '600200', 100000, 'manual', 1, 1)`,
  ).run();
  await ended(1, 0, 5);
  await ended(0, 5, 5, { switchId: "s1" });
  expect(await rates()).toEqual([
    {
      what: "switch",
      service: null,
      environment: null,
      name: "Head office",
      id: "s1",
      ended: 5,
      paid: 0,
      before: null,
      hasFallen: true,
    },
    { ...app, ended: 1, paid: 1, before: null, hasFallen: false },
  ]);
});
