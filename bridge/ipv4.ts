import { parseIpv4 } from "#contract/values/ipv4";

// IPv4 addresses of private networks, as numbers of 32 bits.

export { formatIpv4, parseIpv4 } from "#contract/values/ipv4";

/** RFC 1918: 10/8, 172.16/12, 192.168/16. */
export function isPrivateIpv4(address: number): boolean {
  return isIn(address, 0x0a000000, 8) || isIn(address, 0xac100000, 12) || isIn(address, 0xc0a80000, 16);
}

export function isLoopbackIpv4(address: number): boolean {
  return isIn(address, 0x7f000000, 8);
}

/** @param network "10.20.0.1/24", the address of anybody in it; without a length it is that one alone */
export function isWithin(network: string, address: string): boolean {
  const [base = "", bits = "32"] = network.split("/");
  const [one, other] = [parseIpv4(base), parseIpv4(address)];
  if (one === undefined || other === undefined || !/^\d{1,2}$/.test(bits)) return false;
  return isIn(other, one, Number(bits));
}

function isIn(address: number, network: number, prefix: number): boolean {
  const size = 2 ** (32 - prefix);
  return Math.floor(address / size) === Math.floor(network / size);
}
