import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPlan, listPlans, type Plan, updatePlan } from "#contract/plans";
import { generateVouchers } from "#contract/vouchers";
import { visit } from "../../support/portal-page.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// Which plans a visitor is shown, and may buy: by router, by the end of an offer, and whether they are for vouchers alone.

const given = { name: "Half an hour", price: "5", speedKbps: 512, durationMinutes: 30 };
const notSold = "This plan is not sold any more. Please choose another one.";

let world: PaymentWorld;
let cookie: string;
let routers: string[];

beforeAll(async () => {
  world = await openWorld();
  cookie = await signInProvider(world.seeded.demo);
  routers = world.seeded.demo.routers.map(({ id }) => id);
});
beforeEach(() => world.renew());
afterAll(() => world.close());

const host = () => world.buyer().host;

async function made(change: Record<string, unknown> = {}): Promise<Plan> {
  const answer = await call(createPlan, { body: { ...given, ...change } }, { host: host(), cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

/** Whether it is listed, stands on the page, and is sold, at this router. */
async function seenAt(routerId: string, { id }: Plan): Promise<boolean[]> {
  const listed = await call(listPlans, { query: { routerId } }, { host: host() });
  const buyer = world.buyer();
  const page = await visit(`/?mac=${buyer.mac}&routerId=${routerId}`);
  const bought = await buyer.initiate({ planId: id, routerId });
  if (!bought.ok) expect(bought.refusal?.message).toBe(notSold);
  return [
    listed.ok && listed.answer.some((plan) => plan.id === id),
    page.data.plans.some((plan) => plan.id === id),
    bought.ok,
  ];
}

const yes = [true, true, true];
const no = [false, false, false];

test("half an hour at 512 kbps is sold as that, and bought for that long", async () => {
  const plan = await made();
  expect(plan).toMatchObject({
    durationHours: 0.5,
    durationMinutes: 30,
    speedMbps: 0.512,
    uploadMbps: 0.512,
  });
  const buyer = world.buyer();
  const { transactionId } = await buyer.start({ planId: plan.id });
  await buyer.answer("paid");
  expect(await buyer.status(transactionId)).toMatchObject({ status: "completed" });
  const bought = await tenantDatabase(world.seeded.demo.id)
    .prepare("SELECT terms FROM entitlements WHERE source_id = ?1")
    .bind(transactionId)
    .first<{ terms: string }>();
  const terms = { durationMs: 1_800_000, downKbps: 512, upKbps: 512, priceCents: 500 };
  expect(JSON.parse(bought?.terms ?? "{}")).toMatchObject(terms);
});

test("one for vouchers alone is neither shown nor sold, and makes vouchers", async () => {
  const plan = await made({ isHidden: true });
  expect(await seenAt(routers[0] ?? "", plan)).toEqual(no);
  const vouchers = await call(
    generateVouchers,
    { body: { planId: plan.id, quantity: 1 } },
    { host: host(), cookie },
  );
  expect(vouchers.ok).toBe(true);
});

test("one of some routers is shown and sold there alone, and says nothing of others to visitors", async () => {
  const [here = "", elsewhere = ""] = routers;
  const plan = await made({ routerIds: [here] });
  expect([await seenAt(here, plan), await seenAt(elsewhere, plan)]).toEqual([yes, no]);
  const listed = await call(listPlans, { query: { routerId: here } }, { host: host() });
  expect(JSON.stringify(listed.ok && listed.answer)).not.toContain("routerIds");
  const params = { id: plan.id };
  const changed = await call(updatePlan, { params, body: given }, { host: host(), cookie });
  expect(changed.ok && changed.answer.routerIds).toBeNull();
  expect(await seenAt(elsewhere, plan)).toEqual(yes);
});

test("an offer is sold until it ends, on a page that was kept as well", async () => {
  const soldUntil = new Date(Date.now() + 60_000).toISOString();
  const plan = await made({ regularPrice: "10", soldUntil });
  expect(plan).toMatchObject({ regularPrice: "10.00", soldUntil });
  expect(await seenAt(routers[0] ?? "", plan)).toEqual(yes);
  vi.setSystemTime(Date.parse(soldUntil));
  expect(await seenAt(routers[0] ?? "", plan)).toEqual(no);
});
