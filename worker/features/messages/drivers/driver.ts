import type { Context } from "../../../context.ts";
import type { Incoming } from "../incoming.ts";

/** `username`: empty where the service has none. */
export type SmsAccount = { username: string; apiKey: string; senderId: string | null };

/** Why an account takes nothing; the same for each message, so that all of them wait. */
export type AccountFault = "key" | "balance" | "sender_id" | "busy" | "refused" | "unreachable" | "silent";

/** Why a message cannot arrive, by the account's own word. */
export type MessageFault = "phone" | "blacklisted" | "no_route" | "risk_hold" | "network" | "sender_id";

export type SendOutcome =
  /** `cents`: what it was charged with; null where that was not said. */
  | { kind: "accepted"; ref: string | null; cents: number | null }
  /** Certainly not sent. */
  | { kind: "failed"; reason: MessageFault }
  | { kind: "account"; fault: Exclude<AccountFault, "silent"> }
  /** It may have been sent: the answer was lost, or cannot be read. */
  | { kind: "unclear" };

export type DeliveryReport = {
  ref: string;
  /** `254…` */
  phone: string;
  outcome: { state: "delivered" } | { state: "failed"; reason: MessageFault };
};

/** `over`: the service says no more of it. `later`: it does not know yet, or nothing could be read. */
export type Delivery = DeliveryReport["outcome"] | { state: "over" | "later" };

/** Speaks one SMS provider's interface. */
export type SmsDriver = {
  /** Never throws: what cannot be told is unclear. @param phone `254…` */
  send(ctx: Context, account: SmsAccount, message: { phone: string; text: string }): Promise<SendOutcome>;
  /** Null for what is no report, or says nothing final. @param body as it came */
  readReport(body: string): DeliveryReport | null;
  /** An opt-out that the service reports, or a written message. Null for anything else. */
  readIncoming(body: string): { optOut: string } | Incoming | null;
  /** Of a service that reports nothing by itself: what became of one that it accepted. Never throws. */
  askDelivery?(
    ctx: Context,
    account: SmsAccount,
    sent: Pick<DeliveryReport, "ref" | "phone">,
  ): Promise<Delivery>;
};
