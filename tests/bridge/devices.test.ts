import { expect, test } from "vitest";
import { allFates, elsewhere6 } from "../simulators/routeros/line-report.ts";
import { withHomes } from "../support/homes-network.ts";
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
  portal,
  reach,
  rowsOf,
  rules,
  start,
  story,
} from "./devices-site.ts";
import { assignmentOf, hour, minute } from "./test-site.ts";

// One fixed device at one router: its whole life, and what else is in its network.

test("a device is open, ends by the bridge's own clock, and is open again in one round trip once it is paid", async (t) => {
  const site = await start(t);
  await lines(site, device(1, { openMs: 0 }));
  plug(site);
  expect(reach(site)).toMatchObject({ address, limit: "2000000/8000000", ...blocked });
  await lines(site, device(2, { openMs: hour }));
  expect(reach(site)).toMatchObject(open);
  expect(entries(site)).toEqual([[address, "MLG;line-1"]]);
  // The worker is not heard any more.
  site.linkDown();
  await site.pass(hour - 5_000, 5_000);
  expect(reach(site)).toMatchObject(open);
  await site.pass(6_000, 1_000);
  expect(reach(site)).toMatchObject(blocked);
  expect(entries(site)).toEqual([]);
  await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
  await lines(site, device(3));
  expect(reach(site)).toMatchObject(open);
  expect(story(site)).toEqual(["1 blocked", "2 open", "2 blocked", "3 open"]);
  // Equal is equal: nothing more is written, also by a whole comparison.
  const before = site.simulator.report().writeCommands;
  await site.pass(21 * minute, 5_000);
  expect(site.simulator.report().writeCommands).toBe(before);
});

test("it has its address by a row that stays, its own answers and its own speed, all with our mark", async (t) => {
  const site = await start(t);
  await lines(site, device(1));
  const comment = "MLG;line-1";
  expect(rowsOf(site, "leases")).toMatchObject([
    { address, "mac-address": mac, server: "homes", comment, disabled: "false" },
  ]);
  expect(rowsOf(site, "arp")).toMatchObject([{ address, "mac-address": mac, interface: "ether3", comment }]);
  expect(rowsOf(site, "queues")).toMatchObject([
    { name: "mlango-line-1", target: `${address}/32`, "max-limit": "2000000/8000000", comment },
  ]);
  await lines(site, device(2, { upKbps: 512, downKbps: 4096 }));
  expect(rowsOf(site, "queues")).toMatchObject([{ "max-limit": "512000/4096000" }]);
});

test("what has lasted stays on while nobody is there: the router restarts, and its bridge is away", async (t) => {
  const site = await start(t);
  await lines(site, device(1, { openMs: hour }));
  plug(site);
  site.control({ reachable: false });
  await site.pass(2 * hour, 10_000);
  site.control({ reboot: true, reachable: true });
  site.control({ reachable: false });
  site.control({ advanceMs: 5 * minute });
  // Over long ago, and its bridge does not reach it: silence means that it stays on.
  expect(reach(site)).toMatchObject(open);
  site.control({ reachable: true });
  await site.pass(minute, 1_000);
  expect(reach(site)).toMatchObject(blocked);
});

test("it stays as it is through a restart of its bridge, and of its router", async (t) => {
  const site = await start(t);
  await lines(site, device(1));
  plug(site);
  await site.restart();
  site.control({ reboot: true });
  await site.pass(5 * minute, 5_000);
  expect(reach(site)).toMatchObject({ address, ...open });
  expect(entries(site)).toHaveLength(1);
});

