/** The menus around the hotspot, and what each shows in which version. */

import type { RouterVersion } from "./version.ts";

export const boxMenus = [
  "/system/license",
  "/system/package",
  "/system/ntp/client",
  "/system/scheduler",
  "/system/script",
  "/interface",
  "/interface/bridge/port",
  "/interface/pppoe-server/server",
  "/interface/wireless",
  "/interface/wireless/security-profiles",
  "/interface/wireless/cap",
  "/interface/wifi",
  "/interface/wifi/configuration",
  "/interface/wifi/security",
  "/interface/wifi/datapath",
  "/interface/wifi/cap",
  "/queue/simple",
  "/ip/address",
  "/ip/pool",
  "/ip/dhcp-server",
  "/ip/dhcp-server/lease",
  "/ip/dns",
  "/ip/route",
  "/file",
  "/ip/firewall/filter",
  "/ip/firewall/nat",
  "/ip/service",
  "/ipv6/settings",
  "/ipv6/address",
  "/ipv6/firewall/filter",
] as const;
export type BoxMenu = (typeof boxMenus)[number];

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
  ...["protocol", "src-port", "dst-port", "reject-with", "hotspot", "connection-nat-state"],
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
export function fieldsOf(menu: BoxMenu, version: RouterVersion, release: string): readonly string[] {
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
    case "/system/scheduler":
      return [
        ...["name", "start-date", "start-time", "interval", "on-event", "owner", "policy", "comment"],
        ...["run-count", "next-run", "disabled"],
      ];
    case "/system/script":
      return ["name", "owner", "policy", "source", "comment", "dont-require-permissions", "run-count"];
    case "/interface/bridge/port":
      return ["interface", "bridge", "pvid", "disabled", "dynamic", "inactive", "comment"];
    case "/interface/pppoe-server/server":
      return [
        ...[
          "service-name",
          "interface",
          "default-profile",
          "authentication",
          "one-session-per-host",
          "comment",
        ],
        ...["max-mtu", "max-mru", "mrru", "keepalive-timeout", "max-sessions", "disabled", "invalid"],
      ];
    case "/interface/wireless":
      return [
        ...["name", "mac-address", "interface-type", "master-interface", "mode", "ssid", "frequency", "band"],
        ...["security-profile", "default-forwarding", "default-authentication", "hide-ssid", "comment"],
        ...["disabled", "running", "dynamic"],
      ];
    case "/interface/wireless/security-profiles":
      return [
        ...["name", "mode", "authentication-types", "unicast-ciphers", "group-ciphers", "default"],
        ...["wpa-pre-shared-key", "wpa2-pre-shared-key", "management-protection"],
      ];
    case "/interface/wireless/cap":
      return ["enabled", "interfaces", "bridge", "caps-man-addresses", "discovery-interfaces"];
    case "/interface/wifi":
      return [
        ...[
          "name",
          "default-name",
          "master-interface",
          "mac-address",
          "radio-mac",
          "configuration",
          "security",
        ],
        ...["datapath", "configuration.mode", "configuration.ssid", "configuration.manager", "running"],
        ...["security.authentication-types", "datapath.client-isolation", "datapath.bridge", "disabled"],
        ...["comment", "inactive", "bound", "dynamic", "master"],
      ];
    case "/interface/wifi/configuration":
      return [
        ...["name", "mode", "ssid", "manager", "security", "datapath", "security.authentication-types"],
        ...["datapath.client-isolation", "comment", "disabled"],
      ];
    case "/interface/wifi/security":
      return ["name", "authentication-types", "passphrase", "comment", "disabled"];
    case "/interface/wifi/datapath":
      return ["name", "client-isolation", "bridge", "comment", "disabled"];
    case "/interface/wifi/cap":
      return ["enabled", "discovery-interfaces", "caps-man-addresses", "slaves-datapath"];
    case "/queue/simple":
      return [
        ...["name", "target", "dst", "parent", "max-limit", "limit-at", "queue", "comment"],
        ...["disabled", "dynamic", "invalid"],
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
    case "/ip/firewall/nat":
      return [...filterFields.filter((name) => name !== "reject-with"), "to-addresses", "to-ports"];
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
