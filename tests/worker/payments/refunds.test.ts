import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  askRefund,
  listPaid,
  paymentsOfPhone,
  readRefund,
  refundOffer,
  refundPaybillPayment,
  refundPayment,
  settleRefund,
} from "#contract/refunds";
import { resultUrl } from "#worker/features/payments/gateways/result-address";
import { sweepRefunds } from "#worker/features/payments/index";
import { listPaid as findPaid } from "#worker/features/payments/list-paid";
import { savannaApp } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { collectBy, ownAirtel } from "./collect-by.ts";
import { moneyRows, salesOf } from "./money-rows.ts";
import { airtelApp, kill, openWorld, type PaymentWorld, paymentStub, refunder } from "./payment-world.ts";
import { expectGivenBack, paidTo, refundRows, untilConfirmed } from "./refund-world.ts";

let world: PaymentWorld;
let operator: string;
const asOperator = () => ({ host: hostOf(), cookie: operator });

const { shortCode: accountNumber, ...ownSecrets } = savannaApp;
const ownMpesa = { type: "mpesa", accountNumber } as const;
const savannaCollectsBy = (gateway: typeof ownMpesa | typeof ownAirtel, secrets: Record<string, string>) =>
  collectBy(world.seeded.savanna.id, gateway, secrets);

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  // The tests let hours go by, which no session outlives.
  operator = await signInOperator(world.seeded.operator);
  await savannaCollectsBy(ownMpesa, { ...ownSecrets, ...refunder });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const refund = (id: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call(
    refundPayment,
    { params: { id }, body: { providerId: world.seeded.savanna.id, reason: "Paid by mistake", ...more } },
    { ...asOperator(), headers },
  );

test("a payment is given back whole, once, and every sum is lowered once", async () => {
  const before = await salesOf(world.seeded.savanna.id);
  const { id, cents } = await paidTo(world);
  const key = { "idempotency-key": crypto.randomUUID() };
  const first = await refund(id, { endAccess: true }, key);
  expect(first.ok && first.answer).toMatchObject({ success: true, refund: { status: "pending" } });
  const repeat = await refund(id, { endAccess: true }, key);
  expect(repeat.ok && repeat.answer.refund.id).toBe(first.ok && first.answer.refund.id);
  const second = await refund(id);
  expect(second).toMatchObject({ status: 409 });
  expect(second.text).toContain("on its way");
  await world.advance(2_000);
  await expectGivenBack(world, id, cents);
  expect(await salesOf(world.seeded.savanna.id)).toMatchObject({ cents: before.cents });
  expect((await moneyRows(id)).entitlements).toMatchObject([{ state: "cut_off" }]);
  expect((await refund(id)).text).toContain("given back already");
  const [moved] = await (await world.daraja.call("/control/transfers")).json<
    { reversal: { amount: number } }[]
  >();
  expect(moved?.reversal.amount).toBe(cents / 100);
  const audited = await env.DB.prepare(
    "SELECT count(*) AS count FROM audit WHERE action = 'refund.payment' AND subject = ?1",
  )
    .bind(id)
    .first();
  expect(audited).toEqual({ count: 2 });
});

test("a part is given back and the access stays; M-Pesa gives no second part", async () => {
  const { id, cents } = await paidTo(world);
  await refund(id, { amount: 1 });
  await world.advance(2_000);
  await expectGivenBack(world, id, 100);
  expect((await moneyRows(id)).entitlements[0]?.state).not.toBe("cut_off");
  const rest = await refund(id, { amount: cents / 100 - 1 });
  expect(rest.status).toBe(409);
  expect(rest.text).toContain("only once");
  expect(await world.daraja.counts()).toMatchObject({ reversals: 1 });
});

test.each(["duplicate", "late"] as const)("a %s result counts once", async (results) => {
  const { id, cents } = await paidTo(world);
  await world.daraja.set({ results });
  await refund(id);
  await world.advance(200_000);
  await expectGivenBack(world, id, cents);
});

test.each(["lost", "timeout-after-execution"] as const)(
  "with results %s the status of the reversal says that it is done, and nothing is sent twice",
  async (results) => {
    const { id, cents } = await paidTo(world);
    await world.daraja.set({ results });
    await refund(id);
    await world.daraja.set({ results: "normal" });
    await world.advance(130_000);
    await expectGivenBack(world, id, cents);
  },
);

test("told of a time-out and never carried out: the gateway's status says so, and it may be tried again", async () => {
  const { id, cents } = await paidTo(world);
  await world.daraja.set({ results: "timeout" });
  await refund(id);
  await world.daraja.set({ results: "normal" });
  await world.advance(300_000);
  expect(await refundRows(id)).toMatchObject([{ status: "pending" }]);
  await world.advance(600_000);
  expect(await refundRows(id)).toMatchObject([{ status: "failed" }]);
  await refund(id);
  await world.advance(2_000);
  expect((await refundRows(id)).map(({ status, cents: of }) => [status, of])).toEqual([
    ["failed", cents],
    ["done", cents],
  ]);
});

test.each(["empty", "internal-after-acceptance", "lost-after-acceptance"] as const)(
  "an acknowledgement that is %s: the result completes it, and nothing is sent twice",
  async (acks) => {
    const { id, cents } = await paidTo(world);
    await world.daraja.set({ acks });
    const begun = await refund(id);
    expect(begun.ok && begun.answer.refund.status).toBe("pending");
    await world.advance(2_000);
    await expectGivenBack(world, id, cents);
  },
);

test("acknowledgement and result lost: unknown, blocked, and settled by a person with the statement", async () => {
  const { id, cents } = await paidTo(world);
  await world.daraja.set({ acks: "lost-after-acceptance", results: "lost" });
  await refund(id);
  await world.daraja.set({ acks: "normal", results: "normal" });
  await world.advance(3_600_000);
  operator = await signInOperator(world.seeded.operator);
  const [row] = await refundRows(id);
  expect(row?.status).toBe("unknown");
  expect((await refund(id)).text).toContain("unknown");
  const asked = await call(askRefund, { params: { id: row?.id ?? "" } }, asOperator());
  expect(asked.ok && asked.answer.refund.status).toBe("unknown");
  const settle = (outcome: "done" | "failed") =>
    call(
      settleRefund,
      { params: { id: row?.id ?? "" }, body: { outcome, note: "Line 7 of the statement" } },
      asOperator(),
    );
  expect((await settle("done")).ok).toBe(true);
  expect((await settle("failed")).status).toBe(409);
  await expectGivenBack(world, id, cents);
});

test("refused at once, or by its result: nothing is taken out of the books", async () => {
  const { id } = await paidTo(world);
  await world.daraja.set({ acks: "busy" });
  const busy = await refund(id);
  expect(busy.ok && busy.answer).toMatchObject({ success: false, refund: { status: "failed" } });
  await world.daraja.set({ acks: "normal" });
  await savannaCollectsBy(ownMpesa, ownSecrets);
  const { id: other } = await paidTo(world);
  const without = await refund(other);
  expect(without.status).toBe(409);
  expect(without.text).toContain("Initiator Name");
  expect(await refundRows(other)).toEqual([]);
  await savannaCollectsBy(ownMpesa, { ...ownSecrets, ...refunder, initiatorName: "somebody" });
  const { id: third } = await paidTo(world);
  await refund(third);
  await world.advance(2_000);
  expect(await refundRows(third)).toMatchObject([
    { status: "failed", detail: expect.stringContaining("2001") },
  ]);
  expect((await moneyRows(third)).ledger.filter(({ kind }) => kind === "refund")).toEqual([]);
});

test("killed while the gateway holds the acknowledgement: nothing is sent again, and it ends once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { id, cents } = await paidTo(world);
  let sent = false;
  world.wire = async (request) => {
    if (!request.url.includes("/reversal/")) return undefined;
    world.wire = null;
    await fetch(request);
    sent = true;
    return new Promise<Response>(() => undefined);
  };
  refund(id).catch(() => undefined);
  await expect.poll(() => sent).toBe(true);
  await kill(id);
  await world.advance(40_000);
  await expectGivenBack(world, id, cents);
});

