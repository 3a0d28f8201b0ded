import { env } from "cloudflare:workers";

/** A batch leaves the queue at once (vitest.config.ts); this is for its consumer. */
const quietMs = 300;

let lastSent = Number.NEGATIVE_INFINITY;

type Sender = { send(...parameters: unknown[]): Promise<unknown> };

const prototype = Object.getPrototypeOf(env.CALLBACKS) as Sender;
const send = prototype.send;
prototype.send = function (this: Sender, ...parameters) {
  lastSent = performance.now();
  return send.apply(this, parameters);
};

/**
 * Waits until what an earlier file of this runtime queued has reached its consumer: in the next file's database it would be
 * money at a pay bill that the same seed has there, too. A file that queued nothing waits for nothing.
 */
export async function queueDelivered(): Promise<void> {
  const left = lastSent + quietMs - performance.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
