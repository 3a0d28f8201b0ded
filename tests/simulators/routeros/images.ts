/** Routers as they are met in the field: one that is well kept, and one for each thing that is known to go wrong. */

import { type BoxChanges, type BoxMenu, unpaidRules } from "./box.ts";
import type { Row } from "./query.ts";
import type { ApiUser, RouterOptions } from "./settings.ts";
import type { RouterVersion } from "./version.ts";

export type Image = Pick<RouterOptions, "version" | "users"> &
  Partial<
    Pick<RouterOptions, "release" | "box" | "faults" | "hotspot" | "clockOffMs" | "board" | "architecture">
  >;

/** What is wrong with it is in its name; `versions` are those that can be wrong in this way. */
export type TrapImage = { readonly versions: readonly RouterVersion[]; make(version: RouterVersion): Image };

const all: readonly RouterVersion[] = ["6.49.18", "7.10.2", "7.18.2", "7.22.3"];
const sevens = all.filter((version) => version.startsWith("7."));

const bridge: ApiUser = {
  ...{ name: "mlango", password: "secret", group: "mlango", address: "127.0.0.1/32" },
  policies: ["api", "read", "write", "sensitive", "password"],
};
const hotspot = { macAuthPassword: "mac-secret" };

/** Services as the set-up advises: what nobody needs is off, the rest is for the own network. */
const services = (allowed: "address" | "available-from"): Row[] =>
  [
    ["telnet", true, ""],
    ["ftp", true, ""],
    ["www", true, ""],
    ["ssh", false, "192.168.1.0/24"],
    ["api", false, "127.0.0.1/32"],
    ["winbox", false, "192.168.1.0/24"],
    ["api-ssl", true, ""],
  ].map(([name, disabled, from]) => ({
    ...{ name: String(name), port: "1", invalid: "false", disabled: String(disabled) },
    [allowed]: String(from),
  }));

/** Nothing is wrong with it, but that some versions are not safe any more; `release` is another one of its version. */
export function wellKept(version: RouterVersion, release?: string): Image {
  const allowed =
    release !== undefined && /^7\.(2[4-9]|[3-9]\d)/.test(release) ? "available-from" : "address";
  return {
    ...{ version, users: [bridge], hotspot, box: { menus: { "/ip/service": services(allowed) } } },
    ...(release === undefined ? {} : { release }),
  };
}

const changed = (version: RouterVersion, menus: BoxChanges["menus"], lacks?: BoxChanges["lacks"]): Image => {
  const image = wellKept(version);
  return {
    ...image,
    box: { menus: { ...image.box?.menus, ...menus }, ...(lacks ? { lacks } : {}) },
  };
};
const with1 = (menu: BoxMenu, rows: (version: RouterVersion) => Row[]): TrapImage => ({
  versions: all,
  make: (version) => changed(version, { [menu]: rows(version) }),
});

const on = (name: string, type: string): Row => ({ name, type, disabled: "false", dynamic: "false" });
const address = (value: string, at: string): Row => ({
  ...{
    address: value,
    interface: at,
    "actual-interface": at,
    disabled: "false",
    dynamic: "false",
    invalid: "false",
  },
});
const rule = (values: Row): Row => ({ chain: "forward", ...values, disabled: "false", dynamic: "false" });
const fastTrack = rule({ action: "fasttrack-connection", "connection-state": "established,related" });
const passOfBridge = {
  ...{ address: "127.0.0.1", "mac-address": "02:00:00:00:00:99" },
  ...{ type: "bypassed", comment: "mlango: bridge" },
};
const ports = [on("ether1", "ether"), on("bridge-hotspot", "bridge")];

