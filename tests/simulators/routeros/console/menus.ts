import type { RouterVersion } from "../version.ts";

// What a router of a version knows, as far as our scripts ask for it. Arguments of 7.10.2 to 7.22.3 are those of their
// command trees (tikoci/restraml); those of 6.49, and of OVPN and Certificates, of MikroTik's manuals.

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
  /** Field -> menus of which one has a row of that name. */
  refers?: Readonly<Record<string, readonly string[]>>;
  /** Fields that `find` and `get` know, and that no command sets. */
  readOnly?: readonly string[];
  /** Of `import`. */
  importFields?: readonly string[];
  /** Of `update`. */
  updateFields?: readonly string[];
};

const table = ["add", "set", "get", "find", "remove"];
const yesNo = /^(yes|no)$/;
const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/;
const range = /^[\d.]+-[\d.]+$/;
const cidr = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/;
const cidrs = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}(,\d{1,3}(\.\d{1,3}){3}\/\d{1,2})*$/;

/** Where the names of interfaces come from. */
const interfaces = ["/interface", "/interface ovpn-client", "/interface wireguard"];

const filterFields = [
  ...["chain", "action", "protocol", "dst-port", "src-address", "in-interface", "out-interface"],
  ...["connection-state", "comment", "disabled", "hw-offload", "reject-with", "icmp-options"],
  ...["hotspot", "connection-bytes", "dst-limit", "jump-target", "src-mac-address"],
  ...["in-interface-list", "out-interface-list"],
];
const mac = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/;
const hotspotMatcher =
  /^!?(auth|from-client|http|local-dst|to-client)(,!?(auth|from-client|http|local-dst|to-client))*$/;
const policies =
  /^(local|telnet|ssh|ftp|reboot|read|write|policy|test|winbox|password|web|sniff|sensitive|api|romon)(,(local|telnet|ssh|ftp|reboot|read|write|policy|test|winbox|password|web|sniff|sensitive|api|romon))*$/;

const filter: Menu = {
  verbs: [...table, "move"],
  fields: [...filterFields, "dynamic"],
  initial: { dynamic: "no" },
  forms: {
    "dst-port": /^\d+(,\d+)*$/,
    "src-address": /^\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?$/,
    "reject-with": /^icmp-[a-z-]+$/,
    action: /^(accept|drop|reject|jump|log|return|passthrough|tarpit|fasttrack-connection)$/,
    protocol: /^(tcp|udp|icmp|icmpv6)$/,
    hotspot: hotspotMatcher,
    "connection-bytes": /^\d+-\d+$/,
    "dst-limit": /^\d+(\/\d+[smh])?,\d+,(src-address|dst-address|dst-port)(-and-[a-z-]+)?(\/\d+[smhd])?$/,
    "src-mac-address": mac,
  },
  refers: {
    "in-interface": interfaces,
    "out-interface": interfaces,
    "in-interface-list": ["/interface list"],
    "out-interface-list": ["/interface list"],
  },
};

const base64 = /^[A-Za-z0-9+/]{43}=$/;

/** Since 7.1. The private key of a new interface is made by the router. */
const wireguard: Readonly<Record<string, Menu>> = {
  "/interface wireguard": {
    verbs: table,
    fields: ["name", "comment", "disabled", "listen-port", "mtu", "private-key", "public-key"],
    unique: "name",
    readOnly: ["public-key"],
    forms: { disabled: yesNo, "private-key": base64 },
  },
  "/interface wireguard peers": {
    verbs: table,
    fields: [
      ...["interface", "public-key", "endpoint-address", "endpoint-port", "allowed-address"],
      ...["persistent-keepalive", "preshared-key", "comment", "disabled"],
    ],
    forms: {
      "public-key": base64,
      "endpoint-address": /^[a-z0-9.-]+$/,
      "endpoint-port": /^\d{1,5}$/,
      "allowed-address": /^[\d.]+\/\d+(,[\d.]+\/\d+)*$/,
      "persistent-keepalive": /^\d+s$/,
    },
    refers: { interface: ["/interface wireguard"] },
  },
};

/** The one command of this menu that scripts of ours use. */
const tool: Menu = {
  verbs: ["fetch"],
  fields: ["url", "http-method", "http-header-field", "http-data", "output", "dst-path", "check-certificate"],
  forms: {
    "check-certificate": /^(yes|yes-without-crl|no)$/,
    "http-method": /^(get|post|put|delete)$/,
    output: /^(file|none|user)$/,
    url: /^https?:\/\/\S+$/,
  },
};

