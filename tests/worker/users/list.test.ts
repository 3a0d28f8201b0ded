import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { listActiveUsers, listUsers, userDetails } from "#contract/users";
import { deviceSubject } from "#contract/values/subject";
import { hourMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { setAside } from "#worker/features/entitlements/detach-device";
import { deviceName } from "#worker/features/entitlements/plan-devices";
import { userCountsWith } from "#worker/features/users/index";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { giveRouter } from "../../support/give-router.ts";
import { entitlementRow, newMac, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { tenantStatements } from "../../support/tenant-statements.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  ask,
  begin,
  detailsOf,
  emptyUsers,
  reachable,
  say,
  sayRouter,
  userOf,
  users,
  userWorld,
  type World,
} from "./user-world.ts";

let world: World;
let link: FakeLink;

const gigabyte = 2 ** 30;

beforeAll(async () => {
  world = await userWorld();
});

beforeEach(async () => {
  await emptyUsers();
  link = await reachable(world);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await closeAllLinks();
});

const beside = sql`SELECT id FROM plans`;
const counts = async (providerId = world.demo.id) =>
  (await userCountsWith(testContext(), providerId, beside)).counts;

/** Straight in the tables: it runs since an hour ago, for one more. */
const runs = (sold: Sold) =>
  setEntitlement(sold, {
    state: "running",
    started_at: Date.now() - hourMs,
    ends_at: Date.now() + hourMs,
  });

describe("a user", () => {
  test("is a device with everything that is known of it and of its purchase", async () => {
    const sold = await sell(world.demo, { plan: 4 });
    await begin(link, sold, 60_000);
    await link.report({
      kind: "session",
      ageMs: 0,
      routerId: sold.routerId,
      totals: {
        routerId: sold.routerId,
        boot: "1",
        session: "*1",
        entitlementId: sold.id,
        subject: deviceSubject(sold.mac ?? ""),
        bytesUp: 1_000,
        bytesDown: gigabyte,
        seconds: 60,
        open: true,
      },
    });
    await say(link, sold, "online");
    const { ends_at } = await entitlementRow(sold);
    const [user, ...others] = (await users(world)).users;
    expect(others).toEqual([]);
    expect(user).toEqual({
      id: sold.mac,
      macAddress: sold.mac,
      username: null,
      phoneNumber: "254712345678",
      router: { id: sold.routerId, name: "Main Gate", host: "192.168.88.1", port: 8728 },
      plan: { name: "Month 50 GB", speedMbps: 10, durationHours: 720 },
      isTrial: false,
      isActive: true,
      isOnline: true,
      offline: null,
      status: "active",
      entitlementId: sold.id,
      expiresAt: new Date(ends_at ?? 0).toISOString(),
      bytesUploaded: 1_000,
      bytesDownloaded: gigabyte,
      sessionTime: 60,
      dataLeftBytes: 49 * gigabyte - 1_000,
      firstSeen: expect.any(String),
      lastSeen: expect.any(String),
    });
    expect(await userOf(world, sold.mac)).toEqual(user);
  });

  test("is active while its purchase runs, and expired from the moment of its end", async () => {
    const sold = await sell(world.demo);
    expect(await userOf(world, sold.mac)).toMatchObject({ status: "inactive", expiresAt: null });
    await begin(link, sold);
    const { ends_at } = await entitlementRow(sold);
    vi.setSystemTime((ends_at ?? 0) - 1);
    expect(await userOf(world, sold.mac)).toMatchObject({ status: "active", isActive: true });
    vi.setSystemTime(ends_at ?? 0);
    expect(await userOf(world, sold.mac)).toMatchObject({ status: "expired" });
  });

  test.each([
    ["expired", { state: "ended", end_reason: "time", started_at: 1, ends_at: 5, ended_at: 5 }],
    // Its data was over before its time.
    ["expired", { state: "ended", end_reason: "data", started_at: 1, ends_at: Date.now() * 2, ended_at: 5 }],
    ["expired", { state: "lapsed", end_reason: "lapsed", ended_at: 5 }],
    ["cut_off", { state: "cut_off", started_at: 1, ends_at: Date.now() * 2 }],
    ["cut_off", { state: "cut_off" }],
    ["expired", { state: "cut_off", started_at: 1, ends_at: 5 }],
    ["inactive", { state: "waiting" }],
    ["inactive", { state: "moved", end_reason: "moved", ended_at: 5 }],
  ])("is %s when its last purchase is %o", async (status, values) => {
    const sold = await sell(world.demo);
    await setEntitlement(sold, values);
    const user = await userOf(world, sold.mac);
    expect(user.status).toBe(status);
    if (status === "expired") expect(user.expiresAt).toBe(new Date(5).toISOString());
    expect((await users(world, { status })).total).toBe(1);
    // What moves has a row that says so; here is none.
    if (values.state !== "moved")
      expect(await counts()).toMatchObject({ total: 1, active: 0, expired: status === "expired" ? 1 : 0 });
    for (const other of ["active", "expired", "inactive", "cut_off"].filter((word) => word !== status))
      expect((await users(world, { status: other })).total, other).toBe(0);
  });

  test("is inactive when its router was removed while its time ran", async () => {
    const sold = await sell(world.demo);
    await runs(sold);
    await setAside(testContext(), world.demo.id, sold.routerId);
    expect(await userOf(world, sold.mac)).toMatchObject({ status: "inactive" });
    expect(await counts()).toMatchObject({ total: 1, active: 0, expired: 0 });
    expect((await users(world, { status: "expired" })).total).toBe(0);
  });

  test("is shown with the purchase that runs, though newer ones wait behind it; else with the newest", async () => {
    const mac = newMac();
    const now = Date.now();
    const first = await sell(world.demo, { mac, plan: 1, createdAt: now - 3_000 });
    const second = await sell(world.demo, { mac, plan: 2, createdAt: now - 2_000 });
    await runs(first);
    expect(await userOf(world, mac)).toMatchObject({ entitlementId: first.id, plan: { name: "3 Hours" } });
    await setEntitlement(first, { state: "ended", end_reason: "time", ends_at: 5, ended_at: 5 });
    expect(await userOf(world, mac)).toMatchObject({ entitlementId: second.id, status: "inactive" });
    const third = await sell(world.demo, { mac, plan: 0, createdAt: now - 1_000, router: 1 });
    await setEntitlement(second, { state: "lapsed", ended_at: 5 });
    expect(await userOf(world, mac)).toMatchObject({
      entitlementId: third.id,
      router: { name: "Market Stall" },
    });
    expect((await users(world)).total).toBe(1);
  });

  test("of a plan for two is each of its devices; one that left has nothing", async () => {
    const sold = await sell(world.demo, { plan: 3 });
    const { give } = await import("../entitlements/move-world.ts");
    const [second, third] = [newMac(), newMac()];
    await give(sold, { mac: second });
    await runs(sold);
    expect((await users(world, { status: "active" })).users.map(({ id }) => id).sort()).toEqual(
      [sold.mac, second].sort(),
    );
    await give(sold, {
      mac: third,
      instead: deviceName(testContext(), sold.id, deviceSubject(sold.mac ?? "")),
    });
    expect(await userOf(world, sold.mac)).toMatchObject({
      status: "inactive",
      plan: null,
      entitlementId: null,
      expiresAt: null,
      dataLeftBytes: null,
    });
    const { purchases } = await detailsOf(world, sold.mac);
    expect(purchases).toMatchObject([{ entitlementId: sold.id, state: "moved", devices: [second, third] }]);
    expect(await counts()).toMatchObject({ total: 3, active: 2, expired: 0 });
  });

  test("keeps its history, and not the address, of a router that the provider has no more", async () => {
    const sold = await sell(world.demo, { router: 1 });
    await runs(sold);
    await giveRouter(sold.routerId, null);
    expect(await userOf(world, sold.mac)).toMatchObject({ router: null, status: "active" });
    await giveRouter(sold.routerId, world.demo.id);
  });
});

describe("who is online", () => {
  test("is what the bridge reports of what is wanted now, at routers that it reaches, while it lives", async () => {
    const [one, other, waiting, gone, ended] = [
      await sell(world.demo),
      await sell(world.demo, { router: 1 }),
      await sell(world.demo),
      await sell(world.demo),
      await sell(world.demo),
    ];
    for (const sold of [one, other, ended]) await say(link, sold, "online");
    await say(link, waiting, "waiting_for_device");
    await say(link, gone, "online");
    await say(link, gone, "connecting");
    await begin(link, ended, 2 * hourMs);
    await link.report({
      kind: "ended",
      ageMs: 0,
      routerId: ended.routerId,
      entitlementId: ended.id,
      rev: 1,
      reason: "time",
    });
    const online = async () => (await users(world, { online: "true" })).users.map(({ id }) => id).sort();
    expect(await online()).toEqual([one.mac, other.mac].sort());
    expect((await users(world, { online: "false" })).total).toBe(3);
    expect((await users(world)).users.filter(({ isOnline }) => isOnline)).toHaveLength(2);
    expect(await counts()).toMatchObject({ total: 5, online: 2 });
    sayRouter(link, other.routerId, "unreachable");
    await link.settled();
    expect(await online()).toEqual([one.mac]);
    expect(await counts()).toMatchObject({ online: 1 });
    await closeAllLinks();
    vi.setSystemTime(Date.now() + 95_000);
    expect(await online()).toEqual([]);
    expect(await counts()).toMatchObject({ total: 5, online: 0 });
  });

  test("ends at once for a device that is cut off, and begins anew only when the bridge says so", async () => {
    const sold = await sell(world.demo);
    await say(link, sold, "online");
    await setEntitlement(sold, { state: "cut_off", rev: 2 });
    const { deliver } = await import("#worker/features/entitlements/index");
    await deliver(testContext(), world.demo.id, sold.id);
    expect(await counts()).toMatchObject({ online: 0 });
    await setEntitlement(sold, { state: "running", rev: 3 });
    await deliver(testContext(), world.demo.id, sold.id);
    expect(await counts()).toMatchObject({ online: 0 });
    await say(link, sold, "online", 3);
    expect(await counts()).toMatchObject({ online: 1 });
  });

  test("is asked of each bridge once, and one that fails counts nobody", async () => {
    const sold = await sell(world.demo);
    await say(link, sold, "online");
    const asked = vi.spyOn(env.BRIDGE, "getByName");
    expect((await users(world)).users).toMatchObject([{ isOnline: true }]);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockImplementation(() => {
      throw new Error("away");
    });
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect((await users(world)).users).toMatchObject([{ isOnline: false }]);
    expect(await counts()).toEqual({ total: 1, active: 0, expired: 0, online: 0 });
  });

  test("is nobody of another provider, though one bridge serves both", async () => {
    const sold = await sell(world.demo);
    await say(link, sold, "online");
    const stub = env.BRIDGE.getByName(world.bridge.id);
    const routerIds = world.demo.routers.map(({ id }) => id);
    expect(await stub.devicesNow(world.demo.id, routerIds)).toEqual({
      online: subjectsOf(sold.mac),
      away: [],
      foreign: [],
      told: [],
    });
    expect(await stub.devicesNow(world.savanna.id, routerIds)).toEqual({
      online: [],
      away: [],
      foreign: [],
      told: [],
    });
    expect(await stub.devicesNow(world.demo.id, [])).toEqual({ online: [], away: [], foreign: [], told: [] });
  });
});

describe("the list of users", () => {
  test("is last seen first, in pages, with the number of all in X-Total-Count", async () => {
    for (let index = 0; index < 12; index += 1) {
      const { mac } = await sell(world.demo, { undelivered: true });
      await tenantDatabase(world.demo.id)
        .prepare("UPDATE hotspot_users SET last_seen_at = ?2 WHERE subject = 'device:' || ?1")
        .bind(mac, 1_000 + (index % 4))
        .run();
    }
    const all = (await users(world)).users;
    const seen = all.map(({ lastSeen }) => Date.parse(lastSeen));
    expect(seen).toEqual([...seen].sort((one, other) => other - one));
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page) => users(world, { page, pageSize: "5" })),
    );
    expect(pages.map((page) => page.users.length)).toEqual([5, 5, 2, 0]);
    expect(pages.flatMap((page) => page.users)).toEqual(all);
    expect(pages.every(({ total }) => total === 12)).toBe(true);
  });

  test("is found by part of an address or of a phone number in any spelling, and by plan", async () => {
    const sold = await sell(world.demo, { mac: "A4:F1:9C:33:44:55", plan: 2 });
    await sell(world.demo, { mac: "02:00:00:00:00:99" });
    await tenantDatabase(world.demo.id)
      .prepare("UPDATE hotspot_users SET phone = '254798000111' WHERE subject = 'device:' || ?1")
      .bind(sold.mac)
      .run();
    for (const q of [
      ...["A4:F1:9C:33:44:55", "a4-f1-9c-33-44-55", "a4f1.9c33.4455", "f19c", " 9C 33 ", "c:33:4"],
      ...["254798000111", "+254 798 000 111", "0798 000 111", "0798-000", "798000", "000111", "(0798)"],
      ...["Day", "day", " DAY ", "user-334455", "User-33"],
    ]) {
      const found = await users(world, { q });
      expect([found.users.map(({ id }) => id), found.total], q).toEqual([[sold.mac], 1]);
    }
    for (const q of ["%", "_", "'", "zz", "0799", "é".repeat(50), "--", "254999"])
      expect((await users(world, { q })).total, q).toBe(0);
    for (const q of ["", "user", "USER-"]) expect((await users(world, { q })).total, q).toBe(2);
  });

  test("is narrowed by status, by router and by who is online, together with the search", async () => {
    const here = await sell(world.demo);
    const there = await sell(world.demo, { router: 1 });
    const over = await sell(world.demo, { router: 1 });
    for (const sold of [here, there]) await runs(sold);
    await setEntitlement(over, {
      state: "ended",
      end_reason: "time",
      started_at: 1,
      ends_at: 5,
      ended_at: 5,
    });
    await say(link, there, "online");
    const routerId = world.demo.routers[1]?.id ?? "";
    const ids = async (query: Record<string, string>) =>
      (await users(world, query)).users.map(({ id }) => id).sort();
    expect(await ids({ status: "active" })).toEqual([here.mac, there.mac].sort());
    expect(await ids({ routerId })).toEqual([there.mac, over.mac].sort());
    expect(await ids({ routerId, status: "active", online: "true", q: "254712" })).toEqual([there.mac]);
    expect(await ids({ routerId, status: "active", online: "false" })).toEqual([]);
    expect(await ids({ routerId: "unknown" })).toEqual([]);
    expect(await ids({ routerId: "", status: "", online: "", q: "" })).toHaveLength(3);
    for (const query of [{ status: "banned" }, { online: "yes" }, { page: "0" }, { pageSize: "1001" }])
      expect((await ask(world, listUsers, { query })).status).toBe(400);
  });

  test("has one of those whose purchase runs now, by the same rules", async () => {
    const sold = await sell(world.demo);
    await sell(world.demo);
    await runs(sold);
    const answer = await ask(world, listActiveUsers);
    expect(answer.ok && answer.answer).toEqual((await users(world, { status: "active" })).users);
    expect(answer.headers.get("x-total-count")).toBe("1");
    const page = await ask(world, listActiveUsers, { query: { page: "2", pageSize: "1" } });
    expect([page.ok && page.answer, page.headers.get("x-total-count")]).toEqual([[], "1"]);
    expect((await ask(world, listActiveUsers, { query: { page: "x" } })).status).toBe(400);
  });

  test("shows a provider its own only", async () => {
    const sold = await sell(world.demo);
    await runs(sold);
    const lodge = await sell(world.savanna);
    expect((await users(world, {}, "savanna")).users.map(({ id }) => id)).toEqual([lodge.mac]);
    expect((await users(world)).users.map(({ id }) => id)).toEqual([sold.mac]);
    expect(await counts(world.savanna.id)).toEqual({ total: 1, active: 0, expired: 0, online: 0 });
  });

  test("of ten thousand takes as few statements as of one, and its counts are right", async () => {
    await fill(10_000);
    // The session is read again after a while; its statement is in neither count.
    await users(world, { page: "1", pageSize: "1" });
    const { users: page, total } = await users(world, { page: "1", pageSize: "50" });
    expect([page.length, total]).toEqual([50, 10_000]);
    expect(page.every(({ plan, router }) => plan !== null && router !== null)).toBe(true);
    const ofMany = await tenantStatements(() => users(world, { page: "1", pageSize: "50" }));
    const ofOne = await tenantStatements(() => users(world, { page: "1", pageSize: "1" }));
    expect(ofOne.length).toBe(ofMany.length);
    expect(await counts()).toEqual({ total: 10_000, active: 2_000, expired: 6_000, online: 0 });
    expect((await users(world, { status: "cut_off", pageSize: "10" })).total).toBe(1_000);
    expect((await users(world, { status: "inactive", pageSize: "10" })).total).toBe(1_000);
    expect((await users(world, { q: "02:FF:00:00:01:F4", pageSize: "10" })).total).toBe(1);
  });
});

