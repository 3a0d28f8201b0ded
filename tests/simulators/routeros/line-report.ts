/** Whether a dialled line's packets get through: the rules that stand in the router are followed in their order. */

import { addressOfName, inNetwork, isListed } from "./address-lists.ts";
import { fromWire, toWire } from "./framing.ts";
import { filterRules } from "./menus-filter.ts";
import type { Row } from "./query.ts";
import type { World } from "./world.ts";

/** `partly`: some of its packets pass and others do not. */
type Passes = boolean | "partly";

export interface LineReport {
  readonly dialled: boolean;
  readonly address: string | null;
  /** As the profile had it at the dial. */
  readonly rateLimit: string | null;
  readonly internet: Passes;
  readonly portal: Passes;
  /** An established connection of the line is taken out of the firewall's sight: no block would end it. */
  readonly fastTracked: boolean;
}

interface Packet {
  readonly src: string;
  readonly dst: string;
  readonly in: string;
  readonly out: string;
  readonly protocol: "tcp" | "udp";
  readonly state: "new" | "established";
}

type Fate = "accept" | "drop" | "fasttrack" | "return";

const uplink = "ether1";
export const elsewhere = "198.51.100.7";
const ignored = new Set([
  ...[".id", "chain", "action", "jump-target", "reject-with", "comment", "disabled", "dynamic", "invalid"],
  ...["bytes", "packets", "log", "log-prefix", "hw-offload"],
]);

function isWithin(wanted: string, isIt: (one: string) => boolean): boolean {
  return wanted.startsWith("!") ? !isIt(wanted.slice(1)) : isIt(wanted);
}

/** @throws Error for a condition that is not known here: a guess would say that somebody is blocked who is not */
function fits(world: World, rule: Row, packet: Packet): boolean {
  return Object.entries(rule).every(([name, wanted]) => {
    if (ignored.has(name)) return true;
    if (name === "src-address-list") return isWithin(wanted, (list) => isListed(world, list, packet.src));
    if (name === "dst-address-list") return isWithin(wanted, (list) => isListed(world, list, packet.dst));
    if (name === "src-address") return isWithin(wanted, (network) => inNetwork(network, packet.src));
    if (name === "dst-address") return isWithin(wanted, (network) => inNetwork(network, packet.dst));
    if (name === "protocol") return isWithin(wanted, (one) => one === packet.protocol);
    if (name === "connection-state") return isWithin(wanted, (all) => all.split(",").includes(packet.state));
    if (name === "in-interface") return isWithin(wanted, (one) => one === packet.in);
    if (name === "out-interface") return isWithin(wanted, (one) => one === packet.out);
    // No hotspot sees what comes in by PPP.
    if (name === "hotspot") return false;
    throw new Error(`A packet of a line met a rule with ${name}=${wanted}, which is not known here.`);
  });
}

function follow(world: World, chain: string, packet: Packet, depth = 0): Fate {
  if (depth > 10) throw new Error(`The rules of ${chain} jump in a circle.`);
  for (const rule of filterRules(world)) {
    if (rule.chain !== chain || rule.disabled === "true" || !fits(world, rule, packet)) continue;
    const { action = "accept" } = rule;
    if (action === "accept") return "accept";
    if (action === "drop" || action === "reject" || action === "tarpit") return "drop";
    if (action === "fasttrack-connection") return "fasttrack";
    if (action === "return") return "return";
    if (action !== "jump") continue;
    const fate = follow(world, rule["jump-target"] ?? "", packet, depth + 1);
    if (fate !== "return") return fate;
  }
  return "return";
}

/** Both ways, of a connection that begins and of one that stands. */
function packets(address: string, name: string, other: string): Packet[] {
  const own = `<pppoe-${name}>`;
  return (["tcp", "udp"] as const).flatMap((protocol) => [
    { src: address, dst: other, in: own, out: uplink, protocol, state: "new" as const },
    { src: address, dst: other, in: own, out: uplink, protocol, state: "established" as const },
    { src: other, dst: address, in: uplink, out: own, protocol, state: "established" as const },
  ]);
}

/** Of the line's TCP packets in this state, both ways where it stands. */
export function fatesOf(
  world: World,
  { address, name }: { address: string; name: string },
  other: string,
  state: Packet["state"],
): Fate[] {
  return packets(address, name, other)
    .filter((packet) => packet.protocol === "tcp" && packet.state === state)
    .map((packet) => follow(world, "forward", packet));
}

function passes(fates: readonly Fate[]): Passes {
  const dropped = fates.filter((fate) => fate === "drop").length;
  return dropped === 0 ? true : dropped === fates.length ? false : "partly";
}

/** @param portal a name by which the portal is reached */
export function lineReport(world: World, name: string, portal: string): LineReport {
  const line = world.state.dialled.find((one) => one.name === toWire(name));
  if (!line || line.address === "")
    return {
      dialled: line !== undefined,
      address: null,
      rateLimit: null,
      internet: false,
      portal: false,
      fastTracked: false,
    };
  const fates = (other: string) =>
    packets(line.address, line.name, other).map((packet) => follow(world, "forward", packet));
  const [anywhere, there] = [fates(elsewhere), fates(addressOfName(portal))];
  return {
    dialled: true,
    address: line.address,
    rateLimit: line.rateLimit === "" ? null : fromWire(line.rateLimit),
    internet: passes(anywhere),
    portal: passes(there),
    fastTracked: [...anywhere, ...there].includes("fasttrack"),
  };
}
