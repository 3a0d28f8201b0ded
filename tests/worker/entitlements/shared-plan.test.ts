import fc from "fast-check";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deviceSubject, macOf } from "#contract/values/subject";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import {
  deviceNow,
  type Given,
  type GivesWay,
  planDevices,
  removeDevice,
} from "#worker/features/entitlements/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { entitlementRow, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { attachedTo, give, letGo, movesOf, newMac, started, userOf } from "./move-world.ts";

// A plan for several devices, whose code goes from hand to hand: nobody loses it unasked, and its buyer stays.

let seeded: TwoProviders;
let bridge: FakeBridge;
let link: FakeLink;

beforeAll(async () => {
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
});
beforeEach(async () => {
  link = await bridge.connect();
});
afterEach(closeAllLinks);

const forTwo = { plan: 3, buyerHash: "buyer" };
const there = () => seeded.demo.routers[1]?.id ?? "";
const devicesOf = ({ id, providerId }: Sold) => planDevices(testContext(), providerId, id);
const nameOf = async (sold: Sold, mac: string) =>
  (await devicesOf(sold)).find((one) => one.subject === deviceSubject(mac))?.device ?? "none";
const asked = (given: Given | GivesWay) =>
  typeof given === "string" ? given : given.devices.map(({ subject }) => macOf(subject));
const remove = async (sold: Sold, mac: string, buyerHash = "buyer") =>
  removeDevice(testContext(), {
    providerId: sold.providerId,
    entitlementId: sold.id,
    buyerHash,
    device: await nameOf(sold, mac),
  });

/** The buyer's phone and another one. */
async function fullPlan(): Promise<{ sold: Sold; own: string; second: string }> {
  const sold = await sell(seeded.demo, forTwo);
  const [own, second] = [sold.mac ?? "", newMac()];
  expect(await give(sold, { mac: second, buyerHash: "second" })).toBe("attached");
  return { sold, own, second };
}

