import type { Delivery, GatewayPrompt, GatewayState } from "../gateway-kit/state.ts";
import type { DarajaSettings } from "./settings.ts";

/** One business at the gateway: the credentials of its Daraja app and the numbers that it may be paid on. */
export type DarajaApp = {
  consumerKey: string;
  consumerSecret: string;
  shortCode: string;
  passkey: string;
  /** Shown on the phone; the receiving number when absent. */
  name?: string;
  /** PartyB values allowed with CustomerBuyGoodsOnline. */
  tills?: string[];
  /** PartyB values allowed with CustomerPayBillOnline, beside the short code itself. */
  partyBs?: string[];
  /** Every PartyB is a real receiver: no push of this app ends with 2028. */
  allowAnyPartyB?: boolean;
  /** The operator that may reverse and look up; without it each such call ends with 2001. */
  initiatorName?: string;
  securityCredential?: string;
};

/** What a person (or the telephone network) does with a prompt. */
export type Outcome =
  | "paid"
  | "cancelled"
  | "wrong-pin"
  | "insufficient"
  | "unreachable"
  | "unacknowledged"
  | "expired";

export type PromptResult = { code: number | string; callbackDesc: string; queryDesc: string };

export type Prompt = GatewayPrompt & {
  readonly phoneNumber: string;
  readonly payer: string;
  readonly partyB: string;
  readonly accountReference: string;
  readonly transactionDesc: string;
  readonly transactionType: string;
  readonly shortCode: string;
  readonly merchantRequestId: string;
  readonly checkoutRequestId: string;
  readonly callBackUrl: string;
  /** `refused` is every end that no person chose: wrong receiver, the two minute rule, a code set by a tester. */
  readonly state: Outcome | "open" | "refused";
  readonly result: PromptResult | null;
  readonly receipt: string | null;
  readonly queries: number;
};

/** Where the gateway tells of payments to a short code, and what it does when the validation address keeps silent. */
export type Registration = {
  readonly version: 1 | 2;
  readonly responseType: "Completed" | "Cancelled";
  readonly confirmationUrl: string;
  readonly validationUrl: string;
};

/** Money that reached a business, by a push or typed by hand. Immutable like a prompt. Whole shillings, times UTC ms. */
export type Transfer = {
  readonly receipt: string;
  readonly at: number;
  readonly amount: number;
  readonly phone: string;
  readonly firstName: string;
  readonly shortCode: string;
  readonly transactionType: "Pay Bill" | "Buy Goods";
  /** What was typed or pushed as account; empty for a till. */
  readonly account: string;
  readonly origin: "push" | "typed" | "simulated";
  /** As the validation address answered it. */
  readonly thirdPartyId: string;
  readonly reversal: { readonly receipt: string; readonly at: number; readonly amount: number } | null;
  readonly deliveries: readonly Delivery[];
};

/** A reversal or a question after a transaction: acknowledged at once, its result told later. */
export type Operation = {
  readonly conversationId: string;
  readonly originatorConversationId: string;
  readonly kind: "reversal" | "status" | "b2c" | "b2b";
  readonly shortCode: string;
  /** As asked for; empty when the question named a conversation. */
  readonly transactionId: string;
  readonly at: number;
  readonly resultCode: number | string;
  readonly resultDesc: string;
  /** Receipt of what this operation moved itself. */
  readonly receipt: string | null;
  /** Of money that a business sends. */
  readonly payout?: { readonly amount: number; readonly receiver: string; readonly isReversed: boolean };
  readonly deliveries: readonly Delivery[];
};

/** What a callback is about: a prompt's id, a transfer's receipt or an operation's conversation. */
export type About = { readonly kind: "prompt" | "transfer" | "operation"; readonly id: string };

export const CALLS = [
  "tokenFetches",
  "tokensRefused",
  "pushesAccepted",
  "pushesRefused",
  "queries",
  "callbacksSent",
  "validationsAsked",
  "confirmationsSent",
  "reversals",
  "payouts",
  "statusQueries",
  "resultsSent",
  "pulls",
] as const;

export type DarajaState = GatewayState<Prompt, DarajaSettings, (typeof CALLS)[number], About> & {
  readonly registrations: Readonly<Record<string, Registration>>;
  /** Short codes whose payments may be pulled. */
  readonly pullCodes: readonly string[];
  /** Oldest first. */
  readonly transfers: readonly Transfer[];
  /** Oldest first. */
  readonly operations: readonly Operation[];
};

/** Of transfers and of operations. */
const MOVES_KEPT = 2_000;

export function addTransfer(state: DarajaState, transfer: Transfer): DarajaState {
  return { ...state, transfers: [...state.transfers, transfer].slice(-MOVES_KEPT) };
}

export function replaceTransfer(state: DarajaState, next: Transfer): DarajaState {
  const transfers = state.transfers.map((one) => (one.receipt === next.receipt ? next : one));
  return { ...state, transfers };
}

export function addOperation(state: DarajaState, operation: Operation): DarajaState {
  return { ...state, operations: [...state.operations, operation].slice(-MOVES_KEPT) };
}

/** Notes how a callback was answered at whatever it was about. */
export function noteDelivery(state: DarajaState, about: About, delivery: Delivery): DarajaState {
  const noted = <One extends { readonly deliveries: readonly Delivery[] }>(one: One): One => ({
    ...one,
    deliveries: [...one.deliveries, delivery],
  });
  switch (about.kind) {
    case "prompt":
      return { ...state, prompts: state.prompts.map((one) => (one.id === about.id ? noted(one) : one)) };
    case "transfer":
      return {
        ...state,
        transfers: state.transfers.map((one) => (one.receipt === about.id ? noted(one) : one)),
      };
    case "operation":
      return {
        ...state,
        operations: state.operations.map((one) => (one.conversationId === about.id ? noted(one) : one)),
      };
  }
}

/** Whether any movement of money already has this receipt. */
export function receiptTaken(state: DarajaState, receipt: string): boolean {
  return (
    state.prompts.some((prompt) => prompt.receipt === receipt) ||
    state.transfers.some((one) => one.receipt === receipt || one.reversal?.receipt === receipt) ||
    state.operations.some((one) => one.receipt === receipt)
  );
}
