import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { AppError } from "#worker/errors";
import { deviceName, pairDevice, removeDevice } from "#worker/features/entitlements/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { newMac, type Sold, sell, setEntitlement } from "../../support/sell.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { attachedTo, give } from "../entitlements/move-world.ts";

// Buyers let devices in and take them off, several at once, and each tries it with the other's cookie, too.

let seeded: TwoProviders;
beforeAll(async () => {
  seeded = await seedBoth();
});
afterAll(closeAllLinks);

const place = fc.nat(1);
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("pair" as const), of: place, by: place, device: fc.nat(4) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("remove" as const), of: place, by: place, device: fc.nat(4) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("over" as const), of: place }) },
);

test(
  "no plan has more devices than it is for or none, no device two plans, and nobody changes another's",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
        fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        async (bought, steps) => {
          const ctx = testContext();
          const owners = await Promise.all(
            bought.map(async (devices, index) => ({
              buyerHash: `owner ${index} ${newMac()}`,
              sold: null as Sold | null,
              devices,
              isOver: false,
            })),
          );
          for (const owner of owners)
            owner.sold = await sell(seeded.demo, {
              buyerHash: owner.buyerHash,
              undelivered: true,
              terms: { devices: owner.devices },
            });
          const others = Array.from({ length: 5 }, newMac);
          const of = (index: number) => {
            const owner = owners[index];
            if (!owner?.sold) throw new Error("nobody");
            return { ...owner, sold: owner.sold };
          };
          const play = async (one: (typeof steps)[number][number]) => {
            const { sold } = of(one.of);
            const owner = owners[one.of];
            if (one.kind === "over") {
              await setEntitlement(sold, { state: "ended", ended_at: ctx.now(), end_reason: "time" });
              if (owner) owner.isOver = true;
              return;
            }
            const { buyerHash } = of(one.by);
            const mac = others[one.device] ?? "";
            const { providerId, id: entitlementId, routerId } = sold;
            if (one.kind === "pair")
              await pairDevice(ctx, {
                providerId,
                entitlementId,
                buyerHash,
                subject: deviceSubject(mac),
                routerId,
              });
            else
              await removeDevice(ctx, {
                providerId,
                entitlementId,
                buyerHash,
                device: deviceName(ctx, entitlementId, deviceSubject(mac)),
              });
          };
          for (const step of steps) {
            const before = await Promise.all(owners.map((_, index) => attachedTo(of(index).sold.id)));
            const done = await Promise.allSettled(step.map(play));
            for (const [index, one] of done.entries()) {
              if (one.status === "rejected") expect(one.reason).toBeInstanceOf(AppError);
              const asked = step[index];
              if (asked && asked.kind !== "over" && asked.by !== asked.of)
                expect(one.status).toBe("rejected");
            }
            const after = await Promise.all(owners.map((_, index) => attachedTo(of(index).sold.id)));
            const living = after.filter((_, index) => !owners[index]?.isOver);
            for (const [index, macs] of after.entries()) {
              expect(macs.length).toBeGreaterThan(0);
              expect(macs.length).toBeLessThanOrEqual(owners[index]?.devices ?? 0);
              const isTouched = step.some(
                (one) => one.of === index && (one.kind === "over" || one.by === index),
              );
              if (!isTouched) expect(macs).toEqual(before[index]);
            }
            expect(new Set(living.flat()).size).toBe(living.flat().length);
          }
        },
      ),
      { numRuns: histories(60, 300) },
    );
  },
  historiesLimitMs(60, 300),
);

test("a device that another's code brought into a plan's queue is not taken out of it", async () => {
  const ctx = testContext();
  const [one, other] = await Promise.all(
    ["first", "second"].map((buyerHash) => sell(seeded.demo, { plan: 3, buyerHash })),
  );
  if (!one || !other) throw new Error("not sold");
  const mac = newMac();
  expect(await give(other, { mac })).toBe("attached");
  await expect(
    pairDevice(ctx, { ...one, entitlementId: one.id, buyerHash: "first", subject: deviceSubject(mac) }),
  ).rejects.toMatchObject({ code: "refused", text: { say: "device_has_purchase" } });
  const rows = await rowsOfAllTenants<{ entitlement_id: string }>(
    "SELECT entitlement_id FROM devices WHERE subject = 'device:' || ?1 AND detached_at IS NULL",
    mac,
  );
  expect(rows).toEqual([{ entitlement_id: other.id }]);
});