const always: Readonly<Record<string, Menu>> = {
  "/interface": { verbs: ["find", "get"], fields: ["name"] },
  "/interface list": { verbs: table, fields: ["name", "comment", "include", "exclude"], unique: "name" },
  "/interface list member": {
    verbs: table,
    fields: ["list", "interface", "comment", "disabled"],
    refers: { list: ["/interface list"], interface: interfaces },
  },
  "/system": { verbs: ["reboot"], fields: [] },
  "/system resource": { verbs: ["get"], fields: ["version", "board-name", "architecture-name"] },
  "/interface bridge port": { verbs: table, fields: ["interface", "bridge"] },
  "/ip dhcp-client": { verbs: table, fields: ["interface", "disabled"] },
  "/ip address": {
    verbs: table,
    fields: ["address", "interface", "comment", "network", "disabled"],
    forms: { address: cidr },
    refers: { interface: interfaces },
  },
  "/ip pool": { verbs: table, fields: ["name", "ranges"], unique: "name", forms: { ranges: range } },
  "/ip dhcp-server": {
    verbs: table,
    fields: ["name", "interface", "address-pool", "lease-time", "disabled"],
    unique: "interface",
    initial: { disabled: "yes" },
    forms: { disabled: yesNo },
    refers: { interface: interfaces, "address-pool": ["/ip pool"] },
  },
  "/ip dhcp-server lease": {
    verbs: [...table, "make-static"],
    fields: ["address", "mac-address", "server", "comment", "dynamic"],
    readOnly: ["dynamic"],
    initial: { dynamic: "no" },
    unique: "address",
    forms: { address: ipv4, "mac-address": mac },
    refers: { server: ["/ip dhcp-server"] },
  },
  "/ip arp": { verbs: ["get", "find"], fields: ["address", "mac-address", "interface"] },
  "/ip dns": {
    verbs: ["set", "get"],
    fields: ["servers", "dynamic-servers", "allow-remote-requests"],
    readOnly: ["dynamic-servers"],
    forms: { servers: /^([\d.]+(,[\d.]+)*)?$/, "allow-remote-requests": yesNo },
  },
  "/user active": { verbs: ["get", "find"], fields: ["name", "address", "via"] },
  "/ip dhcp-server network": {
    verbs: table,
    fields: ["address", "gateway", "dns-server", "comment"],
    unique: "address",
    forms: { address: cidr },
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
    forms: { disabled: yesNo, address: cidrs },
  },
  "/ip firewall address-list": {
    verbs: table,
    fields: ["list", "address", "comment", "disabled", "timeout"],
    forms: { address: /^([\d./-]+|[a-z0-9.-]+)$/ },
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
    unique: "name",
    forms: { address: cidrs },
    refers: { group: ["/user group"] },
  },
  "/user group": {
    verbs: table,
    fields: ["name", "policy"],
    unique: "name",
    initial: { policy: "" },
    forms: { policy: policies },
  },
  "/file": {
    verbs: ["set", "get", "find", "remove"],
    fields: ["name", "contents"],
    unique: "name",
    forms: { contents: /^[\s\S]{1,60000}$/ },
  },
};

const hotspot: Readonly<Record<string, Menu>> = {
  "/ip hotspot": {
    verbs: [...table, "reset-html"],
    fields: [
      ...["name", "interface", "address-pool", "profile", "idle-timeout", "keepalive-timeout"],
      ...["addresses-per-mac", "disabled", "invalid"],
    ],
    readOnly: ["invalid"],
    unique: "interface",
    initial: { "addresses-per-mac": "2", disabled: "yes" },
    forms: { disabled: yesNo },
    refers: { interface: interfaces, profile: ["/ip hotspot profile"] },
  },
  "/ip hotspot profile": {
    verbs: table,
    fields: [
      ...["name", "hotspot-address", "dns-name", "html-directory", "html-directory-override", "login-by"],
      ...["mac-auth-mode", "mac-auth-password", "use-radius"],
    ],
    unique: "name",
    initial: { "login-by": "cookie,http-chap", "html-directory": "hotspot" },
    forms: { "hotspot-address": ipv4, "use-radius": yesNo, "login-by": /^[a-z-]+(,[a-z-]+)*$/ },
  },
  "/ip hotspot user": { verbs: table, fields: ["name", "comment", "profile"], unique: "name" },
  "/ip hotspot user profile": { verbs: table, fields: ["name", "rate-limit"], unique: "name" },
  "/ip hotspot walled-garden": {
    verbs: [...table, "move"],
    fields: ["action", "dst-host", "dst-port", "comment", "invalid"],
    readOnly: ["invalid"],
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
    forms: { address: ipv4, "mac-address": mac, type: /^(regular|bypassed|blocked)$/ },
  },
};

/** Version 7 gives an imported certificate its name. */
const certificates = (importFields: readonly string[]): Menu => ({
  verbs: ["find", "get", "set", "remove", "import"],
  fields: ["name", "common-name", "fingerprint"],
  unique: "name",
  readOnly: ["common-name", "fingerprint"],
  importFields,
});

/** RouterOS 6 speaks TCP alone, and has other names for the ciphers. */
const ovpnClient = (fields: readonly string[], forms: Readonly<Record<string, RegExp>>): Menu => ({
  verbs: table,
  fields: [
    ...["name", "connect-to", "port", "mode", "user", "password", "certificate", "add-default-route"],
    ...["disabled", "comment", "profile", "mac-address", "max-mtu", "cipher", "auth", ...fields],
  ],
  unique: "name",
  forms: {
    "connect-to": /^[a-z0-9.-]+$/,
    port: /^\d{1,5}$/,
    mode: /^(ip|ethernet)$/,
    user: /^.{1,27}$/,
    password: /^.{1,233}$/,
    "add-default-route": yesNo,
    disabled: yesNo,
    ...forms,
  },
  refers: { certificate: ["/certificate"] },
});

