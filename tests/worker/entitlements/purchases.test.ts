import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { allowUser, disconnectUser } from "#contract/entitlements";
import { deviceSubject } from "#contract/values/subject";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { setAside } from "#worker/features/entitlements/detach-device";
import { accessOf, attachWaiting, deviceNow } from "#worker/features/entitlements/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { abortBatches, type Fault } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { entitlementRow, newMac, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let cookie: string;
let bridge: FakeBridge;
let link: FakeLink;
let fault: Fault | undefined;

beforeAll(async () => {
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
});

beforeEach(async () => {
  link = await bridge.connect();
  for (const { id: routerId } of seeded.demo.routers)
    link.say({ type: "router", routerId, state: "reachable", message: "", version: "7.18", seenAgeMs: 0 });
  await link.settled();
});

afterEach(async () => {
  fault?.heal();
  fault = undefined;
  vi.useRealTimers();
  await closeAllLinks();
});

const accessNow = ({ providerId, routerId, id }: Sold) =>
  accessOf(testContext(), { providerId, routerId, entitlementId: id });
type State = "connecting" | "online" | "waiting_for_device" | "queued" | "ended";

/** What the bridge says of a purchase right now, taken in. */
async function say({ id, routerId }: Sold, state: State, rev = 1): Promise<void> {
  link.say({ type: "state", routerId, entitlements: [{ id, rev, state }] });
  await link.settled();
}

const start = ({ id, routerId }: Sold) =>
  link.report({ kind: "started", ageMs: 0, routerId, entitlementId: id, rev: 1 });

describe("how far a purchase is", () => {
  test("follows the bridge through all its states", async () => {
    const sold = await sell(seeded.demo);
    expect(await accessNow(sold)).toEqual({ access: "connecting", endsAt: null });
    for (const [state, access] of [
      ["connecting", "connecting"],
      ["waiting_for_device", "waiting_for_device"],
      ["queued", "queued"],
      // It may overtake the event that the time runs: online is who has an end.
      ["online", "connecting"],
    ] as const) {
      await say(sold, state);
      expect((await accessNow(sold)).access).toBe(access);
    }
    await start(sold);
    const { ends_at } = await entitlementRow(sold);
    expect(await accessNow(sold)).toEqual({ access: "online", endsAt: ends_at });
    vi.setSystemTime((ends_at ?? 0) - 1);
    expect((await accessNow(sold)).access).toBe("online");
    vi.setSystemTime(ends_at ?? 0);
    expect(await accessNow(sold)).toEqual({ access: "none", endsAt: ends_at });
  });

  test("is waiting for its device while nobody named one, and for its router where no bridge is", async () => {
    const waiting = await sell(seeded.demo, { mac: null });
    expect(await accessNow(waiting)).toEqual({ access: "waiting_for_device", endsAt: null });
    const lodge = await sell(seeded.savanna);
    expect(await accessNow(lodge)).toEqual({ access: "connecting", endsAt: null, routerAway: true });
    await setEntitlement(lodge, { state: "ended", ends_at: 5 });
    expect(await accessNow(lodge)).toEqual({ access: "none", endsAt: 5 });
    expect(await accessNow({ ...lodge, id: "unknown" })).toEqual({
      access: "connecting",
      endsAt: null,
      routerAway: true,
    });
  });

  test("says that its router is away while it is on its way there, and nothing of it once it is online", async () => {
    const sold = await sell(seeded.demo);
    const { routerId } = sold;
    const away = { type: "router", routerId, state: "unreachable", message: "", version: "7.18" } as const;
    link.say({ ...away, seenAgeMs: 60_000 });
    await link.settled();
    expect(await accessNow(sold)).toEqual({ access: "connecting", endsAt: null, routerAway: true });
    link.say({ ...away, state: "reachable", seenAgeMs: 0 });
    await link.settled();
    expect(await accessNow(sold)).toEqual({ access: "connecting", endsAt: null });
    await start(sold);
    await say(sold, "online");
    link.say({ ...away, seenAgeMs: 60_000 });
    await link.settled();
    expect((await accessNow(sold)).routerAway).toBeUndefined();
  });

  test("is not read of another provider", async () => {
    const lodge = await sell(seeded.savanna);
    await setEntitlement(lodge, { state: "ended", ends_at: 5 });
    expect(await accessNow({ ...lodge, providerId: seeded.demo.id })).toEqual({
      access: "connecting",
      endsAt: null,
    });
  });
});

