/** The router around its hotspot: interfaces, addresses, firewall, services, licence. Only read, as its bridge does. */

import type { Row } from "./query.ts";
import { type RouterVersion, versionFacts } from "./version.ts";

export const boxMenus = [
  "/system/license",
  "/system/package",
  "/system/ntp/client",
  "/interface",
  "/ip/address",
  "/ip/pool",
  "/ip/dhcp-server",
  "/ip/dhcp-server/lease",
  "/ip/dns",
  "/ip/route",
  "/file",
  "/ip/firewall/filter",
  "/ip/service",
  "/ipv6/settings",
  "/ipv6/address",
  "/ipv6/firewall/filter",
] as const;
export type BoxMenu = (typeof boxMenus)[number];

export interface Box {
  readonly menus: Record<BoxMenu, Row[]>;
  /** Packages that are not there: their menus do not exist. */
  readonly lacks: readonly ("hotspot" | "ipv6")[];
}

/** What a test changes of the box that comes by default: whole menus. */
export interface BoxChanges {
  readonly menus?: Partial<Record<BoxMenu, Row[]>>;
  readonly lacks?: Box["lacks"];
}

const filterFields = [
  ...[
    "chain",
    "action",
    "comment",
    "disabled",
    "dynamic",
    "invalid",
    "bytes",
    "packets",
    "log",
    "log-prefix",
  ],
  ...["connection-state", "connection-mark", "in-interface", "out-interface", "in-interface-list"],
  ...["out-interface-list", "src-address", "dst-address", "src-address-list", "dst-address-list"],
  ...["protocol", "dst-port", "reject-with", "hotspot", "connection-nat-state"],
  ...["jump-target", "connection-bytes", "dst-limit", "src-mac-address"],
];
const addressFields = [
  "address",
  "interface",
  "actual-interface",
  "comment",
  "disabled",
  "dynamic",
  "invalid",
];

/** Fields beyond `.id` that a menu of this version shows (command trees of 7.10.2 to 7.24; version 6 by its manual). */
function fieldsOf(menu: BoxMenu, version: RouterVersion, release: string): readonly string[] {
  const isSeven = !version.startsWith("6.");
  const isAtLeast = (minor: number) => isSeven && Number(release.split(".")[1]) >= minor;
  switch (menu) {
    case "/system/license":
      return ["software-id", "nlevel", "features", "system-id", "level", "next-renewal-at", "deadline-at"];
    case "/system/package": {
      const common = ["name", "version", "build-time", "scheduled", "disabled"];
      return isAtLeast(18) ? [...common, "available", "size"] : common;
    }
    case "/system/ntp/client":
      return isSeven
        ? ["enabled", "mode", "servers", "vrf", "freq-drift", "status", "synced-server", "system-offset"]
        : [
            "enabled",
            "primary-ntp",
            "secondary-ntp",
            "server-dns-names",
            "mode",
            "dynamic-servers",
            "active-server",
          ];
    case "/interface":
      return [
        "name",
        "default-name",
        "type",
        "mtu",
        "actual-mtu",
        "mac-address",
        "comment",
        "disabled",
        "dynamic",
        "running",
      ];
    case "/ip/address":
      return [...addressFields, "network", "netmask"];
    case "/ip/pool":
      return ["name", "ranges", "next-pool", "comment"];
    case "/ip/dhcp-server":
      return ["name", "interface", "address-pool", "lease-time", "disabled", "dynamic", "invalid"];
    case "/ip/dhcp-server/lease":
      return ["address", "mac-address", "server", "status", "host-name", "comment", "dynamic", "disabled"];
    case "/ip/dns":
      return ["servers", "dynamic-servers", "allow-remote-requests"];
    case "/ip/route":
      return ["dst-address", "gateway", "active", "static", "dynamic", "disabled", "distance"];
    case "/file":
      return ["name", "type", "size", "contents"];
    case "/ip/firewall/filter":
      return isAtLeast(18) ? [...filterFields, "hw-offload"] : filterFields;
    case "/ip/service":
      return [
        ...[
          "name",
          "port",
          "certificate",
          "tls-version",
          "vrf",
          "max-sessions",
          "disabled",
          "invalid",
          "dynamic",
        ],
        isAtLeast(24) ? "available-from" : "address",
      ];
    case "/ipv6/settings":
      return isSeven
        ? [
            "disable-ipv6",
            "forward",
            "accept-redirects",
            "accept-router-advertisements",
            "max-neighbor-entries",
          ]
        : ["forward", "accept-redirects", "accept-router-advertisements", "max-neighbor-entries"];
    case "/ipv6/address":
      return [...addressFields, "from-pool", "eui-64", "advertise", "no-dad", "link-local", "global"];
    case "/ipv6/firewall/filter":
      return filterFields;
  }
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
      ...{
        action: "accept",
        "connection-state": "established,related",
        [`${way}-interface`]: "bridge-hotspot",
      },
      comment: `mlango: no FastTrack ${way}`,
    }),
  ),
  rule({ action: "fasttrack-connection", "connection-state": "established,related", comment: "defconf" }),
  rule({ action: "accept", "connection-state": "established,related,untracked", comment: "defconf" }),
  rule({ action: "drop", "connection-state": "invalid", comment: "defconf" }),
];

/** A hotspot on a bridge of its own behind a modem, as a careful owner leaves it. */
function usual(version: RouterVersion): Record<BoxMenu, Row[]> {
  const isSeven = !version.startsWith("6.");
  const number = version;
  const packages = isSeven
    ? ["routeros", "wireless"]
    : ["routeros-arm", "system", "hotspot", "dhcp", "wireless", "ipv6"];
  const row = (type: string, name: string): Row => ({
    ...{ name, type, "actual-mtu": "1500", disabled: "false", dynamic: "false", running: "true" },
  });
  const address = (value: string, on: string): Row => ({
    ...{
      address: value,
      interface: on,
      "actual-interface": on,
      disabled: "false",
      dynamic: "false",
      invalid: "false",
    },
  });
  return {
    "/system/license": [{ "software-id": "ABCD-1234", nlevel: "5", features: "" }],
    "/system/package": packages.map((name) => ({
      ...{ name, version: number, scheduled: "", disabled: String(name === "ipv6") },
    })),
    "/system/ntp/client": [
      isSeven
        ? { enabled: "true", mode: "unicast", servers: "time.cloudflare.com", status: "synchronized" }
        : { enabled: "true", "server-dns-names": "time.cloudflare.com", mode: "unicast" },
    ],
    "/interface": [row("ether", "ether1"), row("ether", "ether2"), row("bridge", "bridge-hotspot")],
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
    "/ip/service": services.map(([name, port, disabled]) => ({
      ...{ name, port, invalid: "false", disabled: String(disabled) },
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

/** How this release calls the networks that may use a service. */
export function allowedField(release: string): "address" | "available-from" {
  return Number(release.split(".")[0]) >= 7 && Number(release.split(".")[1]) >= 24
    ? "available-from"
    : "address";
}
