import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { initiatePayment } from "#contract/payments";
import { activateRouter, assignRouter, suspendRouter, unassignRouter } from "#contract/platform-routers";
import { changeRouter, listRouters, removeRouter } from "#contract/routers";
import { providerStats, routerStats } from "#contract/transactions";
import { listUsers } from "#contract/users";
import { deviceSubject } from "#contract/values/subject";
import { redeemVoucher } from "#contract/vouchers";
import { sql } from "#worker/db/sql";
import { giveDevice } from "#worker/features/entitlements/index";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { failStatements } from "../../support/database-faults.ts";
import { closeAllLinks, type FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { forgetCaches } from "../../support/forget-caches.ts";
import { entitlementRow, newMac, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { putPayment } from "../transactions/sales-rows.ts";
import { FleetWorld, newBridge, type Who } from "./platform-world.ts";

let world: FleetWorld;
let bridge: FakeBridge;

beforeAll(async () => {
  world = await FleetWorld.make();
  bridge = await newBridge(null, "VPN host");
});
afterEach(() => closeAllLinks());

const assign = (routerId: string, providerId: string, location?: string) =>
  world.answer(assignRouter, { body: { routerId, providerId, ...(location ? { location } : {}) } });
const at = (id: string, name: string) => ({ ...world.seeded.demo, routers: [{ id, name }] });

/** Whether a voucher of this provider opens the hotspot there, in an isolate that knows nothing yet. */
async function sellsAt(provider: SeededProvider, routerId: string): Promise<boolean> {
  forgetCaches();
  const planId = provider.plans[1]?.id ?? "";
  const [voucher] = await generateVouchers(testContext(), provider.id, { planId, quantity: 1 }, null);
  const body = { voucherCode: voucher?.code, macAddress: newMac(), routerId };
  const { status } = await call(redeemVoucher, { body }, { host: hostOf(provider.subdomain) });
  if (status !== 200 && status !== 404) throw new Error(`neither sold nor refused: ${status}`);
  return status === 200;
}

/** Whether the provider's own console lists it. */
async function listedAt({ subdomain }: SeededProvider, routerId: string): Promise<boolean> {
  const own = await world.answer(listRouters, {}, subdomain as Who);
  return own.some(({ id }) => id === routerId);
}

/** What the provider's own history says of it. */
function pairOf(provider: SeededProvider, routerId: string) {
  return testContext()
    .tenant(provider.id)
    .first(
      sql<{ ended: 0 | 1 }>`SELECT unassigned_at IS NOT NULL AS ended FROM provider_routers
        WHERE router_id = ${routerId}`,
    );
}

/** A router of the demo provider at the platform's bridge, with a purchase that runs there. */
async function busyRouter(host: string, link: FakeLink): Promise<{ id: string; sold: Sold }> {
  const { id } = await world.added({ name: "Busy", host, bridgeId: bridge.id });
  await assign(id, world.seeded.demo.id);
  await link.next("assign", ({ routers }) => routers.some(({ routerId }) => routerId === id));
  const sold = await sell(at(id, "Busy"));
  await link.report({ kind: "started", ageMs: 60_000, routerId: id, entitlementId: sold.id, rev: 1 });
  return { id, sold };
}

/** Confirms the end that the bridge is asked for. */
async function putOff(link: FakeLink, routerId: string, { id }: Sold): Promise<void> {
  await link.until(
    () => link.desiredEntitlements.find((desired) => desired.id === id && desired.spec.kind === "end"),
    "the end",
  );
  const rev =
    link.desiredEntitlements.find((desired) => desired.id === id && desired.spec.kind === "end")?.rev ?? 0;
  await link.report({ kind: "applied", ageMs: 0, routerId, entitlementId: id, rev, state: "ended" });
}

describe("assigning a router", () => {
  test("gives it to a provider with its place, and to its bridge", async () => {
    const link = await bridge.connect();
    const { id } = await world.added({ name: "Fresh", host: "10.2.0.1", bridgeId: bridge.id });
    expect(await assign(id, world.seeded.demo.id, "By the mill")).toEqual({
      success: true,
      message: "Fresh is assigned to Demo WiFi.",
    });
    const { routers } = await link.next("assign");
    expect(routers.map(({ routerId }) => routerId)).toContain(id);
    const own = await world.answer(listRouters, {}, "demo");
    expect(own.find((router) => router.id === id)).toMatchObject({ location: "By the mill" });
    expect(await world.audited("router.assign")).toContainEqual({
      actor: "platform",
      actor_id: world.seeded.operator.id,
      provider_id: world.seeded.demo.id,
      subject: id,
      detail: { name: "Fresh", location: "By the mill" },
    });
  });

  test("without a bridge takes the provider's only one, and none where there is a choice or another router", async () => {
    const { savanna } = world.seeded;
    const first = await newBridge(savanna, "Lodge box");
    const link = await first.connect();
    const take = async (host: string, connectionType = "direct") => {
      const { id } = await world.added({ host, connectionType });
      const epoch = await world.epoch(id);
      await world.answer(assignRouter, {
        body: { routerId: id, providerId: savanna.id, sharesLogIn: true },
      });
      return { id, bridgeId: (await world.listed(id))?.bridgeId, raised: (await world.epoch(id)) - epoch };
    };
    const taken = await take("10.2.1.1");
    // By the clock, above all that were given out: a second may pass meanwhile.
    expect(taken).toMatchObject({ bridgeId: first.id });
    expect(taken.raised).toBeGreaterThan(0);
    await link.next("assign", ({ routers }) => routers.some(({ routerId }) => routerId === taken.id));
    expect(await take("10.2.1.1")).toMatchObject({ bridgeId: null, raised: 0 });
    expect(await take("10.2.1.2", "ovpn_client")).toMatchObject({ bridgeId: null });
    await newBridge(savanna, "Second box");
    expect(await take("10.2.1.3")).toMatchObject({ bridgeId: null });
  });

  test("that somebody has, to nobody, or of nobody is refused", async () => {
    const { demo, savanna } = world.seeded;
    const routerId = demo.routers[0]?.id ?? "";
    const body = (changes: Record<string, unknown>) => ({
      body: { routerId, providerId: savanna.id, ...changes },
    });
    for (const providerId of [savanna.id, demo.id])
      expect(await world.refused(assignRouter, body({ providerId }))).toEqual([
        ...[409, "Main Gate is assigned to Demo WiFi already. Unassign it first."],
      ]);
    const { id } = await world.added({ host: "10.2.0.2" });
    expect(await world.refused(assignRouter, body({ routerId: id, providerId: "nobody" }))).toEqual([
      ...[404, "This provider does not exist."],
    ]);
    expect(await world.refused(assignRouter, body({ routerId: "nobody" }))).toEqual([
      ...[404, "This router does not exist."],
    ]);
    for (const providerId of ["", undefined])
      expect(await world.refused(assignRouter, body({ providerId }))).toEqual([400, "Choose a provider"]);
  });

  test("twice at once gives it to one", async () => {
    const { demo, savanna } = world.seeded;
    const { id } = await world.added({ host: "10.2.0.3" });
    const answers = await Promise.all(
      [demo.id, savanna.id, demo.id, savanna.id].map((providerId) =>
        world.ask(assignRouter, { body: { routerId: id, providerId } }),
      ),
    );
    expect(answers.filter(({ ok }) => ok).length).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const has = (await world.listed(id))?.providerId;
    expect([demo.id, savanna.id]).toContain(has);
    const [winner, loser] = has === demo.id ? ([demo, savanna] as const) : ([savanna, demo] as const);
    expect(await listedAt(winner, id)).toBe(true);
    expect(await listedAt(loser, id)).toBe(false);
    expect(await sellsAt(winner, id)).toBe(true);
    expect(await sellsAt(loser, id)).toBe(false);
    expect((await pairOf(winner, id))?.ended).toBe(0);
    expect((await pairOf(loser, id))?.ended ?? 1).toBe(1);
    const lines = await world.audited("router.assign");
    expect(lines.filter(({ subject }) => subject === id)).toEqual([
      expect.objectContaining({ provider_id: winner.id }),
    ]);
  });

  test("that failed before it had the router is none; a repeat gives it, and so does another provider's", async () => {
    const { demo, savanna } = world.seeded;
    for (const next of [demo, savanna]) {
      const { id } = await world.added({ host: "10.2.0.10" });
      const fault = failStatements(/UPDATE routers SET provider_id = \?/);
      const answer = await world.ask(assignRouter, { body: { routerId: id, providerId: demo.id } });
      fault.heal();
      expect([answer.ok, fault.count]).toEqual([false, 1]);
      // Its history knows of the router, and nothing is decided by that.
      expect((await pairOf(demo, id))?.ended).toBe(0);
      expect(await world.listed(id)).toMatchObject({ providerId: null });
      expect(await listedAt(demo, id)).toBe(false);
      expect(await sellsAt(demo, id)).toBe(false);
      await assign(id, next.id);
      for (const provider of [demo, savanna]) {
        expect(await listedAt(provider, id)).toBe(provider === next);
        expect(await sellsAt(provider, id)).toBe(provider === next);
      }
    }
  });

  test("before the provider's own history knows it is not done at all", async () => {
    const { id } = await world.added({ host: "10.2.0.11" });
    const fault = failStatements(/INTO provider_routers/);
    const answer = await world.ask(assignRouter, {
      body: { routerId: id, providerId: world.seeded.demo.id },
    });
    fault.heal();
    expect([answer.ok, fault.count]).toEqual([false, 1]);
    expect(await world.listed(id)).toMatchObject({ providerId: null });
  });
});

describe("taking a router back", () => {
  const unassign = (id: string, query: Record<string, string> = {}) =>
    world.ask(unassignRouter, { params: { id }, query });

  test("that nobody has, or that does not exist, is refused", async () => {
    const { id } = await world.added({ name: "Lonely", host: "10.2.0.4" });
    expect(await world.refused(unassignRouter, { params: { id } })).toEqual([
      ...[409, "Lonely is assigned to nobody."],
    ]);
    expect(await world.refused(unassignRouter, { params: { id: "nobody" } })).toEqual([
      ...[404, "This router does not exist."],
    ]);
  });

  test("names what runs there first; then puts the devices off, forgets it, and raises its epoch", async () => {
    const link = await bridge.connect();
    const { id, sold } = await busyRouter("10.2.0.5", link);
    expect(await world.refused(unassignRouter, { params: { id } })).toEqual([
      409,
      "This router still has 1 purchase that runs or waits. What is paid would not be activated: its provider can move, extend or refund it afterwards.",
    ]);
    const epoch = await world.epoch(id);
    const unassigning = unassign(id, { confirm: "true" });
    await putOff(link, id, sold);
    await link.next("forget", ({ routerId }) => routerId === id);
    const answer = await unassigning;
    expect(answer.ok && answer.answer.message).toBe(
      "Busy is not assigned to Demo WiFi any more. 1 purchase that had a device now waits for one elsewhere.",
    );
    expect(await world.epoch(id)).toBeGreaterThan(epoch);
    expect(await world.listed(id)).toMatchObject({
      providerId: null,
      bridgeId: bridge.id,
      isOnline: false,
      status: "active",
    });
    expect(await entitlementRow(sold)).toMatchObject({ mac: null, state: "running", end_reason: null });
    expect(await world.audited("router.unassign")).toContainEqual(
      expect.objectContaining({ subject: id, detail: { name: "Busy", purchases: 1, payments: 0 } }),
    );
  });

  test("that failed after it was taken leaves it taken, and another provider sells there alone", async () => {
    const { demo, savanna } = world.seeded;
    const { id } = await world.added({ host: "10.2.0.12" });
    await assign(id, demo.id);
    expect(await sellsAt(demo, id)).toBe(true);
    const fault = failStatements(/UPDATE provider_routers SET unassigned_at/);
    const answer = await unassign(id, { confirm: "true" });
    fault.heal();
    expect([answer.ok, fault.count]).toEqual([false, 1]);
    expect((await pairOf(demo, id))?.ended).toBe(0);
    expect(await world.listed(id)).toMatchObject({ providerId: null, location: null });
    expect(await listedAt(demo, id)).toBe(false);
    expect(await sellsAt(demo, id)).toBe(false);
    await assign(id, savanna.id);
    expect([await sellsAt(demo, id), await sellsAt(savanna, id)]).toEqual([false, true]);
    expect([await listedAt(demo, id), await listedAt(savanna, id)]).toEqual([false, true]);
  });

  test("that failed before it was taken leaves it where it was", async () => {
    const { demo } = world.seeded;
    const { id } = await world.added({ host: "10.2.0.13" });
    await assign(id, demo.id, "By the mill");
    const fault = failStatements(/UPDATE routers SET provider_id = NULL/);
    const answer = await unassign(id);
    fault.heal();
    expect([answer.ok, fault.count]).toEqual([false, 1]);
    expect(await world.listed(id)).toMatchObject({ providerId: demo.id, location: "By the mill" });
    expect((await pairOf(demo, id))?.ended).toBe(0);
    expect(await sellsAt(demo, id)).toBe(true);
    expect((await unassign(id, { confirm: "true" })).ok).toBe(true);
    expect((await pairOf(demo, id))?.ended).toBe(1);
  });

  test("takes it from the provider's own bridge, and leaves it with one of the platform", async () => {
    const own = await newBridge(world.seeded.demo, "Own box");
    const { id } = await world.added({ host: "10.2.0.6" });
    await assign(id, world.seeded.demo.id);
    const body = world.newRouter({ host: "10.2.0.6", bridgeId: own.id });
    await world.answer(changeRouter, { params: { id }, body });
    const link = await own.connect();
    await unassign(id);
    expect((await link.next("forget")).routerId).toBe(id);
    expect(await world.listed(id)).toMatchObject({ bridgeId: null, providerId: null });
  });
});

test("a router that is sold by another provider leaves figures and users with the first, and access ends by itself", async () => {
  const { demo, savanna } = world.seeded;
  const link = await bridge.connect();
  const { id, sold } = await busyRouter("10.2.0.7", link);
  await putPayment(at(id, "Busy"), { shillings: 120 });
  const figures = async () => ({
    stats: await world.answer(providerStats, {}, "demo"),
    users: (await world.answer(listUsers, {}, "demo")).map(({ macAddress }) => macAddress).sort(),
    // How far the platform's copy of them is, changes by itself meanwhile.
    sums: (await tenantDatabase(demo.id).prepare("SELECT * FROM sales_daily").all()).results.map(
      ({ copied_rev: _, ...sum }) => sum,
    ),
  });
  const before = await figures();
  const [savannaBefore, savannaUsers] = [
    await world.answer(providerStats, {}, "savanna"),
    await world.answer(listUsers, {}, "savanna"),
  ];
  expect(before.users).toContain(sold.mac);

  const unassigning = world.ask(unassignRouter, { params: { id }, query: { confirm: "true" } });
  await putOff(link, id, sold);
  expect((await unassigning).status).toBe(200);
  await assign(id, savanna.id, "New place");

  expect(await world.answer(listRouters, {}, "savanna")).toContainEqual(
    expect.objectContaining({ id, location: "New place" }),
  );
  expect(await world.answer(providerStats, {}, "savanna")).toEqual(savannaBefore);
  expect(await world.answer(listUsers, {}, "savanna")).toEqual(savannaUsers);
  expect(await world.answer(routerStats, { params: { id } }, "savanna")).toEqual({
    todaySales: 0,
    monthlyRevenue: 0,
  });
  const after = await figures();
  expect(after.sums).toEqual(before.sums);
  expect(after.users).toEqual(before.users);
  expect(after.stats.totalRevenue).toBe(before.stats.totalRevenue);
  expect((await world.answer(listRouters, {}, "demo")).map((router) => router.id)).not.toContain(id);

  // What the bridge finds on the router of the time before, nobody there paid for: it is put off.
  const assigned = await link.next("assign", ({ routers }) =>
    routers.some(({ routerId }) => routerId === id),
  );
  expect(assigned.routers.find(({ routerId }) => routerId === id)).toBeDefined();
  link.say({ type: "ask", routerId: id, entitlementIds: [sold.id] });
  const wanted = await link.until(
    () =>
      link.desiredEntitlements.findLast((desired) => desired.id === sold.id && desired.spec.kind === "end"),
    "an end",
  );
  expect(wanted.spec).toMatchObject({ kind: "end" });
  // And it goes on where its provider still sells.
  const given = await giveDevice(testContext(), {
    providerId: demo.id,
    entitlementId: sold.id,
    subject: deviceSubject(newMac()),
    routerId: demo.routers[0]?.id ?? "",
    by: "provider",
    buyerHash: null,
    instead: null,
  });
  expect(given).toBe("attached");
});

test("what its provider sold there before goes on until it ends, and its end is told to that provider", async () => {
  const { demo, savanna } = world.seeded;
  // A bridge that has no other router of that provider.
  const shared = await newBridge(null, "Shared box");
  const link = await shared.connect();
  const { id } = await world.added({ name: "Shared", host: "10.2.0.88", bridgeId: shared.id });
  await assign(id, demo.id);
  const unassigned = await world.ask(unassignRouter, { params: { id }, query: { confirm: "true" } });
  expect(unassigned.status).toBe(200);
  // Its payment was under way when the router was taken back.
  const sold = await sell(at(id, "Shared"), { undelivered: true });
  await assign(id, savanna.id);
  const served = await link.until(() => link.desired(sold.id), "what was sold before");
  expect(served.spec).toMatchObject({ kind: "serve", subjects: subjectsOf(sold.mac) });
  link.say({ type: "ask", routerId: id, entitlementIds: [sold.id] });
  await link.settled();
  expect(link.desired(sold.id)?.spec.kind).toBe("serve");
  const said = { ageMs: 0, routerId: id, entitlementId: sold.id, rev: 1 };
  await link.report({ ...said, kind: "started" });
  expect(await entitlementRow(sold)).toMatchObject({ state: "running", mac: sold.mac });
  const own = await sell({ ...savanna, routers: [{ id, name: "Shared" }] });
  await link.until(() => link.desired(own.id), "what is sold now");
  await link.report({ ...said, kind: "ended", reason: "time" });
  expect(await entitlementRow(sold)).toMatchObject({ state: "ended", end_reason: "time" });
  expect((await entitlementRow(own)).state).toBe("waiting");
});

describe("suspending a router", () => {
  test("stops new sales with a sentence and leaves what runs; activating lets it sell again", async () => {
    const { demo } = world.seeded;
    const id = demo.routers[1]?.id ?? "";
    const sold = await sell(demo, { router: 1 });
    const buy = async () => {
      const body = {
        phoneNumber: "254712345678",
        planId: demo.plans[0]?.id,
        macAddress: newMac(),
        routerId: id,
      };
      const answer = await call(initiatePayment, { body }, { host: hostOf("demo") });
      return answer.ok ? "sold" : answer.refusal?.message;
    };
    expect(await world.answer(suspendRouter, { params: { id } })).toEqual({
      success: true,
      message: "Market Stall sells nothing new. What runs there keeps running.",
    });
    expect(await world.listed(id)).toMatchObject({ status: "suspended", isActive: false });
    expect(await buy()).toBe("This hotspot does not sell access at the moment. Please ask at the counter.");
    expect(await entitlementRow(sold)).toMatchObject({ state: "waiting", mac: sold.mac });
    expect((await world.answer(activateRouter, { params: { id } })).message).toBe(
      "Market Stall sells again.",
    );
    expect(await world.listed(id)).toMatchObject({ status: "active", isActive: true });
    for (const action of ["router.suspend", "router.activate"])
      expect(await world.audited(action)).toEqual([
        expect.objectContaining({ actor: "platform", provider_id: demo.id, subject: id }),
      ]);
  });

  test("that does not exist is not found", async () => {
    for (const endpoint of [suspendRouter, activateRouter])
      expect(await world.refused(endpoint, { params: { id: "nobody" } })).toEqual([
        ...[404, "This router does not exist."],
      ]);
  });
});

describe("deleting a router", () => {
  test("that sold archives it after saying what runs there; its history stays", async () => {
    const link = await bridge.connect();
    const { id, sold } = await busyRouter("10.2.0.8", link);
    const old = await putPayment(at(id, "Busy"), { shillings: 50 });
    await setEntitlement({ ...old, id: old.entitlementId }, { state: "ended", ended_at: Date.now() });
    expect((await world.refused(removeRouter, { params: { id } }))[0]).toBe(409);
    const sums = () =>
      tenantDatabase(world.seeded.demo.id)
        .prepare("SELECT sum(cents) AS cents FROM sales_daily WHERE router_id = ?1")
        .bind(id)
        .first("cents");
    const removing = world.ask(removeRouter, { params: { id }, query: { confirm: "true" } });
    await putOff(link, id, sold);
    const answer = await removing;
    expect(answer.ok && answer.answer.message).toBe(
      "Busy was deleted. 1 purchase that had a device now waits for one elsewhere.",
    );
    expect(await world.row(id)).toMatchObject({ archived_at: expect.any(Number), bridge_id: null });
    expect(await world.listed(id)).toBeUndefined();
    expect(await sums()).toBe(5_000);
    expect(await world.refused(removeRouter, { params: { id } })).toEqual([
      404,
      "This router does not exist.",
    ]);
    expect(await world.audited("router.remove")).toContainEqual(
      expect.objectContaining({
        provider_id: world.seeded.demo.id,
        subject: id,
        detail: { name: "Busy", purchases: 1, payments: 0 },
      }),
    );
  });

  test("without any history goes at once", async () => {
    const { id } = await world.added({ name: "Mistake", host: "10.2.0.9" });
    expect(await world.answer(removeRouter, { params: { id } })).toEqual({
      success: true,
      message: "Mistake was deleted.",
    });
    expect(await world.listed(id)).toBeUndefined();
    expect((await world.ask(changeRouter, { params: { id }, body: world.newRouter() })).status).toBe(404);
  });
});