describe("what a device has", () => {
  const has = (mac: string) => deviceNow(testContext(), seeded.demo.id, deviceSubject(mac));

  test("is nothing for a stranger, at another provider, and after the end", async () => {
    const sold = await sell(seeded.demo);
    const mac = sold.mac ?? "";
    expect(await has(newMac())).toBeNull();
    expect(await deviceNow(testContext(), seeded.savanna.id, deviceSubject(mac))).toBeNull();
    expect(await has(mac)).toMatchObject({ entitlementId: sold.id, access: "connecting" });
    await setEntitlement(sold, { state: "running", started_at: 1, ends_at: Date.now() - 1 });
    expect(await has(mac)).toBeNull();
  });

  test("is the running purchase with what is left of it, and how many wait behind it", async () => {
    const mac = newMac();
    const now = Date.now();
    const first = await sell(seeded.demo, { mac, plan: 4, createdAt: now - 3_000 });
    const second = await sell(seeded.demo, { mac, createdAt: now - 2_000 });
    const third = await sell(seeded.demo, { mac, createdAt: now - 1_000 });
    await setEntitlement(first, { used_bytes: 2 ** 30 });
    await say(first, "online");
    await start(first);
    const view = await has(mac);
    expect(view).toMatchObject({
      entitlementId: first.id,
      planName: "Month 50 GB",
      access: "online",
      downKbps: 10_000,
      dataLeftBytes: 49 * 2 ** 30,
      queue: [
        { entitlementId: second.id, startsAt: view?.endsAt },
        { entitlementId: third.id, startsAt: (view?.endsAt ?? 0) + 3_600_000 },
      ],
    });
    expect(view?.endsAt).toBeGreaterThan(now);
    await link.report({
      kind: "ended",
      ageMs: 0,
      routerId: first.routerId,
      entitlementId: first.id,
      rev: 1,
      reason: "data",
    });
    await say(second, "online");
    expect(await has(mac)).toMatchObject({
      entitlementId: second.id,
      queue: [{ entitlementId: third.id, startsAt: null }],
      dataLeftBytes: null,
    });
    await setEntitlement(second, { state: "cut_off", rev: 2 });
    expect(await has(mac)).toMatchObject({ entitlementId: third.id, queue: [] });
  });

  test("is the one that runs, though an older one waits at another router", async () => {
    const mac = newMac();
    await sell(seeded.demo, { mac, router: 1, createdAt: Date.now() - 60_000 });
    const here = await sell(seeded.demo, { mac });
    await start(here);
    expect(await has(mac)).toMatchObject({
      entitlementId: here.id,
      queue: [{ startsAt: expect.any(Number) }],
    });
  });

  test("never shows less than no data left", async () => {
    const sold = await sell(seeded.demo, { plan: 4 });
    await setEntitlement(sold, { used_bytes: 60 * 2 ** 30 });
    expect((await has(sold.mac ?? ""))?.dataLeftBytes).toBe(0);
  });
});

