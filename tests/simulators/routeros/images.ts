/** Routers as they are met in the field: one for each thing that is known to go wrong. */

import { unpaidRules } from "./box.ts";
import {
  all,
  bridge,
  changed,
  hotspot,
  services,
  sevens,
  type TrapImage,
  wellKept,
  with1,
} from "./image-kit.ts";
import { radioImages } from "./images-radio.ts";
import type { Row } from "./query.ts";

const on = (name: string, type: string): Row => ({ name, type, disabled: "false", dynamic: "false" });
const address = (value: string, at: string): Row => ({
  address: value,
  interface: at,
  "actual-interface": at,
  disabled: "false",
  dynamic: "false",
  invalid: "false",
});
const rule = (values: Row): Row => ({ chain: "forward", ...values, disabled: "false", dynamic: "false" });
const fastTrack = rule({ action: "fasttrack-connection", "connection-state": "established,related" });
const passOfBridge = {
  address: "127.0.0.1",
  "mac-address": "02:00:00:00:00:99",
  type: "bypassed",
  comment: "mlango: bridge",
};
const ports = [on("ether1", "ether"), on("bridge-hotspot", "bridge")];

export const trapImages = {
  "users of a system before us": {
    versions: all,
    make: (version) => ({
      ...wellKept(version),
      hotspot: {
        ...hotspot,
        users: [
          { name: "4C:5E:0C:C3:00:02", password: "x7", profile: "default", comment: "bitwave 0712345678" },
          { name: "4C:5E:0C:C3:00:03", password: "x8", comment: "bitwave 0712345679", "limit-uptime": "1d" },
          // In the way of nobody: who may not come in any more, who logs in by a code, and what RouterOS reads as no device.
          { name: "4C:5E:0C:C3:00:04", password: "x9", disabled: "true" },
          { name: "mary254", password: "mary254", comment: "vc-511" },
          { name: "4c:5e:0c:c3:00:05", password: "x1" },
        ],
      },
    }),
  },
  ...radioImages,
  "a former owner's scheduler": with1("/system/scheduler", () => [
    {
      name: "hq-up",
      interval: "5m",
      owner: "admin",
      disabled: "false",
      "on-event": "/interface l2tp-client enable [find name=l2tp-hq]",
    },
    { name: "night", interval: "1d", "on-event": "/system reboot", disabled: "false" },
    { name: "old", interval: "1d", "on-event": "/user add name=x group=full", disabled: "true" },
  ]),
  "a former owner's scheduler that runs a script": {
    versions: all,
    make: (version) =>
      changed(version, {
        "/system/scheduler": [{ name: "monitor", interval: "1m", "on-event": "expire", disabled: "false" }],
        "/system/script": [
          { name: "expire", source: ":foreach i in=[/ip hotspot user find] do={ /ip hotspot user set $i }" },
        ],
      }),
  },
  "a full flash": {
    versions: all,
    make: (version) => ({ ...wellKept(version), flash: { free: 180_224, total: 16_777_216 } }),
  },
  "a queue for all before the hotspot's": with1("/queue/simple", () => [
    {
      name: "lan",
      target: "10.5.50.0/24",
      "max-limit": "5000000/5000000",
      disabled: "false",
      dynamic: "false",
    },
    { name: "office", target: "192.168.1.0/24", "max-limit": "1000000/1000000", disabled: "false" },
    { name: "tv", target: "10.5.50.9/32", "max-limit": "1000000/1000000", disabled: "false" },
  ]),
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
        "/ip/pool": [],
        "/ip/dhcp-server/lease": [{ address: "127.0.0.1", dynamic: "true" }],
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
