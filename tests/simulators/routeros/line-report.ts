/** Whether a dialled line's packets get through. */

import { addressOfName } from "./address-lists.ts";
import { type Fate, follow, isMasqueraded, type Packet, routerItself, translated } from "./follow-rules.ts";
import { fromWire, toWire } from "./framing.ts";
import { sixAddressOf } from "./line-six.ts";
import type { World } from "./world.ts";

/** `partly`: some of its packets pass and others do not. */
export type Passes = boolean | "partly";

export interface LineReport {
  readonly dialled: boolean;
  readonly address: string | null;
  /** As the profile had it at the dial. */
  readonly rateLimit: string | null;
  readonly internet: Passes;
  /** Its page: TCP, a connection of few bytes. */
  readonly portal: Passes;
  /** Over IPv6; null: it has none. */
  readonly internet6: Passes | null;
  /** An established connection of the line is taken out of the firewall's sight: no block would end it. */
  readonly fastTracked: boolean;
  /** Questions of names to the router itself. */
  readonly names: boolean;
  /** Questions of names to another resolver are answered by the router. */
  readonly isResolver: boolean;
  /** Where a page leads that is asked without encryption: it is `refused`, or answered from there. */
  readonly web: string;
  /** What passes of that by which people tunnel past a block. */
  readonly tunnels: readonly Tunnel[];
}

export type Tunnel = (typeof tunnels)[number]["name"];

const uplink = "ether1";
export const elsewhere = "198.51.100.7";
export const elsewhere6 = "2001:db8:ffff::7";
const routerItself6 = "2001:db8:fffe::1";

type More = Partial<Pick<Packet, "protocol" | "bytes" | "isFlood" | "swarm">> & { port?: number };

/** Both ways, of a connection that begins and of one that stands. */
function packets(end: End, other: string, { port = 443, ...more }: More = {}): Packet[] {
  const { address, interface: own } = end;
  const out = { src: address, dst: other, in: own, out: uplink, srcPort: 50_000, dstPort: port };
  const back = { src: other, dst: address, in: uplink, out: own, srcPort: port, dstPort: 50_000 };
  const { protocol = "tcp", ...sizes } = more;
  return [
    { ...out, ...sizes, protocol, state: "new" },
    { ...out, ...sizes, protocol, state: "established" },
    { ...back, ...sizes, protocol, state: "established" },
  ];
}

/** Where the packets of somebody come in: the interface of a dialled line, or that of a network. */
export interface End {
  readonly address: string;
  readonly interface: string;
}

export const endOfLine = ({ address, name }: { address: string; name: string }): End => ({
  address,
  interface: `<pppoe-${name}>`,
});

/** Of its TCP packets in this state, both ways where it stands. */
export function fatesOf(world: World, end: End, other: string, state: Packet["state"]): Fate[] {
  return packets(end, other)
    .filter((packet) => packet.state === state)
    .map((packet) => follow(world, "forward", packet));
}

export const fatesBy = (world: World, end: End, other: string, protocol: Packet["protocol"]): Fate[] =>
  packets(end, other, { protocol }).map((packet) => follow(world, "forward", packet));

/** Of all its packets. */
export const allFates = (world: World, end: End, other: string): Fate[] =>
  (["tcp", "udp"] as const).flatMap((protocol) => fatesBy(world, end, other, protocol));

export function passes(fates: readonly Fate[]): Passes {
  const dropped = fates.filter((fate) => fate === "drop").length;
  return dropped === 0 ? true : dropped === fates.length ? false : "partly";
}

/** To the router itself: what comes back is the router's own to send. */
export const asked = (world: World, end: End, more: More): boolean =>
  packets(end, end.address.includes(":") ? routerItself6 : routerItself, {
    protocol: "udp",
    port: 53,
    ...more,
  })
    .filter(({ src }) => src === end.address)
    .every((packet) => follow(world, "input", packet) !== "drop");

/** The first packet of a connection, sent on by the rules of translation; null: it is refused. */
function led(world: World, end: End, other: string, more: More): Packet | null {
  const [first] = packets(end, other, more);
  const then = first && translated(world, first);
  if (!then) return null;
  const fate = follow(world, then.dst === routerItself ? "input" : "forward", then);
  return fate === "drop" ? null : then;
}

