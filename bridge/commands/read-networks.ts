import {
  mostNetworkDevices,
  mostNetworks,
  type NetworkDevice,
  type RouterNetwork,
  type RouterNetworks,
} from "#contract/router-networks";
import { parseMac } from "#contract/values/mac";
import { isWithin, parseIpv4 } from "../ipv4.ts";
import { lineOfEntry } from "../lines/router-lines.ts";
import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { filledRows, parseFlag, wholeSpeed } from "../router-values.ts";
import { nameIn } from "./read-device.ts";

/** Where devices are by cable or radio. */
const local = /^(?:ether|bridge|vlan|bond|wlan|wifi|vrrp|macvlan|veth)/;

type Read = {
  interfaces: RouterRow[];
  addresses: RouterRow[];
  servers: RouterRow[];
  hotspots: RouterRow[];
  routes: RouterRow[];
};

/** The router's networks and who is in them. Nothing is written. @param machine the bridge's own address towards it @throws RouterFault */
export async function readNetworks(router: Router, machine: string): Promise<RouterNetworks> {
  const read = (path: string, fields: readonly string[], query = {}) =>
    router.print(path, query, fields).then(filledRows);
  const [interfaces, addresses, servers, hotspots, routes, leases, arp] = await Promise.all([
    read("/interface", ["name", "type", "disabled"]),
    read("/ip/address", ["address", "interface", "actual-interface", "disabled", "dynamic"]),
    read("/ip/dhcp-server", ["name", "interface", "disabled"]),
    orNone(read("/ip/hotspot", ["name", "interface", "disabled"])),
    read("/ip/route", ["dst-address", "gateway", "active", "disabled"], { "dst-address": "0.0.0.0/0" }),
    read("/ip/dhcp-server/lease", [
      ...["address", "mac-address", "active-address", "server", "host-name", "comment"],
      ...["dynamic", "disabled", "status", "rate-limit", "block-access"],
    ]),
    read("/ip/arp", ["address", "mac-address", "interface", "dynamic", "disabled", "complete"]),
  ]);
  const all = {
    interfaces,
    addresses: addresses.filter(isOn),
    servers: servers.filter(isOn),
    hotspots,
    routes,
  };
  const byInterface = Map.groupBy(all.addresses, interfaceOf);
  let room = mostNetworkDevices;
  let left = 0;
  const networks = [...byInterface].slice(0, mostNetworks).map(([name, own]): RouterNetwork => {
    const devices = devicesIn(name, all, leases, arp);
    const told = devices.slice(0, room);
    room -= told.length;
    left += devices.length - told.length;
    const hasServer = all.servers.some((one) => one.interface === name);
    const texts = own.map(({ address = "" }) => address).slice(0, 20);
    return { name, addresses: texts, use: useOf(name, own, all, machine), hasServer, devices: told };
  });
  return { networks: networks.filter(({ name }) => name !== "" && name.length <= 100), left };
}

const isOn = ({ disabled }: RouterRow): boolean => !parseFlag(disabled);
/** Of an address on a port of a bridge: packets come in by the bridge. */
const interfaceOf = (row: RouterRow): string => row["actual-interface"] || row.interface || "";

/** A router without this menu has none of it. */
async function orNone(rows: Promise<RouterRow[]>): Promise<RouterRow[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof RouterFault && error.kind === "trap") return [];
    throw error;
  }
}

function useOf(name: string, own: readonly RouterRow[], read: Read, machine: string): RouterNetwork["use"] {
  const isIn = (address = "") => own.some((row) => isWithin(row.address ?? "", address));
  const gateways = read.routes.filter(isOn).map(({ gateway = "" }) => gateway.replace(/%.*$/, ""));
  // An address that another one gave is on the way out.
  if (own.some(({ dynamic }) => parseFlag(dynamic)) || gateways.some((one) => one === name || isIn(one)))
    return "internet";
  if (read.hotspots.filter(isOn).some((one) => one.interface === name)) return "visitors";
  const type = read.interfaces.find((one) => one.name === name)?.type ?? "";
  if (!local.test(type)) return "tunnel";
  return isIn(machine) ? "bridge" : null;
}

/** What a lease says beside its address. */
function saidOf(row: RouterRow): Pick<NetworkDevice, "comment" | "speed" | "shutBy"> {
  const comment = plainComment(row.comment);
  const speed = wholeSpeed(row["rate-limit"]);
  const shutBy = isOn(row) ? (parseFlag(row["block-access"]) ? "blocked" : undefined) : "disabled";
  return { ...(comment ? { comment } : {}), ...(speed ? { speed } : {}), ...(shutBy ? { shutBy } : {}) };
}

/** Our own marks are no words of the owner's. */
const plainComment = (text = ""): string =>
  lineOfEntry({ comment: text }) === undefined ? text.slice(0, 200) : "";

/** Devices with an address there, in the order of their addresses. */
function devicesIn(
  name: string,
  read: Read,
  leases: readonly RouterRow[],
  arp: readonly RouterRow[],
): NetworkDevice[] {
  const servers = read.servers.filter((one) => one.interface === name).map((one) => one.name);
  const found = new Map<string, NetworkDevice>();
  const heard = arp.filter((row) => isOn(row) && row.interface === name);
  const isHeard = (mac: string) =>
    heard.some((row) => parseMac(row["mac-address"] ?? "") === mac && parseFlag(row.dynamic));
  const own = leases.filter((one) => servers.includes(one.server ?? ""));
  // One that is switched off counts where the device has no other.
  for (const row of [...own.filter((one) => !isOn(one)), ...own.filter(isOn)]) {
    const mac = parseMac(row["mac-address"] ?? "");
    const address = row.address || row["active-address"] || "";
    if (!mac || parseIpv4(address) === undefined) continue;
    const isThere = (isOn(row) && row.status === "bound") || isHeard(mac);
    const isFixed = !parseFlag(row.dynamic);
    found.set(mac, { mac, address, name: nameIn(row["host-name"]), isFixed, isThere, ...saidOf(row) });
  }
  for (const row of heard) {
    const mac = parseMac(row["mac-address"] ?? "");
    const address = row.address ?? "";
    if (!mac || found.has(mac) || parseIpv4(address) === undefined) continue;
    const isFixed = !parseFlag(row.dynamic);
    found.set(mac, { mac, address, name: null, isFixed, isThere: !isFixed });
  }
  const number = ({ address }: NetworkDevice) => parseIpv4(address) ?? 0;
  return [...found.values()].sort((one, other) => number(one) - number(other));
}
