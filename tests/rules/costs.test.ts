import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assumed, consumedBy, monthOf } from "../costs/month.ts";
import { planUsd } from "../costs/prices.ts";
import { withComputed } from "../costs/table.ts";
import { root } from "../support/site/processes.ts";
import { purchaseAims, purchaseBudgets } from "../support/work-budgets.ts";

test("docs/costs.md says what is computed from the counters (else: npm run costs)", () => {
  const document = readFileSync(join(root, "docs", "costs.md"), "utf8");
  expect(document).toBe(withComputed(document));
});

test("what the plan includes costs the plan alone", () => {
  const { lines, total } = monthOf({ sites: 1, sales: 10 }, purchaseBudgets);
  expect([...lines.values()].every((line) => line === 0)).toBe(true);
  expect(total).toBe(planUsd);
});

test("each row written beyond what is included costs a millionth", () => {
  const sales = 100_000;
  const one = { ...purchaseBudgets, "rows written": purchaseBudgets["rows written"] + 1 };
  const more =
    monthOf({ sites: 1_000, sales }, one).total - monthOf({ sites: 1_000, sales }, purchaseBudgets).total;
  expect(more).toBeCloseTo((sales * 30) / 1e6, 6);
});

test("a purchase asks for its polls, its views and the calls that are counted", () => {
  const { purchase, view } = consumedBy(purchaseBudgets);
  expect(purchase["Object requests"]).toBe(
    purchaseBudgets["object calls, polls apart"] +
      purchaseBudgets["calls of its sweeps"] +
      assumed.pollsOfPurchase,
  );
  expect(view["Rows written"]).toBe(0);
});

test("what is counted is within what it was to come to", () => {
  for (const [what, aim] of Object.entries(purchaseAims))
    expect(purchaseBudgets[what as keyof typeof purchaseAims], what).toBeLessThanOrEqual(aim);
});
