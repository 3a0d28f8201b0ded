import { expect, test } from "vitest";
import { blocked, commandsOf, dial, line, lines, open, reach, start } from "./lines-site.ts";
import { assignmentOf, hour, minute } from "./test-site.ts";

// What a blocked line gets out: its page, in a trickle, and names for it.

const every = [
  "names without a limit",
  "names over TCP",
  "names elsewhere",
  "the portal over UDP",
  "another port of the portal",
  "the portal without a limit",
  "much of the portal",
];

test("a blocked line asks names and its page, and has no way to tunnel; an open one is in nobody's way", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  dial(site);
  await site.pass(6_000);
  expect(reach(site)).toMatchObject(open);
  expect(reach(site).tunnels).toEqual(every);
  await lines(site, line(2, { openMs: 0 }));
  expect(reach(site)).toMatchObject(blocked);
  // The same of one that was dialled while blocked, and of that one once it is paid.
  site.control({ hangUp: { name: "wanjiku" } });
  dial(site);
  expect(reach(site)).toMatchObject(blocked);
  await site.pass(31_000);
  await lines(site, line(3));
  expect(reach(site)).toMatchObject(open);
  expect(reach(site).tunnels).toEqual(every);
});

test("what stands ends at the block, goes on once it is paid, and none of it is ever tracked fast", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  dial(site);
  site.control({ download: { name: "wanjiku", bytesPerSecond: 1_000 } });
  const loaded = () => {
    site.simulator.settle();
    return site.simulator.state.dialled[0]?.download?.bytes ?? 0;
  };
  await site.pass(10_000);
  const first = loaded();
  expect(first).toBeGreaterThan(5_000);
  await lines(site, line(2, { openMs: 0 }));
  const atBlock = loaded();
  await site.pass(minute);
  expect(loaded()).toBe(atBlock);
  await lines(site, line(3));
  await site.pass(10_000);
  expect(loaded()).toBeGreaterThan(atBlock + 5_000);
  expect(reach(site).fastTracked).toBe(false);
});

test("a router without lines is asked nothing of all this", async (t) => {
  const site = await start(t);
  const commands = commandsOf(site);
  await site.pass(21 * minute, 5_000);
  const ofLines =
    /^\/(?:ppp|log)\/|^\/ip\/firewall\/(?:nat|address-list|connection)|^\/ipv6\/(?:nd|dhcp)|^\/interface\/list/;
  expect(commands.filter((path) => ofLines.test(path))).toEqual([]);
  expect(commands.length).toBeGreaterThan(100);
});

test("a portal at a port of its own is reached there", async (t) => {
  const site = await start(t);
  await site.welcome([assignmentOf(site.port, { portalHosts: ["cafe.mlango.app:2053"] })]);
  await lines(site, line(1, { openMs: 0 }));
  dial(site);
  expect(reach(site)).toMatchObject({
    internet: false,
    portal: true,
    tunnels: ["another port of the portal"],
  });
});

test("a rule of the router that stands before the names of the blocked is put behind", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: 0 }));
  dial(site);
  const { menus } = site.simulator.state.box;
  const rule = { chain: "input", action: "accept", protocol: "udp", disabled: "false", dynamic: "false" };
  menus["/ip/firewall/filter"] = [{ ".id": "*F00", ...rule }, ...menus["/ip/firewall/filter"]];
  expect(reach(site).tunnels).toEqual(["names without a limit"]);
  await site.pass(11 * minute, 5_000);
  expect(reach(site)).toMatchObject(blocked);
});

test("a limit that the router reads back in other words is the same; another one is put right", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: 0 }));
  const { menus } = site.simulator.state.box;
  const limited = () =>
    menus["/ip/firewall/filter"].filter((row) => row.comment === "mlango: lines" && row["dst-limit"]);
  const ids = () => limited().map((row) => row[".id"]);
  const before = ids();
  for (const row of limited())
    Object.assign(row, { "dst-limit": row["dst-limit"]?.replace(",", "/1s,").replace("/10m", "/10m1s") });
  await site.pass(11 * minute, 5_000);
  expect(ids()).toEqual(before);
  Object.assign(limited()[0] ?? {}, { "dst-limit": "1000,2000,src-address/10m" });
  await site.pass(11 * minute, 5_000);
  expect(limited().map((row) => row["dst-limit"])).toEqual([
    "10,2000,src-address/10m",
    "10,2000,dst-address/10m",
    "5,200,src-address/10m",
  ]);
});

test("a block and a payment are few commands, and a comparison that finds all right only reads", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: hour }));
  dial(site);
  await site.pass(6_000);
  const commands = commandsOf(site);
  const ofLines = /^\/(?:ppp|interface|ipv6)\/|^\/ip\/firewall\//;
  const taken = () =>
    commands
      .splice(0)
      .filter((path) => ofLines.test(path))
      .sort();
  const read = ["/ip/firewall/address-list/print", "/ppp/active/print", "/ppp/secret/print"];
  const twice = [...read, ...read];
  await lines(site, line(2, { openMs: 0 }));
  expect(taken()).toEqual([...twice, "/ip/firewall/address-list/add", "/ppp/secret/set"].sort());
  await lines(site, line(3));
  expect(taken()).toEqual([...twice, "/ip/firewall/address-list/remove", "/ppp/secret/set"].sort());
  // Of a comparison: each menu once, and all sessions with the entries.
  await site.pass(10 * minute, 10 * minute);
  const seen = Map.groupBy(taken(), (path) => path);
  expect([...seen].map(([path, times]) => `${path} ${times.length}`)).toEqual([
    "/interface/pppoe-server/server/print 1",
    // What went through them.
    "/interface/print 1",
    "/ip/firewall/address-list/print 2",
    "/ip/firewall/filter/print 1",
    "/ip/firewall/nat/print 1",
    "/ppp/active/print 2",
    "/ppp/profile/print 1",
    "/ppp/secret/print 1",
  ]);
});
