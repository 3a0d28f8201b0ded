import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { formatIpv4, isLoopbackIpv4, isPrivateIpv4, parseIpv4 } from "./ipv4.ts";

/** An IPv4 network that this machine has an address in. Addresses are numbers of 32 bits. */
export type OwnNetwork = { address: number; prefix: number };

type Interfaces = Record<string, NetworkInterfaceInfo[] | undefined>;

/** Networks inside the machine, behind which no router is. */
const isVirtual = (name: string) => /^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|podman)/.test(name);

/** The private networks (RFC 1918) of this machine, those of its containers only where it has no others. */
export function ownNetworks(interfaces: Interfaces = networkInterfaces()): OwnNetwork[] {
  const all = Object.entries(interfaces).flatMap(([name, entries = []]) =>
    entries.flatMap(({ family, internal, address, cidr }) => {
      const own = family === "IPv4" && !internal ? parseIpv4(address) : undefined;
      const prefix = Number(cidr?.split("/")[1]);
      if (own === undefined || !isPrivateIpv4(own) || !Number.isInteger(prefix)) return [];
      return [{ address: own, prefix, virtual: isVirtual(name) }];
    }),
  );
  const real = all.filter((network) => !network.virtual);
  return (real.length > 0 ? real : all).map(({ address, prefix }) => ({ address, prefix }));
}

/** Where all devices of the network listen, like "192.168.88.255". */
export function broadcastOf({ address, prefix }: OwnNetwork): string {
  const size = 2 ** (32 - prefix);
  return formatIpv4(Math.floor(address / size) * size + size - 1);
}

/** UTC ms of `/system/clock`: `2026-11-20` or, before about 7.10, `nov/20/2026`; `09:05:00`; `+03:00`. @throws RangeError */
export function parseNetwork(text: string): OwnNetwork | undefined {
  const [host = "", bits = "32", ...more] = text.split("/");
  const address = parseIpv4(host);
  const prefix = /^\d{1,2}$/.test(bits) ? Number(bits) : Number.NaN;
  if (address === undefined || more.length > 0 || !(prefix >= 24 && prefix <= 32)) return undefined;
  return isPrivateIpv4(address) || isLoopbackIpv4(address) ? { address, prefix } : undefined;
}

export function isWithin({ address: own, prefix }: OwnNetwork, address: string): boolean {
  const size = 2 ** (32 - prefix);
  const at = parseIpv4(address);
  return at !== undefined && at !== own && Math.floor(at / size) === Math.floor(own / size);
}