const vpn6 = (checksServer: boolean): Readonly<Record<string, Menu>> => ({
  "/certificate": certificates(["file-name", "passphrase"]),
  "/interface ovpn-client": ovpnClient(checksServer ? ["verify-server-certificate"] : [], {
    cipher: /^(null|blowfish128|aes(128|192|256))$/,
    auth: /^(null|md5|sha1)$/,
    "verify-server-certificate": yesNo,
  }),
});
const vpn7: Readonly<Record<string, Menu>> = {
  "/certificate": certificates(["file-name", "passphrase", "name"]),
  "/interface ovpn-client": ovpnClient(
    ["protocol", "tls-version", "route-nopull", "use-peer-dns", "verify-server-certificate"],
    {
      cipher: /^(null|blowfish128|aes(128|192|256)-(cbc|gcm))$/,
      auth: /^(null|md5|sha1|sha256|sha384|sha512)$/,
      protocol: /^(tcp|udp)$/,
      "tls-version": /^(any|only-1\.2)$/,
      "route-nopull": yesNo,
      "use-peer-dns": /^(yes|no|exclusively)$/,
      "verify-server-certificate": yesNo,
    },
  ),
};

const ipv6 = { "/ipv6 firewall filter": filter };
const ntp = { verbs: ["set", "get"], forms: { enabled: yesNo } };

export type Packages = { hotspot: boolean; ipv6: boolean };

/** In what routers of one version differ, the harsher first. */
export type Traits = {
  /**
   * When RouterOS lays its own pages out: at `reset-html` of a server, or as soon as there is a profile; only one of them;
   * in a folder beside the one that the profile names; or never, the folder being made by nobody.
   */
  pages: "reset-html" | "profile" | "login only" | "elsewhere" | "never";
  /** Whether `get hotspot` of the device mode answers. Where the mode forbids the hotspot, a server goes off again. */
  modeIsReadable: boolean;
  /** As what a server is shown that the device mode forbids (7.19.6: `invalid`; the manual: flag X). */
  blockedServer: "invalid" | "disabled";
  /** Whether the address of a user takes several networks. */
  userTakesNetworks: boolean;
  /** Whether version 6 can check to whom it speaks by OpenVPN: older releases cannot. */
  checksServer: boolean;
  /** Whether an address written without quotes is equal to that of a row. */
  literalsMatch: boolean;
};
export const harsh: Traits = {
  pages: "reset-html",
  modeIsReadable: true,
  blockedServer: "invalid",
  userTakesNetworks: true,
  checksServer: true,
  literalsMatch: false,
};

/** The menus of a version with what is installed. */
export function menusOf(
  version: RouterVersion,
  { hotspot: has, ipv6: speaks }: Packages,
  { checksServer, userTakesNetworks }: Traits,
): Record<string, Menu> {
  const shared = {
    ...always,
    "/tool": tool,
    ...(has ? hotspot : {}),
    ...(userTakesNetworks ? {} : { "/user": { ...(always["/user"] as Menu), forms: { address: cidr } } }),
  };
  if (version.startsWith("6."))
    return {
      ...shared,
      ...vpn6(checksServer),
      ...(speaks ? ipv6 : {}),
      "/system ntp client": {
        ...ntp,
        fields: ["enabled", "primary-ntp", "secondary-ntp", "server-dns-names"],
      },
    };
  const features = ["hotspot", "scheduler", "fetch", "proxy"];
  const garden = "/ip hotspot walled-garden ip";
  const services = always["/ip service"] as Menu;
  return {
    ...shared,
    ...vpn7,
    ...wireguard,
    ...ipv6,
    ...(has ? { [garden]: withFields(hotspot[garden] as Menu, ["dst-address-list"]) } : {}),
    "/ip service": showsConnections(version)
      ? {
          ...withFields(services, ["dynamic", "connection", "remote"]),
          readOnly: ["name", "dynamic", "connection", "remote"],
        }
      : services,
    "/file": {
      ...(always["/file"] as Menu),
      verbs: table,
      fields: ["name", "contents", ...(version === "7.10.2" ? [] : ["type"])],
    },
    "/system ntp client": { ...ntp, fields: ["enabled", "servers", "mode"] },
    "/system ntp client servers": { verbs: table, fields: ["address", "comment"] },
    "/system device-mode": {
      verbs: ["get", "update"],
      fields: ["mode", ...(version === "7.10.2" ? [] : features)],
      updateFields: ["mode", "flagged", ...features],
    },
  };
}

const withFields = (menu: Menu, more: readonly string[]): Menu => ({
  ...menu,
  fields: [...menu.fields, ...more],
});

/** Since 7.19 each open connection is a row of `/ip service`, under the name of its service. */
export const showsConnections = (version: RouterVersion) => version === "7.22.3";
