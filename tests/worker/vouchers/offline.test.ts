import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { OfflineVoucherAnswer } from "#contract/bridge-requests";
import { deviceSubject } from "#contract/values/subject";
import { parseVoucherCode } from "#contract/values/voucher-code";
import { assignOfflineVouchers, listOfflineVouchers, type Voucher } from "#contract/vouchers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { sweepFormerSellers, sweepOfflineVouchers } from "#worker/features/vouchers/index";
import { hmacBy } from "#worker/keys";
import { closeAllLinks, FakeBridge, type FakeLink, type NewSiteEvent } from "../../support/fake-bridge.ts";
import { giveRouter } from "../../support/give-router.ts";
import { newMac, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { list, make, redeem, revoke, voucherWorld, type World } from "./voucher-world.ts";

// Vouchers that work without the internet: the bridge here is played by the test.

let world: World;
let bridge: FakeBridge;
let link: FakeLink;

beforeAll(async () => {
  world = await voucherWorld();
  const { code } = await createBridgeCode(
    testContext(),
    { providerId: world.demo.id, adminId: null },
    "Gate",
  );
  bridge = await FakeBridge.enrol(code);
  await serveBy(bridge);
});

/** All routers of Demo. */
async function serveBy({ id: bridgeId }: FakeBridge): Promise<void> {
  await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id IN (SELECT value FROM json_each(?2))")
    .bind(bridgeId, JSON.stringify(world.demo.routers.map(({ id }) => id)))
    .run();
}

afterEach(async () => {
  await closeAllLinks();
});

const routerId = () => world.demo.routers[0]?.id ?? "";
const demo = () => ({ host: hostOf("demo"), cookie: world.cookies.demo });

async function connect(): Promise<void> {
  link = await bridge.connect();
}

function assign(quantity: number, key?: string, router = routerId()) {
  const body = { routerId: router, planId: world.demo.plans[0]?.id, quantity };
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return call(assignOfflineVouchers, { body }, { ...demo(), headers });
}

/** Makes and assigns vouchers; the bridge has acknowledged them. */
async function assigned(quantity = 1): Promise<{ vouchers: Voucher[]; offlineVoucherIds: string[] }> {
  await tenantDatabase(world.demo.id)
    .prepare("UPDATE vouchers SET revoked_at = 1 WHERE used_at IS NULL AND offline_voucher_id IS NULL")
    .run();
  const vouchers = await make(world, { quantity });
  const answer = await assign(quantity);
  expect(answer.ok && answer.answer.assigned).toBe(quantity);
  const offlineVoucherIds: string[] = [];
  for (const { code } of vouchers) offlineVoucherIds.push((await row(code))?.offline_voucher_id ?? "");
  for (const id of offlineVoucherIds) await link.until(() => told(id), "the loan");
  await link.report(...offlineVoucherIds.map((offlineVoucherId) => event("assigned", offlineVoucherId)));
  return { vouchers, offlineVoucherIds };
}

/** What the bridge was last told of an offline voucher. */
const told = (id: string) =>
  link
    .all("offline_vouchers")
    .flatMap(({ offlineVouchers }) => offlineVouchers)
    .findLast((offlineVoucher) => offlineVoucher.id === id);

function event(kind: "assigned" | "returned", offlineVoucherId: string): NewSiteEvent {
  return { kind, offlineVoucherId, ageMs: 0, routerId: routerId() };
}

const redeemedEvent = (offlineVoucherId: string, mac: string, ageMs = 0): NewSiteEvent => ({
  kind: "voucher_redeemed",
  offlineVoucherId,
  subject: deviceSubject(mac),
  ageMs,
  routerId: routerId(),
});

function purchaseOf(id: string): string {
  const offlineVoucher = told(id);
  if (offlineVoucher?.spec.kind !== "assign") throw new Error("not lent");
  return offlineVoucher.spec.entitlementId;
}

const codeOf = (voucher: Voucher | undefined) => voucher?.code ?? "";
const row = (code: string) =>
  tenantDatabase(world.demo.id)
    .prepare("SELECT * FROM vouchers WHERE code = ?1")
    .bind(parseVoucherCode(code) ?? "")
    .first<{
      offline_voucher_id: string | null;
      used_at: number | null;
      used_by: string;
      revoked_at: number | null;
    }>();
const offlineVoucherState = (id: string) =>
  tenantDatabase(world.demo.id)
    .prepare("SELECT state FROM offline_vouchers WHERE id = ?1")
    .bind(id)
    .first<string>("state");
const purchases = (mac: string) =>
  tenantDatabase(world.demo.id)
    .prepare("SELECT count(*) AS count FROM entitlements WHERE subject = 'device:' || ?1")
    .bind(mac)
    .first<number>("count");
const counted = async () =>
  (await tenantDatabase(world.demo.id)
    .prepare("SELECT sum(count) AS count FROM voucher_daily")
    .first<number>("count")) ?? 0;

/** Answers the next request as the bridge would. */
async function answerNext(result: OfflineVoucherAnswer) {
  const { id, request } = await link.next("request", ({ request }) => "offlineVoucherId" in request);
  link.say({ type: "answer", id, ok: true, message: "Decided.", result: OfflineVoucherAnswer.parse(result) });
  return request;
}

describe("a lent voucher", () => {
  test("is told to the bridge as a hash by a key of its own, with what it gives", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned();
    const offlineVoucher = told(offlineVoucherIds[0] ?? "");
    if (offlineVoucher?.spec.kind !== "assign") throw new Error("not lent");
    const code = parseVoucherCode(codeOf(vouchers[0])) ?? "";
    expect(offlineVoucher.spec.hash).toBe(hmacBy(offlineVoucher.spec.key, code));
    expect(JSON.stringify(link.received)).not.toContain(code);
    expect(offlineVoucher).toMatchObject({
      id: offlineVoucherIds[0],
      routerId: routerId(),
      rev: 1,
      spec: { expiresInMs: null },
    });
    expect(await offlineVoucherState(offlineVoucherIds[0] ?? "")).toBe("assigned");
    expect((await list(world, { q: code })).vouchers).toMatchObject([{ isOffline: true, status: "active" }]);
  });

  test("is counted once when the bridge tells of it, however often, with its own time", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned();
    const [id = "", mac, before] = [offlineVoucherIds[0], newMac(), await counted()];
    await tenantDatabase(world.demo.id)
      .prepare("UPDATE offline_vouchers SET created_at = created_at - 7200000")
      .run();
    const told = redeemedEvent(id, mac, 3_600_000);
    const numbered = await link.report(told);
    await link.resend(numbered);
    await link.report(told);
    const used = await row(codeOf(vouchers[0]));
    expect(used).toMatchObject({ used_by: deviceSubject(mac), offline_voucher_id: id });
    expect(Math.abs((used?.used_at ?? 0) - (Date.now() - 3_600_000))).toBeLessThan(5_000);
    expect([await purchases(mac), (await counted()) - before]).toEqual([1, 1]);
    expect(await offlineVoucherState(id)).toBe("redeemed");
    expect((await list(world, { q: mac })).vouchers[0]).toMatchObject({ status: "used", usedBy: mac });
  });

  test("starts and ends as the bridge says in the same breath", async () => {
    await connect();
    const { offlineVoucherIds } = await assigned();
    const [id = "", mac] = [offlineVoucherIds[0], newMac()];
    const entitlementId = purchaseOf(id);
    await tenantDatabase(world.demo.id)
      .prepare("UPDATE offline_vouchers SET created_at = created_at - 7200000")
      .run();
    await link.report(
      redeemedEvent(id, mac, 3_700_000),
      { kind: "started", entitlementId, rev: 1, routerId: routerId(), ageMs: 3_690_000 },
      { kind: "ended", entitlementId, rev: 1, reason: "time", routerId: routerId(), ageMs: 90_000 },
    );
    const purchase = await tenantDatabase(world.demo.id)
      .prepare("SELECT state, ended_at, started_at FROM entitlements WHERE id = ?1")
      .bind(entitlementId)
      .first<{ state: string; ended_at: number; started_at: number }>();
    expect(purchase?.state).toBe("ended");
    expect((purchase?.ended_at ?? 0) - (purchase?.started_at ?? 0)).toBe(3_600_000);
  });

  test("entered at the portal is decided by the bridge, and a lost answer is given again", async () => {
    await connect();
    const { vouchers } = await assigned();
    const [code, mac, before] = [codeOf(vouchers[0]), newMac(), await counted()];
    const first = redeem(world.demo, code, mac);
    const request = await link.next("request", (message) => "offlineVoucherId" in message.request);
    expect(request.request).toMatchObject({
      kind: "redeem",
      routerId: routerId(),
      subject: deviceSubject(mac),
    });
    await link.close();
    const lost = await first;
    expect([lost.status, lost.ok]).toEqual([503, false]);
    expect((await row(code))?.used_at).toBeNull();
    await connect();
    const again = redeem(world.demo, code, mac);
    await answerNext({ state: "redeemed", subject: deviceSubject(mac), ageMs: 3_000 });
    const answer = await again;
    expect(answer.ok && answer.answer.success).toBe(true);
    const third = await redeem(world.demo, code, mac);
    expect(third.ok && third.answer.transactionId).toBe(answer.ok && answer.answer.transactionId);
    expect([await purchases(mac), (await counted()) - before]).toEqual([1, 1]);
  });

  test("that somebody else redeemed there is used, also at the portal, and counted once", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned();
    const [code, winner, loser, before] = [codeOf(vouchers[0]), newMac(), newMac(), await counted()];
    const late = redeem(world.demo, code, loser);
    await answerNext({ state: "redeemed", subject: deviceSubject(winner), ageMs: 10_000 });
    const answer = await late;
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining("already been used")]);
    await link.report(redeemedEvent(offlineVoucherIds[0] ?? "", winner, 12_000));
    expect([await purchases(winner), await purchases(loser), (await counted()) - before]).toEqual([1, 0, 1]);
  });

  test("is given back to be used on another router's WiFi", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned();
    const [code, mac] = [codeOf(vouchers[0]), newMac()];
    const other = world.demo.routers[1]?.id;
    const entered = redeem({ ...world.demo, routers: world.demo.routers.slice(1) }, code, mac);
    const request = await answerNext({ state: "returned" });
    expect(request).toMatchObject({ kind: "give_back", routerId: routerId() });
    expect((await entered).ok).toBe(true);
    expect(await row(code)).toMatchObject({
      used_by: deviceSubject(mac),
      router_id: other,
      offline_voucher_id: null,
    });
    await link.report(event("returned", offlineVoucherIds[0] ?? ""));
    expect(await row(code)).toMatchObject({ used_by: deviceSubject(mac), router_id: other });
  });

  test("waits for its bridge: without a link it is refused with a sentence, and unused", async () => {
    await connect();
    const { vouchers } = await assigned();
    await link.close();
    const here = await redeem(world.demo, codeOf(vouchers[0]));
    expect([here.status, here.text]).toEqual([503, expect.stringContaining("kept at this WiFi")]);
    const elsewhere = await redeem(
      { ...world.demo, routers: world.demo.routers.slice(1) },
      codeOf(vouchers[0]),
    );
    expect([elsewhere.status, elsewhere.text]).toEqual([
      503,
      expect.stringContaining("works on the WiFi of"),
    ]);
    expect((await row(codeOf(vouchers[0])))?.used_at).toBeNull();
  });

  test("is revoked when it is back, and not before", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned(2);
    const ids = vouchers.map(({ id }) => id);
    const answer = await revoke(world, ids);
    expect(answer.ok && answer.answer).toMatchObject({ revoked: 0, leftAlone: 0, asked: 2 });
    await link.until(() => offlineVoucherIds.every((id) => told(id)?.spec.kind === "return"), "the recall");
    expect(offlineVoucherIds.map((id) => told(id)?.rev)).toEqual([2, 2]);
    expect((await row(codeOf(vouchers[0])))?.revoked_at).toBeNull();
    const [first = "", second = ""] = offlineVoucherIds;
    const mac = newMac();
    await link.report(event("returned", first), redeemedEvent(second, mac));
    expect(await row(codeOf(vouchers[0]))).toMatchObject({
      offline_voucher_id: null,
      revoked_at: expect.any(Number),
    });
    expect(await row(codeOf(vouchers[1]))).toMatchObject({ used_by: deviceSubject(mac), revoked_at: null });
  });

  test("of a provider that does not exist is ignored, and holds up nothing that is said after it", async () => {
    await connect();
    const { offlineVoucherIds, vouchers } = await assigned();
    await link.report(redeemedEvent("ab".repeat(32), newMac()));
    await link.report(redeemedEvent(offlineVoucherIds[0] ?? "", newMac()));
    expect((await row(vouchers[0]?.code ?? ""))?.used_at).not.toBeNull();
    expect(await env.BRIDGE.getByName(bridge.id).ignoredCount()).toBe(1);
  });

  test("of another bridge says nothing here", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned();
    const { code } = await createBridgeCode(
      testContext(),
      { providerId: world.savanna.id, adminId: null },
      "X",
    );
    const stranger = await FakeBridge.enrol(code);
    const strange = await stranger.connect();
    await strange.report(
      redeemedEvent(offlineVoucherIds[0] ?? "", newMac()),
      event("returned", offlineVoucherIds[0] ?? ""),
    );
    expect(await row(codeOf(vouchers[0]))).toMatchObject({
      used_at: null,
      offline_voucher_id: offlineVoucherIds[0],
    });
  });
});

