import { type DarajaSettings, DEFAULT_SETTINGS } from "./settings.ts";

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

/** `refused` is every end that no person chose: wrong receiver, the two minute rule, a code set by a tester. */
export type PromptState =
  | "open"
  | "paid"
  | "cancelled"
  | "wrong-pin"
  | "insufficient"
  | "unreachable"
  | "expired"
  | "refused";

export type PromptResult = { code: number | string; callbackDesc: string; queryDesc: string };

/** One request for a PIN on one phone. Never changed in place: a new value replaces it. Times are UTC ms. */
export type Prompt = {
  readonly id: string;
  readonly phoneNumber: string;
  readonly payer: string;
  readonly amount: number;
  readonly partyB: string;
  readonly accountReference: string;
  readonly transactionDesc: string;
  readonly transactionType: string;
  readonly shortCode: string;
  readonly merchantRequestId: string;
  readonly checkoutRequestId: string;
  readonly callBackUrl: string;
  readonly state: PromptState;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly autoPayAt: number | null;
  readonly closedAt: number | null;
  readonly result: PromptResult | null;
  readonly receipt: string | null;
  readonly queries: number;
  readonly deliveries: readonly Delivery[];
};

/** How a callback was answered; status 0 and a fault when it was not. */
export type Delivery = { at: number; status: number; fault?: string };

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
  readonly kind: "reversal" | "status";
  readonly shortCode: string;
  /** As asked for; empty when the question named a conversation. */
  readonly transactionId: string;
  readonly at: number;
  readonly resultCode: number | string;
  readonly resultDesc: string;
  /** Receipt of what this operation moved itself. */
  readonly receipt: string | null;
  readonly deliveries: readonly Delivery[];
};

/** A callback that still has to leave. */
export type PendingCallback = {
  readonly id: number;
  /** Whom its answer is noted at: a prompt's id, a transfer's receipt or an operation's conversation. */
  readonly about: { readonly kind: "prompt" | "transfer" | "operation"; readonly id: string };
  readonly url: string;
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly dueAt: number;
  readonly retriesLeft: number;
};

export type Calls = {
  tokenFetches: number;
  tokensRefused: number;
  pushesAccepted: number;
  pushesRefused: number;
  queries: number;
  callbacksSent: number;
  validationsAsked: number;
  confirmationsSent: number;
  reversals: number;
  statusQueries: number;
  resultsSent: number;
  pulls: number;
};

export type DarajaState = {
  readonly nextId: number;
  readonly tokens: Readonly<Record<string, { token: string; expiresAt: number }>>;
  /** Oldest first. */
  readonly prompts: readonly Prompt[];
  readonly callbacks: readonly PendingCallback[];
  readonly registrations: Readonly<Record<string, Registration>>;
  /** Short codes whose payments may be pulled. */
  readonly pullCodes: readonly string[];
  /** Oldest first. */
  readonly transfers: readonly Transfer[];
  /** Oldest first. */
  readonly operations: readonly Operation[];
  readonly settings: DarajaSettings;
  readonly calls: Calls;
};

/** Older closed prompts are forgotten, so that a long demo does not slow down; their query answers "does not Exist". */
const PROMPTS_KEPT = 1_000;
const MOVES_KEPT = 2_000;

/** A store that already holds a state wins over `initial`: settings survive a restart like everything else. */
export function readState(text: string | undefined, initial: Partial<DarajaSettings>): DarajaState {
  const kept: Partial<DarajaState> = text === undefined ? {} : JSON.parse(text);
  return {
    nextId: kept.nextId ?? 1,
    tokens: kept.tokens ?? {},
    prompts: kept.prompts ?? [],
    callbacks: kept.callbacks ?? [],
    registrations: kept.registrations ?? {},
    pullCodes: kept.pullCodes ?? [],
    transfers: kept.transfers ?? [],
    operations: kept.operations ?? [],
    settings: { ...DEFAULT_SETTINGS, ...initial, ...kept.settings },
    calls: {
      tokenFetches: 0,
      tokensRefused: 0,
      pushesAccepted: 0,
      pushesRefused: 0,
      queries: 0,
      callbacksSent: 0,
      validationsAsked: 0,
      confirmationsSent: 0,
      reversals: 0,
      statusQueries: 0,
      resultsSent: 0,
      pulls: 0,
      ...kept.calls,
    },
  };
}

const written = new WeakMap<object, string>();

/** Each part as JSON text; what is immutable is turned into text once and not again at every save. */
function texts(parts: readonly object[]): string {
  const each = parts.map((part) => {
    const known = written.get(part);
    if (known !== undefined) return known;
    const text = JSON.stringify(part);
    written.set(part, text);
    return text;
  });
  return `[${each.join(",")}]`;
}

/** The state as one JSON text. */
export function writeState(state: DarajaState): string {
  const { prompts, transfers, operations, ...rest } = state;
  const lists = `"prompts":${texts(prompts)},"transfers":${texts(transfers)},"operations":${texts(operations)}`;
  return `${JSON.stringify(rest).slice(0, -1)},${lists}}`;
}

export function replacePrompt(state: DarajaState, next: Prompt): DarajaState {
  return { ...state, prompts: state.prompts.map((prompt) => (prompt.id === next.id ? next : prompt)) };
}

export function addPrompt(state: DarajaState, prompt: Prompt): DarajaState {
  const prompts = [...state.prompts, prompt];
  const oldest = prompts.length > PROMPTS_KEPT ? prompts.findIndex((old) => old.state !== "open") : -1;
  return { ...state, prompts: oldest < 0 ? prompts : prompts.toSpliced(oldest, 1) };
}

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
export function noteDelivery(
  state: DarajaState,
  about: PendingCallback["about"],
  delivery: Delivery,
): DarajaState {
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
    state.transfers.some((one) => one.receipt === receipt || one.reversal?.receipt === receipt)
  );
}

/** Puts `times` copies of a callback into the state, each due at `dueAt`. */
export function addPending(
  state: DarajaState,
  callback: Omit<PendingCallback, "id" | "retriesLeft">,
  times: number,
): DarajaState {
  const added = Array.from({ length: times }, (_, index) => ({
    ...callback,
    id: state.nextId + index,
    retriesLeft: state.settings.retries,
  }));
  return { ...state, nextId: state.nextId + times, callbacks: [...state.callbacks, ...added] };
}

export function countCall(state: DarajaState, call: keyof Calls): DarajaState {
  return { ...state, calls: { ...state.calls, [call]: state.calls[call] + 1 } };
}
