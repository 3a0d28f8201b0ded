import { afterEach, beforeAll, expect, test } from "vitest";
import { readOwnDevices, saveOwnDevices } from "#contract/own-devices";
import { assignRouter, unassignRouter } from "#contract/platform-routers";
import { closeAllLinks, type FakeBridge } from "../../support/fake-bridge.ts";
import { FleetWorld, newBridge } from "./platform-world.ts";

// Own devices of a provider at a router: kept for the provider, told to the bridge, gone with the router.

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

const till = { mac: "02:11:22:33:44:55", name: "Till" };
const save = (devices: { mac: string; name: string }[]) => ({ params: { id }, body: { devices } });

test("are told to the bridge at once, and with every new link", async () => {
  const link = await bridge.connect();
  const written = { mac: "02-11-22-33-44-55", name: " Till " };
  expect(await world.answer(saveOwnDevices, save([written]), "demo")).toEqual([till]);
  const told = await link.next("assign", (message) =>
    message.routers.some((one) => one.routerId === id && one.ownDevices?.length === 1),
  );
  expect(told.routers.find(({ routerId }) => routerId === id)?.ownDevices).toEqual([till.mac]);
  expect(await world.answer(readOwnDevices, { params: { id } }, "demo")).toEqual([till]);
  expect((await world.audited("router.own_devices")).at(-1)).toMatchObject({
    subject: id,
    provider_id: world.seeded.demo.id,
    detail: { devices: ["Till 02:11:22:33:44:55"] },
  });
  await closeAllLinks();
  const [again] = (await bridge.connect()).all("welcome");
  expect(again?.routers.find(({ routerId }) => routerId === id)?.ownDevices).toEqual([till.mac]);
});

test("are no other provider's, and nonsense is refused with a sentence", async () => {
  const gone = [404, "This router does not exist."];
  expect(await world.refused(saveOwnDevices, save([till]), "savanna")).toEqual(gone);
  expect(await world.refused(readOwnDevices, { params: { id } }, "savanna")).toEqual(gone);
  for (const [devices, sentence] of [
    [[{ ...till, mac: "till" }], "Enter the device's MAC address, for example 02:11:22:33:44:55"],
    [[{ ...till, name: " " }], "Name the device, with 60 characters at most"],
    [[till, { ...till, name: "Again" }], "This device is on the list already"],
    [
      Array.from({ length: 31 }, (_, index) => ({ mac: `02:00:00:00:00:${index + 10}`, name: "x" })),
      "A router has 30 own devices at most",
    ],
  ] as const)
    expect(await world.refused(saveOwnDevices, save([...devices]), "demo")).toEqual([400, sentence]);
});

test("pass only while their provider has the router", async () => {
  await world.answer(unassignRouter, { params: { id }, query: { confirm: "true" } });
  expect(await world.answer(readOwnDevices, { params: { id } })).toEqual([]);
  expect((await world.refused(saveOwnDevices, save([till])))[0]).toBe(409);
  await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.savanna.id } });
  const told = async () =>
    (await bridge.connect()).all("welcome")[0]?.routers.find(({ routerId }) => routerId === id)?.ownDevices;
  expect(await told()).toEqual([]);
  await closeAllLinks();
  await world.answer(unassignRouter, { params: { id }, query: { confirm: "true" } });
  await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.demo.id } });
  expect(await told()).toEqual([till.mac]);
});
