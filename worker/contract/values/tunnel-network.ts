// Addresses in the tunnels between routers and the platform's hosts. The first /29 is the hosts': so a router lets in any of
// them by one network, whichever drives it. Behind it each router that is set up by a line has two, one in each half of the network: a
// host's kernel knows by the address which way leads to the router. The last quarter of each half is for routers that the operator
// generates an OpenVPN configuration for: the first half's for UDP, the second's for TCP.

/** WireGuard takes RouterOS 7; OpenVPN is for version 6, and for what the operator generates. */
export type TunnelWay = "wireguard" | "openvpn";

/** By which a host's OpenVPN listens: RouterOS 6 knows TCP alone. */
export const openvpnProtocols = ["udp", "tcp"] as const;
export type OpenvpnProtocol = (typeof openvpnProtocols)[number];

/** How many hosts there can be: the addresses of their /29. */
export const mostHosts = 6;

const half = 2 ** 15;
/** Where the routers' addresses begin in each half. */
const firstRouter = 16;
/** And those of generated configurations. */
const firstGenerated = (half / 4) * 3;
const lastGenerated = half - 2;

/** How many routers a network of tunnels has room for, by a line and, of each protocol, by a generated configuration. */
export const routersInAll = firstGenerated - firstRouter;
export const generatedInAll = lastGenerated - firstGenerated + 1;

/** @param network a /16, `10.67.0.0/16` @param offset of an address in it */
function addressAt(network: string, offset: number): string {
  const [a, b] = network.split(".");
  return `${a}.${b}.${offset >> 8}.${offset & 255}`;
}

/** @param number 1 to `mostHosts` */
export const hostAddress = (network: string, number: number) => addressAt(network, number);

export const hostsNetwork = (network: string) => `${addressAt(network, 0)}/29`;

/** The half in which WireGuard's addresses are, with the hosts' /29 at its beginning. */
export const wireguardNetwork = (network: string) => `${addressAt(network, 0)}/17`;

/** All that a host's OpenVPN reaches by this protocol. UDP's is a part of WireGuard's half, and the narrower way counts. */
export const openvpnNetwork = (network: string, protocol: OpenvpnProtocol) =>
  protocol === "udp" ? `${addressAt(network, firstGenerated)}/19` : `${addressAt(network, half)}/17`;

/** @param index 0 to `routersInAll - 1` */
export const routerAddress = (network: string, index: number) => addressAt(network, firstRouter + index);

/** Of the same router, by OpenVPN. @param address by WireGuard */
export function openvpnAddress(address: string): string {
  const [, , c = "0", d = "0"] = address.split(".");
  return addressAt(address, half + Number(c) * 256 + Number(d));
}

/** Of a generated configuration. @param index 0 to `generatedInAll - 1` */
export function generatedAddress(network: string, protocol: OpenvpnProtocol, index: number): string {
  return addressAt(network, firstGenerated + index + (protocol === "tcp" ? half : 0));
}

/** Whether a router may have this address: written as we write it, of this way, and none of the hosts'. */
export function isRouterAddress(network: string, way: TunnelWay, address: string): boolean {
  const parts = /^\d{1,3}\.\d{1,3}\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  const offset = parts ? Number(parts[1]) * 256 + Number(parts[2]) : 0;
  if (address !== addressAt(network, offset)) return false;
  if (way === "wireguard") return offset >= firstRouter && offset < firstGenerated;
  return protocolOf(address) === "udp"
    ? offset >= firstGenerated && offset <= lastGenerated
    : offset >= half + firstRouter && offset <= half + lastGenerated;
}

/** By which protocol a router with this address comes in. @param address by OpenVPN */
export const protocolOf = (address: string): OpenvpnProtocol =>
  Number(address.split(".")[2]) >= half / 256 ? "tcp" : "udp";

/** 32 bytes in base64: a public or private key of WireGuard. */
export const wireguardKey = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** Where a host's WireGuard listens, and the name of its interface, also on routers. */
export const wireguardPort = 51_820;
export const wireguardInterface = "wg-mlango";

/** SHA-256 of a router's certificate, as RouterOS writes it. */
export const certificatePrint = /^[0-9a-f]{64}$/;

/** Where a host's OpenVPN listens, over UDP and TCP. */
export const openvpnPort = 1194;

/** A router's interface to the host of this number. */
export const openvpnInterface = (number: string) => `ovpn-mlango-${number}`;

/** Whether this interface of a router leads to our hosts: without a number by a generated configuration (features/openvpn). */
export const leadsToHosts = (name: string) =>
  name === wireguardInterface || /^ovpn-mlango(-[1-6])?$/.test(name);

/** Common name of a router's certificate. @param address by OpenVPN */
export const openvpnName = (address: string) => `router-${address.replaceAll(".", "-")}`;
