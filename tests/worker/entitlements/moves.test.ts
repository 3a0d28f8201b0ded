import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { dayMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { accessOf, deviceNow } from "#worker/features/entitlements/index";
import { heldNow } from "#worker/features/entitlements/store";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { abortBatches, type Fault } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { entitlementRow, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { attachedTo, give, movesOf, newMac, started, userOf } from "./move-world.ts";

// A purchase and its devices at one router.

let seeded: TwoProviders;
let bridge: FakeBridge;
let link: FakeLink;
let fault: Fault | undefined;

beforeAll(async () => {
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
});

beforeEach(async () => {
  link = await bridge.connect();
});

afterEach(async () => {
  fault?.heal();
  fault = undefined;
  await closeAllLinks();
});

describe("one device", () => {
  test("gives way to the new one in one rev, and the clock runs on", async () => {
    const sold = await sell(seeded.demo, { buyerHash: "buyer", createdAt: Date.now() - 1_200_000 });
    const old = sold.mac ?? "";
    await started(link, sold, 600_000);
    const before = await entitlementRow(sold);
    const mac = newMac();
    expect(await give(sold, { mac, buyerHash: "claimant" })).toBe("moved");
    const desired = await link.until(
      () => link.desiredEntitlements.find(({ id, rev }) => id === sold.id && rev === 2),
      "desired",
    );
    expect(desired.spec).toMatchObject({ kind: "serve", subjects: subjectsOf(mac) });
    const remaining = desired.spec.kind === "serve" ? desired.spec.remainingMs : null;
    expect(remaining).toBeLessThanOrEqual((before.ends_at ?? 0) - Date.now() + 1_000);
    expect(remaining).toBeLessThan(3_000_000 + 1_000);
    const after = await entitlementRow(sold);
    expect(after).toMatchObject({
      rev: 2,
      mac,
      state: "running",
      buyer_hash: "claimant",
      started_at: before.started_at,
      ends_at: before.ends_at,
      used_bytes: before.used_bytes,
    });
    expect(await attachedTo(sold.id)).toEqual([mac]);
    expect(await movesOf(sold.id)).toMatchObject([
      { from_mac: old, to_mac: mac, by: "recovery", done_at: expect.any(Number) },
    ]);
    expect(await userOf(mac)).toMatchObject({ entitlement_id: sold.id, router_id: sold.routerId });
    expect(await userOf(old)).toMatchObject({ entitlement_id: null });
    expect(await deviceNow(testContext(), seeded.demo.id, deviceSubject(old))).toBeNull();
    expect(await deviceNow(testContext(), seeded.demo.id, deviceSubject(mac))).toMatchObject({
      entitlementId: sold.id,
    });
  });

  test("that has it already gets it delivered again and nothing changes", async () => {
    const sold = await sell(seeded.demo);
    const before = await databaseChecksum();
    const delivered = link.desiredEntitlements.length;
    expect(await give(sold, { mac: sold.mac ?? "" })).toBe("here");
    await link.until(() => link.desiredEntitlements.length > delivered, "desired");
    expect(await databaseChecksum()).toBe(before);
  });

  test("may take it back", async () => {
    const sold = await sell(seeded.demo);
    const [old, mac] = [sold.mac ?? "", newMac()];
    await give(sold, { mac });
    expect(await give(sold, { mac: old })).toBe("moved");
    expect(await attachedTo(sold.id)).toEqual([old]);
    expect(await entitlementRow(sold)).toMatchObject({ mac: old, rev: 3 });
  });

  test("is attached to what waits for its device, at the router where it is", async () => {
    const sold = await sell(seeded.demo, { mac: null });
    const mac = newMac();
    const routerId = seeded.demo.routers[1]?.id ?? "";
    expect(await give(sold, { mac, routerId, buyerHash: "claimant" })).toBe("attached");
    expect(await entitlementRow(sold)).toMatchObject({
      mac,
      router_id: routerId,
      rev: 2,
      state: "waiting",
      buyer_hash: "claimant",
    });
    expect(await attachedTo(sold.id)).toEqual([mac]);
    expect(await movesOf(sold.id)).toMatchObject([{ from_mac: null }]);
  });
});

test("two devices that claim one purchase at once: each move is whole, one of them has it, and no row is lost", async () => {
  const sold = await sell(seeded.demo);
  const [one, other] = [newMac(), newMac()];
  const results = await Promise.all([give(sold, { mac: one }), give(sold, { mac: other })]);
  expect(results).toEqual(["moved", "moved"]);
  const [winner, ...others] = await attachedTo(sold.id);
  expect(others).toEqual([]);
  const moves = await movesOf(sold.id);
  expect(moves).toHaveLength(2);
  const [first, second] = moves[0]?.from_mac === sold.mac ? moves : [...moves].reverse();
  expect(second).toMatchObject({ from_mac: first?.to_mac, to_mac: winner });
  expect(await entitlementRow(sold)).toMatchObject({ rev: 3, mac: winner });
});

describe("five moves a day", () => {
  test("are allowed, the sixth is refused with nothing changed, and one is free again after 24 hours", async () => {
    const sold = await sell(seeded.demo);
    await setEntitlement(sold, { ends_at: Date.now() + 3 * dayMs, started_at: 1, state: "running" });
    const start = Date.now();
    for (let index = 0; index < 5; index += 1)
      expect(await give(sold, { mac: newMac() }, () => start + index * 1_000)).toBe("moved");
    const before = await databaseChecksum();
    await expect(give(sold, { mac: newMac() }, () => start + 60_000)).rejects.toMatchObject({
      code: "too_many",
      message: "This purchase was moved to another device 5 times within a day. Please try again tomorrow.",
    });
    expect(await databaseChecksum()).toBe(before);
    expect(await give(sold, { mac: newMac() }, () => start + dayMs)).toBe("moved");
    await expect(give(sold, { mac: newMac() }, () => start + dayMs)).rejects.toThrow("5 times");
  });

  test("are counted inside the transaction: of many at once five are written", async () => {
    const sold = await sell(seeded.demo);
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => give(sold, { mac: newMac() })));
    expect((await movesOf(sold.id)).length).toBeLessThanOrEqual(5);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(
      (await movesOf(sold.id)).length,
    );
    expect(await attachedTo(sold.id)).toHaveLength(1);
  });

  test("do not count devices that came beside others", async () => {
    const sold = await sell(seeded.demo, { terms: { devices: 7 } });
    for (let index = 0; index < 6; index += 1) expect(await give(sold, { mac: newMac() })).toBe("attached");
  });
});

