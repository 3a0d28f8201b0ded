import type { RouterAssignment } from "#contract/bridge";
import { type Menu, mostRows, type Read } from "#contract/router-facts";
import { foreignFields, isForeign, isHandedOver, isSpent } from "../foreign-user.ts";
import type { RouterRow } from "../router.ts";
import { readClock } from "../router-clock.ts";
import { parseCounter, parseFlag } from "../router-values.ts";
import { plainRules } from "./rules.ts";

/** How one menu is read: its path, its rows that equal `query`, the fields that count, and what they mean. */
export type MenuReading<M extends Menu> = {
  path: string;
  query?: Record<string, string>;
  fields: readonly string[];
  /** @throws RangeError for what makes no sense */
  read(rows: readonly RouterRow[], about: About): Read<M>;
};
/** `own` is the address of this machine towards the router, "" where it is not known. */
export type About = { username: string; own: string; takesOver?: RouterAssignment["takesOver"] };
/** What is read of a router in another way than as the rows of one menu. */
export type PlainMenu = Exclude<Menu, "pages" | "radios" | "schedulers">;

/** Names of foreign users that are told. */
const mostNamed = 3;
const isOn = (row: RouterRow) => !parseFlag(row.disabled);
const isStatic = (row: RouterRow) => !parseFlag(row.dynamic);
const cut = (text: string | undefined) => (text ?? "").slice(0, 200);
const list = (text: string | undefined) => (text ?? "").slice(0, 1000);

/** The one row of a menu that is no list. */
function only(rows: readonly RouterRow[]): RouterRow {
  const [row] = rows;
  if (!row) throw new RangeError("a menu of one row has none");
  return row;
}

/** Of ways that lead elsewhere; what a router's own users dial in by (`l2tp-in`) comes and goes with them. */
const tunnelTypes =
  /^(l2tp-out|pptp-out|sstp-out|ovpn-out|wg|wireguard|zerotier|eoip|eoipv6|gre|gre-tunnel|gre6|gre6-tunnel|ipip|ipip-tunnel|ipipv6|ipipv6-tunnel|6to4|6to4-tunnel|vxlan)$/;

/** By what a rule concerns only a part of what passes. */
const narrowing = [
  ...["in-interface", "out-interface", "in-interface-list", "out-interface-list"],
  ...["src-address", "dst-address", "src-address-list", "dst-address-list"],
];