describe("cutting off", () => {
  const host = hostOf("demo");
  const post = (endpoint: typeof disconnectUser | typeof allowUser, id: string, as = cookie) =>
    call(endpoint, { params: { id } }, { host, cookie: as });

  test("reaches the bridge, leaves the time running, and can be undone", async () => {
    const sold = await sell(seeded.demo);
    await start(sold);
    await say(sold, "online");
    const { ends_at } = await entitlementRow(sold);
    expect((await post(disconnectUser, sold.id)).status).toBe(200);
    const cut = await link.until(
      () => link.desiredEntitlements.find(({ id, rev }) => id === sold.id && rev === 2),
      "end",
    );
    expect(cut.spec).toEqual({ kind: "end", subjects: subjectsOf(sold.mac), reason: "cut_off" });
    expect(await accessNow(sold)).toEqual({ access: "none", endsAt: ends_at });
    expect(await entitlementRow(sold)).toMatchObject({ state: "cut_off", ends_at });
    await link.report({
      kind: "applied",
      ageMs: 0,
      routerId: sold.routerId,
      entitlementId: sold.id,
      rev: 2,
      state: "ended",
    });

    expect((await post(allowUser, sold.id)).status).toBe(200);
    const again = await link.until(
      () => link.desiredEntitlements.find(({ id, rev }) => id === sold.id && rev === 3),
      "serve",
    );
    const spec = again.spec;
    expect(spec.kind === "serve" && spec.remainingMs).toBeLessThanOrEqual(3_600_000);
    expect(spec.kind === "serve" && spec.remainingMs).toBeGreaterThan(3_500_000);
    expect(await accessNow(sold)).toEqual({ access: "connecting", endsAt: ends_at });
    await say(sold, "online", 3);
    expect((await accessNow(sold)).access).toBe("online");
    expect(await entitlementRow(sold)).toMatchObject({ state: "running", ends_at });
  });

  test("before the start keeps the whole time", async () => {
    const sold = await sell(seeded.demo);
    await post(disconnectUser, sold.id);
    await post(allowUser, sold.id);
    expect(await entitlementRow(sold)).toMatchObject({ state: "waiting", rev: 3, started_at: null });
  });

  test("is 404 for another provider's purchase, for what is over, and for what is cut off already", async () => {
    const foreign = await sell(seeded.savanna);
    const over = await sell(seeded.demo);
    await setEntitlement(over, { state: "running", started_at: 1, ends_at: Date.now() - 1 });
    const cut = await sell(seeded.demo);
    await post(disconnectUser, cut.id);
    const before = await databaseChecksum();
    for (const id of [foreign.id, over.id, cut.id, "unknown"]) {
      const answer = await post(disconnectUser, id);
      expect(answer.status).toBe(404);
      expect(answer.ok || answer.refusal?.success).toBe(false);
    }
    for (const id of [foreign.id, over.id, "unknown"]) expect((await post(allowUser, id)).status).toBe(404);
    expect(await databaseChecksum()).toBe(before);
    expect((await post(disconnectUser, over.id, "")).status).toBe(401);
  });

  test("is not undone once the time is over", async () => {
    const sold = await sell(seeded.demo);
    await setEntitlement(sold, { state: "cut_off", started_at: 1, ends_at: Date.now() - 1, rev: 2 });
    expect((await post(allowUser, sold.id)).status).toBe(404);
    expect((await entitlementRow(sold)).rev).toBe(2);
  });

  test("leaves a line of who did it", async () => {
    const sold = await sell(seeded.demo);
    await clearAudit();
    await post(disconnectUser, sold.id);
    await post(allowUser, sold.id);
    const { results } = await env.DB.prepare(
      "SELECT actor_id, action, subject FROM audit ORDER BY at, rowid",
    ).all();
    const both = { actor_id: seeded.demo.admin.id, subject: sold.id };
    expect(results).toEqual([
      { ...both, action: "access.cut-off" },
      { ...both, action: "access.allow" },
    ]);
  });
});

