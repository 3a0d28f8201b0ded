import type { GatewayPrompt, GatewayState } from "../gateway-kit/state.ts";
import type { AirtelSettings } from "./settings.ts";

/** One application of the developer portal: its credentials, and the wallet that it collects for. */
export type AirtelApp = {
  clientId: string;
  clientSecret: string;
  /** Shown on the phone. */
  name?: string;
  /** What the portal's form holds at the beginning; `/control/airtel/apps` changes it. */
  portal?: Partial<Portal>;
};

/** What a business writes into the portal by hand, once for all its payments. */
export type Portal = {
  /** Where outcomes are posted; empty = nowhere. */
  readonly callbackUrl: string;
  /** Signs callbacks; empty = they carry no hash. */
  readonly callbackKey: string;
  /** Addresses that requests may come from while the allow-list is on. */
  readonly allowedIps: readonly string[];
};

/** What a person (or the network) does with a prompt. After `ambiguous` its outcome is still open. */
export type Outcome =
  | "paid"
  | "cancelled"
  | "wrong-pin"
  | "insufficient"
  | "over-limit"
  | "timed-out"
  | "expired"
  | "ambiguous";

/** Airtel's two words for one outcome: the status of the transaction, and the code of the collection family. */
export type PromptResult = { status: "TS" | "TF" | "TA" | "TE"; code: string; message: string };

export type Prompt = GatewayPrompt & {
  readonly clientId: string;
  /** What the business calls the payment; nobody may use it twice. */
  readonly transactionId: string;
  /** Nine digits, as pushed. */
  readonly msisdn: string;
  readonly reference: string;
  readonly state: Outcome | "open" | "refused" | "refunded";
  readonly result: PromptResult | null;
  readonly moneyId: string | null;
  readonly enquiries: number;
};

export const CALLS = [
  "tokenFetches",
  "tokensRefused",
  "pushesAccepted",
  "pushesRefused",
  "enquiries",
  // Those less than three minutes after the push, when no callback had been sent: Airtel asks not to.
  "earlyEnquiries",
  "refunds",
  "callbacksSent",
] as const;

export type AirtelState = GatewayState<Prompt, AirtelSettings, (typeof CALLS)[number]> & {
  /** By client id. */
  readonly portals: Readonly<Record<string, Portal>>;
};