/** As many devices, each with one purchase: of ten, two run, six are over, one is cut off and one waits. */
async function fill(count: number): Promise<void> {
  const plan = world.demo.plans[0];
  const terms = JSON.stringify({
    planId: plan?.id,
    planName: "1 Hour",
    priceCents: 1_000,
    durationMs: hourMs,
    upKbps: 3_000,
    downKbps: 3_000,
    dataBytes: null,
    devices: 1,
  });
  const now = Date.now();
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  const mac = "printf('device:02:FF:00:00:%02X:%02X', i / 256, i % 256)";
  const [providerId, routerId] = [world.demo.id, world.demo.routers[0]?.id];
  const database = tenantDatabase(providerId);
  await database.batch([
    database
      .prepare(
        `${numbers} INSERT INTO entitlements (id, rev, confirmed_rev, router_id, subject, source, source_id, terms,
        state, end_reason, created_at, started_at, ends_at, ended_at, updated_at)
      SELECT 'many-' || i, 1, 1, ?1, ${mac}, 'payment', 'paid-' || i, ?2,
        CASE WHEN i % 10 < 2 THEN 'running' WHEN i % 10 < 8 THEN 'ended' WHEN i % 10 < 9 THEN 'cut_off' ELSE 'waiting' END,
        CASE WHEN i % 10 BETWEEN 2 AND 7 THEN 'time' END, ?3 - i, CASE WHEN i % 10 < 9 THEN ?3 - i END,
        CASE WHEN i % 10 BETWEEN 2 AND 7 THEN ?3 - 1 WHEN i % 10 < 9 THEN ?3 + 3600000 END,
        CASE WHEN i % 10 BETWEEN 2 AND 7 THEN ?3 - 1 END, ?3 FROM n`,
      )
      .bind(routerId, terms, now),
    database
      .prepare(
        `${numbers} INSERT INTO devices (entitlement_id, subject, attached_at)
      SELECT 'many-' || i, ${mac}, ?1 FROM n`,
      )
      .bind(now),
    database
      .prepare(
        `${numbers} INSERT INTO hotspot_users (subject, router_id, entitlement_id, first_seen_at, last_seen_at)
      SELECT ${mac}, ?1, 'many-' || i, ?2 - i, ?2 - i FROM n`,
      )
      .bind(routerId, now),
  ]);
}

