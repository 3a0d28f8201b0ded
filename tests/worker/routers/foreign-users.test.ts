import { afterEach, beforeAll, expect, test } from "vitest";
import { handOverUsers, keepForeignUsers } from "#contract/foreign-users";
import { assignRouter, unassignRouter } from "#contract/platform-routers";
import { closeAllLinks, type FakeBridge } from "../../support/fake-bridge.ts";
import { FleetWorld, newBridge } from "./platform-world.ts";

// Users of another system that a provider hands over at a router: kept for the provider, told to the bridge whenever it listens.

let world: FleetWorld;
let bridge: FakeBridge;
let id: string;

beforeAll(async () => {
  world = await FleetWorld.make();
  bridge = await newBridge(null, "VPN host");
  id = (await world.added({ name: "Roof", host: "10.3.0.7", bridgeId: bridge.id })).id;
  await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.demo.id } });
});
afterEach(closeAllLinks);

const mac = "4C:5E:0C:C3:00:02";
const handOver = (macAddress: string | null) => ({ params: { id }, body: { macAddress } });
const told = async () => {
  const [welcome] = (await bridge.connect()).all("welcome");
  await closeAllLinks();
  return welcome?.routers.find(({ routerId }) => routerId === id)?.takesOver;
};

test("nothing is handed over before a person says so", async () => {
  expect(await told()).toEqual([]);
});

test("one device's is told to the bridge at once, or when it comes back, and stands in the audit", async () => {
  const link = await bridge.connect();
  const { message } = await world.answer(handOverUsers, handOver("4c-5e-0c-c3-00-02"), "demo");
  expect(message).toContain(mac);
  const assigned = await link.next("assign", ({ routers }) =>
    routers.some((one) => one.routerId === id && one.takesOver?.length === 1),
  );
  expect(assigned.routers.find(({ routerId }) => routerId === id)?.takesOver).toEqual([mac]);
  await closeAllLinks();
  // Again, while the bridge is away: once is enough.
  await world.answer(handOverUsers, handOver(mac), "demo");
  expect(await told()).toEqual([mac]);
  expect((await world.audited("router.hand_over_users")).at(-1)).toMatchObject({
    subject: id,
    provider_id: world.seeded.demo.id,
    detail: { macAddress: mac },
  });
});

test("all of them stay handed over until they are left alone again", async () => {
  await world.answer(handOverUsers, handOver(null), "demo");
  expect(await told()).toBe("all");
  await world.answer(keepForeignUsers, { params: { id } }, "demo");
  expect(await told()).toEqual([]);
  expect((await world.audited("router.keep_users")).at(-1)).toMatchObject({ subject: id });
});

test("so many single ones as a bridge takes are told", async () => {
  for (let one = 0; one < 3; one += 1) await world.answer(handOverUsers, handOver(`02:00:00:00:00:1${one}`));
  expect(await told()).toHaveLength(3);
  await world.answer(keepForeignUsers, { params: { id } });
});

test("are no other provider's to say, and nonsense is refused with a sentence", async () => {
  const gone = [404, "This router does not exist."];
  expect(await world.refused(handOverUsers, handOver(mac), "savanna")).toEqual(gone);
  expect(await world.refused(keepForeignUsers, { params: { id } }, "savanna")).toEqual(gone);
  expect(await world.refused(handOverUsers, handOver("till"), "demo")).toEqual([
    ...[400, "Enter the device's MAC address, for example 02:11:22:33:44:55"],
  ]);
});

test("count only while their provider has the router", async () => {
  await world.answer(handOverUsers, handOver(null), "demo");
  await world.answer(unassignRouter, { params: { id }, query: { confirm: "true" } });
  expect((await world.refused(handOverUsers, handOver(mac)))[0]).toBe(409);
  await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.savanna.id } });
  expect(await told()).toEqual([]);
  await world.answer(unassignRouter, { params: { id }, query: { confirm: "true" } });
  await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.demo.id } });
  expect(await told()).toBe("all");
});