function webOf(world: World, end: End): string {
  const then = led(world, end, elsewhere, { port: 80 });
  if (then === null) return "refused";
  const out = then.dst === elsewhere ? then : Object.assign({}, then, { out: "bridge-hotspot" });
  const [, , back] = packets(end, then.dst, { port: then.dstPort });
  const isBack = isMasqueraded(world, out) && back && follow(world, "forward", back) !== "drop";
  return isBack ? `${then.dst}:${then.dstPort}` : `${then.dst}:${then.dstPort}, and no way back`;
}

const anyPasses = (world: World, end: End, other: string, more: More): boolean =>
  packets(end, other, more).some((packet) => follow(world, "forward", packet) !== "drop");

/** @param six the same line by IPv6; null without */
type Tries = (world: World, end: End, portal: string, six: End | null) => boolean;

const tunnels = [
  { name: "names without a limit", tries: (world, end) => asked(world, end, { isFlood: true }) },
  { name: "names over IPv6", tries: (world, _end, _portal, six) => six !== null && asked(world, six, {}) },
  { name: "names over TCP", tries: (world, end) => asked(world, end, { protocol: "tcp" }) },
  {
    name: "names elsewhere",
    // Of a connection that stands, which is not translated, as well.
    tries: (world, end) =>
      led(world, end, elsewhere, { protocol: "udp", port: 53 })?.dst === elsewhere ||
      anyPasses(world, end, elsewhere, { protocol: "udp", port: 53 }),
  },
  {
    name: "the portal over UDP",
    tries: (world, end, portal) => anyPasses(world, end, portal, { protocol: "udp" }),
  },
  {
    name: "another port of the portal",
    tries: (world, end, portal) => anyPasses(world, end, portal, { port: 2053 }),
  },
  {
    name: "the portal without a limit",
    tries: (world, end, portal) => anyPasses(world, end, portal, { isFlood: true }),
  },
  {
    name: "much of the portal",
    tries: (world, end, portal) => anyPasses(world, end, portal, { bytes: 5_000_000 }),
  },
] as const satisfies readonly { name: string; tries: Tries }[];

/** By which of these a device gets out that sets itself one address after the other. @param portal its address */
export const swarmsOf = (world: World, end: End, portal: string): string[] => {
  const swarm = { swarm: end.address };
  return [
    ...(asked(world, end, swarm) ? ["names from many addresses"] : []),
    ...(anyPasses(world, end, portal, swarm) ? ["the portal from many addresses"] : []),
  ];
};

/** By which of these somebody gets out. @param portal its address @param six the same by IPv6; null without */
export const tunnelsOf = (world: World, end: End, portal: string, six: End | null): Tunnel[] =>
  tunnels.filter(({ tries }) => tries(world, end, portal, six)).map((one) => one.name);

const away = {
  address: null,
  rateLimit: null,
  internet: false,
  portal: false,
  internet6: null,
  fastTracked: false,
  names: false,
  isResolver: false,
  web: "refused",
} as const;

/** @param portal a name by which the portal is reached */
export function lineReport(world: World, name: string, portal: string): LineReport {
  const line = world.state.dialled.find((one) => one.name === toWire(name));
  if (!line || line.address === "") return { dialled: line !== undefined, ...away, tunnels: [] };
  const there = addressOfName(portal);
  const own = endOfLine(line);
  const anywhere = allFates(world, own, elsewhere);
  const toPortal = fatesBy(world, own, there, "tcp");
  const six = sixAddressOf(line);
  const end6 = six === undefined ? null : endOfLine({ address: six, name: line.name });
  const anywhere6 = end6 && allFates(world, end6, elsewhere6);
  return {
    dialled: true,
    address: line.address,
    rateLimit: line.rateLimit === "" ? null : fromWire(line.rateLimit),
    internet: passes(anywhere),
    portal: passes(toPortal),
    internet6: anywhere6 && passes(anywhere6),
    fastTracked: [...anywhere, ...toPortal, ...(anywhere6 ?? [])].includes("fasttrack"),
    names: asked(world, own, {}),
    isResolver: led(world, own, elsewhere, { protocol: "udp", port: 53 })?.dst === routerItself,
    web: webOf(world, own),
    tunnels: tunnelsOf(world, own, there, end6),
  };
}
