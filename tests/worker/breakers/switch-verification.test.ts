import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { listGatewayAlarms } from "#contract/gateway-alarms";
import { nameSwitchPayee, trySwitchAccount } from "#contract/switch";
import { sweepSwitches } from "#worker/features/switch/index";
import { demoTill, savannaApp } from "../../seed/two-providers.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { centralTill, openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";

// A central account takes nobody's money before KSh 1 reached it, and none any more once it refuses.

let world: PaymentWorld;
let operator: Awaited<ReturnType<typeof operatorCalls>>;
let people = 0;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  operator = await operatorCalls(world.seeded);
});
afterEach(async () => {
  for (const { id, isActive } of await operator.list()) {
    if (isActive) await operator.deactivate(id);
    await operator.remove(id);
  }
});
afterAll(() => world.close());

const untried = async (over: Parameters<typeof operator.create>[0] = {}) =>
  idOf(await operator.createUntried({ centralAccountNumber: centralTill, ...over }));

async function shown(id: string) {
  const one = (await operator.list()).find((row) => row.id === id);
  if (!one) throw new Error("the switch is not listed");
  return one;
}

/** Sends KSh 1; the phone does what is said. */
async function tried(id: string, outcome: string | null): Promise<void> {
  people += 1;
  const phone = `0798${String(people).padStart(6, "0")}`;
  const answer = await call(trySwitchAccount, { params: { id }, body: { phoneNumber: phone } }, operator.as);
  expect(answer.ok, answer.text).toBe(true);
  const prompt = (await world.daraja.prompts()).find((one) => one.phoneNumber === `254${phone.slice(1)}`);
  expect(prompt).toMatchObject({ amount: 1 });
  if (outcome) await world.daraja.answer(prompt?.id ?? "none", outcome);
  await world.advance(10_000);
}

const named = (id: string, payeeName = "MLANGO LTD") =>
  call(nameSwitchPayee, { params: { id }, body: { payeeName } }, operator.as);

async function running(over: Parameters<typeof operator.create>[0] = {}): Promise<string> {
  const id = await untried(over);
  await tried(id, "paid");
  expect((await named(id)).ok).toBe(true);
  expect((await operator.activate(id)).ok).toBe(true);
  return id;
}

/** What a visitor's purchase came to, and who was asked to receive it, in order. */
async function sale(outcome = "paid") {
  const buyer = world.buyer("savanna");
  const { transactionId } = await buyer.start();
  await world.advance(1_500);
  await buyer.answer(outcome);
  await world.advance(1_000);
  const { status } = await buyer.status(transactionId);
  return { status, receivers: (await buyer.prompts()).map(({ partyB }) => String(partyB)).reverse() };
}

