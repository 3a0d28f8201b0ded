import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deviceSubject } from "../../../worker/contract/values/subject.ts";
import { moneyRows, salesOf } from "./money-rows.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

test("initiate, prompt, PIN: the payment completes with receipt, two balanced lines, the day's sum and the access", async () => {
  const buyer = world.buyer();
  const before = await salesOf(buyer.provider.id);
  const started = await buyer.initiate();
  expect(JSON.parse(started.text)).toEqual({
    success: true,
    transactionId: expect.stringMatching(/^[0-9a-f]{48}$/),
    message: "Check your phone for the M-Pesa prompt",
    amount: 10,
    warning: null,
  });
  const id = JSON.parse(started.text).transactionId;
  const [prompt, ...others] = await buyer.prompts();
  expect(others).toEqual([]);
  expect(prompt).toMatchObject({
    phoneNumber: buyer.phone,
    amount: 10,
    partyB: "512345",
    shortCode: "600100",
    transactionType: "CustomerBuyGoodsOnline",
  });
  expect(await buyer.status(id)).toMatchObject({
    status: "pending",
    error: null,
    access: "none",
    expiresAt: null,
  });

  await buyer.answer("paid");

  const [paid] = await buyer.prompts();
  const { payment, ledger, entitlements, reviews } = await moneyRows(id);
  expect(payment).toMatchObject({
    providerId: buyer.provider.id,
    status: "completed",
    reason: null,
    receipt: paid?.receipt,
    phone: buyer.phone,
    amount_cents: 1_000,
    settlement: "direct",
    unverified: 0,
    late: 0,
    completed_at: Date.now(),
  });
  expect(ledger.map(({ account, cents, kind }) => ({ account, cents, kind }))).toEqual([
    { account: "provider account", cents: 1_000, kind: "sale" },
    { account: "sales", cents: -1_000, kind: "sale" },
  ]);
  expect(entitlements).toEqual([
    expect.objectContaining({
      id: payment?.entitlement_id,
      subject: deviceSubject(buyer.mac),
      state: "waiting",
    }),
  ]);
  expect(reviews).toEqual([]);
  const after = await salesOf(buyer.provider.id);
  expect(after).toEqual({ count: before.count + 1, cents: before.cents + 1_000 });
  expect(await buyer.status(id)).toMatchObject({
    status: "completed",
    error: null,
    reason: null,
    access: "connecting",
  });
});

test("its row says which language the page was read in, and none where the request names none of ours", async () => {
  const languages = [];
  for (const spoken of ["sw", "fr"]) {
    const headers = { "accept-language": spoken };
    const { transactionId } = await world.buyer().start({}, { headers });
    languages.push((await moneyRows(transactionId)).payment?.language);
  }
  expect(languages).toEqual(["sw", null]);
});

test("a provider with own credentials is paid on its own short code, and no sum of another provider moves", async () => {
  const { demo, savanna } = world.seeded;
  const [demoBefore, savannaBefore] = [await salesOf(demo.id), await salesOf(savanna.id)];
  const buyer = world.buyer("savanna");
  const { transactionId } = await buyer.start();
  const [prompt] = await buyer.prompts();
  expect(prompt).toMatchObject({
    amount: 30,
    partyB: "600200",
    shortCode: "600200",
    transactionType: "CustomerPayBillOnline",
  });
  await buyer.answer("paid");
  expect((await moneyRows(transactionId)).payment).toMatchObject({
    providerId: savanna.id,
    status: "completed",
  });
  expect(await salesOf(demo.id)).toEqual(demoBefore);
  expect(await salesOf(savanna.id)).toEqual({
    count: savannaBefore.count + 1,
    cents: savannaBefore.cents + 3_000,
  });
});

test("a price with cents is charged as the next whole shilling, shown before and booked as charged", async () => {
  const buyer = world.buyer();
  const month = buyer.provider.plans.find((plan) => plan.price === "999.50");
  const started = await buyer.start({ planId: month?.id });
  expect(started.amount).toBe(1_000);
  expect((await buyer.prompts())[0]?.amount).toBe(1_000);
  await buyer.answer("paid");
  const { payment, ledger } = await moneyRows(started.transactionId);
  expect(payment?.amount_cents).toBe(100_000);
  expect(ledger[0]?.cents).toBe(100_000);
});

test("whoever pays without a device owns a purchase that waits for one", async () => {
  for (const macAddress of [undefined, null, ""]) {
    const buyer = world.buyer();
    const started = await buyer.start({ macAddress });
    expect(started.warning).toMatch(/does not know your device/);
    await buyer.answer("paid");
    const { entitlements } = await moneyRows(started.transactionId);
    expect(entitlements).toEqual([expect.objectContaining({ subject: null, state: "waiting" })]);
    expect(await buyer.status(started.transactionId)).toMatchObject({
      status: "completed",
      access: "waiting_for_device",
    });
  }
});

test.each([
  ["wrong-pin", "wrong-pin", "The M-Pesa PIN was wrong."],
  ["cancelled", "cancelled", "The request was cancelled on your phone."],
  ["insufficient", "insufficient", "There is not enough money in your M-Pesa account for this plan."],
  ["unreachable", "network", "We could not reach your phone, or the prompt was not answered in time."],
])("%s fails with its reason, and the next try gets a new prompt at once", async (outcome, reason, words) => {
  const buyer = world.buyer();
  const first = await buyer.start();
  await buyer.answer(outcome);
  expect(await buyer.status(first.transactionId)).toMatchObject({ status: "failed", error: words, reason });
  const rows = await moneyRows(first.transactionId);
  expect(rows.payment).toMatchObject({ status: "failed", reason, receipt: null, entitlement_id: null });
  expect([rows.ledger, rows.entitlements]).toEqual([[], []]);

  const second = await buyer.start();
  expect(second.transactionId).not.toBe(first.transactionId);
  expect((await buyer.prompts()).map(({ state }) => state)).toEqual(["open", outcome]);
  await buyer.answer("paid");
  expect(await buyer.status(second.transactionId)).toMatchObject({ status: "completed" });
});

test("a prompt that nobody answers fails as unreachable when it expires", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await world.advance(89_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "pending" });
  await world.advance(2_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "failed", reason: "network" });
  expect((await buyer.start()).transactionId).not.toBe(transactionId);
});

test("a receiver that the gateway does not permit, and a code that nobody knows, fail as the service's fault", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start();
  await buyer.answer("code", { resultCode: "TS_99999" });
  expect(await buyer.status(transactionId)).toMatchObject({ status: "failed", reason: "service" });
  expect((await moneyRows(transactionId)).payment?.detail).toContain("TS_99999");
});
