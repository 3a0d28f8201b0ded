import { connect } from "node:net";
import type { OpenPorts } from "#contract/bridge-requests";
import { giveUpAfter } from "./clock.ts";
import { formatIpv4 } from "./ipv4.ts";
import type { OwnNetwork } from "./networks.ts";

/** Never more addresses than this in one scan. */
const mostAddresses = 256;
const answerWithinMs = 600;
const atOnce = 32;
/** Nobody reads faster. */
const notifyEveryMs = 400;

export type ScanPlan = {
  /** Like "192.168.88.0/24". */
  subnets: string[];
  addresses: string[];
};

/** The /24 around each own address, or a smaller whole network; networks take turns, routers' usual places come first. */
export function planScan(networks: readonly OwnNetwork[]): ScanPlan {
  const subnets = new Map<string, number[]>();
  for (const { address, prefix } of networks) {
    const bits = Math.max(24, prefix);
    const size = 2 ** (32 - bits);
    const first = Math.floor(address / size) * size;
    subnets.set(`${formatIpv4(first)}/${bits}`, hostsOf(first, size));
  }
  const queues = [...subnets.values()];
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? []));
  const addresses = [...new Set(inTurn.flat())].slice(0, mostAddresses);
  return { subnets: [...subnets.keys()], addresses: addresses.map(formatIpv4) };
}

/** Network and broadcast address are nobody's, but in networks of one or two addresses. */
function hostsOf(first: number, size: number): number[] {
  const [from, to] = size > 2 ? [first + 1, first + size - 2] : [first, first + size - 1];
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const last = all.at(-1);
  return last === undefined || all.length < 3 ? all : [from, last, ...all.slice(1, -1)];
}

export type ScanProgress = { checked: number; found: OpenPorts[] };

/** Which of these ports answer, 32 tries at a time, 0.6 s each; nothing is sent. The signal ends it with what was found. */
export async function scanPorts(options: {
  addresses: readonly string[];
  ports: readonly number[];
  signal: AbortSignal;
  tell(progress: ScanProgress): void;
}): Promise<ScanProgress> {
  const { addresses, ports, signal, tell } = options;
  const found: OpenPorts[] = [];
  let [next, checked, toldAt] = [0, 0, performance.now()];
  const worker = async () => {
    for (
      let address = addresses[next++];
      address !== undefined && !signal.aborted;
      address = addresses[next++]
    ) {
      const answers = await Promise.all(ports.map((port) => isOpen(address, port, signal)));
      const open = ports.filter((_, index) => answers[index]);
      if (open.length > 0) found.push({ address, ports: open });
      if (signal.aborted) return;
      checked += 1;
      if (performance.now() - toldAt < notifyEveryMs) continue;
      toldAt = performance.now();
      tell({ checked, found: [...found] });
    }
  };
  const workers = Math.max(1, Math.floor(atOnce / Math.max(1, ports.length)));
  await Promise.all(Array.from({ length: workers }, worker));
  return { checked, found };
}

function isOpen(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (open: boolean) => {
      settled();
      signal.removeEventListener("abort", giveUp);
      socket.destroy();
      resolve(open);
    };
    const giveUp = () => settle(false);
    const settled = giveUpAfter(answerWithinMs, giveUp);
    signal.addEventListener("abort", giveUp);
    socket.once("connect", () => settle(true));
    // Refused, unreachable, reset: nobody listens there. Stays for what comes after the end as well.
    socket.on("error", giveUp);
  });
}
