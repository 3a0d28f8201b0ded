import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  DifferenceKind,
  listDifferences,
  reconciliationCounts,
  replayDeadLetter,
  resolveDifference,
} from "#contract/reconciliation";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

// What does not agree, as the operator reads and closes it.

let seeded: TwoProviders;
let operator: CallOptions;
beforeAll(async () => {
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(() => env.DB.batch(["reviews", "audit"].map((table) => env.DB.prepare(`DELETE FROM ${table}`))));

async function differs(kind: DifferenceKind, detail: Record<string, unknown>, providerId = seeded.demo.id) {
  const id = `${kind} ${providerId}`;
  await env.DB.prepare(
    "INSERT INTO reviews (provider_id, id, at, payment_id, kind, detail) VALUES (?1, ?2, 1, '', ?3, ?4)",
  )
    .bind(providerId, id, kind, JSON.stringify(detail))
    .run();
  return { params: { providerId, id } };
}
async function listed(query: Record<string, string> = {}) {
  const answer = await call(listDifferences, { query }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
async function books() {
  const { results } = await env.DB.prepare(
    "SELECT (SELECT count(*) FROM ledger) AS sales, (SELECT count(*) FROM general_ledger) AS others",
  ).all();
  return results;
}

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
  const { results } = await env.DB.prepare("SELECT action, provider_id FROM audit").all();
  expect(results).toEqual([{ action: "difference.resolve", provider_id: seeded.demo.id }]);
});

test("only a letter that was never delivered is delivered again, and nobody's is not there", async () => {
  const amount = await differs("amount", { receipt: "R" });
  expect((await call(replayDeadLetter, amount, operator)).status).toBe(400);
  const params = { providerId: seeded.savanna.id, id: amount.params.id };
  expect((await call(replayDeadLetter, { params }, operator)).status).toBe(404);
  expect((await call(resolveDifference, { params, body: { note: "mine now" } }, operator)).status).toBe(404);
  expect(await listed()).toHaveLength(1);
});
