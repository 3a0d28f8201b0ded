import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listPaid } from "#contract/refunds";
import type { SwitchInput } from "#contract/switch";
import { undivertedPayments } from "#contract/switch";
import { sql } from "#worker/db/sql";
import { addGateway } from "#worker/features/gateways/store";
import { savannaApp } from "../../seed/two-providers.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";
import { airtelApp, centralTill, openWorld, type PaymentWorld } from "./payment-world.ts";

// Purchases of KSh 10 that cannot reach the account of an active switch, as the operator is shown them.

let world: PaymentWorld;
let operator: Awaited<ReturnType<typeof operatorCalls>>;

beforeAll(async () => {
  world = await openWorld();
  await provide(world.seeded.demo.id, { type: "airtel_money", accountNumber: "4455" }, airtelApp);
});
beforeEach(async () => {
  await world.renew();
  operator = await operatorCalls(world.seeded);
});
afterEach(async () => {
  for (const { id, isActive } of await operator.list()) if (isActive) await operator.deactivate(id);
});
afterAll(() => world.close());

/** A further gateway with credentials of the provider's own. */
async function provide(
  providerId: string,
  over: { type: "mpesa" | "airtel_money"; accountNumber: string; environment?: "production" },
  secrets: Record<string, string>,
): Promise<string> {
  const ctx = testContext();
  const id = crypto.randomUUID();
  const row = {
    id,
    providerId,
    routerId: null,
    isActive: true,
    environment: "sandbox",
    useAutoApi: false,
  } as const;
  const times = { createdAt: ctx.now(), verifiedAt: ctx.now() };
  await ctx.platform.run(addGateway(ctx, { ...row, ...over, ...times }, secrets));
  return id;
}

async function active(over: Partial<SwitchInput> = {}): Promise<string> {
  const id = idOf(await operator.create({ centralAccountNumber: centralTill, ...over }));
  // The clock stands still by itself: what was paid before lies before.
  await world.advance(1_000);
  expect((await operator.activate(id)).ok).toBe(true);
  return id;
}

async function pay(of: "demo" | "savanna" = "demo", service: "mpesa" | "airtel_money" = "mpesa") {
  const buyer = world.buyer(of);
  const { transactionId } = await buyer.start({ service });
  if (service === "mpesa") await buyer.answer("paid");
  else {
    const prompts = await world.airtel.prompts();
    const prompt = prompts.find((one) => one.transactionId === transactionId);
    await world.airtel.answer(prompt?.id ?? "none", "paid");
    await world.advance(0);
  }
  expect(await buyer.status(transactionId)).toMatchObject({ status: "completed" });
  return transactionId;
}

async function shown(id: string) {
  const answer = await call(undivertedPayments, { params: { id } }, operator.as);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

async function markOf(transactionId: string) {
  const answer = await call(listPaid, { query: { q: transactionId } }, operator.as);
  if (!answer.ok) throw new Error(answer.text);
  expect(answer.answer).toHaveLength(1);
  return answer.answer[0]?.notDivertible;
}

test("a stale id is no switch", async () => {
  const stale = await call(undivertedPayments, { params: { id: crypto.randomUUID() } }, operator.as);
  expect(stale).toMatchObject({
    status: 404,
    refusal: { reason: "switch_unknown" },
  });
});

test("Airtel Money goes past an M-Pesa till: counted since the activation, said of each payment", async () => {
  const before = await pay("demo", "airtel_money");
  const id = await active();
  expect(await shown(id)).toMatchObject({ count: 0, amount: 0, groups: [] });
  const [first, second] = [await pay("demo", "airtel_money"), await pay("demo", "airtel_money")];
  const diverted = await pay();
  expect(await shown(id)).toEqual({
    since: (await operator.list()).find((one) => one.id === id)?.activatedAt,
    silent: 0,
    count: 2,
    amount: 20,
    groups: [{ method: "airtel_money", reason: "pays_no_mpesa", count: 2, amount: 20 }],
  });
  expect(await Promise.all([first, second].map(markOf))).toEqual(["pays_no_mpesa", "pays_no_mpesa"]);
  expect(await Promise.all([before, diverted].map(markOf))).toEqual([null, null]);
  expect((await operator.deactivate(id)).ok).toBe(true);
  expect(await shown(id)).toEqual({ since: null, silent: 0, count: 0, amount: 0, groups: [] });
  expect(await markOf(first ?? "")).toBeNull();
});

test("what went direct for want of room could have been diverted, and is not listed", async () => {
  const id = await active({ targetAmount: 5 });
  const waits = world.buyer();
  await waits.start();
  const past = await pay();
  expect(await shown(id)).toMatchObject({ count: 0 });
  expect(await markOf(past)).toBeNull();
});

test("a gateway of another environment than the platform's app goes direct, and says so", async () => {
  const { shortCode, ...app } = savannaApp;
  const id = await active();
  const own = { type: "mpesa", accountNumber: shortCode, environment: "production" } as const;
  const gateway = await provide(world.seeded.savanna.id, own, app);
  const paid = await pay("savanna");
  expect((await shown(id)).groups).toEqual([
    { method: "mpesa", reason: "environment", count: 1, amount: 30 },
  ]);
  expect(await markOf(paid)).toBe("environment");
  await operator.deactivate(id);
  const ctx = testContext();
  await ctx.platform.run(sql`UPDATE gateways SET is_active = 0 WHERE id = ${gateway}`);
});

test("outside a switch's hours nothing is diverted, and nothing is called not divertible", async () => {
  // Tuesday, 4 March 2031, 12:00 in Nairobi, is when the world began.
  const hours = { recurringStartTime: "00:00", recurringEndTime: "23:59" };
  const day = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "Africa/Nairobi" });
  const today = day.format(Date.now()).toLowerCase();
  const other = today === "sunday" ? "monday" : "sunday";
  const open = async (name: string) => {
    const recurringDays = [name] as NonNullable<SwitchInput["recurringDays"]>;
    const id = await active({ isRecurring: true, recurringDays, ...hours });
    const paid = await pay("demo", "airtel_money");
    const seen = { count: (await shown(id)).count, mark: await markOf(paid) };
    await operator.deactivate(id);
    return seen;
  };
  expect(await open(other)).toEqual({ count: 0, mark: null });
  expect(await open(today)).toEqual({ count: 1, mark: "pays_no_mpesa" });
});

test("an Airtel wallet that the platform has no app for takes nothing", async () => {
  const id = await active({ centralPaymentGatewayId: "airtel_money", centralAccountNumber: "99887" });
  await pay();
  expect((await shown(id)).groups).toEqual([
    { method: "mpesa", reason: "no_credentials", count: 1, amount: 10 },
  ]);
});
