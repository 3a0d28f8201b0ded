import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hourMs } from "#contract/values/time";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { newMac, sell, setEntitlement } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { putPayment } from "../transactions/sales-rows.ts";
import {
  begin,
  disconnect,
  emptyUsers,
  move,
  reachable,
  say,
  sayRouter,
  userOf,
  users,
  userWorld,
  type World,
} from "./user-world.ts";

// Why a device is not online, as the search in the console's head says it (docs/behaviour/provider-console.md, PC-17a).

let world: World;
let link: FakeLink;

beforeAll(async () => {
  world = await userWorld();
});
beforeEach(async () => {
  await emptyUsers();
  link = await reachable(world);
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

/** The same in the list, by which one searches, and of the user alone. */
async function why(mac: string | null) {
  const { offline, isOnline } = await userOf(world, mac);
  const { users: found } = await users(world, { q: mac ?? "" });
  expect(found).toMatchObject([{ offline, isOnline }]);
  return offline;
}
const because = (cause: string, more: object = {}) => ({
  cause,
  at: null,
  macAddress: null,
  transactionId: null,
  ...more,
});

test.each([
  ["time_over", { state: "ended", end_reason: "time", started_at: 1, ends_at: 5, ended_at: 5 }],
  ["data_over", { state: "ended", end_reason: "data", started_at: 1, ends_at: Date.now() * 2, ended_at: 5 }],
  // Its end has not been told yet.
  ["time_over", { state: "running", started_at: 1, ends_at: 5 }],
  ["lapsed", { state: "lapsed", end_reason: "lapsed", ended_at: 5 }],
])("%s, and when: its last purchase is %o", async (cause, values) => {
  const sold = await sell(world.demo);
  await setEntitlement(sold, values);
  expect(await why(sold.mac)).toEqual(because(cause, { at: new Date(5).toISOString() }));
});

test("it was cut off", async () => {
  const sold = await sell(world.demo);
  await begin(link, sold);
  await disconnect(world, sold.mac);
  expect(await why(sold.mac)).toEqual(because("cut_off"));
});

test("it was stopped, and its money went back: nobody can let it in again", async () => {
  const sold = await putPayment(world.demo);
  await tenantDatabase(world.demo.id)
    .prepare("UPDATE payments SET refunded_cents = amount_cents WHERE id = ?1")
    .bind(sold.id)
    .run();
  await setEntitlement({ id: sold.entitlementId, providerId: sold.providerId }, { state: "cut_off" });
  expect(await why(sold.mac)).toEqual(because("money_back"));
});

test("it was stopped, and a part of its money went back", async () => {
  const sold = await putPayment(world.demo);
  await tenantDatabase(world.demo.id)
    .prepare("UPDATE payments SET refunded_cents = amount_cents - 1 WHERE id = ?1")
    .bind(sold.id)
    .run();
  await setEntitlement({ id: sold.entitlementId, providerId: sold.providerId }, { state: "cut_off" });
  expect(await why(sold.mac)).toEqual(because("cut_off", { isPartBack: true }));
});

test("it was paid and is not let out: half a minute is waited for, then a retry of its payment is offered", async () => {
  const fresh = await sell(world.demo);
  expect(await why(fresh.mac)).toEqual(because("activating"));
  const late = await sell(world.demo, { createdAt: Date.now() - 31_000 });
  expect(await why(late.mac)).toEqual(because("not_activated", { transactionId: `payment of ${late.id}` }));
});

test("a user of another system keeps it out: nobody is told to retry, until its bridge says that it gave way", async () => {
  const [fresh, late] = [await sell(world.demo), await sell(world.demo, { createdAt: Date.now() - hourMs })];
  const stranger = await sell(world.demo, { createdAt: Date.now() - hourMs });
  const kept = [fresh.mac ?? "", late.mac ?? ""];
  sayRouter(link, late.routerId, "reachable", kept);
  await link.settled();
  expect(await why(fresh.mac)).toEqual(because("foreign_user"));
  expect(await why(late.mac)).toEqual(because("foreign_user"));
  expect((await why(stranger.mac))?.cause).toBe("not_activated");
  // The same number of devices, and not the same ones.
  sayRouter(link, late.routerId, "reachable", [fresh.mac ?? "", stranger.mac ?? ""]);
  await link.settled();
  expect((await why(late.mac))?.cause).toBe("not_activated");
  expect(await why(stranger.mac)).toEqual(because("foreign_user"));
  sayRouter(link, late.routerId, "reachable");
  await link.settled();
  expect((await why(fresh.mac))?.cause).toBe("activating");
});

test("of a purchase that runs already it is said, too; a router that is away comes first", async () => {
  const sold = await sell(world.demo);
  await begin(link, sold);
  sayRouter(link, sold.routerId, "reachable", [sold.mac ?? ""]);
  await link.settled();
  expect(await why(sold.mac)).toEqual(because("foreign_user"));
  sayRouter(link, sold.routerId, "unreachable", [sold.mac ?? ""]);
  await link.settled();
  expect((await why(sold.mac))?.cause).toBe("router_away");
});

test("its router is away, and since when; nobody is told to retry what waits for a router", async () => {
  const sold = await sell(world.demo, { createdAt: Date.now() - hourMs });
  sayRouter(link, sold.routerId, "unreachable");
  await link.settled();
  const offline = await why(sold.mac);
  expect(offline).toEqual(because("router_away", { at: expect.any(String) }));
  expect(Date.now() - Date.parse(offline?.at ?? "")).toBeLessThan(10_000);
});

test("its time runs and it is not on the WiFi; there it is online, and there is nothing to say", async () => {
  const sold = await sell(world.demo);
  await begin(link, sold);
  await say(link, sold, "waiting_for_device");
  expect(await why(sold.mac)).toEqual(because("device_away"));
  await say(link, sold, "online");
  expect(await why(sold.mac)).toBeNull();
});

test("another device has what it had, and which one", async () => {
  const sold = await sell(world.demo);
  await begin(link, sold);
  const next = newMac();
  // What a router lists is kept for some seconds.
  vi.setSystemTime(Date.now() + 3_000);
  link.hosts = () => [next];
  expect((await move(world, sold.mac, next)).ok).toBe(true);
  expect(await why(sold.mac)).toEqual(because("other_device", { macAddress: next }));
});

test("nothing was ever bought for it that anybody has", async () => {
  const sold = await sell(world.demo);
  await setEntitlement(sold, { state: "moved", end_reason: "moved", ended_at: 5 });
  expect(await why(sold.mac)).toEqual(because("no_plan"));
});
