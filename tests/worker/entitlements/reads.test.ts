import { beforeAll, describe, expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { dayMs } from "#contract/values/time";
import { deviceNow, elsewhereOf } from "#worker/features/entitlements/index";
import {
  heldByDevice,
  heldById,
  heldByRouters,
  heldElsewhere,
  heldNow,
} from "#worker/features/entitlements/store";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { newMac, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { tenantPlan, tenantStatements } from "../../support/tenant-statements.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;

beforeAll(async () => {
  seeded = await seedBoth();
});

const demo = () => testContext().tenant(seeded.demo.id);
const attach = (entitlementId: string, mac: string, at = Date.now()) =>
  tenantDatabase(seeded.demo.id)
    .prepare("INSERT INTO devices (entitlement_id, subject, attached_at) VALUES (?1, 'device:' || ?2, ?3)")
    .bind(entitlementId, mac, at)
    .run();
const detach = (entitlementId: string, mac: string) =>
  tenantDatabase(seeded.demo.id)
    .prepare("UPDATE devices SET detached_at = ?3 WHERE entitlement_id = ?1 AND subject = 'device:' || ?2")
    .bind(entitlementId, mac, Date.now())
    .run();

describe("a device's purchases", () => {
  test("are those that it is attached to, whoever's device came first", async () => {
    const sold = await sell(seeded.demo, { plan: 3, undelivered: true });
    const second = newMac();
    await attach(sold.id, second);
    expect(await heldByDevice(demo(), deviceSubject(second))).toMatchObject([
      { id: sold.id, subjects: subjectsOf(sold.mac, second) },
    ]);
    expect(await deviceNow(testContext(), seeded.demo.id, deviceSubject(second))).toMatchObject({
      entitlementId: sold.id,
      devices: { bought: 2, attached: 2 },
    });
    await detach(sold.id, sold.mac ?? "");
    expect(await heldByDevice(demo(), deviceSubject(sold.mac ?? ""))).toEqual([]);
    expect(await deviceNow(testContext(), seeded.demo.id, deviceSubject(sold.mac ?? ""))).toBeNull();
    expect(await deviceNow(testContext(), seeded.demo.id, deviceSubject(second))).toMatchObject({
      devices: { bought: 2, attached: 1 },
    });
  });

  test("list its devices by how long they are attached", async () => {
    const sold = await sell(seeded.demo, { plan: 3, undelivered: true });
    const [earlier, later] = [newMac(), newMac()];
    await attach(sold.id, later, Date.now() + 1_000);
    await attach(sold.id, earlier, 1);
    const [held] = await heldById(demo(), [sold.id]);
    expect(held?.subjects).toEqual(subjectsOf(earlier, sold.mac, later));
  });
});

describe("what a bridge is given", () => {
  test("is each purchase that lives or ended within a week, once", async () => {
    const now = Date.now();
    const make = async (values: Parameters<typeof setEntitlement>[1]) => {
      const sold = await sell(seeded.demo, { router: 1, undelivered: true });
      await setEntitlement(sold, values);
      return sold.id;
    };
    const wanted = [
      await make({ state: "running" }),
      await make({ state: "cut_off" }),
      await make({ state: "ended", ended_at: now - 6 * dayMs }),
      await make({ state: "moved", ended_at: now - 1 }),
    ];
    await make({ state: "ended", ended_at: now - 8 * dayMs });
    const routerId = seeded.demo.routers[1]?.id ?? "";
    const held = await heldByRouters(demo(), [routerId], now);
    expect(held.map(({ id }) => id).sort()).toEqual(wanted.sort());
  });
});

describe("a buyer's purchases elsewhere", () => {
  const elsewhere = (buyerHash: string, mac: string, provider = seeded.demo) =>
    elsewhereOf(testContext(), { providerId: provider.id, buyerHash, subject: deviceSubject(mac) });

  test("are the live ones of this very cookie that are not on this device, newest first, at most five", async () => {
    const here = newMac();
    const now = Date.now();
    const sold = [];
    for (let index = 0; index < 6; index += 1)
      sold.push(
        await sell(seeded.demo, { buyerHash: "mine", createdAt: now - index * 1_000, undelivered: true }),
      );
    await sell(seeded.demo, { buyerHash: "mine", mac: here, undelivered: true });
    await sell(seeded.demo, { buyerHash: "somebody else's", undelivered: true });
    const found = await elsewhere("mine", here);
    expect(found.map(({ entitlementId }) => entitlementId)).toEqual(sold.slice(0, 5).map(({ id }) => id));
    const [routerId] = seeded.demo.routers.map(({ id }) => id);
    const alone = { routerId, isAlone: false };
    expect(found[0]).toEqual({ entitlementId: sold[0]?.id, ...alone, planName: "1 Hour", endsAt: null });
    expect(await elsewhere("mine", here, seeded.savanna)).toEqual([]);
  });

  test("are none that are over, cut off, or still wait for a device", async () => {
    const over = await sell(seeded.demo, { buyerHash: "late", undelivered: true });
    await setEntitlement(over, { state: "running", started_at: 1, ends_at: Date.now() - 1 });
    const cut = await sell(seeded.demo, { buyerHash: "late", undelivered: true });
    await setEntitlement(cut, { state: "cut_off" });
    await sell(seeded.demo, { buyerHash: "late", mac: null });
    expect(await elsewhere("late", newMac())).toEqual([]);
  });
});

test("every read has an index: none grows with the history", async () => {
  const statements = await tenantStatements(async () => {
    await heldByDevice(demo(), deviceSubject(newMac()));
    await heldByRouters(demo(), ["one", "two"], Date.now());
    await heldById(demo(), ["one"]);
    await heldNow(demo(), "one");
    await heldElsewhere(demo(), { buyerHash: "mine", subject: deviceSubject(newMac()), now: 0, limit: 5 });
  });
  const plans = await Promise.all(statements.map((sql) => tenantPlan(seeded.demo.id, sql)));
  // That index holds what lives alone.
  const small = "SCAN entitlements USING INDEX entitlements_due";
  for (const steps of plans)
    expect(steps.filter((step) => /^SCAN (entitlements|devices)/.test(step) && step !== small)).toEqual([]);
  const used = plans.map((steps) => steps.join("; "));
  expect(used[0]).toContain("devices USING INDEX devices_subject");
  expect(used[1]).toContain(small);
  expect(used[1]).toContain("INDEX entitlements_ended");
  expect(used[4]).toContain("INDEX entitlements_buyer");
});
