/** What becomes of a packet: the rules that stand in the router are followed in their order. */

import { inNetwork, isListed } from "./address-lists.ts";
import { filterRules } from "./menus-filter.ts";
import type { Row } from "./query.ts";
import type { World } from "./world.ts";

export interface Packet {
  readonly src: string;
  readonly dst: string;
  readonly in: string;
  readonly out: string;
  readonly protocol: "tcp" | "udp";
  readonly srcPort: number;
  readonly dstPort: number;
  readonly state: "new" | "established";
  /** Of its connection until now; default few. */
  readonly bytes?: number;
  /** One of so many in a moment that no allowance is left for it. */
  readonly isFlood?: boolean;
  /** One of the same where each has an address of its own: that of this one. */
  readonly swarm?: string;
}

export type Fate = "accept" | "drop" | "fasttrack" | "return";

const ignored = new Set([
  ...[".id", "chain", "action", "jump-target", "reject-with", "comment", "disabled", "dynamic", "invalid"],
  ...["bytes", "packets", "log", "log-prefix", "hw-offload", "to-addresses", "to-ports"],
]);

function isWithin(wanted: string, isIt: (one: string) => boolean): boolean {
  return wanted.startsWith("!") ? !isIt(wanted.slice(1)) : isIt(wanted);
}

const isAmong = (ports: string, port: number): boolean =>
  ports.split(",").some((range) => {
    const [from = "", to = from] = range.split("-");
    return Number(from) <= port && port <= Number(to);
  });

/** `1000000-0`: from a million on. */
function hasBytes(range: string, bytes: number): boolean {
  const [from = "0", to = "0"] = range.split("-");
  return bytes >= Number(from) && (to === "0" || bytes <= Number(to));
}

/** Of lists that profiles fill. */
const isInList = ({ state }: World, list: string, name: string): boolean =>
  state.dialled.some((line) => line.interfaceList === list && `<pppoe-${line.name}>` === name);

type Condition = (wanted: string, packet: Packet, world: World) => boolean;
const conditions: Readonly<Record<string, Condition>> = {
  "src-address-list": (list, { src }, world) => isListed(world, list, src),
  "dst-address-list": (list, { dst }, world) => isListed(world, list, dst),
  "src-address": (network, { src }) => inNetwork(network, src),
  "dst-address": (network, { dst }) => inNetwork(network, dst),
  protocol: (one, { protocol }) => one === protocol,
  "src-port": (ports, { srcPort }) => isAmong(ports, srcPort),
  "dst-port": (ports, { dstPort }) => isAmong(ports, dstPort),
  "connection-state": (states, { state }) => states.split(",").includes(state),
  "connection-bytes": (range, { bytes = 0 }) => hasBytes(range, bytes),
  "dst-limit": (limit, { isFlood = false, swarm, src, dst }) => {
    const [, , by = ""] = limit.split(",");
    // What is counted by its own address has an allowance of its own.
    const isOwn = (by.startsWith("src-address") ? src : dst) === swarm;
    return !isFlood && (swarm === undefined || isOwn);
  },
  "in-interface-list": (list, packet, world) => isInList(world, list, packet.in),
  "out-interface-list": (list, packet, world) => isInList(world, list, packet.out),
  "in-interface": (name, packet) => name === packet.in,
  "out-interface": (name, packet) => name === packet.out,
};

/** @throws Error for a condition that is not known here: a guess would say that somebody is blocked who is not */
function fits(world: World, rule: Row, packet: Packet): boolean {
  return Object.entries(rule).every(([name, wanted]) => {
    if (ignored.has(name)) return true;
    // No hotspot sees what comes in by PPP.
    if (name === "hotspot") return false;
    const condition = conditions[name];
    if (!condition)
      throw new Error(`A packet of a line met a rule with ${name}=${wanted}, which is not known here.`);
    return isWithin(wanted, (one) => condition(one, packet, world));
  });
}

export function follow(world: World, chain: string, packet: Packet, depth = 0): Fate {
  if (depth > 10) throw new Error(`The rules of ${chain} jump in a circle.`);
  for (const rule of filterRules(
    world,
    packet.src.includes(":") ? "/ipv6/firewall/filter" : "/ip/firewall/filter",
  )) {
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

/** The router itself, to which `redirect` leads. */
export const routerItself = "10.7.0.1";

/** The first packet of a connection, as `dstnat` sends it on: the same where no rule says otherwise. */
export function translated(world: World, packet: Packet, chain = "dstnat", depth = 0): Packet | undefined {
  if (depth > 10) throw new Error(`The rules of ${chain} jump in a circle.`);
  for (const rule of filterRules(world, "/ip/firewall/nat")) {
    if (rule.chain !== chain || rule.disabled === "true" || !fits(world, rule, packet)) continue;
    const { action = "accept", "to-addresses": to = packet.dst, "to-ports": port } = rule;
    const dstPort = port === undefined ? packet.dstPort : Number(port);
    if (action === "accept") return packet;
    if (action === "redirect") return Object.assign({}, packet, { dst: routerItself, dstPort });
    if (action === "dst-nat") return Object.assign({}, packet, { dst: to, dstPort });
    if (action === "return") return undefined;
    if (action !== "jump") continue;
    const then = translated(world, packet, rule["jump-target"] ?? "", depth + 1);
    if (then !== undefined) return then;
  }
  return depth === 0 ? packet : undefined;
}

/** Whether what comes back finds its way: who answers sees the router. */
export function isMasqueraded(world: World, packet: Packet): boolean {
  const rule = filterRules(world, "/ip/firewall/nat").find(
    (one) => one.chain === "srcnat" && one.disabled !== "true" && fits(world, one, packet),
  );
  return rule?.action === "masquerade";
}
