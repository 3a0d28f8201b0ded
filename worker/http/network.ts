import { say } from "../contract/texts.ts";
import { AppError } from "../errors.ts";

/** Of a caller whose address is not known: on Cloudflare there is none. */
export const unknownNetwork = "unknown";

/**
 * The network a request comes from: one address of IPv4, behind which a whole site may stand, or a /56 of IPv6, which is
 * what one line is given and inside of which a caller chooses addresses freely. `CF-Connecting-IP` is set by Cloudflare
 * and cannot be chosen by the caller; where it is absent (local start), all callers are one network.
 */
export function networkOf(request: Request): string {
  const address = (request.headers.get("cf-connecting-ip") ?? "").trim().toLowerCase();
  const mapped = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address);
  if (mapped) return mapped[1] ?? unknownNetwork;
  if (!/^[0-9a-f:]*:[0-9a-f:]*$/.test(address)) return unknownNetwork;
  const [first, second, third, fourth = "0"] = firstGroups(address, 4);
  return `${first}:${second}:${third}:${fourth.padStart(4, "0").slice(0, 2)}00::/56`;
}

/**
 * The widest that is given to one line: a /48 of IPv6, in which its holder has 256 networks. Networks of one provider's customers may
 * stand in one as well. An address of IPv4 is both.
 */
export function lineOf(network: string): string {
  return network.replace(/^((?:[0-9a-f]+:){3}).*\/56$/, "$1:/48");
}

/** The neighbourhood of a network: a /16 of IPv4, a /32 of IPv6. Addresses that are rented in numbers lie in few of these. */
export function nearOf(network: string): string {
  return network.replace(/^(\d+\.\d+)\.\d+\.\d+$/, "$1").replace(/^([0-9a-f]+:[0-9a-f]+):.*\/56$/, "$1::/32");
}

/** Undoes `::`, and leading zeros with it, so that one network has one spelling. */
function firstGroups(address: string, count: number): string[] {
  const [head = "", tail] = address.split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const before = groups(head);
  const after = groups(tail);
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after].slice(0, count).map((group) => group.replace(/^0+(?=.)/, ""));
}

// A provider's object has one thread. What one network may put on it is bounded here, before it is forwarded; who may do how much
// of what is counted in the object, where devices are told apart (worker/features/rate-limits).

/** A site has one address: a thousand devices whose pages load at the same moment fit. A tenth of what an object answers. */
const ofProvider = { burst: 3_000, perSecond: 100 };
/** Hosts that this isolate has to ask D1 for: a network has visitors of few providers, a flood makes up names. */
const ofUnknownHosts = { burst: 200, perSecond: 5 };
const mostKept = 5_000;

/** Requests that a network has left at a provider; in this isolate, as floods come over few lines. */
const left = new Map<string, { count: number; at: number }>();

/** Counts one request. @param providerId or a part of what is asked of it that is counted apart @returns whether it may be forwarded */
export function mayForward(
  providerId: string,
  network: string,
  now: number,
  { burst, perSecond } = ofProvider,
): boolean {
  const key = `${providerId} ${network}`;
  const known = left.get(key) ?? { count: burst, at: now };
  const regained = (Math.max(0, now - known.at) / 1_000) * perSecond;
  const count = Math.min(burst, known.count + regained);
  if (left.size >= mostKept && !left.has(key)) left.clear();
  left.set(key, { count: Math.max(0, count - 1), at: now });
  return count >= 1;
}

/** @throws AppError too_many for a network that floods this provider */
export function refuseNetworkFlood(
  request: Request,
  providerId: string,
  now: number,
  most = ofProvider,
): void {
  const network = networkOf(request);
  if (network !== unknownNetwork && !mayForward(providerId, network, now, most))
    throw new AppError("too_many", say("requests_limit"), { retryAfter: 60 });
}

/** @throws AppError too_many for a network that names host after host of which nothing is known here */
export function refuseUnknownHosts(request: Request, now: number): void {
  refuseNetworkFlood(request, "unknown hosts", now, ofUnknownHosts);
}