export const trapImages = {
  "device-mode of a home router": {
    versions: ["7.18.2", "7.22.3"],
    make: (version) => ({ ...wellKept(version), faults: { hotspotAllowed: false } }),
  },
  "no hotspot package": {
    versions: all,
    make: (version) => {
      const { hotspot: _none, ...image } = changed(
        version,
        {},
        version.startsWith("6.") ? ["hotspot", "ipv6"] : ["hotspot"],
      );
      return image;
    },
  },
  "hotspot package disabled": {
    versions: ["6.49.18"],
    make: (version) => {
      const packages = ["system", "hotspot", "dhcp"].map((name) => ({
        name,
        version,
        disabled: String(name === "hotspot"),
      }));
      const { hotspot: _none, ...image } = changed(version, { "/system/package": packages }, [
        "hotspot",
        "ipv6",
      ]);
      return image;
    },
  },
  "no hotspot": {
    versions: all,
    make: (version) => {
      const { hotspot: _none, ...image } = wellKept(version);
      return image;
    },
  },
  "licence for one visitor": with1("/system/license", () => [
    { "software-id": "X", nlevel: "3", features: "" },
  ]),
  "virtual router without a licence": {
    versions: sevens,
    make: (version) => changed(version, { "/system/license": [{ "system-id": "abc", level: "free" }] }),
  },
  "clock of 1970": {
    versions: all,
    make: (version) => ({ ...wellKept(version), clockOffMs: -Date.UTC(2026, 10, 19) }),
  },
  "clock two hours ahead": {
    versions: all,
    make: (version) => ({ ...wellKept(version), clockOffMs: 2 * 3_600_000 }),
  },
  "no time server": with1("/system/ntp/client", () => [{ enabled: "false" }]),
  "a former owner's tunnel": with1("/interface", () => [
    ...ports,
    on("l2tp-hq", "l2tp-out"),
    on("ovpn-mlango", "ovpn-out"),
  ]),
  "a former owner's login pages": {
    versions: all,
    make: (version) => ({ ...wellKept(version), hotspot: { ...hotspot, htmlOverride: "hotspot-old" } }),
  },
  "the modem's network on the hotspot": with1("/ip/address", () => [
    address("10.5.50.77/24", "ether1"),
    address("10.5.50.1/24", "bridge-hotspot"),
  ]),
  "addresses of another network": with1("/ip/pool", () => [
    { name: "hs-pool", ranges: "192.168.88.10-192.168.88.254" },
  ]),
  "FastTrack for all": with1("/ip/firewall/filter", () => [
    ...unpaidRules,
    fastTrack,
    rule({ action: "accept" }),
  ]),
  "ICMP for all": with1("/ip/firewall/filter", () =>
    unpaidRules.filter(({ protocol }) => protocol !== "icmp"),
  ),
  "every site of the portal's addresses for all": with1("/ip/firewall/filter", () =>
    unpaidRules.filter(
      (one) => one.chain === "pre-hs-input" || one.protocol === "icmp" || one.action === "jump",
    ),
  ),
  "names without a limit for all": with1("/ip/firewall/filter", () =>
    unpaidRules.filter(({ chain, action }) => chain !== "pre-hs-input" || action === "return"),
  ),
  "a rule that accepts everything before ours": with1("/ip/firewall/filter", () => [
    rule({ action: "accept" }),
    ...unpaidRules,
  ]),
  "a pass for somebody else's device": {
    versions: all,
    make: (version) => ({
      ...wellKept(version),
      hotspot: {
        ...hotspot,
        bindings: [{ "mac-address": "02:00:00:00:00:77", type: "bypassed", comment: "tv" }],
      },
    }),
  },
  "no way to the internet": with1("/ip/route", () => [
    { "dst-address": "0.0.0.0/0", gateway: "192.168.1.1", active: "false", disabled: "false" },
  ]),
  "no name server": with1("/ip/dns", () => [{ servers: "", "dynamic-servers": "" }]),
  "no DHCP server": with1("/ip/dhcp-server", () => []),
  "RouterOS' own login pages": with1("/file", () => [
    { name: "hotspot/login.html", contents: '<form name="login"><input name="username">' },
  ]),
  "no login pages": with1("/file", () => []),
  "a bridge among the visitors": {
    versions: all,
    make: (version) => ({
      ...changed(version, { "/ip/address": [address("127.0.0.2/8", "bridge-hotspot")], "/ip/pool": [] }),
      hotspot: { ...hotspot, bindings: [passOfBridge] },
    }),
  },
  "a bridge among the visitors with a lent address": {
    versions: all,
    make: (version) => ({
      ...changed(version, {
        "/ip/address": [address("127.0.0.2/8", "bridge-hotspot")],
        ...{ "/ip/pool": [], "/ip/dhcp-server/lease": [{ address: "127.0.0.1", dynamic: "true" }] },
      }),
      hotspot: { ...hotspot, bindings: [passOfBridge] },
    }),
  },
  "a pass for whoever has the bridge's address": {
    versions: all,
    make: (version) => ({
      ...changed(version, { "/ip/address": [address("127.0.0.2/8", "bridge-hotspot")], "/ip/pool": [] }),
      hotspot: {
        ...hotspot,
        bindings: [{ address: "127.0.0.1", type: "bypassed", comment: "mlango: bridge" }],
      },
    }),
  },
  "hAP lite on an old release": {
    versions: ["7.10.2", "7.18.2"],
    make: (version) => ({ ...wellKept(version), board: "hAP lite", architecture: "smips" }),
  },
  "IPv6 on the hotspot": {
    versions: all,
    make: (version) => {
      const settings = version.startsWith("6.")
        ? { forward: "true" }
        : { "disable-ipv6": "false", forward: "true" };
      const addresses = [
        { ...address("fe80::1/64", "bridge-hotspot"), "link-local": "true" },
        { ...address("2c0f:fe38:1::1/64", "bridge-hotspot"), "link-local": "false" },
      ];
      return changed(version, { "/ipv6/settings": [settings], "/ipv6/address": addresses }, []);
    },
  },
  "management open to everybody": with1("/ip/service", () =>
    services("address").map((row) => ({ ...row, disabled: "false", address: "" })),
  ),
  "API user without write": {
    versions: all,
    make: (version) => ({ ...wellKept(version), users: [{ ...bridge, policies: ["api", "read"] }] }),
  },
  "API user that may do everything": {
    versions: all,
    make: (version) => ({
      ...wellKept(version),
      users: [
        { ...bridge, group: "full", policies: ["api", "read", "write", "policy", "ftp", "reboot", "winbox"] },
      ],
    }),
  },
  "API user from anywhere": {
    versions: all,
    make: (version) => ({ ...wellKept(version), users: [{ ...bridge, address: "" }] }),
  },
} as const satisfies Record<string, TrapImage>;
