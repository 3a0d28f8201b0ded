import { expect, test } from "vitest";
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
  reach,
  start,
  story,
} from "./devices-site.ts";
import { minute, routerId } from "./test-site.ts";

// A network that answers devices with a line alone, where its owner wants it so.

const strict = { arp: "reply-only" } as const;

test("a strict network answers its lines, paid or not, and nobody else; switched off and with its last line it is as before", async (t) => {
  const site = await start(t);
  await lines(site, device(1), device(1, { mac: otherMac, address: "10.20.0.8", openMs: 0 }, "line-2"));
  const third = "02:00:00:00:02:03";
  plug(site);
  plug(site, { mac: otherMac });
  plug(site, { mac: third, ip: "10.20.0.77" });
  expect(reach(site, third)).toMatchObject(blocked);
  await lines(
    site,
    device(2, strict),
    device(2, { mac: otherMac, address: "10.20.0.8", openMs: 0, ...strict }, "line-2"),
  );
  expect(site.simulator.state.arpModes).toEqual({ ether3: "reply-only" });
  expect(reach(site)).toMatchObject(open);
  expect(reach(site, otherMac)).toMatchObject(blocked);
  expect(reach(site, third)).toMatchObject({ internet: false, portal: false });
  await lines(
    site,
    device(3, { arp: "enabled" }),
    device(3, { mac: otherMac, address: "10.20.0.8", openMs: 0, arp: "enabled" }, "line-2"),
  );
  expect(site.simulator.state.arpModes).toEqual({ ether3: "enabled" });
  expect(reach(site, third)).toMatchObject(blocked);
  await lines(site, device(4, strict));
  const end = (id: string, rev: number, of: string, at: string) => ({
    id,
    routerId,
    rev,
    spec: { kind: "close_device" as const, mac: of, network: "ether3", address: at, arp: "enabled" as const },
  });
  await lines(site, end("line-2", 4, otherMac, "10.20.0.8"));
  expect(site.simulator.state.arpModes).toEqual({ ether3: "reply-only" });
  await lines(site, end("line-1", 5, mac, address));
  expect(site.simulator.state.arpModes).toEqual({ ether3: "enabled" });
  expect(reach(site, third)).toMatchObject({ internet: true, portal: true });
});

test("an interface with a setting of its own keeps it, and its owner is told; the line is on all the same", async (t) => {
  const site = await start(t);
  site.simulator.state.arpModes.ether3 = "proxy-arp";
  await lines(site, device(1, strict));
  plug(site);
  expect(site.simulator.state.arpModes).toEqual({ ether3: "proxy-arp" });
  expect(reach(site)).toMatchObject(open);
  expect(story(site)).toEqual(["1 open", "1 arp_kept"]);
  await site.pass(21 * minute, 5_000);
  expect(story(site)).toEqual(["1 open", "1 arp_kept"]);
  delete site.simulator.state.arpModes.ether3;
  await site.pass(11 * minute, 5_000);
  expect(site.simulator.state.arpModes).toEqual({ ether3: "reply-only" });
  expect(story(site)).toEqual(["1 open", "1 arp_kept", "1 open"]);
});

test("a network in which the bridge's own machine is never becomes strict, and lets it pass as long as it is closed", async (t) => {
  const menus = structuredClone(withHomes);
  // By the way that this test reaches its router.
  const office = menus["/ip/address"].find((row) => row.interface === "ether3");
  if (office) menus["/ip/address"].push(Object.assign({}, office, { address: "127.0.0.1/8" }));
  const site = await start(t, { box: { menus } });
  await lines(site, device(1, strict));
  expect(site.simulator.state.arpModes).toEqual({});
  expect(story(site)).toEqual(["1 open", "1 arp_kept"]);
  expect(entries(site)).toEqual([
    ["127.0.0.1", "mlango: bridge"],
    [address, "MLG;line-1"],
  ]);
  await lines(site, closed(2));
  expect(entries(site)).toEqual([]);
});
