/** Whether a dialled line's packets get through. */

import { addressOfName } from "./address-lists.ts";
import { type Fate, follow, type Packet } from "./follow-rules.ts";
import { fromWire, toWire } from "./framing.ts";
import type { World } from "./world.ts";

/** `partly`: some of its packets pass and others do not. */
type Passes = boolean | "partly";

export interface LineReport {
  readonly dialled: boolean;
  readonly address: string | null;
  /** As the profile had it at the dial. */
  readonly rateLimit: string | null;
  readonly internet: Passes;
  /** Its page: TCP, a connection of few bytes. */
  readonly portal: Passes;
  /** An established connection of the line is taken out of the firewall's sight: no block would end it. */
  readonly fastTracked: boolean;
  /** Questions of names to the router itself. */
  readonly names: boolean;
  /** What passes of that by which people tunnel past a block. */
  readonly tunnels: readonly Tunnel[];
}

export type Tunnel = (typeof tunnels)[number]["name"];

const uplink = "ether1";
export const elsewhere = "198.51.100.7";
const routerItself = "10.7.0.1";

type End = { address: string; name: string };
type More = Partial<Pick<Packet, "protocol" | "bytes" | "isFlood">> & { port?: number };

/** Both ways, of a connection that begins and of one that stands. */
function packets({ address, name }: End, other: string, { port = 443, ...more }: More = {}): Packet[] {
  const own = `<pppoe-${name}>`;
  const out = { src: address, dst: other, in: own, out: uplink, srcPort: 50_000, dstPort: port };
  const back = { src: other, dst: address, in: uplink, out: own, srcPort: port, dstPort: 50_000 };
  const { protocol = "tcp", ...sizes } = more;
  return [
    { ...out, ...sizes, protocol, state: "new" },
    { ...out, ...sizes, protocol, state: "established" },
    { ...back, ...sizes, protocol, state: "established" },
  ];
}

/** Of the line's TCP packets in this state, both ways where it stands. */
export function fatesOf(world: World, end: End, other: string, state: Packet["state"]): Fate[] {
  return packets(end, other)
    .filter((packet) => packet.state === state)
    .map((packet) => follow(world, "forward", packet));
}

function passes(fates: readonly Fate[]): Passes {
  const dropped = fates.filter((fate) => fate === "drop").length;
  return dropped === 0 ? true : dropped === fates.length ? false : "partly";
}

/** To the router itself: what comes back is the router's own to send. */
const asked = (world: World, end: End, more: More): boolean =>
  packets(end, routerItself, { protocol: "udp", port: 53, ...more })
    .filter(({ src }) => src === end.address)
    .every((packet) => follow(world, "input", packet) !== "drop");

const anyPasses = (world: World, end: End, other: string, more: More): boolean =>
  packets(end, other, more).some((packet) => follow(world, "forward", packet) !== "drop");

const tunnels = [
  { name: "names without a limit", tries: (world, end) => asked(world, end, { isFlood: true }) },
  { name: "names over TCP", tries: (world, end) => asked(world, end, { protocol: "tcp" }) },
  {
    name: "names elsewhere",
    tries: (world, end) => anyPasses(world, end, elsewhere, { protocol: "udp", port: 53 }),
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
] as const satisfies readonly {
  name: string;
  tries: (world: World, end: End, portal: string) => boolean;
}[];

const away = { address: null, rateLimit: null, internet: false, portal: false } as const;

/** @param portal a name by which the portal is reached */
export function lineReport(world: World, name: string, portal: string): LineReport {
  const line = world.state.dialled.find((one) => one.name === toWire(name));
  if (!line || line.address === "")
    return { dialled: line !== undefined, ...away, fastTracked: false, names: false, tunnels: [] };
  const fates = (other: string, protocol: Packet["protocol"]) =>
    packets(line, other, { protocol }).map((packet) => follow(world, "forward", packet));
  const there = addressOfName(portal);
  const anywhere = [...fates(elsewhere, "tcp"), ...fates(elsewhere, "udp")];
  const toPortal = fates(there, "tcp");
  return {
    dialled: true,
    address: line.address,
    rateLimit: line.rateLimit === "" ? null : fromWire(line.rateLimit),
    internet: passes(anywhere),
    portal: passes(toPortal),
    fastTracked: [...anywhere, ...toPortal].includes("fasttrack"),
    names: asked(world, line, {}),
    tunnels: tunnels.filter(({ tries }) => tries(world, line, there)).map((one) => one.name),
  };
}
