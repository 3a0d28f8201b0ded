import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listDifferences, listRefunds } from "#contract/reconciliation";
import { notePaybillRefund, noteRefund, refundOffer, refundPayment } from "#contract/refunds";
import { copyAll } from "../../support/copies.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { moneyRows, salesOf } from "./money-rows.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";
import { paidTo } from "./refund-world.ts";

// Savanna's own M-Pesa has no initiator: what it received goes back by hand, and a person notes that.

let world: PaymentWorld;
let operator: string;
const asOperator = (headers: Record<string, string> = {}) => ({ host: hostOf(), cookie: operator, headers });

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  operator = await signInOperator(world.seeded.operator);
});
afterAll(() => world.close());

const reason = "Paid by mistake";
const note = (id: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call(
    noteRefund,
    {
      params: { id },
      body: { providerId: world.seeded.savanna.id, reason, reference: "CASH-17", ...more },
    },
    asOperator(headers),
  );

async function refundsOf(query: Record<string, string>) {
  const answer = await call(listRefunds, { query }, asOperator());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

test("what the gateway cannot return is noted once, by whoever comes first, and booked once", async () => {
  const before = await salesOf(world.seeded.savanna.id);
  const { id, cents } = await paidTo(world);
  const offered = await call(
    refundOffer,
    { params: { id }, query: { providerId: world.seeded.savanna.id } },
    asOperator(),
  );
  expect(offered.ok && offered.answer).toMatchObject({
    byHand: true,
    why: expect.stringContaining("Initiator Name"),
  });
  expect((await note(id, { reference: "x" })).status).toBe(400);
  for (const providerId of [world.seeded.demo.id, "", "nobody"])
    expect([providerId, (await note(id, { providerId })).status]).toEqual([providerId, 404]);
  expect((await note(id, { amount: cents / 100 + 1 })).status).toBe(409);

  const key = { "idempotency-key": crypto.randomUUID() };
  const [first, other] = await Promise.all([note(id, { endAccess: true }, key), note(id)]);
  expect([first.status, other.status].sort()).toEqual([200, 409]);
  const winner = first.ok ? first : other;
  expect(winner.ok && winner.answer).toMatchObject({
    success: true,
    refund: { status: "done", receipt: "CASH-17", amount: cents / 100 },
  });
  await world.advance(60_000);
  const { payment, ledger } = await moneyRows(id);
  expect(payment).toMatchObject({ refunded_cents: cents });
  const back = ledger.filter(({ kind }) => kind === "refund");
  expect(back.map((line) => line.cents).sort((a, b) => a - b)).toEqual([-cents, cents]);
  expect(await salesOf(world.seeded.savanna.id)).toMatchObject({ cents: before.cents });
  expect(await world.daraja.counts()).not.toHaveProperty("reversals", 1);
  const { results } = await env.DB.prepare(
    "SELECT detail FROM audit WHERE action = 'refund.by_hand' AND subject = ?1",
  )
    .bind(id)
    .all<{ detail: string }>();
  expect(results.map(({ detail }) => JSON.parse(detail))).toMatchObject([
    { cents, reference: "CASH-17", reason },
  ]);
  const body = { providerId: world.seeded.savanna.id, reason };
  const again = await call(refundPayment, { params: { id }, body }, asOperator());
  expect(again.text).toContain("given back already");
  expect(await refundsOf({ q: id })).toMatchObject([
    { transactionId: id, paidReceipt: payment?.receipt, paybill: null, receipt: "CASH-17" },
  ]);
});

test("a repeat of the same call is the same note, and parts never pass what was paid", async () => {
  const { id, cents } = await paidTo(world);
  const key = { "idempotency-key": crypto.randomUUID() };
  const part = { amount: 1, endAccess: true };
  const first = await note(id, part, key);
  const repeat = await note(id, part, key);
  expect(first.ok && repeat.ok && repeat.answer.refund.id).toBe(first.ok && first.answer.refund.id);
  expect((await moneyRows(id)).payment).toMatchObject({ refunded_cents: 100 });
  expect((await moneyRows(id)).entitlements[0]?.state).toBe("cut_off");
  const rest = await note(id);
  expect(rest.ok && rest.answer.refund.amount).toBe(cents / 100 - 1);
  expect((await note(id)).status).toBe(409);
});

test("a payment whose receipt nobody told goes back by hand alone, and is booked like any other", async () => {
  await world.daraja.set({ callbacks: "lost" });
  const { id, cents } = await paidTo(world);
  await world.advance(30_000);
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed", receipt: null });
  const providerId = world.seeded.savanna.id;
  const offered = await call(refundOffer, { params: { id }, query: { providerId } }, asOperator());
  expect(offered.ok && offered.answer).toMatchObject({
    receipt: null,
    byHand: true,
    why: expect.stringContaining("has not told the receipt"),
  });
  const asked = await call(refundPayment, { params: { id }, body: { providerId, reason } }, asOperator());
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("Give it back by hand.")]);
  const noted = await note(id);
  expect(noted.ok && noted.answer.refund).toMatchObject({ status: "done", amount: cents / 100 });
  const { payment, ledger } = await moneyRows(id);
  expect(payment).toMatchObject({ refunded_cents: cents });
  expect(ledger.filter(({ kind }) => kind === "refund")).toHaveLength(2);
});