describe("refused, with nothing changed,", () => {
  test("is what is over, cut off, unknown, or another provider's", async () => {
    const over = await sell(seeded.demo);
    await setEntitlement(over, { state: "running", started_at: 1, ends_at: Date.now() - 1 });
    const ended = await sell(seeded.demo);
    await setEntitlement(ended, { state: "ended", ended_at: 1 });
    const lapsed = await sell(seeded.demo);
    await setEntitlement(lapsed, { state: "lapsed", ended_at: 1 });
    const cut = await sell(seeded.demo);
    await setEntitlement(cut, { state: "cut_off" });
    const lodge = await sell(seeded.savanna);
    const before = await databaseChecksum();
    for (const sold of [over, ended, lapsed])
      await expect(give(sold, { mac: newMac() })).rejects.toThrow("is used up");
    await expect(give(cut, { mac: newMac() })).rejects.toThrow("has stopped this purchase");
    await expect(give(cut, { mac: cut.mac ?? "" })).rejects.toThrow("has stopped this purchase");
    const foreign = { ...lodge, providerId: seeded.demo.id, routerId: seeded.demo.routers[0]?.id ?? "" };
    await expect(give(foreign, { mac: newMac() })).rejects.toMatchObject({ code: "not_found" });
    await expect(give({ ...over, id: "unknown" }, { mac: newMac() })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await databaseChecksum()).toBe(before);
  });
});

test("a transaction that fails halfway leaves everything as it was, and the next try moves it", async () => {
  const sold = await sell(seeded.demo);
  const mac = newMac();
  const before = await databaseChecksum();
  fault = abortBatches(/INTO moves/);
  await expect(give(sold, { mac })).rejects.toThrow("NOT NULL");
  fault.heal();
  expect(fault.count).toBe(1);
  expect(await databaseChecksum()).toBe(before);
  expect(await give(sold, { mac })).toBe("moved");
});

test("a bridge that is away gets the goal when it dials in", async () => {
  const sold = await sell(seeded.demo);
  await closeAllLinks();
  const mac = newMac();
  expect(await give(sold, { mac })).toBe("moved");
  link = await bridge.connect();
  const desired = await link.until(() => link.desired(sold.id), "desired");
  expect(desired).toMatchObject({ rev: 2, spec: { subjects: subjectsOf(mac) } });
});

test("its own id leads to what a purchase is now, and other ids do not", async () => {
  const sold = await sell(seeded.demo);
  const ctx = testContext();
  expect(await heldNow(ctx.tenant(sold.providerId), sold.id)).toMatchObject({ id: sold.id });
  expect(await heldNow(ctx.tenant(sold.providerId), sold.id.slice(0, -1))).toBeNull();
  expect(await accessOf(ctx, { ...sold, entitlementId: sold.id })).toMatchObject({ access: "connecting" });
  expect(await rowsOfAllTenants("SELECT id FROM moves WHERE entitlement_id = ?1", sold.id)).toEqual([]);
});
