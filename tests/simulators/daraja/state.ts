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
  readonly deliveries: readonly { at: number; status: number; fault?: string }[];
};

/** A callback that still has to leave. */
export type PendingCallback = {
  readonly id: number;
  readonly promptId: string;
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
};

export type DarajaState = {
  readonly nextId: number;
  readonly tokens: Readonly<Record<string, { token: string; expiresAt: number }>>;
  /** Oldest first. */
  readonly prompts: readonly Prompt[];
  readonly callbacks: readonly PendingCallback[];
  readonly settings: DarajaSettings;
  readonly calls: Calls;
};

/** Older closed prompts are forgotten, so that a long demo does not slow down; their query answers "does not Exist". */
const PROMPTS_KEPT = 1_000;

/** A store that already holds a state wins over `initial`: settings survive a restart like everything else. */
export function readState(text: string | undefined, initial: Partial<DarajaSettings>): DarajaState {
  const kept: Partial<DarajaState> = text === undefined ? {} : JSON.parse(text);
  return {
    nextId: kept.nextId ?? 1,
    tokens: kept.tokens ?? {},
    prompts: kept.prompts ?? [],
    callbacks: kept.callbacks ?? [],
    settings: { ...DEFAULT_SETTINGS, ...initial, ...kept.settings },
    calls: {
      tokenFetches: 0,
      tokensRefused: 0,
      pushesAccepted: 0,
      pushesRefused: 0,
      queries: 0,
      callbacksSent: 0,
      ...kept.calls,
    },
  };
}

const written = new WeakMap<Prompt, string>();

/** The state as one JSON text. Prompts are immutable, so each is turned into text once and not again at every save. */
export function writeState(state: DarajaState): string {
  const { prompts, ...rest } = state;
  const texts = prompts.map((prompt) => {
    const known = written.get(prompt);
    if (known !== undefined) return known;
    const text = JSON.stringify(prompt);
    written.set(prompt, text);
    return text;
  });
  return `${JSON.stringify(rest).slice(0, -1)},"prompts":[${texts.join(",")}]}`;
}

export function replacePrompt(state: DarajaState, next: Prompt): DarajaState {
  return { ...state, prompts: state.prompts.map((prompt) => (prompt.id === next.id ? next : prompt)) };
}

export function addPrompt(state: DarajaState, prompt: Prompt): DarajaState {
  const prompts = [...state.prompts, prompt];
  const oldest = prompts.length > PROMPTS_KEPT ? prompts.findIndex((old) => old.state !== "open") : -1;
  return { ...state, prompts: oldest < 0 ? prompts : prompts.toSpliced(oldest, 1) };
}

export function countCall(state: DarajaState, call: keyof Calls): DarajaState {
  return { ...state, calls: { ...state.calls, [call]: state.calls[call] + 1 } };
}
