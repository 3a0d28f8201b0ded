import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  DifferenceKind,
  listDifferenceGroups,
  listDifferences,
  reconciliationCounts,
  replayDeadLetter,
  resolveDifference,
  resolveDifferences,
} from "#contract/reconciliation";
import { platformBooks } from "#contract/values/platform-books";
import { reviews } from "#worker/db/schema/tenant";
import { newPaymentId } from "#worker/features/payments/core/payment-id";
import { newPayment, type PaymentState } from "#worker/features/payments/core/payment-state";
import { grantStatements } from "#worker/features/payments/core/payment-store";
import { entitlementIdOf } from "#worker/features/payments/index";
import { planById, termsOf } from "#worker/features/plans/index";
import { recordClosed } from "#worker/features/reconciliation/resolve-difference";
import { sweepProvider } from "#worker/sweep-provider";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { copyAll, forgetCopies } from "../../support/copies.ts";
import { failStatements } from "../../support/database-faults.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { emptyTenantTables, rowsOfAllTenants, tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { salesOf } from "../payments/money-rows.ts";

// What does not agree, as the operator reads and closes it.

let seeded: TwoProviders;
let operator: CallOptions;
beforeAll(async () => {
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await emptyTenantTables("reviews");
  await forgetCopies();
  await clearAudit();
});