describe("lending", () => {
  test("is the same for the same order, and shown by router and plan", async () => {
    await connect();
    await make(world, { quantity: 4 });
    const key = crypto.randomUUID();
    const first = await assign(2, key);
    const again = await assign(2, key);
    expect([first.text, again.status]).toEqual([again.text, 200]);
    await link.settled();
    const open = link.all("offline_vouchers").flatMap(({ offlineVouchers }) => offlineVouchers);
    await link.report(...open.map(({ id }) => event("assigned", id)));
    const shown = await call(listOfflineVouchers, {}, demo());
    expect(shown.ok && shown.answer.find((one) => one.routerId === routerId())).toMatchObject({
      isConnected: true,
      routerName: expect.any(String),
      assigned: expect.any(Number),
    });
  });

  test("waits for a bridge that listens and can do it", async () => {
    await make(world, { quantity: 1 });
    const away = await assign(1);
    expect([away.status, away.text]).toEqual([503, expect.stringContaining("not connected")]);
    const old = await bridge.dial();
    await old.hello({ requests: ["test", "kick", "hosts"] });
    await old.next("welcome");
    const outdated = await assign(1);
    expect([outdated.status, outdated.text]).toEqual([503, expect.stringContaining("too old")]);
    await old.settled();
    expect(old.all("offline_vouchers")).toEqual([]);
  });

  test("is said again at the next welcome and every minute, until it is acknowledged", async () => {
    await connect();
    const { offlineVoucherIds } = await assigned();
    const [id = ""] = offlineVoucherIds;
    await tenantDatabase(world.demo.id)
      .prepare("UPDATE offline_vouchers SET state = 'offered', created_at = created_at - 20000 WHERE id = ?1")
      .bind(id)
      .run();
    await link.close();
    await connect();
    await link.until(() => told(id), "the loan again");
    link.received.length = 0;
    await sweepOfflineVouchers(testContext(), world.demo.id);
    await link.until(() => told(id), "the loan once more");
  });

  test("to a bridge that was replaced ends when the new one reaches the router", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned();
    const { code } = await createBridgeCode(
      testContext(),
      { providerId: world.demo.id, adminId: null },
      "New",
    );
    const newer = await FakeBridge.enrol(code);
    await serveBy(newer);
    const newLink = await newer.connect();
    await sweepFormerSellers(testContext());
    expect(await row(codeOf(vouchers[0]))).toMatchObject({ offline_voucher_id: offlineVoucherIds[0] });
    newLink.say({ type: "router", routerId: routerId(), state: "reachable", message: "", version: "7.18" });
    await newLink.settled();
    await sweepFormerSellers(testContext());
    expect(await row(codeOf(vouchers[0]))).toMatchObject({ offline_voucher_id: null, used_at: null });
    // It is told as soon as it listens, also in case the router is given back to it one day.
    await link.close();
    await connect();
    await link.until(() => told(offlineVoucherIds[0] ?? "")?.spec.kind === "return", "the recall");
    expect(await offlineVoucherState(offlineVoucherIds[0] ?? "")).toBe("freed");
    // The first one redeemed it before it heard of that: its visitor was served, and nobody else has used it since.
    const mac = newMac();
    await link.report(redeemedEvent(offlineVoucherIds[0] ?? "", mac, 60_000));
    expect(await row(codeOf(vouchers[0]))).toMatchObject({ used_by: deviceSubject(mac) });
    expect(await purchases(mac)).toBe(1);
    await serveBy(bridge);
  });

  test("is its seller's, also when its router is another provider's", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned(2);
    const [told, found] = [newMac(), newMac()];
    for (const { id } of world.demo.routers) await giveRouter(id, world.savanna.id);
    // The routers are at a bridge of the platform now.
    await env.DB.prepare("UPDATE bridges SET provider_id = NULL WHERE id = ?1").bind(bridge.id).run();
    await link.close();
    await connect();
    await link.until(() => link.all("offline_vouchers").length > 0, "what is lent");
    await link.report(redeemedEvent(offlineVoucherIds[0] ?? "", told));
    expect(await row(codeOf(vouchers[0]))).toMatchObject({ used_by: deviceSubject(told) });
    const entitlementId = purchaseOf(offlineVoucherIds[1] ?? "");
    link.say({
      type: "ask",
      routerId: routerId(),
      entitlementIds: [entitlementId],
      subjects: [deviceSubject(found)],
    });
    await link.until(() => link.desired(entitlementId)?.spec.kind === "serve", "the purchase");
    expect(await row(codeOf(vouchers[1]))).toMatchObject({ used_by: deviceSubject(found) });
    for (const { id } of world.demo.routers) await giveRouter(id, world.demo.id);
    await env.DB.prepare("UPDATE bridges SET provider_id = ?1 WHERE id = ?2")
      .bind(world.demo.id, bridge.id)
      .run();
  });

  test("leaves a trace on the router: what nobody reported is counted when its user is found", async () => {
    await connect();
    const { vouchers, offlineVoucherIds } = await assigned();
    const entitlementId = purchaseOf(offlineVoucherIds[0] ?? "");
    const mac = newMac();
    link.say({
      type: "ask",
      routerId: routerId(),
      entitlementIds: [entitlementId],
      subjects: [deviceSubject(mac)],
    });
    await link.until(() => link.desired(entitlementId), "the purchase");
    expect(link.desired(entitlementId)?.spec).toMatchObject({ kind: "serve", subjects: subjectsOf(mac) });
    expect(await row(codeOf(vouchers[0]))).toMatchObject({ used_by: deviceSubject(mac) });
  });
});
