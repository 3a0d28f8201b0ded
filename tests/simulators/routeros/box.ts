/** The router around its hotspot: interfaces, addresses, firewall, services, licence. Only read, as its bridge does. */

import { type BoxMenu, boxMenus, fieldsOf } from "./box-menus.ts";
import type { Row } from "./query.ts";
import { type RouterVersion, versionFacts } from "./version.ts";

export interface Box {
  readonly menus: Record<BoxMenu, Row[]>;
  /** Packages that are not there: their menus do not exist. */
  readonly lacks: readonly ("hotspot" | "ipv6" | "wireless" | "wifi" | "ppp")[];
}

/** What a test changes of the box that comes by default: whole menus. */
export interface BoxChanges {
  readonly menus?: Partial<Record<BoxMenu, Row[]>>;
  readonly lacks?: Box["lacks"];
}

const services: readonly [string, string, boolean][] = [
  ["telnet", "23", true],
  ["ftp", "21", true],
  ["www", "80", false],
  ["ssh", "22", false],
  ["www-ssl", "443", true],
  ["api", "8728", false],
  ["winbox", "8291", false],
  ["api-ssl", "8729", true],
];

function rule(values: Row): Row {
  return { chain: "forward", ...values, disabled: "false", dynamic: "false", bytes: "0", packets: "0" };
}

/** What the set-up script writes for devices that did not pay. */
export const unpaidRules: readonly Row[] = [
  rule({ action: "jump", "jump-target": "mlango-unpaid", hotspot: "from-client,!auth" }),
  rule({ chain: "mlango-unpaid", action: "drop", protocol: "icmp" }),
  rule({ chain: "mlango-unpaid", action: "drop", protocol: "tcp", "connection-bytes": "1000000-0" }),
  rule({ chain: "mlango-unpaid", action: "return", "dst-limit": "5,800,src-address/10m" }),
  rule({ chain: "mlango-unpaid", action: "drop" }),
  ...[
    { action: "return", protocol: "udp", "dst-limit": "2,100,src-address/10m" },
    { action: "drop", protocol: "udp" },
    { action: "drop", protocol: "tcp" },
  ].map((values) => rule({ chain: "pre-hs-input", "dst-port": "64872", hotspot: "!auth", ...values })),
];

/** MikroTik's own, with FastTrack behind what the set-up script puts before it. */
const filter: Row[] = [
  ...unpaidRules,
  rule({
    chain: "input",
    action: "accept",
    "connection-state": "established,related,untracked",
    comment: "defconf",
  }),
  ...["in", "out"].map((way) =>
    rule({
      action: "accept",
      "connection-state": "established,related",
      [`${way}-interface`]: "bridge-hotspot",
      comment: `mlango: no FastTrack ${way}`,
    }),
  ),
  rule({ action: "fasttrack-connection", "connection-state": "established,related", comment: "defconf" }),
  rule({ action: "accept", "connection-state": "established,related,untracked", comment: "defconf" }),
  rule({ action: "drop", "connection-state": "invalid", comment: "defconf" }),
];

/** Of `/interface`. */
export const port = (type: string, name: string): Row => ({
  name,
  type,
  "actual-mtu": "1500",
  disabled: "false",
  dynamic: "false",
  running: "true",
});
/** Of `/ip/address`: of the router itself. */
export const address = (value: string, on: string): Row => ({
  address: value,
  interface: on,
  "actual-interface": on,
  disabled: "false",
  dynamic: "false",
  invalid: "false",
});

