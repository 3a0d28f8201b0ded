import { fileStem } from "../../contract/values/file-stem.ts";
import { quoted } from "../../contract/values/routeros-text.ts";
import {
  hostsNetwork,
  type OpenvpnProtocol,
  openvpnName,
  openvpnPort,
  protocolOf,
} from "../../contract/values/tunnel-network.ts";

export type RouterConfig = {
  routerName: string;
  username: string;
  password: string;
  tunnelIp: string;
  clientCertificate: string;
  clientPrivateKey: string;
  caCertificate: string;
  /** Name of the authority: RouterOS 6 finds what it imported by names alone. */
  caCommonName: string;
  /** At which it comes in. */
  host: { name: string; address: string };
};

/** What a host's OpenVPN speaks with a router at this address: SHA-1 is the best that RouterOS 6 has. */
export function spokenBy(tunnelIp: string): { protocol: OpenvpnProtocol; auth: "SHA256" | "SHA1" } {
  const protocol = protocolOf(tunnelIp);
  return { protocol, auth: protocol === "udp" ? "SHA256" : "SHA1" };
}

export type RouterosVersion = "7.x" | "6.x";

// The same on every router, so that a newer script takes the place of an older one.
const interfaceName = quoted("ovpn-mlango");
const clientName = quoted("mlango-vpn-client");
const caName = quoted("mlango-vpn-ca");
const mark = quoted("mlango-vpn");

/** The files of the three downloads, as the router stores them. */
export function routerFiles(routerName: string): { ca: string; client: string; key: string } {
  const stem = fileStem(routerName);
  return { ca: `${stem}-ca.crt`, client: `${stem}-client.crt`, key: `${stem}-client.key` };
}

/** Repeatable. RouterOS 7 gets the files by the script itself; to RouterOS 6 they are uploaded before. */
export function routerScript(config: RouterConfig, version: RouterosVersion): string {
  const lines = version === "7.x" ? version7(config) : version6(config);
  return `${lines.join("\n")}\n`;
}

const removeConnection = [
  `/ip firewall filter remove [find comment=${mark}]`,
  `/interface ovpn-client remove [find name=${interfaceName}]`,
];

/** By our names, and by those that they carry where an earlier run ended half-way. */
function removeCertificates({ tunnelIp, caCommonName }: RouterConfig): string[] {
  return [
    `/certificate remove [find name=${clientName}]`,
    `/certificate remove [find common-name=${quoted(openvpnName(tunnelIp))}]`,
    `/certificate remove [find name=${caName}]`,
    `/certificate remove [find common-name=${quoted(caCommonName)}]`,
  ];
}

const removeFile = (name: string) => `/file remove [find name=${quoted(name)}]`;

/** Bridges of the platform's hosts reach the router's API through the tunnel, and nothing else does. */
function letHostsIn({ tunnelIp }: RouterConfig): string[] {
  return [
    `/ip firewall filter add chain=input action=accept protocol=tcp dst-port=8728,8729 src-address=${hostsNetwork(tunnelIp)} in-interface=${interfaceName} comment=${mark}`,
    // Before the rules that refuse; where it is the only one it stands there already.
    `:do { /ip firewall filter move [find comment=${mark}] destination=[:pick [find chain=input dynamic=no] 0] } on-error={}`,
  ];
}

function version7(config: RouterConfig): string[] {
  const { routerName, username, password, tunnelIp, host } = config;
  const files = routerFiles(routerName);
  const all = [files.ca, files.client, files.key];
  const { protocol, auth } = spokenBy(tunnelIp);
  return [
    `# Mlango: the way of ${fileStem(routerName)} to the platform's hosts. RouterOS 7.9 or newer.`,
    "# Paste all of it into a terminal of the router. It holds the router's private key: keep it to yourself.",
    ...removeConnection,
    ...removeCertificates(config),
    ...all.map(removeFile),
    `/file add name=${quoted(files.ca)} contents=${quoted(config.caCertificate)}`,
    `/file add name=${quoted(files.client)} contents=${quoted(config.clientCertificate)}`,
    `/file add name=${quoted(files.key)} contents=${quoted(config.clientPrivateKey)}`,
    `/certificate import file-name=${quoted(files.ca)} name=${caName} passphrase=""`,
    `/certificate import file-name=${quoted(files.client)} name=${clientName} passphrase=""`,
    `/certificate import file-name=${quoted(files.key)} name=${clientName} passphrase=""`,
    ...all.map(removeFile),
    `/interface ovpn-client add name=${interfaceName} connect-to=${quoted(host.address)} port=${openvpnPort} protocol=${protocol} mode=ip user=${quoted(username)} password=${quoted(password)} certificate=${clientName} cipher=aes256-cbc auth=${auth.toLowerCase()} tls-version=only-1.2 add-default-route=no route-nopull=yes use-peer-dns=no verify-server-certificate=yes disabled=no comment=${quoted(routerName)}`,
    ...letHostsIn(config),
  ];
}

function version6(config: RouterConfig): string[] {
  const { routerName, username, password, tunnelIp, caCommonName, host } = config;
  const files = routerFiles(routerName);
  const all = [files.ca, files.client, files.key];
  return [
    `# Mlango: the way of ${fileStem(routerName)} to the platform's hosts. RouterOS 6.`,
    `# First upload ${all.join(", ")}; then paste all of this into a terminal of the router.`,
    ...removeConnection,
    // A second time the files are gone and the certificates are there.
    `:if ([:len [/file find name=${quoted(files.key)}]] > 0) do={`,
    ...removeCertificates(config),
    `/certificate import file-name=${quoted(files.ca)} passphrase=""`,
    `/certificate import file-name=${quoted(files.client)} passphrase=""`,
    `/certificate import file-name=${quoted(files.key)} passphrase=""`,
    `/certificate set [find common-name=${quoted(caCommonName)}] name=${caName}`,
    `/certificate set [find common-name=${quoted(openvpnName(tunnelIp))}] name=${clientName}`,
    ...all.map(removeFile),
    "}",
    `/interface ovpn-client add name=${interfaceName} connect-to=${quoted(host.address)} port=${openvpnPort} mode=ip user=${quoted(username)} password=${quoted(password)} certificate=${clientName} cipher=aes256 auth=${spokenBy(tunnelIp).auth.toLowerCase()} add-default-route=no disabled=no comment=${quoted(routerName)}`,
    // Not every RouterOS 6 knows this word; one that does then talks to our server alone.
    `:do { [[:parse ${quoted(`/interface ovpn-client set [find name=${interfaceName}] verify-server-certificate=yes`)}]] } on-error={}`,
    ...letHostsIn(config),
  ];
}