test("an account that the gateway refuses cannot be activated, whoever names it and whatever the clock says", async () => {
  const id = await untried({ centralAccountNumber: "600999" });
  await tried(id, null);
  expect(await shown(id)).toMatchObject({
    verification: {
      status: "failed",
      isTried: false,
      fault: expect.stringMatching(/Compare the number.*\(2028/),
    },
  });
  expect(await named(id)).toMatchObject({ status: 409 });
  expect(await operator.activate(id)).toMatchObject({
    status: 409,
    refusal: { reason: "switch_untried" },
  });
  const automatic = await operator.update(id, {
    name: "By the clock",
    centralAccountNumber: "600999",
    targetAmount: 100,
    switchMode: "automatic",
    recurringDays: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    recurringStartTime: "00:00",
    recurringEndTime: "23:59",
    isRecurring: true,
  });
  expect(automatic).toMatchObject({ ok: true });
  await sweepSwitches(testContext());
  expect(await shown(id)).toMatchObject({ isActive: false });
  expect((await sale()).receivers).toEqual([savannaApp.shortCode]);
});

test("KSh 1 that arrived has to be named before the account takes money; a provider's name is refused", async () => {
  const id = await untried();
  await tried(id, "paid");
  expect(await shown(id)).toMatchObject({ verification: { status: "paid", isTried: false } });
  expect((await operator.activate(id)).status).toBe(409);
  expect(await named(id, ` ${world.seeded.savanna.businessName.toUpperCase()} `)).toMatchObject({
    status: 409,
    refusal: { reason: "switch_payee_is_provider" },
  });
  expect(await named(id)).toMatchObject({
    answer: { verification: { status: "named", isTried: true, payee: "MLANGO LTD" } },
  });
  expect((await named(id, "SOMEBODY ELSE")).status).toBe(409);
  expect((await operator.activate(id)).ok).toBe(true);
  expect(await sale()).toEqual({ status: "completed", receivers: [centralTill] });
  expect(await shown(id)).toMatchObject({ currentAmount: 30 });
});

test("KSh 1 is no sale: it stands in no list, no book and no counter of the switch", async () => {
  const id = await running();
  expect(await rowsOfAllTenants("SELECT id FROM payments WHERE phone LIKE '254798%'")).toEqual([]);
  expect(await shown(id)).toMatchObject({ currentAmount: 0, reservedAmount: 0 });
});

test("a till, pay bill or short code at which a provider collects is nobody's central account", async () => {
  for (const centralAccountNumber of [demoTill, savannaApp.shortCode])
    expect(await operator.create({ centralAccountNumber })).toMatchObject({
      status: 409,
      refusal: { reason: "switch_providers_account" },
    });
  const id = await untried();
  expect(
    await operator.update(id, { name: "Moved", targetAmount: 100, centralAccountNumber: demoTill }),
  ).toMatchObject({ status: 409 });
  expect(await shown(id)).toMatchObject({ centralAccountNumber: centralTill });
});

test("an account that goes bad while it runs: visitors pay all the same, the switch suspends itself at the third, writes, and is resumed by a verification", async () => {
  const id = await running();
  await world.daraja.set({ closedReceivers: [centralTill] });
  for (let visitor = 1; visitor <= 3; visitor += 1) {
    expect(await shown(id)).toMatchObject({ isActive: true, suspendedAt: null });
    expect(await sale()).toEqual({ status: "completed", receivers: [centralTill, savannaApp.shortCode] });
  }
  expect(await shown(id)).toMatchObject({
    isActive: false,
    isRunning: false,
    suspendedAt: expect.any(String),
    suspendedFor: expect.stringMatching(/Compare the number.*\(2028/),
    verification: { isTried: false },
  });
  const { results: letters } = await env.DB.prepare(
    "SELECT recipient FROM mail WHERE subject LIKE '%suspended itself%'",
  ).all();
  expect(letters).toEqual([{ recipient: "operator@mlango.example" }]);
  const alarms = await call(listGatewayAlarms, {}, operator.as);
  expect(alarms.ok && alarms.answer).toMatchObject([{ what: "switch", level: "stopped", id }]);
  expect(await sale()).toEqual({ status: "completed", receivers: [savannaApp.shortCode] });
  expect(await operator.activate(id)).toMatchObject({
    status: 409,
    refusal: { reason: "switch_suspended" },
  });
  await world.daraja.set({ closedReceivers: [] });
  await tried(id, "paid");
  expect((await named(id)).ok).toBe(true);
  expect(await shown(id)).toMatchObject({ isActive: false, verification: { isTried: true } });
  expect((await operator.activate(id)).ok).toBe(true);
  expect(await shown(id)).toMatchObject({ isActive: true, suspendedAt: null, suspendedFor: null });
  expect(await sale()).toEqual({ status: "completed", receivers: [centralTill] });
  const rows = await env.DB.prepare(
    "SELECT count(*) AS count FROM audit WHERE action = 'switch.suspend'",
  ).first();
  expect(rows).toEqual({ count: 1 });
});

test("a suspended switch does not open by its hours, whatever was tried since", async () => {
  const id = await untried({
    recurringDays: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    recurringStartTime: "00:00",
    recurringEndTime: "23:59",
    isRecurring: true,
    switchMode: "automatic",
  });
  await tried(id, "paid");
  expect(await named(id)).toMatchObject({ answer: { isActive: true } });
  await world.daraja.set({ closedReceivers: [centralTill] });
  for (let visitor = 1; visitor <= 3; visitor += 1) await sale();
  await world.daraja.set({ closedReceivers: [] });
  await tried(id, "paid");
  expect(await named(id)).toMatchObject({ answer: { isActive: false, suspendedAt: expect.any(String) } });
  await sweepSwitches(testContext());
  expect(await shown(id)).toMatchObject({ isActive: false });
});

test("a payer's own refusal shows that the account works", async () => {
  const id = await running();
  await world.daraja.set({ closedReceivers: [centralTill] });
  await sale();
  await sale();
  await world.daraja.set({ closedReceivers: [] });
  await sale("cancelled");
  await world.daraja.set({ closedReceivers: [centralTill] });
  await sale();
  await sale();
  expect(await shown(id)).toMatchObject({ isActive: true });
  await sale();
  expect(await shown(id)).toMatchObject({ isActive: false });
});