/** Unknown names in a list of fields are ignored by RouterOS: what one version calls otherwise is asked by both. */
export const menus: { readonly [M in PlainMenu]: MenuReading<M> } = {
  resource: {
    path: "/system/resource",
    fields: ["version", "board-name", "architecture-name", "free-hdd-space"],
    read: (rows) => {
      const row = only(rows);
      const { version, "board-name": board, "architecture-name": architecture } = row;
      const { "free-hdd-space": free } = row;
      return {
        version: cut(version),
        board: cut(board),
        architecture: cut(architecture),
        ...(free !== undefined && { freeBytes: parseCounter(free) }),
      };
    },
  },
  clock: {
    path: "/system/clock",
    fields: ["date", "time", "gmt-offset"],
    read: (rows) => ({ at: readClock(only(rows)), ageMs: 0 }),
  },
  ntp: {
    path: "/system/ntp/client",
    fields: ["enabled"],
    read: (rows) => ({ enabled: parseFlag(only(rows).enabled) }),
  },
  packages: {
    path: "/system/package",
    fields: ["name", "disabled", "available"],
    // Since 7.18 the list also shows what could be installed.
    read: (rows) =>
      rows
        .filter((row) => !parseFlag(row.available))
        .slice(0, mostRows)
        .map((row) => ({ name: cut(row.name), enabled: isOn(row) })),
  },
  deviceMode: {
    path: "/system/device-mode",
    fields: ["mode", "hotspot", "flagged"],
    read: (rows) => {
      const { mode, hotspot, flagged } = only(rows);
      return {
        mode: cut(mode),
        hotspot: hotspot === undefined ? null : parseFlag(hotspot),
        flagged: parseFlag(flagged),
      };
    },
  },
  servers: {
    path: "/ip/hotspot",
    fields: ["name", "interface", "profile", "disabled", "invalid"],
    read: (rows) =>
      rows.slice(0, mostRows).map((row) => ({
        name: cut(row.name),
        interface: cut(row.interface),
        profile: cut(row.profile),
        enabled: isOn(row) && !parseFlag(row.invalid),
      })),
  },
  profiles: {
    path: "/ip/hotspot/profile",
    fields: ["name", "html-directory-override"],
    read: (rows) =>
      rows
        .slice(0, mostRows)
        .map((row) => ({ name: cut(row.name), override: cut(row["html-directory-override"]) })),
  },
  sessions: { path: "/ip/hotspot/active", fields: [".id"], read: (rows) => rows.length },
  user: {
    path: "/user",
    fields: ["name", "group", "address"],
    read: (rows, { username }) => {
      const row = rows.find(({ name }) => name === username);
      return row ? { name: username, group: cut(row.group), from: list(row.address) } : null;
    },
  },
  peer: {
    path: "/user/active",
    fields: ["name", "address", "via"],
    read: (rows, { username }) =>
      rows.findLast(({ name, via }) => name === username && /^api/.test(via ?? ""))?.address?.slice(0, 64) ??
      null,
  },
  groups: {
    path: "/user/group",
    fields: ["name", "policy"],
    // `read,write,!ftp`: with a mark of exclamation what it may not.
    read: (rows) =>
      rows.slice(0, mostRows).map((row) => ({
        name: cut(row.name),
        policies: (row.policy ?? "")
          .split(",")
          .filter((policy) => policy !== "" && !policy.startsWith("!"))
          .slice(0, 40)
          .map((policy) => policy.slice(0, 40)),
      })),
  },
  license: {
    path: "/system/license",
    fields: ["nlevel", "level", "system-id"],
    read: (rows) => {
      const { nlevel, level = nlevel, "system-id": systemId } = only(rows);
      if (level === undefined || level === "") throw new RangeError("a licence without a level");
      return { level: cut(level), isVirtual: systemId !== undefined };
    },
  },
  addresses: {
    path: "/ip/address",
    fields: ["address", "interface", "actual-interface", "disabled", "invalid"],
    read: (rows) =>
      rows
        .filter((row) => isOn(row) && !parseFlag(row.invalid))
        .slice(0, mostRows)
        .map((row) => ({
          address: cut(row.address),
          interface: cut(row["actual-interface"] ?? row.interface),
        })),
  },
  pools: {
    path: "/ip/pool",
    fields: ["name", "ranges"],
    read: (rows) => rows.slice(0, mostRows).map((row) => ({ name: cut(row.name), ranges: list(row.ranges) })),
  },
  dhcp: {
    path: "/ip/dhcp-server",
    fields: ["interface", "address-pool", "disabled"],
    read: (rows) =>
      rows
        .filter(isOn)
        .slice(0, mostRows)
        .map((row) => ({ interface: cut(row.interface), pool: cut(row["address-pool"]) })),
  },
  tunnels: {
    path: "/interface",
    // Of a provider with PPPoE a router has thousands that come and go.
    query: { dynamic: "false" },
    fields: ["name", "type", "disabled"],
    read: (rows) =>
      rows
        .filter((row) => isOn(row) && tunnelTypes.test(row.type ?? ""))
        .slice(0, mostRows)
        .map((row) => ({ name: cut(row.name), type: cut(row.type) })),
  },
  filter: {
    path: "/ip/firewall/filter",
    query: { chain: "forward" },
    fields: [],
    read: (rows) => plainRules(rows.filter((row) => isOn(row) && isStatic(row)).slice(0, mostRows)),
  },
  ipv6: {
    path: "/ipv6/settings",
    fields: ["disable-ipv6", "forward"],
    // Version 6 knows no `disable-ipv6`; there the package is missing, or is on.
    read: (rows) => ({
      disabled: parseFlag(only(rows)["disable-ipv6"]) || !parseFlag(only(rows).forward ?? "yes"),
    }),
  },
  ipv6Addresses: {
    path: "/ipv6/address",
    fields: ["address", "interface", "actual-interface", "disabled", "invalid", "link-local"],
    read: (rows) =>
      rows
        .filter((row) => isOn(row) && !parseFlag(row.invalid) && !parseFlag(row["link-local"]))
        .filter((row) => !/^fe80:/i.test(row.address ?? ""))
        .slice(0, mostRows)
        .map((row) => ({
          address: cut(row.address),
          interface: cut(row["actual-interface"] ?? row.interface),
        })),
  },
  ipv6Filter: {
    path: "/ipv6/firewall/filter",
    query: { chain: "forward" },
    fields: [],
    read: (rows) => plainRules(rows.filter((row) => isOn(row) && isStatic(row)).slice(0, mostRows)),
  },
  limits: {
    path: "/ip/firewall/filter",
    fields: [
      ...[
        "chain",
        "action",
        "jump-target",
        "hotspot",
        "protocol",
        "dst-port",
        "connection-bytes",
        "dst-limit",
      ],
      ...["disabled", "dynamic", ...narrowing],
    ],
    read: (rows) =>
      rows
        .filter((row) => isOn(row) && isStatic(row))
        .slice(0, mostRows)
        .map((row) => ({
          chain: cut(row.chain),
          action: cut(row.action ?? "accept"),
          target: cut(row["jump-target"]),
          hotspot: cut(row.hotspot),
          protocol: cut(row.protocol),
          port: cut(row["dst-port"]),
          isByBytes: Boolean(row["connection-bytes"]),
          isByRate: Boolean(row["dst-limit"]),
          isNarrow: narrowing.some((field) => Boolean(row[field])),
        })),
  },
  passes: {
    path: "/ip/hotspot/ip-binding",
    query: { type: "bypassed" },
    fields: ["address", "mac-address", "comment", "disabled"],
    read: (rows) =>
      rows
        .filter(isOn)
        .slice(0, mostRows)
        .map((row) => ({
          address: cut(row.address),
          mac: cut(row["mac-address"]),
          comment: cut(row.comment),
        })),
  },
  lease: {
    path: "/ip/dhcp-server/lease",
    fields: ["address", "dynamic"],
    read: (rows, { own }) => {
      const row = rows.find(({ address }) => address === own);
      return row ? { isLent: parseFlag(row.dynamic) } : null;
    },
  },
  names: {
    path: "/ip/dns",
    fields: ["servers", "dynamic-servers"],
    read: (rows) => {
      const { servers = "", "dynamic-servers": dynamic = "" } = only(rows);
      return { servers: `${servers},${dynamic}`.split(",").filter((one) => one.trim() !== "").length };
    },
  },
  ways: {
    path: "/ip/route",
    query: { "dst-address": "0.0.0.0/0" },
    fields: ["active", "disabled"],
    read: (rows) => ({ active: rows.filter((row) => isOn(row) && parseFlag(row.active)).length }),
  },
  foreignUsers: {
    path: "/ip/hotspot/user",
    fields: foreignFields,
    // A spent one is replaced by ours without being handed over.
    read: (rows, { takesOver }) => {
      const all = rows.filter((row) => isForeign(row) && !isSpent(row));
      const left = all.filter(({ name = "" }) => !isHandedOver(takesOver, name));
      return {
        count: left.length,
        handedOver: all.length - left.length,
        names: left
          .slice(0, mostNamed)
          .map(({ name, comment }) => cut(comment ? `${name} (${comment})` : name)),
      };
    },
  },
  queues: {
    path: "/queue/simple",
    fields: ["name", "target", "disabled", "dynamic", "invalid"],
    read: (rows) => {
      const first = rows.findIndex((row) => !isStatic(row) && row.name?.startsWith("<hotspot-"));
      return rows
        .flatMap((row, index) =>
          isOn(row) && isStatic(row) && !parseFlag(row.invalid)
            ? [{ name: cut(row.name), target: list(row.target), isBehind: first >= 0 && first < index }]
            : [],
        )
        .slice(0, mostRows);
    },
  },
  services: {
    path: "/ip/service",
    // `address` is called `available-from` since 7.24.
    fields: ["name", "disabled", "address", "available-from", "dynamic"],
    read: (rows) =>
      rows
        .filter((row) => isOn(row) && isStatic(row))
        .slice(0, mostRows)
        .map((row) => ({ name: cut(row.name), from: list(row["available-from"] ?? row.address) })),
  },
};
