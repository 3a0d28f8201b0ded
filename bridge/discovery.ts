import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mostFound, type Neighbour } from "#contract/bridge-requests";
import { say, type Text, textIn } from "#contract/texts";
import { isLoopbackIpv4, isPrivateIpv4, parseIpv4 } from "./ipv4.ts";
import { type Announcement, mndpRequest, readAnnouncement } from "./mndp.ts";

export type Discovery = {
  /** Whom to ask: broadcast addresses of the own networks. */
  ask: readonly { address: string; port: number }[];
  /** Devices answer to the port of the protocol, wherever the question came from. */
  listenPort: number;
  listenMs: number;
  /** Ends it early, with what was heard until then. */
  signal: AbortSignal;
};

/** The router could not be asked; the text is for people. */
export class DiscoveryFailed extends Error {
  override readonly name = "DiscoveryFailed";
  readonly text: Text;

  constructor(text: Text) {
    super(textIn("en", text));
    this.text = text;
  }
}

/** Packets get lost: the question is put three times. */
const questions = 3;
/** What a flood can make us read. */
const mostPackets = 20_000;

/** Each device once, by MAC address and licence, in the order of the answers. @throws DiscoveryFailed */
export async function discover({ ask, listenPort, listenMs, signal }: Discovery): Promise<Neighbour[]> {
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const found = new Map<string, Neighbour>();
  const devices = new Set<string>();
  let packets = 0;
  socket.on("message", (packet, from) => {
    packets += 1;
    if (packets > mostPackets || found.size >= mostFound) return;
    const announced = readAnnouncement(packet);
    const neighbour = announced && neighbourOf(announced, from.address);
    if (!announced || !neighbour?.mac || found.has(neighbour.mac)) return;
    // One that is in several of our networks announces itself in each, by another address.
    const { softwareId } = announced;
    if (softwareId !== null && devices.has(softwareId)) return;
    if (softwareId !== null) devices.add(softwareId);
    found.set(neighbour.mac, neighbour);
  });
  try {
    socket.bind(listenPort);
    await once(socket, "listening");
  } catch (error) {
    socket.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new DiscoveryFailed(say("cannot_listen", { why: why.slice(0, 300) }));
  }
  // Later faults concern single packets.
  socket.on("error", () => undefined);
  socket.setBroadcast(true);
  try {
    let sent = 0;
    for (let question = 0; question < questions && !signal.aborted; question += 1) {
      sent += await put(socket, ask);
      await pause(listenMs / questions, signal);
    }
    if (sent === 0 && !signal.aborted) throw new DiscoveryFailed(say("no_network_to_ask"));
    return [...found.values()];
  } finally {
    socket.close();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

/** How many of them could be asked. */
async function put(socket: Socket, ask: Discovery["ask"]): Promise<number> {
  const sent = ask.map(
    ({ address, port }) =>
      new Promise<boolean>((resolve) =>
        socket.send(mndpRequest, port, address, (error) => resolve(error === null)),
      ),
  );
  return (await Promise.all(sent)).filter(Boolean).length;
}

/** Its own address by its own word, if it can be one here; else the one that the packet came from. */
function neighbourOf(announced: Announcement, source: string): Neighbour | undefined {
  const { mac, identity, version, board, ipv4, ipv6 } = announced;
  const isOurs = ipv4 !== null && isReachable(ipv4, source);
  const address = isOurs ? ipv4 : source === "0.0.0.0" ? ipv6 : source;
  return address === null ? undefined : { address, mac, identity, version, board };
}

/** On the machine itself only for what came from there. */
function isReachable(ipv4: string, source: string): boolean {
  const [claimed, from] = [parseIpv4(ipv4) ?? 0, parseIpv4(source) ?? 0];
  return isPrivateIpv4(claimed) || (isLoopbackIpv4(claimed) && isLoopbackIpv4(from));
}
