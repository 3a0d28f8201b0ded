import type { GatewayPrompt, GatewayState } from "../gateway-kit/state.ts";
import type { BankSettings } from "./settings.ts";

type Credentials = {
  apiKey: string;
  apiSecret: string;
  /** Shown on the phone. */
  name?: string;
};
/** One business at one bank, as the bank's portal knows it. */
export type KcbApp = Credentials & { bank: "kcb"; till: string };
export type CoopApp = Credentials & { bank: "coop"; operatorCode: string };
export type EquityApp = Credentials & {
  bank: "equity";
  merchantCode: string;
  accountNumber: string;
  /** The merchant's half of the pair that signs, as it was uploaded to Jenga: SPKI in PEM. */
  publicKey: string;
};
export type BankApp = KcbApp | CoopApp | EquityApp;

/** What a person (or the telephone network) does with a prompt. */
export type Outcome = "paid" | "cancelled" | "wrong-pin" | "insufficient" | "unreachable" | "expired";

/** M-Pesa's code and words: the banks pass on what Safaricom told them. */
export type PromptResult = { code: number; text: string };

export type Prompt = GatewayPrompt & {
  readonly bank: BankApp["bank"];
  readonly apiKey: string;
  /** 2547… or 2541…. */
  readonly phoneNumber: string;
  /** What the business calls the payment. */
  readonly reference: string;
  readonly callBackUrl: string;
  readonly merchantRequestId: string;
  readonly checkoutRequestId: string;
  readonly state: Outcome | "open";
  readonly result: PromptResult | null;
  readonly receipt: string | null;
};

export const CALLS = [
  "tokenFetches",
  "tokensRefused",
  "pushesAccepted",
  "pushesRefused",
  "enquiries",
  "callbacksSent",
] as const;

export type BankState = GatewayState<Prompt, BankSettings, (typeof CALLS)[number]>;
