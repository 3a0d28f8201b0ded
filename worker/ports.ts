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

/** Something about a provider's site, told once in its console and by letter. */
export type SiteNews = {
  /** What happened, once: the same event again is told to nobody. */
  event: string;
  title: string;
  message: string;
  /** What is to be done about it; stands in the letter only. */
  next?: string;
};

/** What features offer to features that stand to their left; bound once, by the entry, before anything runs. */
export type Ports = {
  divertedOutcome(ctx: Context, paymentId: string, switchId: string): Promise<DivertedOutcome>;
  tellOfSite(ctx: Context, providerId: string, news: SiteNews): Promise<void>;
};

let bound: Ports | undefined;

export function bindPorts(ports: Ports): void {
  bound = ports;
}

export function boundPorts(): Ports {
  if (!bound) throw new Error("the ports are not bound: worker/index.ts comes first");
  return bound;
}
