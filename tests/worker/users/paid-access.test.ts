import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { providerRevenue } from "#contract/platform-figures";
import { listPaid, type PaidLine, paymentsOfPhone } from "#contract/refunds";
import { hourMs } from "#contract/values/time";
import { deliver } from "#worker/features/entitlements/index";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { newMac, type Sold, setEntitlement } from "../../support/sell.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  forgetSales,
  type Put,
  type PutPayment,
  putPayment,
  putRedemption,
} from "../transactions/sales-rows.ts";
import { begin, emptyUsers, reachable, say, sayRouter, userOf, userWorld, type World } from "./user-world.ts";

// What an operator reads of the access that payments paid for (docs/behaviour/operator-console.md, OC-31f).

let world: World;
let operator: CallOptions;
let link: FakeLink;

beforeAll(async () => {
  world = await userWorld();
  operator = { host: hostOf(), cookie: await signInOperator(world.operator) };
});
beforeEach(async () => {
  await emptyUsers();
  await forgetSales();
  link = await reachable(world);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeAllLinks();
});

const entitlement = ({ entitlementId: id, providerId }: Put) => ({ id, providerId });
const gate = () => world.demo.routers[0]?.id ?? "";

/** Paid an hour ago unless told, and handed to the bridge. */
async function paid(options: PutPayment = {}): Promise<Put> {
  const put = await putPayment(world.demo, { createdAt: Date.now() - hourMs, ...options });
  await deliver(testContext(), put.providerId, put.entitlementId);
  return put;
}
const soldAs = (put: Put) => ({ ...entitlement(put), routerId: gate() }) as Sold;

async function lines(query: Record<string, string>): Promise<PaidLine[]> {
  const answer = await call(listPaid, { query: { providerId: world.demo.id, ...query } }, operator);
  if (!answer.ok) throw new Error(answer.text);
  expect(answer.headers.get("x-total-count")).toBe(String(answer.answer.length));
  return answer.answer;
}
async function accessOf(put: Put) {
  const [found] = await lines({ q: put.id });
  return found?.access;
}

test("it is what the provider's own list says of the payer, from the payment to the WiFi and its end", async () => {
  const put = await paid();
  const told = async (cause: string | null, isOver = false) => {
    const { offline, isOnline } = await userOf(world, put.mac);
    expect(offline?.cause ?? null).toBe(cause);
    const router = isOver ? null : { id: gate(), name: "Main Gate" };
    expect(await accessOf(put)).toEqual({ offline, isOnline, router });
  };
  await told("not_activated");
  sayRouter(link, gate(), "reachable", [put.mac ?? ""]);
  await link.settled();
  await told("foreign_user");
  sayRouter(link, gate(), "unreachable");
  await link.settled();
  await told("router_away");
  sayRouter(link, gate(), "reachable");
  await begin(link, soldAs(put));
  await say(link, soldAs(put), "waiting_for_device");
  await told("device_away");
  await say(link, soldAs(put), "online");
  await told(null);
  await say(link, soldAs(put), "waiting_for_device");
  await setEntitlement(entitlement(put), { state: "cut_off" });
  await told("cut_off");
  await setEntitlement(entitlement(put), { state: "ended", ended_at: 5 });
  await told("time_over", true);
});

test("a purchase that queues behind another of its device, and one without a device, say so", async () => {
  const mac = newMac();
  const first = await paid({ mac });
  const second = await paid({ mac });
  const now = Date.now();
  await setEntitlement(entitlement(first), { state: "running", started_at: now, ends_at: now + hourMs });
  expect((await accessOf(second))?.offline?.cause).toBe("queued");
  const nowhere = await paid({ mac: null });
  expect((await accessOf(nowhere))?.offline?.cause).toBe("no_device");
});

test("what was not paid has none, and its reason names no page that only a provider has", async () => {
  const put = await putPayment(world.demo, { status: "failed", reason: "service" });
  const [found] = await lines({ q: put.id, status: "failed" });
  expect(found).toMatchObject({
    access: null,
    why: "M-Pesa did not take the request. If it goes on, look at the provider's payment gateways.",
  });
  const pending = await putPayment(world.demo, { status: "pending" });
  expect((await lines({ q: pending.id, status: "pending" }))[0]).toMatchObject({ access: null, why: null });
});

test("a phone that is asked for at all providers is told the same", async () => {
  const put = await paid();
  const answer = await call(paymentsOfPhone, { query: { phone: put.phone } }, operator);
  expect(answer.ok && answer.answer.rows.map(({ access }) => access?.offline?.cause)).toEqual([
    "not_activated",
  ]);
});

test("no bridge is asked about what is over", async () => {
  const put = await paid();
  await setEntitlement(entitlement(put), { state: "ended", ended_at: 5 });
  const asked = vi.spyOn(Object.getPrototypeOf(env.BRIDGE) as DurableObjectNamespace, "getByName");
  expect((await accessOf(put))?.offline?.cause).toBe("time_over");
  expect(asked.mock.contexts.filter((namespace) => namespace === env.BRIDGE)).toEqual([]);
});

test("those that were paid and not let out are listed alone, and are as many as the provider's page counts", async () => {
  const waiting = [await paid(), await paid()];
  const done = await paid();
  const now = Date.now();
  await setEntitlement(entitlement(done), { state: "running", started_at: now, ends_at: now + hourMs });
  // A voucher is no payment.
  await putRedemption(world.demo, { at: now - hourMs });
  const open = await lines({ activation: "open", status: "any" });
  expect(open.map(({ id }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort());
  expect(await lines({ status: "any" })).toHaveLength(3);
  const figures = await call(providerRevenue, { params: { id: world.demo.id } }, operator);
  expect(figures.ok && figures.answer.selling).toMatchObject({ notActivated: 2, completed: 3, failed: 0 });
});
