import { expect, test } from "vitest";
import { type NetworkDevice, RouterNetworks } from "#contract/router-networks";
import {
  address,
  blocked,
  closed,
  device,
  entries,
  lines,
  mac,
  open,
  otherMac,
  plug,
  reach,
  rowsOf,
  rules,
  start,
} from "./devices-site.ts";
import { minute, routerId, type TestSite } from "./test-site.ts";

// Devices of a network become lines where they stand: what the router has for them is read, is not changed, and is as it was afterwards.

const guest = "02:00:00:00:02:03";
const lease = (values: Record<string, string>) => ({
  made: { table: "leases" as const, values: { server: "homes", ...values } },
});

async function devicesIn(site: TestSite): Promise<NetworkDevice[]> {
  const { result } = await site.ask({ kind: "networks", routerId });
  const { networks } = RouterNetworks.parse(result);
  return networks.find(({ name }) => name === "ether3")?.devices ?? [];
}

test("a network says what its leases say: words, speed, and that one is switched off or keeps its device out", async (t) => {
  const site = await start(t);
  site.control(
    lease({ address, "mac-address": mac, comment: "Wanjiku 0722 100 200", "rate-limit": "2M/8M 4M/16M" }),
  );
  site.control(lease({ address: "10.20.0.8", "mac-address": otherMac, "block-access": "yes" }));
  site.control(
    lease({ address: "10.20.0.9", "mac-address": guest, disabled: "true", "rate-limit": "1500000" }),
  );
  expect(await devicesIn(site)).toEqual([
    {
      mac,
      address,
      name: null,
      isFixed: true,
      isThere: false,
      comment: "Wanjiku 0722 100 200",
      speed: { upKbps: 2_000, downKbps: 8_000 },
    },
    { mac: otherMac, address: "10.20.0.8", name: null, isFixed: true, isThere: false, shutBy: "blocked" },
    {
      mac: guest,
      address: "10.20.0.9",
      name: null,
      isFixed: true,
      isThere: false,
      speed: { upKbps: 1_500, downKbps: 1_500 },
      shutBy: "disabled",
    },
  ]);
});

test("a device that has two leases is told by the one that counts; our own mark is no word of the owner's", async (t) => {
  const site = await start(t);
  site.control(lease({ address: "10.20.0.9", "mac-address": mac, disabled: "true", comment: "former" }));
  site.control(lease({ address, "mac-address": mac, comment: "present" }));
  expect(await devicesIn(site)).toMatchObject([{ mac, address, comment: "present" }]);
  await lines(site, device(1, { mac: otherMac, address: "10.20.0.8" }, "line-2"));
  const [, own] = await devicesIn(site);
  expect(own).toEqual({ mac: otherMac, address: "10.20.0.8", name: null, isFixed: true, isThere: false });
});

test("a lease that stays is not touched, one that comes and goes is ours meanwhile; given back, all is as it was", async (t) => {
  const site = await start(t);
  site.control(lease({ address, "mac-address": mac, comment: "Wanjiku", "rate-limit": "2M/8M" }));
  plug(site);
  plug(site, { mac: otherMac });
  plug(site, { mac: guest });
  const before = rowsOf(site, "leases").map((row) => ({ ...row }));
  const [fixed] = before;
  const second = (await devicesIn(site)).find((one) => one.mac === otherMac);
  expect(second).toMatchObject({ isFixed: false, isThere: true });
  const there = { mac: otherMac, address: second?.address ?? "" };
  await lines(site, device(1), device(1, there, "line-2"));
  for (const one of [mac, otherMac]) expect(reach(site, one)).toMatchObject(open);
  // Who was not brought in reaches the pay page alone.
  expect(reach(site, guest)).toMatchObject(blocked);
  expect(rowsOf(site, "leases")).toContainEqual(fixed);
  expect(rowsOf(site, "leases")).toContainEqual(
    expect.objectContaining({ address: there.address, "mac-address": otherMac, comment: "MLG;line-2" }),
  );
  await site.pass(21 * minute, 5_000);
  expect(rowsOf(site, "leases")).toContainEqual(fixed);
  await lines(site, closed(2));
  expect(reach(site, guest)).toMatchObject(blocked);
  const closedOther = closed(2, "line-2");
  await lines(site, {
    ...closedOther,
    spec: { kind: "close_device", network: "ether3", mac: there.mac, address: there.address },
  });
  expect([entries(site), rules(site), rowsOf(site, "arp"), rowsOf(site, "queues")]).toEqual([[], [], [], []]);
  expect(rowsOf(site, "leases")).toContainEqual(fixed);
  // It asks again, and is given an address as before it was a line.
  plug(site, { mac: otherMac });
  for (const one of [mac, otherMac, guest]) expect(reach(site, one)).toMatchObject({ internet: true });
  const without = (rows: readonly Record<string, string | undefined>[]) =>
    rows.map((row) => [row["mac-address"], row.server, row.comment, row.dynamic, row["rate-limit"]]);
  expect(without(rowsOf(site, "leases"))).toEqual(expect.arrayContaining(without(before)));
  expect(rowsOf(site, "leases")).toHaveLength(before.length);
});
