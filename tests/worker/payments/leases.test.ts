import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { paymentStatus } from "#contract/payments";
import { admitByNetwork } from "#worker/features/rate-limits/index";
import { subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "./money-rows.ts";
import { type Initiated, openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

const refusal = (answer: Initiated) => ({
  status: answer.status,
  message: answer.ok ? null : answer.refusal?.message,
  retryAfter: Number(answer.headers.get("retry-after")),
});

test("a hundred identical requests at once are one push and one payment", async () => {
  // A token that is kept from a test before is unknown to this simulator: it is fetched anew here.
  await world.buyer().start();
  const before = await world.daraja.counts();
  const buyer = world.buyer();
  const answers = await Promise.all(Array.from({ length: 100 }, () => buyer.start()));
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(await buyer.prompts()).toHaveLength(1);
  const pushed = (before.pushesAccepted ?? 0) + 1;
  expect(await world.daraja.counts()).toEqual({ ...before, pushesAccepted: pushed });
});

test("a hundred identical requests with one Idempotency-Key are one as well", async () => {
  const buyer = world.buyer();
  const headers = { "idempotency-key": crypto.randomUUID() };
  const answers = await Promise.all(Array.from({ length: 100 }, () => buyer.start({}, { headers })));
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(await buyer.prompts()).toHaveLength(1);
});

test("the same key with another body is a conflict; with the same body an hour later it is the same payment", async () => {
  const buyer = world.buyer();
  const headers = { "idempotency-key": crypto.randomUUID() };
  const { transactionId } = await buyer.start({}, { headers });
  await buyer.answer("paid");
  const other = await buyer.initiate({ planId: buyer.provider.plans[1]?.id }, { headers });
  expect(refusal(other)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/already sent with other content/),
  });
  await world.advance(3_600_000);
  const again = await buyer.start({}, { headers });
  expect(again).toMatchObject({ transactionId, message: "This is already paid. You are being connected." });
  expect(await buyer.prompts()).toHaveLength(1);
});

test("a key whose first use joined another request's payment stays with it", async () => {
  const buyer = world.buyer();
  const { transactionId } = await buyer.start({}, { headers: { "idempotency-key": "tab 1" } });
  const headers = { "idempotency-key": "tab 2" };
  expect((await buyer.start({}, { headers })).transactionId).toBe(transactionId);
  await buyer.answer("paid");
  expect((await buyer.start({}, { headers })).transactionId).toBe(transactionId);
  expect(await buyer.prompts()).toHaveLength(1);
});

test("a purchase that two browsers asked for is of neither cookie: who names a phone first gains nothing of what it pays", async () => {
  const buyer = world.buyer();
  const as = (letter: string) => ({ cookie: `__Host-p=${letter.repeat(32)}` });
  const first = await buyer.start({}, as("a"));
  const second = await buyer.start({}, as("b"));
  expect(second.transactionId).toBe(first.transactionId);
  await buyer.answer("paid");
  const status = async (letter: string) => {
    const answer = await call(
      paymentStatus,
      { params: { id: first.transactionId } },
      { host: buyer.host, ...as(letter) },
    );
    return answer.ok ? answer.answer : answer.text;
  };
  for (const letter of ["a", "b"])
    expect(await status(letter)).toMatchObject({ status: "completed", recoveryCode: null });
  const { results } = await tenantDatabase(buyer.provider.id)
    .prepare("SELECT buyer_hash, substr(subject, 8) AS mac FROM entitlements WHERE source_id = ?1")
    .bind(first.transactionId)
    .all();
  expect(results).toEqual([{ buyer_hash: null, mac: buyer.mac }]);
  // One browser that asks twice stays the buyer.
  const other = world.buyer();
  const { transactionId } = await other.start({}, as("c"));
  await other.start({}, as("c"));
  await other.answer("paid");
  const own = await call(paymentStatus, { params: { id: transactionId } }, { host: other.host, ...as("c") });
  expect(own.ok && own.answer.recoveryCode).toMatch(/\w/);
});

