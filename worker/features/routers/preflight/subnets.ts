import type { Read } from "../../../contract/router-facts.ts";
import { blocks, type Check, fine, from, mend, type Outcome, valueIn } from "./check.ts";
import { networkOf, overlap, rangesOf, within } from "./networks.ts";

/** One network on two interfaces: the modem before the router often gives the very network that the router gives. */
export const subnets: Check = ({ facts }) =>
  from(facts, ["addresses"], ({ addresses }) => {
    const visitors = visitorInterfaces(valueIn(facts, "servers") ?? []);
    return (
      clash(addresses, visitors) ??
      stray(addresses, visitors, facts) ??
      unserved(visitors, facts) ??
      fine("subnetsApart")
    );
  });

export function visitorInterfaces(servers: Read<"servers">): Set<string> {
  return new Set(servers.filter(({ enabled }) => enabled).map((server) => server.interface));
}

function clash(addresses: Read<"addresses">, visitors: ReadonlySet<string>): Outcome | undefined {
  // An address of its own is no network: ends of tunnels have them, inside of anything.
  const networks = addresses.flatMap((row) => {
    const network = networkOf(row.address);
    return network && network.last > network.first ? [{ ...network, interface: row.interface }] : [];
  });
  const pairs = networks.flatMap((one, index) =>
    networks
      .slice(index + 1)
      .filter((other) => other.interface !== one.interface && overlap(one, other))
      .map((other) => [one, other] as const),
  );
  const concerns = (pair: (typeof pairs)[number]) => pair.some((one) => visitors.has(one.interface));
  const pair = pairs.find(concerns) ?? pairs[0];
  if (!pair) return undefined;
  const [one, other] = pair;
  const params = { network: one.cidr, first: one.interface, second: other.interface };
  return concerns(pair) ? blocks("subnetsClash", params) : mend("subnetsClash", params);
}

/** Where nothing gives out addresses, another machine has to; mostly it was forgotten. */
function unserved(visitors: ReadonlySet<string>, facts: Parameters<Check>[0]["facts"]): Outcome | undefined {
  const served = valueIn(facts, "dhcp")?.map((row) => row.interface);
  const on = served && [...visitors].find((name) => !served.includes(name));
  return on === undefined ? undefined : mend("addressesFromNobody", { interface: on });
}

/** Addresses that are given out, but lie outside the network of those who get them. */
function stray(
  addresses: Read<"addresses">,
  visitors: ReadonlySet<string>,
  facts: Parameters<Check>[0]["facts"],
): Outcome | undefined {
  const pools = new Map(valueIn(facts, "pools")?.map(({ name, ranges }) => [name, rangesOf(ranges)]));
  for (const { interface: on, pool } of valueIn(facts, "dhcp") ?? []) {
    const own = addresses.flatMap((row) => (row.interface === on ? (networkOf(row.address) ?? []) : []));
    const ranges = pools.get(pool) ?? [];
    const isStray = ranges.some((range) => !own.some((network) => within(range, network)));
    if (visitors.has(on) && own.length > 0 && isStray) return blocks("poolOutside", { pool, interface: on });
  }
  return undefined;
}