/** A hotspot on a bridge of its own behind a modem, as a careful owner leaves it. */
function usual(version: RouterVersion): Record<BoxMenu, Row[]> {
  const isSeven = !version.startsWith("6.");
  const number = version;
  const packages = isSeven
    ? ["routeros", "wireless"]
    : ["routeros-arm", "system", "hotspot", "dhcp", "wireless", "ipv6"];
  return {
    "/system/license": [{ "software-id": "ABCD-1234", nlevel: "5", features: "" }],
    "/system/package": packages.map((name) => ({
      name,
      version: number,
      scheduled: "",
      disabled: String(name === "ipv6"),
    })),
    "/system/ntp/client": [
      isSeven
        ? { enabled: "true", mode: "unicast", servers: "time.cloudflare.com", status: "synchronized" }
        : { enabled: "true", "server-dns-names": "time.cloudflare.com", mode: "unicast" },
    ],
    "/system/scheduler": [],
    "/system/script": [],
    "/interface/bridge/port": [
      { interface: "ether2", bridge: "bridge-hotspot", disabled: "false", dynamic: "false" },
    ],
    "/interface/pppoe-server/server": [],
    "/interface/wireless": [],
    "/interface/wireless/security-profiles": [{ name: "default", mode: "none", default: "true" }],
    "/interface/wireless/cap": [{ enabled: "false", interfaces: "" }],
    "/interface/wifi": [],
    "/interface/wifi/configuration": [],
    "/interface/wifi/security": [],
    "/interface/wifi/datapath": [],
    "/interface/wifi/cap": [{ enabled: "false" }],
    "/queue/simple": [],
    "/interface": [port("ether", "ether1"), port("ether", "ether2"), port("bridge", "bridge-hotspot")],
    "/ip/address": [address("192.168.1.2/24", "ether1"), address("10.5.50.1/24", "bridge-hotspot")],
    "/ip/pool": [{ name: "hs-pool", ranges: "10.5.50.10-10.5.50.254" }],
    "/ip/dhcp-server": [
      {
        name: "hs-dhcp",
        interface: "bridge-hotspot",
        "address-pool": "hs-pool",
        "lease-time": "1h",
        disabled: "false",
      },
    ],
    "/ip/dhcp-server/lease": [],
    "/ip/dns": [{ servers: "", "dynamic-servers": "192.168.1.1", "allow-remote-requests": "false" }],
    "/ip/route": [
      {
        "dst-address": "0.0.0.0/0",
        gateway: "192.168.1.1",
        active: "true",
        dynamic: "false",
        disabled: "false",
      },
      { "dst-address": "10.5.50.0/24", gateway: "bridge-hotspot", active: "true", dynamic: "true" },
    ],
    "/file": [
      { name: "hotspot", type: "directory" },
      {
        name: "hotspot/login.html",
        type: ".html file",
        contents: "https://cafe.mlango.app/?routerId=router-1",
      },
    ],
    "/ip/firewall/filter": structuredClone(filter),
    "/ip/firewall/nat": [
      rule({ chain: "srcnat", action: "masquerade", "out-interface": "ether1", comment: "defconf" }),
    ],
    "/ip/service": services.map(([name, port, disabled]) => ({
      name,
      port,
      invalid: "false",
      disabled: String(disabled),
    })),
    "/ipv6/settings": [isSeven ? { "disable-ipv6": "true", forward: "true" } : { forward: "true" }],
    "/ipv6/address": [],
    "/ipv6/firewall/filter": [],
  };
}

/** @throws Error for a field that this version does not show: an image must not say what no router says */
export function boxOf(version: RouterVersion, release: string, changes: BoxChanges = {}): Box {
  const menus = { ...usual(version), ...changes.menus };
  for (const menu of boxMenus) {
    const known = fieldsOf(menu, version, release);
    for (const row of menus[menu])
      for (const name of Object.keys(row))
        if (!known.includes(name)) throw new Error(`${menu} of ${release} shows no ${name}`);
  }
  // Of version 6 IPv6 is a package that is off until somebody enables it.
  const lacks = changes.lacks ?? (versionFacts(version).deviceMode === "none" ? (["ipv6"] as const) : []);
  return { menus, lacks };
}

const isFrom7 = (release: string, minor: number) =>
  Number(release.split(".")[0]) >= 7 && Number(release.split(".")[1]) >= minor;

/** The menu of newer radios is there since 7.13, whether or not the board has one. */
export const knowsWifi = (release: string) => isFrom7(release, 13);

/** How this release calls the networks that may use a service. */
export const allowedField = (release: string): "address" | "available-from" =>
  isFrom7(release, 24) ? "available-from" : "address";

/** Whether `/ip/service` lists each open connection as well, under the name of its service. */
export const listsConnections = (release: string) => isFrom7(release, 19);
