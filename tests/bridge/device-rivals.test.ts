import { expect, test } from "vitest";
import { RouterNetworks } from "#contract/router-networks";
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
  story,
} from "./devices-site.ts";
import { hour, minute, routerId } from "./test-site.ts";

// What stands in the way of a fixed device at its router, and who comes after it.

const lease = (values: Record<string, string>) => ({
  made: { table: "leases" as const, values: { server: "homes", comment: "office printer", ...values } },
});

test("an address that somebody's own row gives to another device is left to it, and said; free again, the line has it", async (t) => {
  const site = await start(t);
  site.control(lease({ address, "mac-address": otherMac }));
  plug(site, { mac: otherMac });
  await lines(site, device(1));
  expect(story(site)).toEqual(["1 address_taken"]);
  expect(entries(site)).toEqual([]);
  expect(reach(site, otherMac)).toMatchObject({ address, ...blocked });
  expect(rowsOf(site, "leases")).toMatchObject([{ comment: "office printer", "mac-address": otherMac }]);
  // Said once, looked at each minute.
  await site.pass(5 * minute, 5_000);
  expect(story(site)).toEqual(["1 address_taken"]);
  site.simulator.state.tables.leases.length = 0;
  await site.pass(2 * minute, 5_000);
  expect(story(site)).toEqual(["1 address_taken", "1 open"]);
});

test("a device that somebody's own row gives another address is left as it is; just the row that is needed is used as it stands", async (t) => {
  const site = await start(t);
  site.control(lease({ address: "10.20.0.9", "mac-address": mac }));
  await lines(site, device(1));
  expect(story(site)).toEqual(["1 device_taken"]);
  const own = site.simulator.state.tables.leases[0];
  if (own) own.values.address = address;
  await site.pass(2 * minute, 5_000);
  plug(site);
  expect(reach(site)).toMatchObject(open);
  expect(rowsOf(site, "leases")).toMatchObject([{ comment: "office printer", address }]);
  await lines(site, closed(2));
  expect(rowsOf(site, "leases")).toMatchObject([{ comment: "office printer", address }]);
});

test("a row by hand that answers for the address with another device is left, and the line passes nobody", async (t) => {
  const site = await start(t);
  await lines(site, device(1));
  plug(site);
  expect(reach(site)).toMatchObject(open);
  const [own] = site.simulator.state.tables.arp;
  if (own)
    own.values = {
      address,
      "mac-address": otherMac,
      interface: "ether3",
      comment: "camera",
      disabled: "false",
    };
  plug(site, { mac: otherMac, ip: address });
  await site.pass(11 * minute, 5_000);
  expect(story(site)).toContain("1 address_taken");
  expect(reach(site, otherMac)).toMatchObject({ internet: false });
  expect(rowsOf(site, "arp")).toMatchObject([{ comment: "camera" }]);
});

test("its network is gone: said, and everything else goes on", async (t) => {
  const site = await start(t);
  await lines(
    site,
    device(1, { network: "ether9" }),
    device(1, { mac: otherMac, address: "10.20.0.8" }, "line-2"),
  );
  expect(story(site)).toEqual(["1 network_gone"]);
  expect(story(site, "line-2")).toEqual(["1 open"]);
  plug(site, { mac: otherMac });
  expect(reach(site, otherMac)).toMatchObject(open);
});

test("an address goes to another customer: neither the time of the one before nor its end is the new one's", async (t) => {
  const site = await start(t);
  await lines(site, device(1, { openMs: hour }));
  plug(site);
  await lines(site, closed(2), device(1, { mac: otherMac, openMs: 0 }, "line-2"));
  plug(site, { mac: otherMac });
  expect(reach(site, otherMac)).toMatchObject({ address, ...blocked });
  await lines(site, device(2, { mac: otherMac }, "line-2"));
  expect(reach(site, otherMac)).toMatchObject({ address, ...open });
  expect(entries(site)).toEqual([[address, "MLG;line-2"]]);
  // The first end comes late, once more.
  await lines(site, closed(3));
  expect(reach(site, otherMac)).toMatchObject(open);
  // The former device still believes that the address is its own.
  plug(site, { ip: address });
  expect(reach(site)).toMatchObject({ internet: false, portal: false });
});

test("a device that is replaced leaves nothing to the one before, and the new one is on at the same address", async (t) => {
  const site = await start(t);
  await lines(site, device(1));
  plug(site);
  await lines(site, device(2, { mac: otherMac }));
  plug(site, { mac: otherMac });
  expect(reach(site, otherMac)).toMatchObject({ address, ...open });
  expect(reach(site)).toMatchObject({ internet: false });
  plug(site, { present: false });
  plug(site);
  expect(reach(site)).toMatchObject(blocked);
  expect(reach(site).address).not.toBe(address);
  expect(rowsOf(site, "leases").filter(({ dynamic }) => dynamic !== "true")).toHaveLength(1);
});