describe("a plan for two devices", () => {
  test("takes a second beside the first; a third is asked who gives way, the buyer's last, and nothing changes", async () => {
    const { sold, own, second } = await fullPlan();
    expect(await entitlementRow(sold)).toMatchObject({ mac: own, buyer_hash: "buyer" });
    const before = await databaseChecksum();
    const given = await give(sold, { mac: newMac(), buyerHash: "third" });
    expect(given).toMatchObject({ gives: "one" });
    expect(asked(given)).toEqual([second, own]);
    expect(await databaseChecksum()).toBe(before);
    expect((await deviceNow(testContext(), seeded.demo.id, deviceSubject(second)))?.devices).toEqual({
      bought: 2,
      attached: 2,
    });
  });

  test("lets the third in for the device that was named, and stays its buyer's", async () => {
    const { sold, own, second } = await fullPlan();
    const third = newMac();
    const instead = await nameOf(sold, second);
    expect(await give(sold, { mac: third, buyerHash: "third", instead })).toBe("moved");
    expect(await attachedTo(sold.id)).toEqual([own, third]);
    expect(await entitlementRow(sold)).toMatchObject({ rev: 3, mac: own, buyer_hash: "buyer" });
    expect(await userOf(second)).toMatchObject({ entitlement_id: null });
    const desired = await link.until(
      () => link.desiredEntitlements.find(({ id, rev }) => id === sold.id && rev === 3),
      "desired",
    );
    expect(desired.spec).toMatchObject({ kind: "serve", subjects: subjectsOf(own, third) });
    // The code once more, by one that has it already.
    expect(await give(sold, { mac: third, buyerHash: "third" })).toBe("here");
    expect(await give(sold, { mac: own })).toBe("here");
  });

  test("is its payer's again by the receipt with the paying number", async () => {
    const { sold, own } = await fullPlan();
    const mac = newMac();
    const instead = await nameOf(sold, own);
    expect(await give(sold, { mac, buyerHash: "same person", by: "receipt", instead })).toBe("moved");
    expect(await entitlementRow(sold)).toMatchObject({ mac, buyer_hash: "same person" });
  });

  test("asks anew where the named device has left meanwhile: of two at once one has its place", async () => {
    const { sold, own, second } = await fullPlan();
    const [one, other] = [newMac(), newMac()];
    const instead = await nameOf(sold, second);
    const given = await Promise.all([one, other].map((mac) => give(sold, { mac, instead })));
    expect(given.filter((answer) => answer === "moved")).toHaveLength(1);
    const winner = given[0] === "moved" ? one : other;
    expect(given.filter((answer) => answer !== "moved").map(asked)).toEqual([[winner, own]]);
    expect(await attachedTo(sold.id)).toEqual([own, winner]);
  });

  test("of two at once that find one free place takes one, and asks the other", async () => {
    const sold = await sell(seeded.demo, forTwo);
    const given = await Promise.all([newMac(), newMac(), newMac()].map((mac) => give(sold, { mac })));
    expect(given.filter((answer) => answer === "attached")).toHaveLength(1);
    expect(given.filter((answer) => typeof answer === "object")).toHaveLength(2);
    expect(await attachedTo(sold.id)).toHaveLength(2);
    expect(await movesOf(sold.id)).toHaveLength(1);
  });

  test("does not take the name of a device of another purchase", async () => {
    const { sold, second } = await fullPlan();
    const other = await fullPlan();
    const before = await databaseChecksum();
    const instead = await nameOf(other.sold, other.second);
    for (const wrong of [instead, second, "all", "", "0"])
      expect(await give(sold, { mac: newMac(), instead: wrong })).toMatchObject({ gives: "one" });
    expect(await databaseChecksum()).toBe(before);
  });

  test("goes to another router only when whoever calls it there says that all may lose it; its buyer stays", async () => {
    const { sold, own, second } = await fullPlan();
    link.say({ type: "router", routerId: sold.routerId, state: "reachable", version: "7.16", message: "" });
    await started(link, sold);
    const mac = newMac();
    const before = await databaseChecksum();
    const given = await give(sold, { mac, routerId: there(), buyerHash: "third" });
    expect(given).toMatchObject({ gives: "all" });
    expect(asked(given)).toEqual([second, own]);
    expect(await databaseChecksum()).toBe(before);
    const moving = give(sold, { mac, routerId: there(), buyerHash: "third", instead: "all" });
    const end = await link.until(
      () => link.desiredEntitlements.find(({ id, spec }) => id === sold.id && spec.kind === "end"),
      "end",
    );
    await letGo(link, sold, end.rev);
    expect(await moving).toBe("moved");
    expect(await entitlementRow({ ...sold, id: `${sold.id}.2` })).toMatchObject({ mac, buyer_hash: "buyer" });
  });

  test("that is on its way to another router goes on to the device it was called by, until that one is asked about", async () => {
    const { sold } = await fullPlan();
    await closeAllLinks();
    const [mac, late] = [newMac(), newMac()];
    const at = { routerId: there() };
    await setEntitlement(sold, { confirmed_rev: 1, started_at: Date.now(), ends_at: Date.now() + 3_600_000 });
    expect(await give(sold, { mac, ...at, instead: "all" })).toBe("moving");
    expect(asked(await give(sold, { mac: late, ...at, buyerHash: "late" }))).toEqual([mac]);
    expect(await movesOf(sold.id)).toMatchObject([{}, { to_mac: mac }]);
    expect(await give(sold, { mac: late, ...at, buyerHash: "late", instead: "all" })).toBe("moving");
    expect(await entitlementRow(sold)).toMatchObject({ buyer_hash: "buyer" });
  });
});

