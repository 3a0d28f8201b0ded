import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import {
  accessOf,
  deviceNow,
  entitlementByRecovery,
  purchaseOf,
  sweepAccess,
} from "#worker/features/entitlements/index";
import { recoveryCodeOf } from "#worker/features/entitlements/recovery-code";
import { heldNow } from "#worker/features/entitlements/store";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { abortBatches, type Fault } from "../../support/database-faults.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { entitlementRow, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { attachedTo, give, letGo, movesOf, newMac, started, userOf } from "./move-world.ts";

// A purchase at one router whose device is at another one of the same provider.

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

const there = () => seeded.demo.routers[1]?.id ?? "";
const next = ({ id, providerId }: Pick<Sold, "id" | "providerId">) => ({ id: `${id}.2`, providerId });
const exists = async ({ id }: Pick<Sold, "id">) =>
  (await heldNow(testContext().tenant(seeded.demo.id), id))?.id === id;
const sweep = () => sweepAccess(testContext(), seeded.demo.id);

/** The bridge reaches a router, or says that it does not. */
async function router(routerId: string, state: "reachable" | "unreachable" = "reachable"): Promise<void> {
  link.say({ type: "router", routerId, state, version: "7.16", message: "" });
  await link.settled();
}

/** Running at the first router since ten minutes, with some data used. */
async function runningHere(plan = 4): Promise<Sold> {
  const sold = await sell(seeded.demo, { plan, buyerHash: "buyer", createdAt: Date.now() - 900_000 });
  await router(sold.routerId);
  await started(link, sold, 600_000);
  await setEntitlement(sold, { used_bytes: 5_000_000 });
  return sold;
}

const endOf = (sold: Sold) =>
  link.until(
    () => link.desiredEntitlements.find(({ id, spec }) => id === sold.id && spec.kind === "end"),
    "end",
  );

describe("a purchase that runs at another router", () => {
  test("ends there first, and goes on here with its clock, its data and its code once that is confirmed", async () => {
    const sold = await runningHere();
    const before = await entitlementRow(sold);
    const mac = newMac();
    const given = give(sold, { mac, routerId: there(), buyerHash: "claimant" });
    const end = await endOf(sold);
    expect(end).toMatchObject({
      rev: 2,
      spec: { kind: "end", subjects: subjectsOf(sold.mac), reason: "moved" },
    });
    expect(await exists(next(sold))).toBe(false);
    expect(await accessOf(testContext(), { ...sold, entitlementId: sold.id })).toEqual({
      access: "connecting",
      endsAt: before.ends_at,
    });
    await letGo(link, sold);
    expect(await given).toBe("moved");

    const old = await entitlementRow(sold);
    expect(old).toMatchObject({ state: "moved", end_reason: "moved", recovery_hash: null });
    const now = await entitlementRow(next(sold));
    expect(now).toMatchObject({
      rev: 1,
      state: "running",
      router_id: there(),
      mac,
      used_bytes: 5_000_000,
      buyer_hash: "claimant",
      created_at: before.created_at,
      started_at: before.started_at,
      ends_at: before.ends_at,
      recovery_hash: before.recovery_hash,
    });
    const serve = await link.until(() => link.desired(next(sold).id), "serve");
    expect(serve).toMatchObject({
      routerId: there(),
      spec: { kind: "serve", subjects: subjectsOf(mac), usedBytes: 5_000_000 },
    });
    const left = serve.spec.kind === "serve" ? serve.spec.remainingMs : null;
    expect(Math.abs((left ?? 0) - ((before.ends_at ?? 0) - Date.now()))).toBeLessThan(5_000);
    expect(await attachedTo(next(sold).id)).toEqual([mac]);
    expect(await movesOf(sold.id)).toMatchObject([{ to_mac: mac, done_at: expect.any(Number) }]);
    expect(await userOf(mac)).toMatchObject({ entitlement_id: next(sold).id, router_id: there() });
    expect(await userOf(sold.mac ?? "")).toMatchObject({ entitlement_id: null });
  });

  test("is followed by its first id: access, what paid for it, its recovery code, a further claim", async () => {
    const sold = await runningHere();
    const mac = newMac();
    const given = give(sold, { mac, routerId: there(), buyerHash: "claimant" });
    await endOf(sold);
    await letGo(link, sold);
    await given;
    const ctx = testContext();
    link.say({
      type: "state",
      routerId: there(),
      entitlements: [{ id: next(sold).id, rev: 1, state: "online" }],
    });
    await link.settled();
    const { ends_at } = await entitlementRow(sold);
    const ofFirst = { providerId: sold.providerId, routerId: sold.routerId, entitlementId: sold.id };
    expect(await accessOf(ctx, ofFirst)).toEqual({ access: "online", endsAt: ends_at });
    expect(await purchaseOf(ctx, sold.providerId, sold.id, "claimant")).toMatchObject({ source: "payment" });
    expect(await purchaseOf(ctx, sold.providerId, sold.id, "buyer")).toBeNull();
    const code = recoveryCodeOf(ctx, next(sold).id);
    expect(code).toBe(recoveryCodeOf(ctx, sold.id));
    expect(await entitlementByRecovery(ctx, sold.providerId, code)).toBe(next(sold).id);
    expect(await deviceNow(ctx, sold.providerId, deviceSubject(mac))).toMatchObject({
      entitlementId: next(sold).id,
    });
    const again = newMac();
    expect(await give(sold, { mac: again, routerId: there() })).toBe("moved");
    expect(await attachedTo(next(sold).id)).toEqual([again]);
  });

  test("stays on its way while that router's bridge is silent, and the minute's sweep finishes it", async () => {
    const sold = await runningHere();
    const mac = newMac();
    await closeAllLinks();
    expect(await give(sold, { mac, routerId: there() })).toBe("moving");
    expect(await exists(next(sold))).toBe(false);
    await sweep();
    expect(await exists(next(sold))).toBe(false);
    expect(
      (await deviceNow(testContext(), seeded.demo.id, deviceSubject(mac)))?.entitlementId,
    ).toBeUndefined();

    link = await bridge.connect();
    await endOf(sold);
    await letGo(link, sold);
    await sweep();
    await link.until(() => link.desired(next(sold).id), "serve");
    const done = await databaseChecksum();
    await sweep();
    expect(await give(sold, { mac, routerId: there() })).toBe("here");
    expect(await databaseChecksum()).toBe(done);
  });

  test("answers that it is moving when the bridge that listens does not confirm in time", async () => {
    const sold = await runningHere();
    expect(await give(sold, { mac: newMac(), routerId: there() })).toBe("moving");
    expect(await exists(next(sold))).toBe(false);
  });

  test("on its way may still be called to a third place", async () => {
    const sold = await runningHere();
    await closeAllLinks();
    await give(sold, { mac: newMac(), routerId: there() });
    expect(await give(sold, { mac: sold.mac ?? "", buyerHash: "third" })).toBe("moving");
    link = await bridge.connect();
    await endOf(sold);
    await letGo(link, sold);
    await sweep();
    expect(await entitlementRow(next(sold))).toMatchObject({
      mac: sold.mac,
      router_id: sold.routerId,
      buyer_hash: "third",
    });
    expect(await movesOf(sold.id)).toHaveLength(1);
  });

  test("counts every router it went to among the five of a day", async () => {
    const sold = await runningHere();
    const given = give(sold, { mac: newMac(), routerId: there() });
    await endOf(sold);
    await letGo(link, sold);
    await given;
    for (let index = 0; index < 4; index += 1) await give(sold, { mac: newMac(), routerId: there() });
    await expect(give(sold, { mac: newMac(), routerId: there() })).rejects.toThrow("5 times");
  });

  test("moves once when two devices there claim it at once", async () => {
    const sold = await runningHere();
    const macs = [newMac(), newMac()];
    const both = Promise.all(macs.map((mac) => give(sold, { mac, routerId: there() })));
    await endOf(sold);
    await letGo(link, sold);
    expect(await both).toEqual(["moved", "moved"]);
    const attached = await attachedTo(next(sold).id);
    expect(attached).toHaveLength(1);
    expect(macs).toContain(attached[0]);
    expect((await entitlementRow(next(sold))).mac).toBe(attached[0]);
  });
});

