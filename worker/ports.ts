import type { Context } from "./context.ts";
import type { OfflineVoucher, SiteEvent } from "./contract/bridge.ts";
import type { Text } from "./contract/texts.ts";
import type { Subject } from "./contract/values/subject.ts";
import type { Asked } from "./db/every-tenant.ts";

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
  title: Text;
  message: Text;
  /** What is to be done about it; stands in the letter only. */
  next?: Text;
};

/** A bridge or a router that went away, or came back, as its outage is told. */
export type AbsenceTold = {
  /** The bridge's id, or the router's. */
  what: string;
  name: string;
  isBridge: boolean;
  /** The provider's routers there. */
  routers: { id: string; name: string }[];
  beganAt: number;
  /** Null: it is away. */
  endedAt: number | null;
};

/** What a bridge tells of vouchers that were assigned to it. */
export type OfflineVoucherEvent = Extract<SiteEvent, { offlineVoucherId: string }>;

export type OfflineVoucherPorts = {
  /**
   * Repeatable. Gives the purchases that it made, how many events were about vouchers that are not this bridge's, and those of
   * providers that did not answer. @param waiting providers of which earlier events are not written yet
   */
  recordOfflineVoucherEvents(
    ctx: Context,
    bridgeId: string,
    events: readonly OfflineVoucherEvent[],
    waiting: ReadonlySet<string>,
  ): Promise<{
    made: { providerId: string; entitlementId: string }[];
    foreign: number;
    left: { providerId: string; event: OfflineVoucherEvent }[];
  }>;
  /** All that this bridge holds or shall give back. @param sellers providers that have or had a router there */
  offlineVouchersOfBridge(
    ctx: Context,
    bridgeId: string,
    sellers: readonly string[],
    waitMs?: number,
  ): Promise<Asked<OfflineVoucher>>;
  /** Offline vouchers were redeemed there by a bridge that cannot tell any more. Gives the purchases that are known now. */
  recordRedeemedOnRouter(
    ctx: Context,
    routerId: string,
    sellers: readonly string[],
    users: readonly { entitlementId: string; subject: Subject }[],
  ): Promise<Asked<string>>;
};

/** What features offer to features that stand to their left; bound once, by the entry, before anything runs. */
type Ports = OfflineVoucherPorts & {
  divertedOutcome(ctx: Context, paymentId: string, switchId: string): Promise<DivertedOutcome>;
  /** The code by which its buyer takes a purchase to another device. */
  recoveryCode(ctx: Context, providerId: string, entitlementId: string): Promise<string>;
  /** Where a customer with lines pays, at the provider's own host, by the account's number. */
  customerPath(ctx: Context, providerId: string, number: string): string;
  noteAbsence(ctx: Context, providerId: string, absence: AbsenceTold): Promise<void>;
  notifySite(ctx: Context, providerId: string, news: SiteNews): Promise<void>;
};

let bound: Ports | undefined;

export function bindPorts(ports: Ports): void {
  bound = ports;
}

export function boundPorts(): Ports {
  if (!bound) throw new Error("the ports are not bound: worker/index.ts comes first");
  return bound;
}