describe("one user in detail", () => {
  test("has what was bought for it, newest first, with what was paid and what it is worth now", async () => {
    const mac = newMac();
    const now = Date.now();
    const old = await sell(world.demo, { mac, plan: 1, createdAt: now - 5_000 });
    await setEntitlement(old, {
      state: "ended",
      end_reason: "time",
      started_at: now - 9_000,
      ends_at: now - 10,
      ended_at: now - 10,
      used_bytes: 77,
    });
    const sold = await sell(world.demo, { mac, plan: 3, createdAt: now - 1_000 });
    const { user, purchases } = await detailsOf(world, mac.toLowerCase().replaceAll(":", "-"));
    expect(user.id).toBe(mac);
    expect(purchases).toEqual([
      {
        entitlementId: sold.id,
        source: "payment",
        sourceId: `payment of ${sold.id}`,
        planName: "Week for two",
        amount: 250,
        state: "waiting",
        usedBytes: 0,
        createdAt: new Date(now - 1_000).toISOString(),
        startedAt: null,
        expiresAt: null,
        devices: [mac],
        devicesBought: 2,
        topUps: [],
      },
      expect.objectContaining({
        entitlementId: old.id,
        planName: "3 Hours",
        amount: 20,
        state: "ended",
        usedBytes: 77,
        startedAt: new Date(now - 9_000).toISOString(),
        expiresAt: new Date(now - 10).toISOString(),
      }),
    ]);
  });

  test("shows a purchase that went on at another router once", async () => {
    const sold = await sell(world.demo);
    const { give } = await import("../entitlements/move-world.ts");
    const mac = sold.mac ?? "";
    for (const { id } of world.demo.routers) sayRouter(link, id, "unreachable");
    await link.settled();
    expect(await give(sold, { mac, routerId: world.demo.routers[1]?.id ?? "" })).toBe("moved");
    const { user, purchases } = await detailsOf(world, mac);
    expect(purchases).toMatchObject([{ entitlementId: `${sold.id}.2`, state: "waiting", devices: [mac] }]);
    expect(user).toMatchObject({ entitlementId: `${sold.id}.2`, router: { name: "Market Stall" } });
  });

  test("that left a device leaves it with what else was bought for it", async () => {
    const mac = newMac();
    const waits = await sell(world.demo, { mac, createdAt: Date.now() - 5_000 });
    const sold = await sell(world.demo, { mac });
    const { give } = await import("../entitlements/move-world.ts");
    for (const { id } of world.demo.routers) sayRouter(link, id, "unreachable");
    await link.settled();
    const routerId = world.demo.routers[1]?.id ?? "";
    expect(await give(sold, { mac: newMac(), routerId })).toBe("moved");
    expect(await userOf(world, mac)).toMatchObject({ entitlementId: waits.id, status: "inactive" });
    expect(await counts()).toEqual({ total: 2, active: 0, expired: 0, online: 0 });
  });

  test("has its usage on each of the last 30 days in Nairobi, days without any included", async () => {
    // 23:30 in Nairobi.
    vi.setSystemTime(Date.parse("2026-11-20T20:30:00Z"));
    const sold = await sell(world.demo, { undelivered: true });
    const put = (day: string, bytes: number) =>
      tenantDatabase(world.demo.id)
        .prepare(
          "INSERT INTO usage_daily (subject, day, bytes_up, bytes_down, seconds) VALUES ('device:' || ?1, ?2, ?3, ?4, 60)",
        )
        .bind(sold.mac, day, bytes, bytes * 10)
        .run();
    for (const [day, bytes] of [
      ["2026-11-20", 1],
      ["2026-11-19", 2],
      ["2026-10-22", 3],
      ["2026-10-21", 4],
    ] as const)
      await put(day, bytes);
    const { usage } = await detailsOf(world, sold.mac);
    expect(usage).toHaveLength(30);
    expect(usage[0]).toEqual({ day: "2026-10-22", bytesUploaded: 3, bytesDownloaded: 30, seconds: 60 });
    expect(usage.at(-1)).toMatchObject({ day: "2026-11-20", bytesUploaded: 1 });
    expect(usage.slice(1, -2).every(({ seconds }) => seconds === 0)).toBe(true);
    // Half past midnight in Nairobi.
    vi.setSystemTime(Date.parse("2026-11-20T21:30:00Z"));
    const later = (await detailsOf(world, sold.mac)).usage;
    expect([later[0]?.day, later.at(-1)?.day]).toEqual(["2026-10-23", "2026-11-21"]);
  });

  test("is not found of another provider, of a stranger, or by what is no address", async () => {
    const lodge = await sell(world.savanna);
    for (const id of [lodge.mac ?? "", newMac(), "unknown", "00:00:00:00:00:00"])
      expect((await ask(world, userDetails, { params: { id } })).status, id).toBe(404);
  });
});
