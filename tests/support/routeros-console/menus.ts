import type { RouterVersion } from "../../simulators/routeros/version.ts";

// What a router of a version knows, as far as the set-up scripts ask for it. Arguments of 7.10.2 to 7.22.3 are those of
// their command trees (tikoci/restraml); those of 6.49 of MikroTik's manuals of version 6.

export type Menu = {
  verbs: readonly string[];
  /** Of `add`, `set`, `get` and `find`. */
  fields: readonly string[];
  /** Given to a new row that does not name them. */
  initial?: Readonly<Record<string, string>>;
  /** No two rows are equal in it. */
  unique?: string;
  /** What a value has to look like. */
  forms?: Readonly<Record<string, RegExp>>;
  /** Field -> menu that has a row of that name. */
  refers?: Readonly<Record<string, string>>;
};

const table = ["add", "set", "get", "find", "remove"];
const yesNo = /^(yes|no)$/;
const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const range = /^[\d.]+-[\d.]+$/;
const cidr = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/;

const filterFields = [
  ...["chain", "action", "protocol", "dst-port", "src-address", "in-interface", "out-interface"],
  ...["connection-state", "comment", "disabled", "hw-offload", "reject-with", "icmp-options"],
];
const policies =
  /^(local|telnet|ssh|ftp|reboot|read|write|policy|test|winbox|password|web|sniff|sensitive|api|romon)(,(local|telnet|ssh|ftp|reboot|read|write|policy|test|winbox|password|web|sniff|sensitive|api|romon))*$/;

const filter: Menu = {
  verbs: [...table, "move"],
  fields: [...filterFields, "dynamic"],
  initial: { dynamic: "no" },
  forms: { "dst-port": /^\d+(,\d+)*$/, "src-address": ipv4, "reject-with": /^icmp-[a-z-]+$/ },
  refers: { "in-interface": "/interface", "out-interface": "/interface" },
};

const always: Readonly<Record<string, Menu>> = {
  "/interface": { verbs: ["find", "get"], fields: ["name"] },
  "/interface bridge port": { verbs: table, fields: ["interface", "bridge"] },
  "/ip dhcp-client": { verbs: table, fields: ["interface", "disabled"] },
  "/ip address": {
    verbs: table,
    fields: ["address", "interface", "comment", "network", "disabled"],
    forms: { address: cidr },
    refers: { interface: "/interface" },
  },
  "/ip pool": { verbs: table, fields: ["name", "ranges"], unique: "name", forms: { ranges: range } },
  "/ip dhcp-server": {
    verbs: table,
    fields: ["name", "interface", "address-pool", "lease-time", "disabled"],
    ...{ unique: "interface", initial: { disabled: "yes" }, forms: { disabled: yesNo } },
    refers: { interface: "/interface", "address-pool": "/ip pool" },
  },
  "/ip dhcp-server network": {
    verbs: table,
    fields: ["address", "gateway", "dns-server", "comment"],
    ...{ unique: "address", forms: { address: cidr } },
  },
  "/ip firewall filter": filter,
  "/ip firewall nat": {
    verbs: [...table, "move"],
    fields: [...filterFields, "dst-address", "dynamic"],
    initial: { dynamic: "no" },
    forms: { "dst-address": ipv4 },
  },
  "/ip service": {
    verbs: ["set", "get", "find"],
    fields: ["name", "disabled", "port", "address"],
    forms: { disabled: yesNo },
  },
  "/system clock": {
    verbs: ["set", "get"],
    fields: ["time-zone-autodetect", "time-zone-name"],
    forms: { "time-zone-autodetect": yesNo, "time-zone-name": /^[A-Za-z]+\/[A-Za-z_]+$/ },
  },
  "/system script": { verbs: [...table, "run"], fields: ["name", "source"], unique: "name" },
  "/user": {
    verbs: table,
    fields: ["name", "group", "password", "address", "comment", "disabled"],
    ...{ unique: "name", forms: { address: cidr }, refers: { group: "/user group" } },
  },
  "/user group": {
    verbs: table,
    fields: ["name", "policy"],
    ...{ unique: "name", initial: { policy: "" }, forms: { policy: policies } },
  },
  "/file": { verbs: ["set", "get", "find", "remove"], fields: ["name", "contents"], unique: "name" },
};

const hotspot: Readonly<Record<string, Menu>> = {
  "/ip hotspot": {
    verbs: table,
    fields: [
      ...["name", "interface", "address-pool", "profile", "idle-timeout", "keepalive-timeout"],
      ...["addresses-per-mac", "disabled"],
    ],
    ...{ unique: "interface", initial: { "addresses-per-mac": "2", disabled: "yes" } },
    refers: { interface: "/interface", profile: "/ip hotspot profile" },
  },
  "/ip hotspot profile": {
    verbs: table,
    fields: [
      ...["name", "hotspot-address", "dns-name", "html-directory", "html-directory-override", "login-by"],
      ...["mac-auth-mode", "mac-auth-password", "use-radius"],
    ],
    ...{ unique: "name", initial: { "login-by": "cookie,http-chap", "html-directory": "hotspot" } },
    forms: { "hotspot-address": ipv4, "use-radius": yesNo, "login-by": /^[a-z-]+(,[a-z-]+)*$/ },
  },
  "/ip hotspot user": { verbs: table, fields: ["name", "comment", "profile"], unique: "name" },
  "/ip hotspot user profile": { verbs: table, fields: ["name", "rate-limit"], unique: "name" },
  "/ip hotspot walled-garden": {
    verbs: [...table, "move"],
    fields: ["action", "dst-host", "dst-port", "comment"],
    forms: { action: /^(allow|deny)$/ },
  },
  "/ip hotspot walled-garden ip": {
    verbs: [...table, "move"],
    fields: ["action", "dst-host", "dst-address", "protocol", "dst-port", "comment"],
    forms: { action: /^(accept|drop|reject)$/, "dst-port": /^\d+$/, "dst-address": ipv4 },
  },
  "/ip hotspot ip-binding": {
    verbs: table,
    fields: ["address", "mac-address", "type", "comment"],
    ...{ unique: "address", forms: { address: ipv4, type: /^(regular|bypassed|blocked)$/ } },
  },
};

const ipv6 = { "/ipv6 firewall filter": filter };
const ntp = { verbs: ["set", "get"], forms: { enabled: yesNo } };

export type Packages = { hotspot: boolean; ipv6: boolean };

/** The menus of a version with what is installed. */
export function menusOf(
  version: RouterVersion,
  { hotspot: has, ipv6: speaks }: Packages,
): Record<string, Menu> {
  const shared = { ...always, ...(has ? hotspot : {}) };
  if (version.startsWith("6."))
    return {
      ...shared,
      ...(speaks ? ipv6 : {}),
      "/system ntp client": {
        ...ntp,
        fields: ["enabled", "primary-ntp", "secondary-ntp", "server-dns-names"],
      },
    };
  const modes = version === "7.10.2" ? ["mode"] : ["mode", "hotspot", "scheduler", "fetch"];
  return {
    ...shared,
    ...ipv6,
    "/file": { ...(always["/file"] as Menu), verbs: table },
    "/system ntp client": { ...ntp, fields: ["enabled", "servers", "mode"] },
    "/system ntp client servers": { verbs: table, fields: ["address", "comment"] },
    "/system device-mode": { verbs: ["get"], fields: modes },
  };
}