test("a device that has an address already is moved to its own when it asks again", async (t) => {
  const site = await start(t);
  plug(site);
  expect(reach(site).address).toBe("10.20.0.200");
  await lines(site, device(1));
  await site.pass(16 * minute, 5_000);
  expect(reach(site)).toMatchObject({ address, ...open });
});

test("whether it is there is told by what its queue counts; a device that is away stays paid and open", async (t) => {
  const site = await start(t);
  await lines(site, device(1));
  plug(site, { bytesPerSecond: 2_000 });
  await site.pass(3 * minute, 5_000);
  expect(story(site)).toEqual(["1 open", address]);
  expect(site.events.find(({ kind }) => kind === "line_session")).toMatchObject({
    session: { address, callerId: mac },
  });
  plug(site, { present: false });
  await site.pass(15 * minute, 5_000);
  expect(story(site)).toEqual(["1 open", address, "gone"]);
  expect(entries(site)).toHaveLength(1);
  plug(site, { bytesPerSecond: 2_000 });
  await site.pass(3 * minute, 5_000);
  expect(story(site)).toEqual(["1 open", address, "gone", address]);
});

test("what somebody took away or put before is put right, and rows by hand in our list stay", async (t) => {
  const site = await start(t);
  await lines(site, device(1), device(1, { mac: otherMac, address: "10.20.0.8", openMs: 0 }, "line-2"));
  const { tables, box } = site.simulator.state;
  site.control({
    made: {
      table: "addressLists",
      values: { list: "mlango-devices", address: "10.20.0.2", comment: "our printer" },
    },
  });
  tables.queues.length = 0;
  tables.arp.length = 0;
  tables.addressLists = tables.addressLists.filter(({ values }) => values.comment !== "MLG;line-1");
  box.menus["/ip/firewall/filter"].unshift({
    ".id": "*F0F0",
    chain: "forward",
    action: "accept",
    "in-interface": "ether3",
    disabled: "false",
    dynamic: "false",
  });
  await site.pass(11 * minute, 5_000);
  plug(site);
  plug(site, { mac: otherMac });
  expect(reach(site)).toMatchObject({ limit: "2000000/8000000", ...open });
  expect(reach(site, otherMac)).toMatchObject(blocked);
  expect(entries(site)).toEqual([
    ["10.20.0.2", "our printer"],
    [address, "MLG;line-1"],
  ]);
});

test.for(["reset", "end", "fatal"] as const)(
  "a router that breaks off in the middle (%s) is as it should be afterwards",
  async (how, t) => {
    const site = await start(t);
    const commands = ["/ip/firewall/filter/add", "/queue/simple/add", "/ip/firewall/address-list/add"];
    const broken = commands.map((command) => ({ how, command, when: "mid" as const, times: 2 }));
    site.control({ faults: { broken } });
    await lines(site, device(1, { openMs: hour }));
    await site.pass(5 * minute, 1_000);
    plug(site);
    expect(reach(site)).toMatchObject({ limit: "2000000/8000000", ...open });
    expect(rules(site).length).toBe(26);
    await site.pass(hour, 5_000);
    expect(reach(site)).toMatchObject(blocked);
  },
);

test("a router that refuses the rules still has its paid devices on; none is said to be blocked there", async (t) => {
  const site = await start(t, { faults: { hiddenMenus: ["/ip/firewall/filter"] } });
  await lines(site, device(1), device(1, { mac: otherMac, address: "10.20.0.8", openMs: 0 }, "line-2"));
  plug(site);
  expect(reach(site)).toMatchObject({ internet: true });
  expect([...story(site), ...story(site, "line-2")]).toEqual([]);
  site.control({ faults: { hiddenMenus: [] } });
  await site.pass(3 * minute, 5_000);
  expect([...story(site), ...story(site, "line-2")]).toEqual(["1 open", "1 blocked"]);
});

test("the router's networks are read with who is in them, and why one cannot be closed", async (t) => {
  const site = await start(t);
  plug(site);
  plug(site, { mac: otherMac, ip: "10.20.0.50" });
  site.control(lease({ address: "10.20.0.9", "mac-address": "02:00:00:00:02:09" }));
  const { result } = await site.ask({ kind: "networks", routerId });
  const { networks, left } = RouterNetworks.parse(result);
  expect(left).toBe(0);
  expect(networks.map(({ name, addresses, use, hasServer }) => [name, addresses[0], use, hasServer])).toEqual(
    [
      ["ether1", "192.168.1.2/24", "internet", false],
      ["bridge-hotspot", "10.5.50.1/24", "visitors", true],
      ["ether3", "10.20.0.1/24", null, true],
      ["ether4", "10.30.0.1/24", null, true],
    ],
  );
  expect(networks.find(({ name }) => name === "ether3")?.devices).toEqual([
    {
      mac: "02:00:00:00:02:09",
      address: "10.20.0.9",
      name: null,
      isFixed: true,
      isThere: false,
      comment: "office printer",
    },
    { mac: otherMac, address: "10.20.0.50", name: null, isFixed: false, isThere: true },
    { mac, address: "10.20.0.200", name: null, isFixed: false, isThere: true },
  ]);
});
