import { afterEach, expect, test } from "vitest";
import type { TestClient } from "./test-client.ts";
import { minute, startWithApi, stopTestRouters } from "./test-router.ts";

afterEach(stopTestRouters);

const portal = "cafe.mlango.app";
const [one, other] = ["02:00:00:00:02:01", "02:00:00:00:02:02"];
const lease = "/ip/dhcp-server/lease";
const queue = "/queue/simple";

const trap = async (api: TestClient, ...words: string[]): Promise<string> => {
  const [first] = await api.talk(words);
  return first?.find((word) => word.startsWith("=message="))?.slice("=message=".length) ?? "";
};

const start = () => startWithApi();
type Site = Awaited<ReturnType<typeof start>>;
const plug = ({ router }: Site, mac: string, more: { ip?: string; present?: boolean } = {}) =>
  router.control({ wired: Object.assign({ mac, interface: "bridge-hotspot", present: true }, more) });

test("a device has what the server gives: the highest that is free, the same again, its own by a row that stays", async () => {
  const site = await start();
  plug(site, one);
  plug(site, other);
  const address = (mac: string) => site.router.device(mac, portal).address;
  expect([address(one), address(other)]).toEqual(["10.5.50.254", "10.5.50.253"]);
  await site.api.talk([`${lease}/add`, "=address=10.5.50.20", `=mac-address=${one}`, "=server=hs-dhcp"]);
  expect(address(one)).toBe("10.5.50.254");
  site.pass(31 * minute);
  expect(address(one)).toBe("10.5.50.20");
  const rows = await site.api.rows(`${lease}/print`);
  expect(rows.map((row) => [row.address, row.dynamic, row.status])).toEqual([
    ["10.5.50.253", "true", "bound"],
    ["10.5.50.20", "false", "bound"],
  ]);
  const dynamic = rows[0]?.[".id"];
  expect(await trap(site.api, `${lease}/set`, `=.id=${dynamic}`, "=comment=x")).toMatch(/dynamic/);
  await site.api.talk([`${lease}/make-static`, `=.id=${dynamic}`]);
  expect(await site.api.rows(`${lease}/print`, "?dynamic=true")).toEqual([]);
});

test("a second row of an address, of a device and of a name is refused as the router refuses it", async () => {
  const { api } = await start();
  const make = (at: string, mac: string, server = "hs-dhcp") =>
    trap(api, `${lease}/add`, `=address=${at}`, `=mac-address=${mac}`, `=server=${server}`);
  expect(await make("10.5.50.20", one)).toBe("");
  expect(await make("10.5.50.20", other)).toBe("failure: already have static lease with this IP address");
  expect(await make("10.5.50.21", one.toLowerCase())).toBe(
    "failure: already have static lease for this client",
  );
  expect(await make("10.5.50.21", other, "none")).toBe("input does not match any value of server");
  const arp = (mac: string, on = "ether2") =>
    trap(api, "/ip/arp/add", "=address=10.5.50.20", `=mac-address=${mac}`, `=interface=${on}`);
  expect(await arp(one)).toBe("");
  expect(await arp(other)).toBe("failure: already have such ARP record");
  expect(await arp(other, "ether9")).toBe("input does not match any value of interface");
  expect(await trap(api, `${queue}/add`, "=name=a", "=target=10.5.50.20")).toBe("");
  expect(await trap(api, `${queue}/add`, "=name=a", "=target=10.5.50.21")).toBe(
    "failure: already have such name",
  );
  expect(await trap(api, `${queue}/add`, "=name=b", "=target=10.5.50")).toMatch(/invalid value/);
  const rule = ["/ip/firewall/filter/add", "=chain=forward", "=action=drop", "=in-interface=ether9"];
  expect(await trap(api, ...rule)).toBe("input does not match any value of interface");
});

test("an address leads to the device that its row names; an interface that only replies learns none", async () => {
  const site = await start();
  plug(site, one, { ip: "10.5.50.20" });
  const reach = (mac: string) => site.router.device(mac, portal).internet;
  expect(reach(one)).toBe(true);
  const words = ["=address=10.5.50.20", `=mac-address=${other}`, "=interface=bridge-hotspot"];
  await site.api.talk(["/ip/arp/add", ...words]);
  expect(reach(one)).toBe(false);
  plug(site, other, { ip: "10.5.50.20" });
  plug(site, one, { ip: "10.5.50.30" });
  await site.api.talk(["/interface/bridge/set", "=.id=bridge-hotspot", "=arp=reply-only"]);
  expect([reach(one), reach(other)]).toEqual([false, true]);
  expect(await trap(site.api, "/interface/bridge/set", "=.id=bridge-hotspot", "=arp=never")).toMatch(
    /does not match/,
  );
});

test("the first queue of an address limits and counts it, in the order in which they were put", async () => {
  const site = await start();
  plug(site, one, { ip: "10.5.50.20" });
  await site.api.talk([`${queue}/add`, "=name=all", "=target=10.5.50.0/24", "=max-limit=9M"]);
  const [all] = await site.api.rows(`${queue}/print`, "?name=all");
  expect(all).toMatchObject({ target: "10.5.50.0/24", "max-limit": "9000000/9000000" });
  await site.api.talk([
    `${queue}/add`,
    ...["=name=one", "=target=10.5.50.20", "=max-limit=512k/2M", `=place-before=${all?.[".id"]}`],
  ]);
  expect(site.router.device(one, portal).limit).toBe("512000/2000000");
  await site.api.talk([
    ...["/ip/firewall/filter/add", "=chain=forward", "=action=accept"],
    `=place-before=${(await site.api.rows("/ip/firewall/filter/print"))[0]?.[".id"]}`,
  ]);
  site.router.control({
    wired: { mac: one, interface: "bridge-hotspot", ip: "10.5.50.20", present: true, bytesPerSecond: 1_000 },
  });
  site.pass(minute);
  const rows = await site.api.rows(`${queue}/print`);
  expect(rows.map(({ name, bytes }) => [name, bytes])).toEqual([
    ["one", "0/60000"],
    ["all", "0/0"],
  ]);
  expect(await trap(site.api, `${queue}/add`, "=name=c", "=target=10.5.50.9", "=place-before=*FFF")).toMatch(
    /no such item/,
  );
});