describe("its buyer takes a device off", () => {
  test("at once, and its place is free; the other stays", async () => {
    const { sold, own, second } = await fullPlan();
    await remove(sold, second);
    expect(await attachedTo(sold.id)).toEqual([own]);
    const desired = await link.until(
      () => link.desiredEntitlements.find(({ id, rev }) => id === sold.id && rev === 3),
      "desired",
    );
    expect(desired.spec).toMatchObject({ kind: "serve", subjects: subjectsOf(own) });
    expect(await userOf(second)).toMatchObject({ entitlement_id: null });
    expect(await give(sold, { mac: newMac() })).toBe("attached");
  });

  test("also the one that it was bought for: the plan goes on by the other", async () => {
    const { sold, own, second } = await fullPlan();
    await remove(sold, own);
    expect(await attachedTo(sold.id)).toEqual([second]);
    expect(await entitlementRow(sold)).toMatchObject({ mac: second, buyer_hash: "buyer" });
  });

  test("but not the last one, nor one that is gone, and nobody else does", async () => {
    const { sold, own, second } = await fullPlan();
    const device = await nameOf(sold, second);
    await expect(remove(sold, second, "second")).rejects.toMatchObject({ code: "not_found" });
    expect(await attachedTo(sold.id)).toEqual([own, second]);
    await remove(sold, second);
    const before = await databaseChecksum();
    const ask = { providerId: sold.providerId, entitlementId: sold.id, buyerHash: "buyer" };
    await removeDevice(testContext(), { ...ask, device });
    await removeDevice(testContext(), { ...ask, device: await nameOf(sold, own) });
    expect(await databaseChecksum()).toBe(before);
  });

  test("five times a day at most, moves counted along: a plan for two serves no crowd by turns", async () => {
    const sold = await sell(seeded.demo, forTwo);
    for (let count = 0; count < 5; count += 1) {
      const mac = newMac();
      expect(await give(sold, { mac })).toBe("attached");
      await remove(sold, mac);
    }
    const sixth = newMac();
    await give(sold, { mac: sixth });
    await expect(remove(sold, sixth)).rejects.toMatchObject({ code: "too_many" });
    const instead = await nameOf(sold, sixth);
    await expect(give(sold, { mac: newMac(), instead })).rejects.toMatchObject({ code: "too_many" });
  });
});

test("whatever devices do with one code, at most as many have the plan as were bought, its buyer stays, and each that lost it was named", {
  timeout: historiesLimitMs(40, 200),
}, async () => {
  const act = fc.record({
    kind: fc.constantFrom("claim", "take", "remove", "both" as const),
    device: fc.nat(4),
    other: fc.nat(4),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 3 }),
      fc.array(act, { maxLength: 8 }),
      async (places, acts) => {
        const sold = await sell(seeded.demo, { ...forTwo, terms: { devices: places }, undelivered: true });
        const macs = [sold.mac ?? "", ...Array.from({ length: 4 }, () => newMac())];
        const mac = (index: number) => macs[index] ?? "";
        for (const { kind, device, other } of acts) {
          const before = await attachedTo(sold.id);
          const instead = await nameOf(sold, mac(other));
          const claim = (index: number, named: string | null = null) =>
            give(sold, { mac: mac(index), buyerHash: `browser ${index}`, instead: named }).catch(
              () => "refused",
            );
          if (kind === "claim") await claim(device);
          if (kind === "take") await claim(device, instead);
          if (kind === "both") await Promise.all([claim(device, instead), claim((device + 1) % 5, instead)]);
          if (kind === "remove") await remove(sold, mac(other)).catch(() => undefined);
          const after = await attachedTo(sold.id);
          expect(after.length).toBeLessThanOrEqual(places);
          expect(after.length).toBeGreaterThan(0);
          const lost = before.filter((one) => !after.includes(one));
          expect(lost.filter((one) => kind === "claim" || one !== mac(other))).toEqual([]);
          expect((await entitlementRow(sold)).buyer_hash).toBe("buyer");
        }
      },
    ),
    { numRuns: histories(40, 200) },
  );
});
