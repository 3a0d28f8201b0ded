import type { Context } from "./context.ts";

/** What became of a payment that a switch holds room for. */
export type DivertedOutcome =
  | "paid"
  /** Definitely not paid. */
  | "failed"
  /** Still possible. */
  | "open"
  /** It was routed without this switch. */
  | "direct"
  /** There never was such a payment. */
  | "none";

/** What features offer to features that stand to their left; bound once, by the entry, before anything runs. */
export type Ports = {
  divertedOutcome(ctx: Context, paymentId: string, switchId: string): Promise<DivertedOutcome>;
};

let bound: Ports | undefined;

export function bindPorts(ports: Ports): void {
  bound = ports;
}

export function boundPorts(): Ports {
  if (!bound) throw new Error("the ports are not bound: worker/index.ts comes first");
  return bound;
}