test("a key is forgotten after a day, and means a new payment then", async () => {
  const buyer = world.buyer();
  const headers = { "idempotency-key": crypto.randomUUID() };
  const { transactionId } = await buyer.start({}, { headers });
  await buyer.answer("paid");
  await world.advance(24 * 3_600_000 + 1_000);
  expect((await buyer.start({}, { headers })).transactionId).not.toBe(transactionId);
});

test("another plan on the same device waits, and is told how long", async () => {
  const buyer = world.buyer();
  await buyer.start();
  await world.advance(28_000);
  const refused = await buyer.initiate({ planId: buyer.provider.plans[1]?.id, phoneNumber: "0799000001" });
  expect(refusal(refused)).toEqual({
    status: 409,
    message:
      "Another payment of this device is still waiting. Finish or cancel it on the phone, or try again in 2 minutes.",
    retryAfter: 100,
  });
  await buyer.answer("cancelled");
  await buyer.start({ planId: buyer.provider.plans[1]?.id });
});

test("the same phone from another device waits, and that device is free for another phone at once", async () => {
  const [buyer, neighbour] = [world.buyer(), world.buyer()];
  await buyer.start();
  const refused = await neighbour.initiate({ phoneNumber: buyer.phone });
  expect(refusal(refused)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Another payment of this phone number is still waiting.*try again in/),
  });
  await neighbour.start({ planId: neighbour.provider.plans[1]?.id });
});

test("the phone's lease holds at every provider", async () => {
  const [buyer, elsewhere] = [world.buyer("demo"), world.buyer("savanna")];
  await buyer.start();
  expect((await elsewhere.initiate({ phoneNumber: buyer.phone })).status).toBe(409);
});

const cookie = `__Host-p=${"c".repeat(32)}`;

test("the same purchase with another phone gets no second prompt, and says why", async () => {
  const [buyer, friend] = [world.buyer(), world.buyer()];
  const { transactionId } = await buyer.start({}, { cookie });
  const again = await buyer.start({ phoneNumber: friend.phone }, { cookie });
  expect(again).toMatchObject({ transactionId, warning: expect.stringMatching(/entered first/) });
  expect(await friend.prompts()).toEqual([]);
});

test("who knows only a device's address neither learns which payment is under way for it nor holds it up", async () => {
  const [buyer, stranger] = [world.buyer(), world.buyer()];
  const { transactionId } = await buyer.start({}, { cookie });
  for (const other of [{}, { cookie: `__Host-p=${"1".repeat(32)}` }]) {
    const own = await stranger.initiate({ macAddress: buyer.mac }, other);
    expect(own.status).toBe(200);
    expect(own.text).not.toContain(transactionId);
  }
  expect(await buyer.start({}, { cookie })).toMatchObject({ transactionId, warning: null });
  expect(await buyer.prompts()).toHaveLength(1);
});

test("a neighbour's payment in this device's name is in nobody's way: the device's own browser buys, another plan too", async () => {
  const [buyer, neighbour] = [world.buyer(), world.buyer()];
  await neighbour.start({ macAddress: buyer.mac }, { cookie: `__Host-p=${"2".repeat(32)}` });
  const { transactionId } = await buyer.start({ planId: buyer.provider.plans[1]?.id }, { cookie });
  await buyer.answer("paid");
  expect(await buyer.status(transactionId)).toMatchObject({ status: "completed" });
});

test("the same purchase on two phones at once is one prompt", async () => {
  const [buyer, friend] = [world.buyer(), world.buyer()];
  const answers = await Promise.all([
    buyer.start({}, { cookie }),
    buyer.start({ phoneNumber: friend.phone }, { cookie }),
  ]);
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect([...(await buyer.prompts()), ...(await friend.prompts())]).toHaveLength(1);
});