test("a made-up address, another's payment and one that was not completed give nothing back", async () => {
  const { id, cents } = await paidTo(world);
  const forged = resultUrl(testContext(), { objectId: id, number: 1 }, { kind: "result", ask: 0 }).replace(
    /.{4}$/,
    "0000",
  );
  const body = JSON.stringify({ Result: { ResultCode: 0, TransactionID: "SGZZZZZZZZ" } });
  await refund(id, { amount: 1 });
  expect((await exports.default.fetch(new Request(forged, { method: "POST", body }))).status).toBe(200);
  expect(await refundRows(id)).toMatchObject([{ status: "pending" }]);
  expect((await refund(id, { providerId: world.seeded.demo.id })).status).toBe(404);
  const open = await world.buyer("savanna").start();
  expect((await refund(open.transactionId)).text).toContain("completed");
  expect((await refund(id, { amount: cents })).status).toBe(409);
});

test("a result at the refund's own address that names another reversal is not this one's", async () => {
  const { id, cents } = await paidTo(world);
  await world.daraja.set({ results: "lost" });
  await refund(id);
  const url = resultUrl(testContext(), { objectId: id, number: 1 }, { kind: "result", ask: 0 });
  for (const about of [{}, { OriginatorConversationID: "4f1c-4a5e-8a3b-other" }])
    for (const [code, receipt] of [
      [0, "SGZZZZZZZZ"],
      [2001, ""],
    ]) {
      const Result = { ResultCode: code, ResultDesc: "said", TransactionID: receipt, ...about };
      const posted = await exports.default.fetch(
        new Request(url, { method: "POST", body: JSON.stringify({ Result }) }),
      );
      expect(posted.status).toBe(200);
    }
  expect(await refundRows(id)).toMatchObject([{ status: "pending" }]);
  await world.daraja.set({ results: "normal" });
  await world.advance(600_000);
  await expectGivenBack(world, id, cents);
});

