// What RouterOS knows by version, as far as a router's way into the VPN needs it: argument -> the values that it takes.
// From MikroTik's manuals (OVPN, Certificates, Files, Filter) of versions 6.48 and 7.9.

export type Version = "7.x" | "6.x";
export type MenuName = "/file" | "/certificate" | "/interface ovpn-client" | "/ip firewall filter";
type Arguments = Readonly<Record<string, RegExp>>;

const any = /^[\s\S]*$/;
const name = /^.{1,200}$/s;
const yesNo = /^(yes|no)$/;
const port = /^\d{1,5}$/;
const address = /^\d{1,3}(\.\d{1,3}){3}$/;

const client: Arguments = {
  name,
  "connect-to": /^[a-z0-9.-]+$/,
  port,
  mode: /^(ip|ethernet)$/,
  user: /^.{1,27}$/,
  password: /^.{1,233}$/,
  certificate: name,
  "add-default-route": yesNo,
  disabled: yesNo,
  comment: any,
  profile: name,
  "mac-address": /^[0-9A-F:]{17}$/,
  "max-mtu": port,
};

const clientOf: Record<Version, Arguments> = {
  "7.x": {
    ...client,
    protocol: /^(tcp|udp)$/,
    cipher: /^(null|blowfish128|aes(128|192|256)-(cbc|gcm))$/,
    auth: /^(null|md5|sha1|sha256|sha384|sha512)$/,
    "tls-version": /^(any|only-1\.2)$/,
    "route-nopull": yesNo,
    "use-peer-dns": /^(yes|no|exclusively)$/,
    "verify-server-certificate": yesNo,
  },
  "6.x": { ...client, cipher: /^(null|blowfish128|aes(128|192|256))$/, auth: /^(null|md5|sha1)$/ },
};

const filter: Arguments = {
  chain: name,
  action: /^(accept|drop|reject|jump|log|return|passthrough|tarpit|fasttrack-connection)$/,
  protocol: /^(tcp|udp|icmp)$/,
  "dst-port": /^\d{1,5}([,-]\d{1,5})*$/,
  "src-address": address,
  "in-interface": name,
  comment: any,
};

export function commandsOf(menu: MenuName, version: Version): Readonly<Record<string, Arguments>> {
  const seven = version === "7.x";
  switch (menu) {
    case "/file":
      return {
        ...(seven ? { add: { name, contents: /^[\s\S]{1,60000}$/ } } : {}),
        remove: {},
        find: { name },
      };
    case "/certificate":
      return {
        import: { "file-name": name, passphrase: any, ...(seven ? { name } : {}) },
        set: { name },
        remove: {},
        find: { name, "common-name": any },
      };
    case "/interface ovpn-client":
      return { add: clientOf[version], set: clientOf[version], remove: {}, find: { name } };
    case "/ip firewall filter":
      return {
        add: filter,
        move: { destination: /^\d*$/ },
        remove: {},
        find: { comment: any, chain: name, dynamic: yesNo },
      };
  }
}

export const menuNames: readonly MenuName[] = [
  "/interface ovpn-client",
  "/ip firewall filter",
  "/certificate",
  "/file",
];