test("while a router can't be asked, its visitors' network has 120 requests a minute, and another network goes on", async () => {
  const network = "197.248.10.77";
  const { id: providerId, routers } = world.buyer().provider;
  const earlier = { providerId, network, browser: null, routerId: routers[0]?.id ?? "" };
  for (let turn = 0; turn < 116; turn += 1)
    await admitByNetwork(testContext(), "buy", { ...earlier, subject: null, listed: null });
  const headers = { "cf-connecting-ip": network };
  const answers: Initiated[] = [];
  for (let turn = 0; turn < 6; turn += 1) answers.push(await world.buyer().initiate({}, { headers }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
  const refused = answers.at(-1);
  expect(refused && refusal(refused)).toEqual({
    status: 429,
    message: "Too many payment requests from here. Please try again in 60 seconds, or use a voucher.",
    retryAfter: 60,
  });
  await world.buyer().start();
  await world.buyer().start({}, { headers: { "cf-connecting-ip": "197.248.10.78" } });
});

test("after its lease an unsettled payment is asked once: paid means the same transaction and no new prompt", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "lost", query: "down", expireAfterMs: 600_000 });
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(130_000);
  await world.daraja.set({ query: "normal" });
  const before = await world.daraja.counts();
  const again = await buyer.start();
  expect(again).toMatchObject({ transactionId, message: "This is already paid. You are being connected." });
  expect(await world.daraja.counts()).toMatchObject({
    queries: (before.queries ?? 0) + 1,
    pushesAccepted: 1,
  });
  // Nothing was bought, so nothing is held: the next purchase is a new one.
  await world.daraja.set({ rule17: false });
  expect((await buyer.start()).transactionId).not.toBe(transactionId);
});

test("paid for another plan meanwhile: the new plan is bought all the same", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ callbacks: "lost", query: "down", expireAfterMs: 600_000 });
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(130_000);
  await world.daraja.set({ query: "normal" });
  const other = await buyer.start({ planId: buyer.provider.plans[1]?.id });
  expect(other.transactionId).not.toBe(transactionId);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "completed" });
  expect((await buyer.prompts())[0]).toMatchObject({ state: "open", amount: 20 });
});

test("silent after its lease: a new prompt goes out, and if both are paid the second extends", async () => {
  const buyer = world.buyer();
  await world.daraja.set({
    answer: "lost-after-acceptance",
    callbacks: "lost",
    rule17: false,
    expireAfterMs: 125_000,
  });
  const first = await buyer.start();
  await world.advance(127_000);
  expect((await buyer.start()).transactionId).toBe(first.transactionId);
  await world.advance(2_000);
  await world.daraja.set({ answer: "normal", callbacks: "normal" });
  const second = await buyer.start();
  expect(second.transactionId).not.toBe(first.transactionId);
  await buyer.answer("paid");
  const [, old] = await buyer.prompts();
  await world.daraja.answer(String(old?.id), "late-paid");
  await world.advance(0);
  const rows = [await moneyRows(first.transactionId), await moneyRows(second.transactionId)];
  expect(rows.map(({ payment }) => payment?.status)).toEqual(["completed", "completed"]);
  expect(new Set(rows.flatMap(({ entitlements }) => entitlements.map(({ id }) => id))).size).toBe(2);
  expect(rows.flatMap(({ entitlements }) => entitlements.map(({ subject }) => subject))).toEqual(
    subjectsOf(buyer.mac, buyer.mac),
  );
});

test("an unsettled payment is asked for before a busy phone refuses", async () => {
  const [buyer, friend] = [world.buyer(), world.buyer()];
  await world.daraja.set({ callbacks: "lost", query: "down", expireAfterMs: 600_000 });
  const { transactionId } = await buyer.start({}, { cookie });
  await buyer.answer("paid");
  await world.advance(60_000);
  await friend.start();
  await world.advance(70_000);
  await world.daraja.set({ query: "normal" });
  const again = await buyer.start({ phoneNumber: friend.phone }, { cookie });
  expect(again.transactionId).toBe(transactionId);
});
