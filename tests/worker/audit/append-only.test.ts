import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noteExport, notePlatformExport } from "#contract/audit";
import { saveGeneralSettings } from "#contract/branding";
import { updatePlan } from "#contract/plans";
import { changesOf, record } from "#worker/features/audit/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let provider: { host: string; cookie: string };
let operator: { cookie: string };

beforeAll(async () => {
  seeded = await seedBoth();
  provider = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(clearAudit);

const lines = async () => {
  const { results } = await env.DB.prepare(
    "SELECT action, actor_id AS actor, detail FROM audit ORDER BY rowid",
  ).all<{ action: string; actor: string; detail: string }>();
  return results.map(({ detail, ...line }) => ({ ...line, detail: JSON.parse(detail) }));
};

describe("the audit", () => {
  test.each([
    ["changed", "UPDATE audit SET actor_id = 'another'"],
    ["changed in its time", "UPDATE audit SET at = 1"],
    ["removed", "DELETE FROM audit"],
    ["removed one by one", "DELETE FROM audit WHERE id = (SELECT id FROM audit LIMIT 1)"],
  ])("cannot be %s by who reaches the database", async (_name, sql) => {
    await record(testContext(), { actor: "system", actorId: null, providerId: null, action: "plan.create" });
    await expect(env.DB.prepare(sql).run()).rejects.toThrow("the audit is append-only");
    expect(await env.DB.prepare("SELECT count(*) AS n FROM audit").first("n")).toBe(1);
  });

  test("says a plan's price before and after: there and back is seen", async () => {
    const [plan] = seeded.demo.plans;
    if (!plan) throw new Error("no plan");
    const { id, dataLimitGB: _none, uploadMbps: _same, ...given } = plan;
    for (const price of ["1", plan.price])
      expect((await call(updatePlan, { params: { id }, body: { ...given, price } }, provider)).status).toBe(
        200,
      );
    const changes = (await lines()).map(({ detail }) => detail.changes.price);
    expect(changes).toEqual([
      { from: plan.price, to: "1.00" },
      { from: "1.00", to: plan.price },
    ]);
  });

  test("says settings before and after", async () => {
    for (const companyName of ["Before WiFi", "After WiFi"])
      await call(saveGeneralSettings, { body: { companyName } }, operator);
    expect((await lines()).at(-1)).toMatchObject({
      action: "settings.general",
      detail: { changes: { companyName: { from: "Before WiFi", to: "After WiFi" } } },
    });
  });

  test("says who exported what, and how much of it", async () => {
    await call(noteExport, { body: { what: "payments", rows: 1_200 } }, provider);
    await call(notePlatformExport, { body: { what: "revenue", rows: 2 } }, operator);
    expect(await lines()).toEqual([
      { action: "export.payments", actor: seeded.demo.admin.id, detail: { rows: 1_200 } },
      { action: "export.revenue", actor: seeded.operator.id, detail: { rows: 2 } },
    ]);
  });
});

test("of an update only what differs is said, nothing beside it, and a long text by its beginning", () => {
  const before = { name: "Day", price: 100, days: [1, 2], secret: "kept out", note: null };
  const after = { name: "Day", price: 1, days: [1, 2], note: "x".repeat(1_000) };
  expect(changesOf(before, after)).toEqual({
    changes: { price: { from: 100, to: 1 }, note: { from: null, to: `${"x".repeat(300)}…` } },
  });
});