describe("a purchase that waits for its device", () => {
  const attach = (sold: Sold, mac: string, buyerHash: string, routerId: string | null = sold.routerId) =>
    attachWaiting(testContext(), {
      providerId: sold.providerId,
      routerId,
      subject: deviceSubject(mac),
      buyerHash,
    });
  const userOf = (mac: string) =>
    tenantDatabase(seeded.demo.id)
      .prepare("SELECT router_id, phone, entitlement_id FROM hotspot_users WHERE subject = 'device:' || ?1")
      .bind(mac)
      .first();

  test("gets the device that its buyer shows up with, at that router, and the bridge is told", async () => {
    const sold = await sell(seeded.demo, { mac: null, buyerHash: "buyer" });
    const mac = newMac();
    const routerId = seeded.demo.routers[1]?.id ?? "";
    await attach(sold, mac, "buyer", routerId);
    expect(await entitlementRow(sold)).toMatchObject({ mac, router_id: routerId, rev: 2, state: "waiting" });
    const desired = await link.until(() => link.desired(sold.id), "desired");
    expect(desired).toMatchObject({ routerId, rev: 2, spec: { kind: "serve", subjects: subjectsOf(mac) } });
    expect(await userOf(mac)).toMatchObject({ router_id: routerId, entitlement_id: sold.id });
  });

  test("stays at its router where the page knows none", async () => {
    const sold = await sell(seeded.demo, { mac: null, buyerHash: "no router" });
    await attach(sold, newMac(), "no router", null);
    expect((await entitlementRow(sold)).router_id).toBe(sold.routerId);
  });

  test("is attached once: neither another device nor another buyer changes it", async () => {
    const sold = await sell(seeded.demo, { mac: null, buyerHash: "once" });
    const mac = newMac();
    await attach(sold, newMac(), "somebody else");
    expect((await entitlementRow(sold)).mac).toBeNull();
    await Promise.all([attach(sold, mac, "once"), attach(sold, mac, "once")]);
    await attach(sold, newMac(), "once");
    expect(await entitlementRow(sold)).toMatchObject({ mac, rev: 2 });
    const devices = await tenantDatabase(sold.providerId)
      .prepare("SELECT count(*) AS count FROM devices WHERE entitlement_id = ?1")
      .bind(sold.id)
      .first("count");
    expect(devices).toBe(1);
  });

  test("since its router was removed goes on at another one, for its very phone and with what is left", async () => {
    const buyerHash = "stranded";
    const sold = await sell(seeded.demo, { buyerHash });
    const over = await sell(seeded.demo, { buyerHash });
    for (const one of [sold, over]) await start(one);
    await setEntitlement(over, { ends_at: Date.now() - 1 });
    await setAside(testContext(), sold.providerId, sold.routerId);
    const { ends_at } = await entitlementRow(sold);
    const mac = sold.mac ?? "";
    const routerId = seeded.demo.routers[1]?.id ?? "";
    await attach(sold, mac, buyerHash, routerId);
    expect(await entitlementRow(sold)).toMatchObject({ mac, router_id: routerId, state: "running", ends_at });
    expect((await entitlementRow(over)).mac).toBeNull();
    const desired = await link.until(
      () => link.desiredEntitlements.find(({ id, rev }) => id === sold.id && rev === 4),
      "the want",
    );
    expect(desired).toMatchObject({ routerId, spec: { kind: "serve", subjects: subjectsOf(mac) } });
    expect(await deviceNow(testContext(), sold.providerId, deviceSubject(mac))).toMatchObject({
      entitlementId: sold.id,
    });
  });

  test("keeps waiting, whole, when the database gives up halfway", async () => {
    const sold = await sell(seeded.demo, { mac: null, buyerHash: "halfway" });
    // What a bridge and its links did before is noted when its object comes to it: that is not of the purchase.
    const ofPurchase = { onlyProvider: seeded.demo.id, leaveOut: ["bridges", "routers", "outages"] };
    const before = await databaseChecksum(ofPurchase);
    fault = abortBatches(/UPDATE entitlements SET subject/);
    await expect(attach(sold, newMac(), "halfway")).rejects.toThrow("NOT NULL");
    fault.heal();
    expect(fault.count).toBe(1);
    expect(await databaseChecksum(ofPurchase)).toBe(before);
  });

  test("is not what its device is listed with when a newer one is attached as well", async () => {
    const mac = newMac();
    const older = await sell(seeded.demo, { mac: null, buyerHash: "both", createdAt: Date.now() - 9_000 });
    const newer = await sell(seeded.demo, { mac: null, buyerHash: "both", createdAt: Date.now() - 1_000 });
    await attach(older, mac, "both");
    expect(await userOf(mac)).toMatchObject({ entitlement_id: newer.id });
    expect((await entitlementRow(older)).mac).toBe(mac);
  });
});
