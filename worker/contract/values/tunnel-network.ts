// Addresses in the tunnels between routers and the platform's hosts. The first /29 is the hosts': so a router lets in any of
// them by one network, whichever drives it. All behind it is the routers', one address each.

/** How many hosts there can be: the addresses of their /29. */
export const mostHosts = 6;

/** Where the routers' addresses begin, and the last of a /16. */
const firstRouter = 16;
const lastRouter = 2 ** 16 - 2;

/** How many routers a network of tunnels has room for. */
export const routersInAll = lastRouter - firstRouter + 1;

/** @param network a /16, `10.67.0.0/16` @param offset of an address in it */
function addressAt(network: string, offset: number): string {
  const [a, b] = network.split(".");
  return `${a}.${b}.${offset >> 8}.${offset & 255}`;
}

/** @param number 1 to `mostHosts` */
export const hostAddress = (network: string, number: number) => addressAt(network, number);

export const hostsNetwork = (network: string) => `${addressAt(network, 0)}/29`;

/** @param index 0 to `routersInAll - 1` */
export const routerAddress = (network: string, index: number) => addressAt(network, firstRouter + index);

/** Whether a router may have this address: written as we write it, in this network, and none of the hosts'. */
export function isRouterAddress(network: string, address: string): boolean {
  const parts = /^\d{1,3}\.\d{1,3}\.(\d{1,3})\.(\d{1,3})$/.exec(address);
  const offset = parts ? Number(parts[1]) * 256 + Number(parts[2]) : 0;
  return offset >= firstRouter && offset <= lastRouter && address === addressAt(network, offset);
}

/** 32 bytes in base64: a public or private key of WireGuard. */
export const wireguardKey = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** Where a host's WireGuard listens, and the name of its interface, also on routers. */
export const wireguardPort = 51_820;
export const wireguardInterface = "wg-mlango";
