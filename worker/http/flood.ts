import { say } from "../contract/texts.ts";
import { AppError } from "../errors.ts";
import { networkOf, unknownNetwork } from "./network.ts";

// A provider's object has one thread. What one network may put on it is bounded here, before it is forwarded; who may do how much
// of what is counted in the object, where devices are told apart (worker/features/rate-limits).

/** A site has one address: a thousand devices whose pages load at the same moment fit. */
const burst = 3_000;
/** About a tenth of what an object answers. */
const perSecond = 100;
const mostKept = 5_000;

/** Requests that a network has left at a provider; in this isolate, as floods come over few lines. */
const left = new Map<string, { count: number; at: number }>();

/** Counts one request. @param providerId or a part of what is asked of it that is counted apart @returns whether it may be forwarded */
export function mayForward(providerId: string, network: string, now: number): boolean {
  const key = `${providerId} ${network}`;
  const known = left.get(key) ?? { count: burst, at: now };
  const regained = (Math.max(0, now - known.at) / 1_000) * perSecond;
  const count = Math.min(burst, known.count + regained);
  if (left.size >= mostKept && !left.has(key)) left.clear();
  left.set(key, { count: Math.max(0, count - 1), at: now });
  return count >= 1;
}

/** @throws AppError too_many for a network that floods this provider */
export function refuseNetworkFlood(request: Request, providerId: string, now: number): void {
  const network = networkOf(request);
  if (network !== unknownNetwork && !mayForward(providerId, network, now))
    throw new AppError("too_many", say("requests_limit"), { retryAfter: 60 });
}
