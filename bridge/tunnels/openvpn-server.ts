import {
  hostAddress,
  type OpenvpnProtocol,
  openvpnNetwork,
  openvpnPort,
} from "#contract/values/tunnel-network";

/** Names of what lies in OpenVPN's folder. */
export const names = {
  authority: "ca.crt",
  certificate: "server.crt",
  key: "server.key",
  group: "dh.pem",
  check: "check-certificate",
  /** One file for each router that comes in. */
  routers: "routers",
} as const;

/** One listens by UDP and one by TCP; what is theirs is named by it. */
export type Servers = {
  folder: string;
  network: string;
  number: number;
  /** Begins the names of both interfaces. */
  interface: string;
  /** The folder of both sockets. */
  management: string;
};

export const configFile = (protocol: OpenvpnProtocol) => `${protocol}.conf`;
export const interfaceOf = (servers: Pick<Servers, "interface">, protocol: OpenvpnProtocol) =>
  `${servers.interface}-${protocol}`;
export const managementOf = ({ management }: Pick<Servers, "management">, protocol: OpenvpnProtocol) =>
  `${management}/${protocol}.sock`;

/** RouterOS 6 speaks TCP with SHA-1 and no newer TLS. */
const spoken = {
  udp: { proto: "udp", auth: "SHA256", tls: "1.2" },
  tcp: { proto: "tcp-server", auth: "SHA1", tls: "1.0" },
} as const;

/**
 * OpenVPN 2.5 or newer, as RouterOS speaks it (docs/decisions/0011): with a fixed cipher, without negotiation. The interface is the helper's to
 * make: OpenVPN itself runs without any right over the network.
 */
export function serverConfig(servers: Servers, protocol: OpenvpnProtocol): string {
  const { folder, network, number } = servers;
  const { proto, auth, tls } = spoken[protocol];
  const [beginning = ""] = openvpnNetwork(network, protocol).split("/");
  return `mode server
tls-server
port ${openvpnPort}
proto ${proto}
dev ${interfaceOf(servers, protocol)}
dev-type tun
topology p2p
push "topology p2p"
ifconfig ${hostAddress(network, number)} ${beginning}
ifconfig-noexec
route-noexec
client-config-dir ${folder}/${names.routers}
ccd-exclusive
max-clients 32000
ca ${folder}/${names.authority}
cert ${folder}/${names.certificate}
key ${folder}/${names.key}
dh ${folder}/${names.group}
remote-cert-tls client
verify-client-cert require
script-security 2
tls-verify ${folder}/${names.check}
# What the machine's TLS library still allows is up to its own policy.
tls-version-min ${tls}
data-ciphers AES-256-CBC
data-ciphers-fallback AES-256-CBC
auth ${auth}
keepalive 10 30
management ${managementOf(servers, protocol)} unix
management-client-user root
verb 2
`;
}

/** Lets in a certificate only while its SHA-256 stands in the file of its name. Works with any POSIX shell. */
export const checkCertificate = `#!/bin/sh
# OpenVPN runs this for each certificate of a chain; 0 is the router's own.
[ "$1" = 0 ] || exit 0
case $X509_0_CN in
  '' | *[!a-z0-9-]*) exit 1 ;;
esac
exec grep -qx "# $tls_digest_sha256_0" "$(dirname "$0")/${names.routers}/$X509_0_CN"
`;

/** @param certificate SHA-256 in hex */
export function routerFile(certificate: string, address: string, host: string): string {
  return `# ${certificate.match(/../g)?.join(":")}\nifconfig-push ${address} ${host}\n`;
}

/** The certificate and the address in such a file. */
export function readRouterFile(text: string): { certificate: string; address: string } | undefined {
  const found = /^# ([0-9a-f]{2}(?::[0-9a-f]{2}){31})\nifconfig-push (\S+) \S+\n$/.exec(text);
  if (!found) return undefined;
  const [, print = "", address = ""] = found;
  return { certificate: print.replaceAll(":", ""), address };
}
