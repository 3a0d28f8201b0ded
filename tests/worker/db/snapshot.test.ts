import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { saveGeneralSettings } from "#contract/branding";
import { activateProvider, suspendProvider } from "#contract/providers";
import { snapshotStatements } from "#worker/db/snapshot";
import { sql } from "#worker/db/sql";
import { saveAd } from "#worker/features/ads/save-ad";
import { deliverSnapshots } from "#worker/features/providers/index";
import { ProviderStore } from "#worker/provider-store";
import { WorkCounter } from "../../support/count-work.ts";
import { loseD1 } from "../../support/database-faults.ts";
import { forgetCaches } from "../../support/forget-caches.ts";
import { visit } from "../../support/portal-page.ts";
import { queueDelivered } from "../../support/queue-delivered.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { renewalBudgets } from "../../support/work-budgets.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { tellNothing } from "../../support/written-by-hand.ts";
import { salesOf } from "../payments/money-rows.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// What the platform decides about a provider, as the provider's object has it.

let world: PaymentWorld;
let cookie: string;
beforeAll(async () => {
  world = await openWorld();
  cookie = await signInOperator(world.seeded.operator);
  // Nothing is told here but by what the product does.
  tellNothing();
});
beforeEach(async () => {
  forgetCaches();
  await world.renew();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const demo = () => world.seeded.demo;
const page = async () => {
  forgetCaches();
  return visit(`/?routerId=${demo().routers[0]?.id}&mac=02:00:5E:00:53:07`);
};
const sales = async () => (await salesOf(demo().id)).count;
const suspend = () => call(suspendProvider, { params: { id: demo().id } }, { cookie });
const activate = () => call(activateProvider, { params: { id: demo().id } }, { cookie });

const undelivered = async () => {
  const rows = await testContext().platform.all(
    sql<{ id: string }>`SELECT provider_id AS id FROM provider_snapshots
      WHERE rev > delivered_rev AND provider_id <> ''`,
  );
  return rows.map(({ id }) => id);
};

test("an operator's act is delivered in the act", async () => {
  expect((await page()).data.noSale).toBeNull();
  expect((await suspend()).status).toBe(200);
  expect(await undelivered()).toEqual([]);
  expect((await page()).data.noSale).not.toBeNull();
  expect((await activate()).status).toBe(200);
  expect((await page()).data.noSale).toBeNull();
});

test("an act while the object is away is delivered by the sweep, and until then it sells as before", async () => {
  await page();
  const refresh = vi.spyOn(ProviderStore.prototype, "refreshSnapshot").mockRejectedValue(new Error("away"));
  vi.spyOn(console, "error").mockReturnValue();
  expect((await suspend()).status).toBe(200);
  expect(refresh).toHaveBeenCalled();
  expect(await undelivered()).toEqual([demo().id]);
  refresh.mockRestore();
  await deliverSnapshots(testContext());
  expect(await undelivered()).toEqual([]);
  expect((await page()).data.noSale).not.toBeNull();
  expect((await activate()).status).toBe(200);
});

test("a suspension by another isolate works within five seconds in one that has all of it at hand", async () => {
  const paths = [`/?routerId=${demo().routers[0]?.id}&mac=02:00:5E:00:53:07`, "/"];
  const shown = () => Promise.all(paths.map(async (path) => (await visit(path)).data.noSale));
  const become = async (status: string) => {
    // As the other isolate does it: the row, then the word to the object. This one hears nothing.
    await env.DB.prepare("UPDATE providers SET status = ?1 WHERE id = ?2").bind(status, demo().id).run();
    await env.PROVIDER.getByName(demo().id).refreshSnapshot();
  };
  expect(await shown()).toEqual([null, null]);
  await become("suspended");
  const work = await WorkCounter.start();
  const begun = work.begin("a purchase");
  expect(await world.buyer().initiate()).toMatchObject({ status: 409 });
  expect(begun.calls.get("PAYMENT.begin")).toBeUndefined();
  vi.setSystemTime(Date.now() + 5_000);
  for (const noSale of await shown()) expect(noSale).not.toBeNull();
  await become("active");
});

test("what concerns all providers is asked for by the next request, or after five seconds", async () => {
  expect((await page()).data.ads).toEqual([]);
  const ad = await saveAd(testContext(), { title: "Phones", content: "<p>Buy</p>", priority: 5 });
  expect((await page()).data.ads.map(({ id }) => id)).toEqual([ad.id]);
  const settings = { companyName: "Wavuti" };
  expect((await call(saveGeneralSettings, { body: settings }, { cookie })).status).toBe(200);
  vi.setSystemTime(Date.now() + 5_000);
  const brand = await testContext()
    .snapshot(demo().id)
    .all(sql<{ value: string }>`SELECT value
    FROM platform_settings WHERE name = 'portal'`);
  expect(brand.map(({ value }) => JSON.parse(value))).toEqual([settings]);
});

test("what changed is renewed, and nothing else: rows written, trips to D1 and statements of one of them", async () => {
  const ctx = testContext();
  const titles = ["Phones", "Shoes", "Maize"];
  const ads = await Promise.all(
    titles.map((title) => saveAd(ctx, { title, content: `<p>${title}</p>`, priority: 5 })),
  );
  await page();
  const work = await WorkCounter.start();
  const batches = vi.spyOn(Object.getPrototypeOf(env.DB) as D1Database, "batch");
  const statementsOf = async (act: () => Promise<unknown>) => {
    batches.mockClear();
    await act();
    return batches.mock.calls.map(([statements]) => statements.length);
  };

  await saveAd(ctx, { title: "Boots", content: "<p>Boots</p>", priority: 5 }, ads[1]?.id);
  const ofAll = work.begin("an advertisement of three");
  expect(await statementsOf(page)).toEqual([renewalBudgets["D1 statements"]]);
  const ofOne = work.begin("the provider is suspended");
  const told = await statementsOf(suspend);
  expect(told.at(-1)).toBe(4);
  work.begin("afterwards");
  expect((await page()).data.noSale).not.toBeNull();
  await activate();
  await work.finish();
  // The entry asks which revision there is, the object for the rows; the row itself and the revision are written.
  expect(ofAll.trips).toBe(1 + renewalBudgets["D1 trips"]);
  for (const { rows } of [ofAll, ofOne]) expect(rows.get("PROVIDER")).toBe(renewalBudgets["rows written"]);
});

test("an older state that comes late replaces nothing", async () => {
  await page();
  const ctx = testContext();
  const older = await ctx.platform.batch(snapshotStatements(demo().id, ["own"]));
  await suspend();
  vi.spyOn(ProviderStore.prototype as unknown as { platform(): unknown }, "platform").mockReturnValue({
    batch: async () => older,
    run: async () => 0,
  });
  await ctx.env.PROVIDER.getByName(demo().id).refreshSnapshot();
  vi.restoreAllMocks();
  expect((await page()).data.noSale).not.toBeNull();
  await activate();
});

test("with D1 away for an hour visitors buy, and all is caught up afterwards", async () => {
  await page();
  const before = await sales();
  const d1 = loseD1();
  expect((await page()).status).toBe(200);
  const buyers = [world.buyer(), world.buyer(), world.buyer()];
  for (const buyer of buyers) {
    await buyer.start();
    await buyer.answer("paid");
    await world.advance(20 * 60_000);
  }
  expect(d1.count).toBeGreaterThan(0);
  expect(await sales()).toBe(before + buyers.length);
  d1.heal();
  await queueDelivered();
  await world.advance(20 * 60_000);
  expect(await sales()).toBe(before + buyers.length);
});