test("'not found' that answers another question says nothing of this refund", async () => {
  const { id, cents } = await paidTo(world);
  await world.daraja.set({ results: "lost" });
  await refund(id);
  await world.advance(15 * 60_000);
  const { asks } = await runInDurableObject(paymentStub(id), (object) => object.readRefund(1)).then(
    (file) => file?.refund ?? { asks: 0 },
  );
  const url = resultUrl(testContext(), { objectId: id, number: 1 }, { kind: "status", ask: asks });
  for (const name of [{}, { OriginatorConversationID: "4f1c-4a5e-8a3b-other" }]) {
    const body = JSON.stringify({ Result: { ResultCode: 2033, ResultDesc: "not found", ...name } });
    await exports.default.fetch(new Request(url, { method: "POST", body }));
    expect(await refundRows(id)).toMatchObject([{ status: "pending" }]);
  }
  await world.daraja.set({ results: "normal" });
  await world.advance(3_600_000);
  await expectGivenBack(world, id, cents);
});

test("Airtel Money is given back whole and at once; a lost answer is never sent again", async () => {
  await savannaCollectsBy(ownAirtel, airtelApp);
  const buy = async () => {
    const { transactionId, amount } = await world.buyer("savanna").start({ service: "airtel_money" });
    const prompt = (await world.airtel.prompts()).find((one) => one.transactionId === transactionId);
    await world.airtel.answer(prompt?.id ?? "none", "paid");
    await world.advance(0);
    await untilConfirmed(world, transactionId);
    return { id: transactionId, cents: amount * 100 };
  };
  const first = await buy();
  expect((await refund(first.id, { amount: 1 })).text).toContain("whole payments");
  const whole = await refund(first.id);
  expect(whole.ok && whole.answer.refund.status).toBe("done");
  expect(await refundRows(first.id)).toMatchObject([{ status: "done", cents: first.cents }]);
  const second = await buy();
  await world.airtel.set({ refund: "lost-after-acceptance" });
  const lost = await refund(second.id);
  expect(lost.ok && lost.answer.refund.status).toBe("pending");
  await world.advance(3_600_000);
  expect(await refundRows(second.id)).toMatchObject([{ status: "unknown" }]);
  expect(await world.airtel.counts()).toMatchObject({ refunds: 2 });
  operator = await signInOperator(world.seeded.operator);
  expect((await refund(second.id)).text).toContain("unknown");
  const settled = await call(
    settleRefund,
    {
      params: { id: lost.ok ? lost.answer.refund.id : "" },
      body: { outcome: "done", note: "Airtel's portal shows it as refunded" },
    },
    asOperator(),
  );
  expect(settled.ok && settled.answer.refund.status).toBe("done");
  expect((await refund(second.id)).text).toContain("given back already");
  expect(await world.airtel.counts()).toMatchObject({ refunds: 2 });
});