describe("a purchase that no bridge ever confirmed", () => {
  test("goes on at once where its router cannot be reached", async () => {
    const sold = await sell(seeded.demo);
    await router(sold.routerId, "unreachable");
    const mac = newMac();
    expect(await give(sold, { mac, routerId: there() })).toBe("moved");
    expect(await entitlementRow(next(sold))).toMatchObject({ state: "waiting", started_at: null, mac });
  });

  test("waits for the end to be confirmed where its router can be reached", async () => {
    const sold = await sell(seeded.demo);
    await router(sold.routerId);
    const given = give(sold, { mac: newMac(), routerId: there() });
    await endOf(sold);
    expect(await exists(next(sold))).toBe(false);
    await letGo(link, sold);
    expect(await given).toBe("moved");
  });

  test("and had started there after all, counts from then, with the data used there", async () => {
    const sold = await sell(seeded.demo, { plan: 4, createdAt: Date.now() - 900_000 });
    await router(sold.routerId, "unreachable");
    await give(sold, { mac: newMac(), routerId: there() });
    const session = {
      routerId: sold.routerId,
      boot: "b",
      session: "s",
      subject: deviceSubject(sold.mac ?? ""),
      entitlementId: sold.id,
      bytesUp: 1_000,
      bytesDown: 2_000,
      seconds: 60,
      open: false,
    };
    const about = { routerId: sold.routerId, ageMs: 600_000 };
    const late = [
      { kind: "started", ...about, entitlementId: sold.id, rev: 1 },
      { kind: "session", ...about, totals: session },
    ] as const;
    const events = await link.report(...late);
    const old = await entitlementRow(sold);
    const now = await entitlementRow(next(sold));
    expect(now.started_at).toBe(old.started_at);
    expect(now).toMatchObject({ state: "running", ends_at: old.ends_at, used_bytes: 3_000, rev: 2 });
    bridge.lastSeq += 10;
    await link.report(...late);
    expect(events).toHaveLength(2);
    expect(await entitlementRow(next(sold))).toMatchObject({ used_bytes: 3_000, rev: 2 });
  });
});

test("a transaction that fails halfway leaves the purchase on its way, and the sweep finishes it", async () => {
  const sold = await runningHere();
  await closeAllLinks();
  const mac = newMac();
  await give(sold, { mac, routerId: there() });
  link = await bridge.connect();
  await endOf(sold);
  await letGo(link, sold);
  const before = await databaseChecksum();
  fault = abortBatches(/moves.to_entitlement_id/);
  await sweep();
  expect(fault.count).toBe(1);
  fault.heal();
  expect(await databaseChecksum()).toBe(before);
  await sweep();
  expect(await entitlementRow(next(sold))).toMatchObject({ mac, state: "running" });
});

test("leaving a router, too, is one transaction", async () => {
  const sold = await runningHere();
  const before = await databaseChecksum();
  fault = abortBatches(/SET state = 'moved'/);
  await expect(give(sold, { mac: newMac(), routerId: there() })).rejects.toThrow("NOT NULL");
  fault.heal();
  expect(await databaseChecksum()).toBe(before);
});