/** No two are named alike: what is booked is named by its difference, and stays. */
let differing = 0;
async function differs(
  kind: DifferenceKind,
  detail: Record<string, unknown>,
  providerId = seeded.demo.id,
  paymentId = "",
) {
  differing += 1;
  const id = `${kind} ${differing}`;
  await tenantDatabase(providerId)
    .prepare("INSERT INTO reviews (id, at, payment_id, kind, detail) VALUES (?1, 1, ?4, ?2, ?3)")
    .bind(id, kind, JSON.stringify(detail), paymentId)
    .run();
  return { params: { providerId, id } };
}
async function listed(query: Record<string, string> = {}) {
  await copyAll();
  const answer = await call(listDifferences, { query }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
async function audited() {
  return (await env.DB.prepare("SELECT action, provider_id FROM audit").all()).results;
}

/** A completed payment of the demo provider, by its id. */
async function sold(): Promise<string> {
  const ctx = testContext();
  const id = newPaymentId(ctx);
  const { demo } = seeded;
  const plan = await planById(ctx.tenant(demo.id), demo.plans[0]?.id ?? "");
  if (!plan) throw new Error("the seed has no plan");
  const routerId = demo.routers[0]?.id ?? "";
  const state: PaymentState = {
    ...newPayment({
      id,
      providerId: demo.id,
      routerId,
      planId: plan.id,
      terms: termsOf(plan),
      subject: null,
      buyerHash: null,
      phone: "254712000001",
      amountCents: 2_000,
      service: "mpesa",
      bridgeId: null,
      purpose: { kind: "purchase" },
      createdAt: ctx.now(),
      entitlementId: entitlementIdOf(id),
    }),
    status: "completed",
    seq: 4,
    receipt: `R${id.slice(0, 9)}`,
    completedAt: ctx.now(),
    route: {
      type: "mpesa",
      gatewayId: "g",
      environment: "sandbox",
      credentials: "provider",
      shortCode: "600200",
      partyB: "600200",
      transactionType: "CustomerPayBillOnline",
      accountReference: "X",
      settlement: "direct",
      switchId: null,
      centralAccount: null,
    },
  };
  await ctx.tenant(demo.id).batch(grantStatements(ctx, state));
  return id;
}
async function creditOf(payment: string) {
  const { results } = await tenantDatabase(seeded.demo.id)
    .prepare(
      "SELECT account, cents, kind, payment_id FROM ledger WHERE payment_id = ?1 AND kind = 'adjustment' ORDER BY cents",
    )
    .bind(payment)
    .all();
  return results;
}
async function books() {
  return rowsOfAllTenants<{ sales: number; others: number }>(
    "SELECT (SELECT count(*) FROM ledger) AS sales, (SELECT count(*) FROM general_ledger) AS others",
  );
}

test("whatever a row may be, the list has words for", () => {
  expect([...DifferenceKind.options].sort()).toEqual([...reviews.kind.enumValues].sort());
});

test("every kind is listed, found by kind, provider and receipt, and its stored body stays with us", async () => {
  for (const kind of DifferenceKind.options) await differs(kind, { receipt: `R-${kind}`, body: "secret" });
  await differs("amount", { receipt: "OTHER" }, seeded.savanna.id);
  const all = await listed();
  expect(all).toHaveLength(DifferenceKind.options.length + 1);
  expect(JSON.stringify(all)).not.toContain("secret");
  expect(all.filter(({ replayable }) => replayable).map(({ kind }) => kind)).toEqual(["dead-letter"]);
  expect(await listed({ kind: "amount" })).toHaveLength(2);
  expect(await listed({ kind: "amount", providerId: seeded.savanna.id })).toMatchObject([
    { provider: seeded.savanna.businessName, detail: { receipt: "OTHER" } },
  ]);
  expect((await listed({ q: "r-double" })).map(({ kind }) => kind)).toEqual(["double"]);
  const counts = await call(reconciliationCounts, {}, operator);
  expect(counts.ok && counts.answer.differences).toBe(all.length);
});

test("a note closes it once, in the name of who wrote it, and moves no money", async () => {
  const double = await differs("double", { receipt: "SECOND", cents: 5_000 });
  const before = await books();
  const resolve = (note: string) => call(resolveDifference, { ...double, body: { note } }, operator);
  expect((await resolve("  x ")).status).toBe(400);
  expect((await resolve("Given back by hand")).status).toBe(200);
  const again = await resolve("Another story");
  expect([again.status, !again.ok && again.refusal?.message]).toEqual([
    409,
    "Somebody has resolved this already.",
  ]);
  expect(await books()).toEqual(before);
  expect(await listed()).toEqual([]);
  expect(await listed({ state: "resolved" })).toMatchObject([{ resolution: "Given back by hand" }]);
  expect(await audited()).toEqual([{ action: "difference.resolve", provider_id: seeded.demo.id }]);
});

const resolvedLine = () => [{ action: "difference.resolve", provider_id: seeded.demo.id }];

/** A repeat is answered that it is resolved, and catches up. */
const cutOff: [name: string, statement: RegExp][] = [
  ["before its line in the audit is written", /INSERT INTO audit/],
  ["after its line, before the difference forgets it", /UPDATE reviews SET audit_line = NULL/],
];
for (const [name, statement] of cutOff) {
  test(`cut off ${name}: resolved once, with what it books, and with one line in the end`, async () => {
    const payment = await sold();
    const detail = { receipt: "SECOND", cents: 2_000 };
    const { params } = await differs("double", detail, seeded.demo.id, payment);
    const resolve = (note: string) =>
      call(resolveDifference, { params, body: { note, credit: true } }, operator);
    const fault = failStatements(statement);
    expect((await resolve("Looked it up")).status).toBe(200);
    fault.heal();
    expect(fault.count).toBe(1);
    expect(await listed({ state: "resolved" })).toMatchObject([{ resolution: "Looked it up" }]);
    const repeats = await Promise.all(["Another", "And another"].map(resolve));
    expect(repeats.map(({ status }) => status)).toEqual([409, 409]);
    expect(await audited()).toEqual(resolvedLine());
    await recordClosed(testContext(), seeded.demo.id);
    expect(await audited()).toEqual(resolvedLine());
    expect(await creditOf(payment)).toHaveLength(2);
    expect(await rowsOfAllTenants("SELECT id FROM reviews WHERE audit_line IS NOT NULL")).toEqual([]);
  });
}

test("a difference whose database refuses is open as before: no line, nothing booked", async () => {
  const { params } = await differs("lost", { amountCents: 5_000 });
  const fault = failStatements(/UPDATE reviews/);
  const broken = await call(resolveDifference, { params, body: { note: "Looked it up" } }, operator);
  fault.heal();
  expect(broken.status).toBe(500);
  expect(await listed()).toHaveLength(1);
  expect(await audited()).toEqual([]);
  expect((await call(resolveDifference, { params, body: { note: "Looked it up" } }, operator)).status).toBe(
    200,
  );
  expect(await audited()).toEqual(resolvedLine());
});

test("a second payment that stays is the payer's credit in the books: once, whoever says it, and no sale", async () => {
  const payment = await sold();
  const double = await differs(
    "double",
    { receipt: "SECOND", also: "FIRST", cents: 2_000 },
    seeded.demo.id,
    payment,
  );
  const before = await salesOf(seeded.demo.id);
  const resolve = (note: string) =>
    call(resolveDifference, { ...double, body: { note, credit: true } }, operator);
  const answers = await Promise.all(["Extended", "Kept for tomorrow"].map(resolve));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await creditOf(payment)).toEqual([
    { account: "customer credit", cents: -2_000, kind: "adjustment", payment_id: payment },
    { account: "provider account", cents: 2_000, kind: "adjustment", payment_id: payment },
  ]);
  expect(await salesOf(seeded.demo.id)).toEqual(before);
  expect(await audited()).toEqual([{ action: "difference.resolve", provider_id: seeded.demo.id }]);
});

test("no credit of what is no second payment, nor of money that is listed for a purchase", async () => {
  const payment = await sold();
  const lost = await differs("lost", { amountCents: 5_000 }, seeded.demo.id, payment);
  const double = await differs("double", { receipt: "TYPED", cents: 2_000 }, seeded.demo.id, payment);
  await env.DB.prepare(
    `INSERT INTO paybill_payments (short_code, receipt, gateway_id, provider_id, cents, account_typed, paid_at, received_at, status)
    VALUES ('600200', 'TYPED', 'g', ?1, 2000, '', 1, 1, 'unmatched')`,
  )
    .bind(seeded.demo.id)
    .run();
  const body = { note: "It stays", credit: true };
  const before = await books();
  expect((await call(resolveDifference, { ...lost, body }, operator)).status).toBe(400);
  const refused = await call(resolveDifference, { ...double, body }, operator);
  expect([refused.status, !refused.ok && refused.refusal?.message]).toEqual([
    409,
    "This money is listed as money without a purchase. Give it to a purchase, or back, there.",
  ]);
  expect(await books()).toEqual(before);
  // The one that waits as money without a purchase is listed there.
  expect(await listed()).toHaveLength(1);
});

test("only a letter that was never delivered is delivered again, and nobody's is not there", async () => {
  const amount = await differs("amount", { receipt: "R" });
  expect((await call(replayDeadLetter, amount, operator)).status).toBe(400);
  const params = { providerId: seeded.savanna.id, id: amount.params.id };
  expect((await call(replayDeadLetter, { params }, operator)).status).toBe(404);
  expect((await call(resolveDifference, { params, body: { note: "mine now" } }, operator)).status).toBe(404);
  expect(await listed()).toHaveLength(1);
});

test("the sweep writes the audit's line of what was closed while the platform's database was away", async () => {
  const both = [await differs("lost", {}), await differs("lost", {}, platformBooks)];
  const fault = failStatements(/INSERT INTO audit/);
  for (const { params } of both)
    expect((await call(resolveDifference, { params, body: { note: "Found" } }, operator)).ok).toBe(true);
  fault.heal();
  expect(await audited()).toEqual([]);
  for (const { params } of both) await sweepProvider(testContext(), params.providerId);
  const providerIds = (await audited()).map((line) => line.provider_id);
  expect(new Set(providerIds)).toEqual(new Set([seeded.demo.id, null]));
  expect(providerIds).toHaveLength(2);
});

const groups = async () => {
  await copyAll();
  const answer = await call(listDifferenceGroups, {}, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
};
const resolveAll = (change: object = {}) =>
  call(
    resolveDifferences,
    {
      body: {
        kind: "unknown-receipt",
        providerId: seeded.demo.id,
        account: "600200",
        until: new Date(1).toISOString(),
        note: "A wrong account for an hour",
        ...change,
      },
    },
    operator,
  );

test("differences are counted by kind, provider and account, with what was asked for and what is reported", async () => {
  const received = (statementCents: number, receipt: string) => ({
    shortCode: "600200",
    statementCents,
    receipt,
  });
  await differs("unknown-receipt", received(1_000, "SGA1"));
  await differs("unknown-receipt", received(2_050, "SGA2"));
  await differs("unknown-receipt", { ...received(500, "SGA3"), shortCode: "600201" });
  await differs("amount", { askedCents: 3_000, reportedCents: 1_000 }, seeded.savanna.id);
  await differs("statement", { centralAccount: "512345", fault: "refused" }, platformBooks);
  const found = await groups();
  expect(found).toHaveLength(4);
  expect(found[0]).toEqual({
    kind: "unknown-receipt",
    providerId: seeded.demo.id,
    provider: "Demo WiFi",
    account: "600200",
    count: 2,
    since: new Date(1).toISOString(),
    until: new Date(1).toISOString(),
    asked: null,
    reported: 30.5,
  });
  expect(found).toContainEqual(
    expect.objectContaining({ kind: "amount", asked: 30, reported: 10, account: "" }),
  );
  expect(found).toContainEqual(expect.objectContaining({ account: "512345", provider: "The platform" }));
});

test("those of a cause are closed together with one note and a line each; others and later ones stay", async () => {
  for (let one = 0; one < 130; one += 1)
    await differs("unknown-receipt", { shortCode: "600200", receipt: `SGB${one}` });
  await differs("unknown-receipt", { shortCode: "600201", receipt: "SGC1" });
  await tenantDatabase(seeded.demo.id)
    .prepare(
      `INSERT INTO reviews (id, at, payment_id, kind, detail)
      VALUES ('late', 2, '', 'unknown-receipt', '{"shortCode":"600200"}')`,
    )
    .run();
  const [one, two] = await Promise.all([resolveAll(), resolveAll()]);
  expect([one, two].map((answer) => (answer.ok ? answer.answer.resolved : 0)).reduce((a, b) => a + b)).toBe(
    130,
  );
  expect(await groups()).toMatchObject([
    { account: "600201", count: 1 },
    { account: "600200", count: 1 },
  ]);
  const lines = await env.DB.prepare(
    "SELECT count(*) AS lines FROM audit WHERE action = 'difference.resolve'",
  ).first("lines");
  expect(lines).toBe(130);
  expect((await resolveAll({ note: " " })).status).toBe(400);
  expect((await resolveAll({ kind: "dead-letter" })).status).toBe(400);
  expect((await resolveAll({ providerId: "none" })).status).toBe(404);
});
