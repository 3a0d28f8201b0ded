import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { adminListPlans, createPlan, deletePlan, listPlans, type Plan, updatePlan } from "#contract/plans";
import { planById, termsOf } from "#worker/features/plans/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { plan } from "../../support/plan-row.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookie: string;

const host = hostOf("demo");

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
});

const given = { name: "Two Hours", price: "15", speedMbps: 2, durationHours: 2 };
const create = (change: Record<string, unknown> = {}) =>
  call(createPlan, { body: { ...given, ...change } }, { host, cookie });
const update = (id: string, change: Record<string, unknown> = {}) =>
  call(updatePlan, { params: { id }, body: { ...given, ...change } }, { host, cookie });
const remove = (id: string) => call(deletePlan, { params: { id } }, { host, cookie });

async function made(change: Record<string, unknown> = {}): Promise<Plan> {
  const answer = await create(change);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}

async function names(endpoint: typeof listPlans | typeof adminListPlans): Promise<string[]> {
  const answer = await call(endpoint, {}, { host, cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ name }) => name);
}

describe("a plan", () => {
  test("is kept as it was entered, with the same speed both ways unless told, and for one device", async () => {
    const asked = { price: "15.00", durationHours: 2, durationMinutes: 120, speedMbps: 2, uploadMbps: 2 };
    expect(await made()).toEqual(plan("Two Hours", { id: expect.any(String), ...asked }));
    const full = {
      price: 20.5,
      uploadMbps: 1,
      dataLimitGB: 1.5,
      devices: 3,
      isActive: false,
      fairUseGB: 1,
      fairUseMbps: 0.5,
    };
    expect(await made(full)).toMatchObject({ ...full, price: "20.50" });
    expect(await made({ uploadMbps: "", dataLimitGB: null })).toMatchObject({
      uploadMbps: 2,
      dataLimitGB: null,
    });
  });

  // What the contract refuses by itself: tests/values/refused-bodies.
  test.each([
    ["Please fill in all required fields", [{ name: "" }]],
    [
      "Please enter a valid price",
      ["free", "a lot", "0", 0, "-1", "-5", "0.01", "0.99", "1.234", true, "1,50", "1e3", 1e12].map(
        (price) => ({ price }),
      ),
    ],
    ["The usual price is above the price of the offer", [{ regularPrice: "15" }, { regularPrice: "free" }]],
    ["Choose at least one of your routers, or all of them", [{ routerIds: ["elsewhere"] }]],
  ])("says %s where that is what is wrong, whether it is made or changed", async (sentence, changes) => {
    const { id } = await made({ name: "Kept" });
    const before = await databaseChecksum();
    for (const change of changes)
      for (const answer of [await create(change), await update(id, change)]) {
        expect(answer.status, JSON.stringify(change)).toBe(400);
        expect(!answer.ok && answer.refusal?.message, JSON.stringify(change)).toBe(sentence);
      }
    expect(await databaseChecksum()).toBe(before);
  });

  test("is sold to visitors while it is active, cheapest first; the console lists all, newest first", async () => {
    const shown = await made({ name: "Shown", price: "1.50" });
    await made({ name: "Hidden", isActive: false });
    expect((await names(listPlans))[0]).toBe("Shown");
    expect(await names(listPlans)).not.toContain("Hidden");
    expect(await names(adminListPlans)).toContain("Hidden");
    await update(shown.id, { name: "Shown", isActive: false });
    expect(await names(listPlans)).not.toContain("Shown");
  });

  test("that was read is written back as it was", async () => {
    const { id, ...plan } = await made({ durationHours: undefined, durationMinutes: 50 });
    const answer = await call(updatePlan, { params: { id }, body: plan }, { host, cookie });
    expect(answer.ok && answer.answer).toEqual({ id, ...plan });
  });

  test("changes as a whole", async () => {
    const plan = await made({ dataLimitGB: 5, devices: 2 });
    const answer = await update(plan.id, { name: "Renamed", price: "99" });
    const { id } = plan;
    expect(answer.ok && answer.answer).toMatchObject({
      id,
      name: "Renamed",
      price: "99.00",
      dataLimitGB: null,
    });
  });

  test("that is deleted is no longer sold or listed, but what refers to it still finds it", async () => {
    const plan = await made({ name: "Short-lived" });
    expect((await remove(plan.id)).status).toBe(200);
    for (const endpoint of [listPlans, adminListPlans])
      expect(await names(endpoint)).not.toContain("Short-lived");
    expect(
      await tenantDatabase(seeded.demo.id)
        .prepare("SELECT name FROM plans WHERE id = ?1")
        .bind(plan.id)
        .first(),
    ).not.toBeNull();
    for (const status of [(await remove(plan.id)).status, (await update(plan.id)).status])
      expect(status).toBe(404);
  });

  test("of another provider can be neither changed nor deleted, and nobody makes one without a session", async () => {
    const foreign = seeded.savanna.plans[0]?.id ?? "";
    const before = await databaseChecksum();
    expect((await update(foreign)).status).toBe(404);
    expect((await remove(foreign)).status).toBe(404);
    expect((await call(createPlan, { body: given }, { host })).status).toBe(401);
    expect((await call(createPlan, { body: given }, { host: hostOf("savanna"), cookie })).status).toBe(401);
    expect(await databaseChecksum()).toBe(before);
  });

  test("leaves a line of who made, changed and deleted it", async () => {
    await clearAudit();
    const { id } = await made();
    await update(id);
    await remove(id);
    const { results } = await env.DB.prepare(
      "SELECT actor_id, action, subject FROM audit ORDER BY at, rowid",
    ).all();
    expect(results).toEqual(
      ["plan.create", "plan.update", "plan.delete"].map((action) => ({
        actor_id: seeded.demo.admin.id,
        action,
        subject: id,
      })),
    );
  });
});

describe("a top-up", () => {
  const more = { megabytes: 500, price: "20.00" };

  test("is kept with a plan of limited data, frozen in what is sold, and no visitor's list has it", async () => {
    const plan = await made({ name: "Topped", dataLimitGB: 1, topUp: { megabytes: 500, price: "20" } });
    expect(plan.topUp).toEqual(more);
    const row = await planById(testContext().tenant(seeded.demo.id), plan.id);
    expect(row && termsOf(row).topUp).toMatchObject({ bytes: 500 * 2 ** 20, priceCents: 2_000 });
    const answer = await call(listPlans, {}, { host });
    expect(answer.ok && answer.answer.find(({ id }) => id === plan.id)).not.toHaveProperty("topUp");
  });

  test.each([
    ["without a data limit", { topUp: more }, "plan_top_up_without_limit"],
    ["of no data", { dataLimitGB: 1, topUp: { ...more, megabytes: 0 } }, "plan_top_up"],
    ["for nothing", { dataLimitGB: 1, topUp: { ...more, price: "0" } }, "plan_top_up"],
    ["without a price", { dataLimitGB: 1, topUp: { megabytes: 5 } }, "plan_top_up"],
  ])("%s is refused", async (_what, change, reason) => {
    const answer = await create({ name: "Refused", ...change });
    expect([answer.status, JSON.parse(answer.text).reason]).toEqual([400, reason]);
  });
});