test("typed money leaves its list with its reference, is in no books, and is found by its own receipt", async () => {
  const { savanna } = world.seeded;
  await env.DB.prepare(
    `INSERT INTO paybill_payments (short_code, receipt, gateway_id, provider_id, cents, account_typed, paid_at, received_at, status)
    SELECT account_number, 'SGT0000077', id, provider_id, 5000, 'x', 1, 1, 'unmatched' FROM gateways
    WHERE account_number = '600200' AND is_active = 1`,
  ).run();
  const params = { id: "600200-SGT0000077" };
  const body = { reason: "Not a customer of ours", reference: "VOUCHER 9" };
  const differs = (kind: string, about: string, paymentId: string, detail: object) =>
    tenantDatabase(savanna.id)
      .prepare("INSERT INTO reviews (id, at, payment_id, kind, detail) VALUES (?1, ?2, ?3, ?4, ?5)")
      .bind(`${kind} ${about}`, 1, paymentId, kind, JSON.stringify(detail));
  await tenantDatabase(savanna.id).batch([
    differs("double", "p1 SGT0000077", "p1", { receipt: "SGT0000077", cents: 5_000 }),
    differs("phone", "p1", "p1", { receipt: "SGT0000077" }),
    differs("statement", "p1", "p1", {}),
  ]);
  const moneyOf = async () => {
    await copyAll();
    const listed = await call(listDifferences, { query: { q: "p1" } }, asOperator());
    if (!listed.ok) throw new Error(listed.text);
    return new Map(listed.answer.map(({ kind, giveBack }) => [kind, giveBack]));
  };
  // The second payment waits in the list of money without a purchase, and only there.
  expect(await moneyOf()).toEqual(
    new Map<string, object | null>([
      ["phone", { kind: "paybill", ...params }],
      ["statement", null],
    ]),
  );
  const noted = await call(notePaybillRefund, { params, body }, asOperator());
  expect(noted.ok && noted.answer.refund).toMatchObject({ status: "done", receipt: "VOUCHER 9", amount: 50 });
  expect(await call(notePaybillRefund, { params, body }, asOperator())).toMatchObject({ status: 409 });
  const row = await env.DB.prepare(
    "SELECT status, note FROM paybill_payments WHERE receipt = 'SGT0000077'",
  ).first();
  expect(row).toEqual({ status: "refunded", note: body.reason });
  const [line] = await refundsOf({ q: "sgt0000077" });
  expect(line).toMatchObject({
    transactionId: null,
    paidReceipt: "SGT0000077",
    paybill: "600200",
    receipt: "VOUCHER 9",
  });
  const booked = await tenantDatabase(savanna.id)
    .prepare("SELECT count(*) AS count FROM ledger WHERE journal_id = ?1")
    .bind(`refund ${line?.id}`)
    .first();
  expect(booked).toEqual({ count: 0 });
  const after = await moneyOf();
  expect([after.has("double"), after.get("phone")]).toEqual([false, null]);
});
