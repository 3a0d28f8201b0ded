import { beforeAll, beforeEach, expect, test } from "vitest";
import { listOwnDifferences } from "#contract/reconciliation";
import type { SeededProvider, TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// What a provider sees of the differences that concern his own money: what and when, and never another's.

let seeded: TwoProviders;
const cookies = new Map<string, string>();

beforeAll(async () => {
  seeded = await seedBoth();
  for (const one of [seeded.demo, seeded.savanna]) cookies.set(one.id, await signInProvider(one));
});
beforeEach(async () => {
  await emptyTenantTables("reviews");
});

const review = (
  { id: providerId }: SeededProvider,
  kind: string,
  paymentId: string,
  { at = 1, resolvedAt = null, ...detail }: Record<string, unknown> = {},
) =>
  tenantDatabase(providerId)
    .prepare(
      `INSERT INTO reviews (id, at, payment_id, kind, detail, resolved_at, resolved_by, resolution)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'operator-1', 'Called the payer')`,
    )
    .bind(`${kind} ${paymentId}`, at, paymentId, kind, JSON.stringify(detail), resolvedAt)
    .run();

async function payment({ id, routers, plans }: SeededProvider, paymentId: string, cents: number) {
  await tenantDatabase(id)
    .prepare(
      `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement,
      gateway_id, status, receipt, created_at, updated_at)
    VALUES (?1, 3, ?2, ?3, '{}', '254700000000', ?4, 'mpesa', 'direct', 'g', 'completed', ?5, 1, 1)`,
    )
    .bind(paymentId, routers[0]?.id, plans[0]?.id, cents, `R-${paymentId}`)
    .run();
}

async function seenBy(one: SeededProvider, query: Record<string, string> = {}) {
  const answer = await call(
    listOwnDifferences,
    { query },
    { host: hostOf(one.subdomain), cookie: cookies.get(one.id) ?? "" },
  );
  if (!answer.ok) throw new Error(answer.text);
  return { rows: answer.answer, total: answer.headers.get("x-total-count"), text: answer.text };
}

test("each sees his own: the kind, the amount, the receipt and whether it is settled, and no word of the operator", async () => {
  const { demo, savanna } = seeded;
  await payment(demo, "pay-demo", 2_000);
  await payment(savanna, "pay-demo", 9_900);
  await review(demo, "amount", "pay-demo", { at: 5, paidCents: 100 });
  await review(demo, "double", "gone", { at: 7, receipt: "SGX", cents: 1_500 });
  await review(demo, "lost", "settled", { at: 9, resolvedAt: Date.UTC(2026, 10, 20) });
  await review(demo, "unknown-receipt", "", { at: 3, receipt: "SGU", statementCents: 700 });
  await review(demo, "statement", "pay-demo", { at: 8, detail: "Invalid PartyB" });
  await review(savanna, "denied", "pay-savanna", { at: 6, receipt: "SECRET" });
  const { rows, total, text } = await seenBy(demo);
  expect(total).toBe("4");
  expect(
    rows.map(({ kind, transactionId, receipt, amount, settledAt }) => [
      ...[kind, transactionId, receipt, amount, settledAt !== null],
    ]),
  ).toEqual([
    ["double", "gone", "SGX", 15, false],
    ["amount", "pay-demo", "R-pay-demo", 20, false],
    ["unknown-receipt", null, "SGU", 7, false],
    ["lost", "settled", null, null, true],
  ]);
  expect(text).not.toMatch(/SECRET|Called the payer|operator-1|9900|99/);
  expect((await seenBy(savanna)).rows).toMatchObject([{ kind: "denied", receipt: "SECRET" }]);
  const second = await seenBy(demo, { page: "2", pageSize: "1" });
  expect([second.total, second.rows[0]?.kind]).toEqual(["4", "amount"]);
});

test("what was settled more than 30 days ago is gone", async () => {
  const { demo } = seeded;
  await review(demo, "denied", "old", { resolvedAt: Date.now() - 31 * 86_400_000 });
  expect((await seenBy(demo)).rows).toEqual([]);
});