test("money without a purchase is held and given back; where that fails it is anybody's again", async () => {
  const receipts = ["SGT0000001", "SGT0000002"];
  const put = (receipt: string) =>
    env.DB.prepare(
      `INSERT INTO paybill_payments (short_code, receipt, gateway_id, provider_id, cents, account_typed, paid_at, received_at, status)
      SELECT account_number, ?1, id, provider_id, 5000, 'x', 1, 1, 'unmatched' FROM gateways
      WHERE account_number = '600200' AND is_active = 1`,
    )
      .bind(receipt)
      .run();
  const statusOf = (receipt: string) =>
    env.DB.prepare("SELECT status FROM paybill_payments WHERE receipt = ?1").bind(receipt).first("status");
  const giveBack = (receipt: string) =>
    call(
      refundPaybillPayment,
      { params: { id: `600200-${receipt}` }, body: { reason: "Not a customer of ours" } },
      asOperator(),
    );
  for (const receipt of receipts) await put(receipt);
  const typed = await world.daraja.typed({
    shortCode: "600200",
    account: "nobody",
    amount: 50,
    phone: "254700000999",
  });
  const { receipt: real } = JSON.parse(await typed.text()) as { receipt: string };
  await put(real);
  const begun = await giveBack(real);
  expect(begun.ok && begun.answer.refund.status).toBe("pending");
  expect(await statusOf(real)).toBe("refunding");
  await world.advance(2_000);
  expect(await statusOf(real)).toBe("refunded");
  expect((await giveBack(real)).status).toBe(409);
  // The gateway never saw this one.
  await giveBack("SGT0000001");
  await world.advance(2_000);
  expect(await statusOf("SGT0000001")).toBe("unmatched");
  expect(await statusOf("SGT0000002")).toBe("unmatched");
});

test("what giving back means is said before: how much, to whom, from which account, and why not", async () => {
  const { id, cents, buyer } = await paidTo(world);
  const offered = () =>
    call(refundOffer, { params: { id }, query: { providerId: world.seeded.savanna.id } }, asOperator());
  const first = await offered();
  expect(first.ok && first.answer).toMatchObject({
    id,
    amount: cents / 100,
    refunded: 0,
    method: "mpesa",
    partial: true,
    why: null,
    payer: `2547 ***** ${buyer.phone.slice(-3)}`,
    provider: "Savanna Net",
    account: { settlement: "direct", kind: "paybill", number: savannaApp.shortCode, reference: null },
  });
  expect(first.text).not.toContain(buyer.phone);
  await refund(id, { amount: 2 });
  const during = await offered();
  expect(during.ok && during.answer.why).toContain("on its way");
  await world.advance(2_000);
  const after = await offered();
  expect(after.ok && after.answer).toMatchObject({ refunded: 2, why: expect.stringContaining("only once") });
  const foreign = await call(
    refundOffer,
    { params: { id }, query: { providerId: world.seeded.demo.id } },
    asOperator(),
  );
  expect(foreign.status).toBe(404);
  const { transactionId } = await world.buyer("savanna").start();
  const open = await call(
    refundOffer,
    { params: { id: transactionId }, query: { providerId: world.seeded.savanna.id } },
    asOperator(),
  );
  expect(open).toMatchObject({ status: 409 });
});

test("a refund is read with what it gives back and what the gateway was asked", async () => {
  const { id, cents } = await paidTo(world);
  await world.daraja.set({ acks: "lost-after-acceptance", results: "lost" });
  await refund(id, { endAccess: true });
  await world.advance(3_600_000);
  operator = await signInOperator(world.seeded.operator);
  const [row] = await refundRows(id);
  const read = await call(readRefund, { params: { id: row?.id ?? "" } }, asOperator());
  if (!read.ok) throw new Error(read.text);
  expect(read.answer).toMatchObject({
    id,
    amount: cents / 100,
    refunded: 0,
    reason: "Paid by mistake",
    endAccess: true,
    refund: { id: row?.id, status: "unknown", amount: cents / 100 },
  });
  expect(read.answer.asks).toBeGreaterThan(2);
  expect(read.answer.askedAt).not.toBeNull();
  expect((await call(readRefund, { params: { id: `${id}0009` } }, asOperator())).status).toBe(404);
});

