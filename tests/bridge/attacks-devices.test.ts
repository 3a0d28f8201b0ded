import { expect, test } from "vitest";
import { withHomes } from "../support/homes-network.ts";
import {
  blocked,
  closed,
  device,
  lines,
  mac,
  open,
  otherMac,
  plug,
  portal,
  reach,
  rules,
  start,
} from "./devices-site.ts";
import { assignmentOf, minute } from "./test-site.ts";

// Who wants internet for nothing in a closed network.

test("who has not paid has no way to tunnel: names and the portal in a trickle, and neither by another port or protocol", async (t) => {
  const site = await start(t, { box: { menus: withHomes, lacks: [] } });
  await lines(site, device(1));
  plug(site);
  plug(site, { mac: otherMac });
  plug(site, { mac: "02:00:00:00:02:03", ip: "10.20.0.99" });
  expect(reach(site, otherMac)).toMatchObject(blocked);
  expect(reach(site, "02:00:00:00:02:03")).toMatchObject(blocked);
  // Who paid is in nobody's way.
  expect(reach(site)).toMatchObject({ tunnels: expect.arrayContaining(["names without a limit"]), ...open });
  // Nor by rules that were there before, or that somebody put in front.
  const [first] = site.simulator.state.box.menus["/ip/firewall/filter"];
  const own = { chain: "input", action: "accept", comment: "names", disabled: "false" };
  site.simulator.state.box.menus["/ip/firewall/filter"].unshift(
    Object.assign({}, first, { ".id": "*F7" }, own),
  );
  await site.pass(11 * minute, 5_000);
  expect(reach(site, otherMac)).toMatchObject(blocked);
  await lines(site, closed(2));
  expect([...rules(site), ...rules(site, "ipv6")]).toEqual([]);
  expect(reach(site, otherMac)).toMatchObject({ internet: true });
});

test("a portal at a port of its own is reached there, and at no other", async (t) => {
  const site = await start(t);
  await site.welcome([assignmentOf(site.port, { portalHosts: [`${portal}:8787`] })]);
  await lines(site, device(1, { openMs: 0 }));
  plug(site);
  expect(reach(site)).toMatchObject(blocked);
  expect(rules(site).find((rule) => rule.action === "jump" && rule.protocol === "tcp")).toMatchObject({
    "dst-port": "80,443,8787",
  });
});

test("a network that is called like a command is a network", async (t) => {
  const name = 'homes" ; /system/reboot #';
  const named = (row: Record<string, string>) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === "ether3" ? name : value]));
  const menus = Object.fromEntries(Object.entries(withHomes).map(([path, all]) => [path, all.map(named)]));
  const site = await start(t, { box: { menus } });
  await lines(site, device(1, { network: name }));
  plug(site, { mac, interface: name });
  plug(site, { mac: otherMac, interface: name });
  expect(reach(site)).toMatchObject(open);
  expect(reach(site, otherMac)).toMatchObject(blocked);
});