test("who has not paid reaches the portal alone, also with an address set by hand; the owner's other networks are as they were", async (t) => {
  const site = await start(t);
  plug(site, { mac: otherMac });
  plug(site, { mac: "02:00:00:00:02:03", interface: "ether4" });
  expect(reach(site, otherMac)).toMatchObject({ internet: true, fastTracked: true });
  const elsewhere = reach(site, "02:00:00:00:02:03");
  await lines(site, device(1));
  expect(reach(site, otherMac)).toMatchObject(blocked);
  plug(site, { mac: otherMac, ip: "10.20.0.99" });
  expect(reach(site, otherMac)).toMatchObject(blocked);
  // The address of a device that is on, and away: what the router answers goes to that device.
  plug(site, { mac: otherMac, ip: address });
  expect(reach(site, otherMac)).toMatchObject({ internet: false, portal: false });
  expect(reach(site, "02:00:00:00:02:03")).toEqual(elsewhere);
});

test("what ran before its network was closed ends with it, and runs on for who is on", async (t) => {
  const site = await start(t);
  plug(site, { bytesPerSecond: 1_000 });
  plug(site, { mac: otherMac, bytesPerSecond: 1_000 });
  await site.pass(10_000);
  const bytes = (of: string) => {
    site.simulator.settle();
    return site.simulator.state.wired.find((one) => one.mac === of)?.download?.bytes ?? Number.NaN;
  };
  expect(bytes(otherMac)).toBeGreaterThan(5_000);
  const { address: own } = reach(site);
  await lines(site, device(1, { address: own ?? "", openMs: hour }));
  const [mine, others] = [bytes(mac), bytes(otherMac)];
  await site.pass(minute, 5_000);
  expect(bytes(otherMac)).toBe(others);
  expect(bytes(mac)).toBeGreaterThan(mine);
  await site.pass(hour, 10_000);
  const atEnd = bytes(mac);
  await site.pass(10 * minute, 10_000);
  expect(bytes(mac)).toBe(atEnd);
});

test("its network is closed with the first device and open again with the last, and nothing of ours is left", async (t) => {
  const site = await start(t);
  const before = JSON.stringify(
    site.simulator.state.box.menus["/ip/firewall/filter"].map(({ comment, action, chain }) => [
      chain,
      action,
      comment,
    ]),
  );
  await lines(site, device(1), device(1, { mac: otherMac, address: "10.20.0.8" }, "line-2"));
  expect(rules(site).filter(({ chain }) => chain === "forward")).toHaveLength(2);
  await lines(site, closed(2));
  expect(rules(site)).not.toEqual([]);
  expect(story(site)).toEqual(["1 open", "2 closed"]);
  await lines(site, closed(2, "line-2"));
  expect(rules(site)).toEqual([]);
  for (const table of ["leases", "arp", "queues"] as const) expect(rowsOf(site, table)).toEqual([]);
  expect(entries(site)).toEqual([]);
  expect(
    JSON.stringify(
      site.simulator.state.box.menus["/ip/firewall/filter"].map(({ comment, action, chain }) => [
        chain,
        action,
        comment,
      ]),
    ),
  ).toBe(before);
  expect(story(site, "line-2")).toEqual(["1 open", "2 closed"]);
});

test("a closed network has no IPv6, for who is on and who is not; the others keep theirs, and so has it with its last device", async (t) => {
  const site = await start(t, { box: { menus: withHomes, lacks: [] } });
  const own = { chain: "forward", action: "accept", comment: "the owner's own", disabled: "false" };
  site.simulator.state.box.menus["/ipv6/firewall/filter"].push({ ".id": "*F6", ...own });
  const passes = (network: string) =>
    allFates(site.simulator, { address: "2001:db8:20::7", interface: network }, elsewhere6).filter(
      (fate) => fate !== "drop",
    ).length;
  expect([passes("ether3"), passes("ether4")]).toEqual([6, 6]);
  await lines(site, device(1));
  expect([passes("ether3"), passes("ether4")]).toEqual([0, 6]);
  expect(rules(site, "ipv6").map(({ chain }) => chain)).toEqual(["forward", "forward", "input", "input"]);
  const before = site.simulator.report().writeCommands;
  await site.pass(11 * minute, 5_000);
  expect(site.simulator.report().writeCommands).toBe(before);
  await lines(site, closed(2));
  expect(passes("ether3")).toBe(6);
  expect(rules(site, "ipv6")).toEqual([]);
});