test("a payment is found by its whole receipt over all providers, and by parts among those of one", async () => {
  const { id, buyer } = await paidTo(world);
  const { payment } = await moneyRows(id);
  const receipt = payment?.receipt ?? "";
  const found = async (query: Record<string, string>) => {
    const answer = await call(listPaid, { query }, asOperator());
    if (!answer.ok) throw new Error(answer.text);
    expect(Number(answer.headers.get("x-total-count"))).toBe(answer.answer.length);
    expect(answer.text).not.toContain(buyer.phone);
    return answer.answer.map((line) => line.id);
  };
  const { savanna, demo } = world.seeded;
  expect(await found({ q: receipt })).toEqual([id]);
  expect(await found({ q: receipt.toLowerCase() })).toEqual([id]);
  expect(await found({ q: id })).toEqual([id]);
  expect(await found({ q: receipt.slice(0, 6) })).toEqual([]);
  expect(await found({})).toEqual([]);
  expect(await found({ q: receipt.slice(0, 6), providerId: savanna.id })).toContain(id);
  expect(await found({ q: buyer.phone.slice(-8), providerId: savanna.id })).toEqual([id]);
  expect(await found({ q: receipt, providerId: demo.id })).toEqual([]);
  const open = await world.buyer("savanna").start();
  expect(await found({ providerId: savanna.id })).not.toContain(open.transactionId);
  expect(await found({ providerId: savanna.id, status: "pending" })).toContain(open.transactionId);
  expect(await found({ providerId: savanna.id, status: "pending" })).not.toContain(id);
  expect(await found({ providerId: savanna.id, status: "any" })).toEqual(
    expect.arrayContaining([id, open.transactionId]),
  );
  expect(await found({ q: open.transactionId, status: "any" })).toEqual([open.transactionId]);
  expect(await found({ q: open.transactionId })).toEqual([]);
  expect(await found({ providerId: "none" })).toEqual([]);
});

test("payments of a phone are found provider by provider, until all were asked", async () => {
  const { id, buyer } = await paidTo(world);
  const rows: string[] = [];
  let asked = 0;
  let after: string | null = "";
  while (after !== null) {
    const query: Record<string, string> = { phone: `0${buyer.phone.slice(3)}`, ...(after ? { after } : {}) };
    const answer = await call(paymentsOfPhone, { query }, asOperator());
    if (!answer.ok) throw new Error(answer.text);
    expect(answer.text).not.toContain(buyer.phone);
    rows.push(...answer.answer.rows.map((line) => line.id));
    asked += answer.answer.asked;
    expect(answer.answer.of).toBe(2);
    after = answer.answer.next;
  }
  expect(asked).toBe(2);
  expect(rows).toEqual([id]);
  for (const phone of ["12", "abc", buyer.phone.slice(0, 8)])
    expect((await call(paymentsOfPhone, { query: { phone } }, asOperator())).status).toBe(400);
});

test("a refund whose alarm was lost is taken up by the minute cron, and nothing is sent twice", async () => {
  const { id, cents } = await paidTo(world);
  await world.daraja.set({ results: "lost" });
  await refund(id);
  await world.daraja.set({ results: "normal" });
  const forget = () => runInDurableObject(paymentStub(id), (_object, state) => state.storage.deleteAlarm());
  await forget();
  await world.advance(60_000);
  await sweepRefunds(testContext(), world.seeded.savanna.id);
  await world.advance(2_000);
  expect(await refundRows(id)).toMatchObject([{ status: "pending" }]);
  await forget();
  await world.advance(130_000);
  expect(await refundRows(id)).toMatchObject([{ status: "pending" }]);
  await sweepRefunds(testContext(), world.seeded.savanna.id);
  await world.advance(2_000);
  await expectGivenBack(world, id, cents);
});

test("daily sums of sales and of plans are lowered once, however often the refund is told and written", async () => {
  const providerId = world.seeded.savanna.id;
  const sums = async () => {
    const read = (table: string) =>
      tenantDatabase(providerId)
        .prepare(`SELECT coalesce(sum(count), 0) AS count, coalesce(sum(cents), 0) AS cents FROM ${table}`)
        .first<{ count: number; cents: number }>();
    return { sales: await read("sales_daily"), plans: await read("plan_daily") };
  };
  const { id, cents } = await paidTo(world);
  const sold = await sums();
  await world.daraja.set({ results: "duplicate" });
  await refund(id);
  await world.advance(60_000);
  const [posted] = world.delivered.filter(({ url }) => url.includes("/cb/r/"));
  if (!posted) throw new Error("no result came");
  await exports.default.fetch(new Request(posted.url, { method: "POST", body: posted.body }));
  await paymentStub(id).reproject();
  await paymentStub(id).reproject();
  await world.advance(60_000);
  const lowered = (of: { count: number; cents: number } | null) =>
    of && { count: of.count, cents: of.cents - cents };
  expect(await sums()).toEqual({ sales: lowered(sold.sales), plans: lowered(sold.plans) });
});

test("a payment is found by its id when its object is gone, after 40 days", async () => {
  const { id } = await paidTo(world);
  await world.advance(41 * 86_400_000);
  expect(await runInDurableObject(paymentStub(id), (object) => object.read())).toBeNull();
  const { paid, total } = await findPaid(testContext(), { q: id.toUpperCase() });
  expect([paid.map((line) => line.id), total]).toEqual([[id], 1]);
});
