import type { RouterNetwork } from "../../contract/router-networks.ts";
import { say, type Text } from "../../contract/texts.ts";
import { formatIpv4, parseIpv4 } from "../../contract/values/ipv4.ts";

// Which address a fixed device has in its network. Pure.

type Span = { own: number; first: number; last: number };

/** Of "10.20.0.1/24"; undefined where it has no room for a device. */
function spanOf(text: string): Span | undefined {
  const [base = "", bits = ""] = text.split("/");
  const own = parseIpv4(base);
  const length = /^\d{1,2}$/.test(bits) ? Number(bits) : Number.NaN;
  if (own === undefined || !(length >= 8 && length <= 30)) return undefined;
  const size = 2 ** (32 - length);
  const network = Math.floor(own / size) * size;
  // Neither that of the network nor that of all.
  return { own, first: network + 1, last: network + size - 2 };
}

/** Looked through for one that is free: more devices than these are in no network of homes. */
const mostLooked = 5_000;

/**
 * The one that was typed; else the one that the device has there, so that nothing of it changes; else the first that is free.
 * @param taken of other lines at this router
 */
export function chooseAddress(
  network: Pick<RouterNetwork, "addresses" | "devices" | "name">,
  mac: string,
  typed: string | undefined,
  taken: ReadonlySet<string>,
): { address: string } | { reason: Text } {
  const spans = network.addresses.flatMap((one) => spanOf(one) ?? []);
  const isOurs = (number: number) => spans.some(({ own }) => own === number);
  const isInside = (number: number) =>
    spans.some(({ first, last }) => number >= first && number <= last) && !isOurs(number);
  const others = new Set(
    network.devices.filter((device) => device.mac !== mac).map(({ address }) => address),
  );
  const isFree = (address: string) => !taken.has(address) && !others.has(address);
  if (typed !== undefined) {
    const number = parseIpv4(typed);
    if (number === undefined || !isInside(number))
      return {
        reason: say("fixed_address_outside", { address: typed, network: network.addresses.join(", ") }),
      };
    return isFree(typed) ? { address: typed } : { reason: say("fixed_address_taken", { address: typed }) };
  }
  const present = network.devices.find((device) => device.mac === mac)?.address;
  if (present !== undefined && isInside(parseIpv4(present) ?? -1) && isFree(present))
    return { address: present };
  for (const { first, last } of spans)
    for (let number = first; number <= last && number < first + mostLooked; number += 1)
      if (!isOurs(number) && isFree(formatIpv4(number))) return { address: formatIpv4(number) };
  return { reason: say("fixed_no_address") };
}
