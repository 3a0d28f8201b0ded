import { type AirtelSettings, DEFAULT_SETTINGS } from "./settings.ts";

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

/** `ambiguous` is open for the outcome, though the person has answered. */
export type PromptState =
  | "open"
  | "ambiguous"
  | "paid"
  | "cancelled"
  | "wrong-pin"
  | "insufficient"
  | "over-limit"
  | "timed-out"
  | "expired"
  | "refused"
  | "refunded";

/** Airtel's two words for one outcome: the status of the transaction, and the code of the collection family. */
export type PromptResult = { status: "TS" | "TF" | "TA" | "TE"; code: string; message: string };

/** One request for a PIN on one phone. Never changed in place: a new value replaces it. Times are UTC ms. */
export type Prompt = {
  readonly id: string;
  readonly clientId: string;
  /** What the business calls the payment; nobody may use it twice. */
  readonly transactionId: string;
  /** Nine digits, as pushed. */
  readonly msisdn: string;
  readonly amount: number;
  readonly reference: string;
  readonly state: PromptState;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly autoPayAt: number | null;
  readonly closedAt: number | null;
  readonly result: PromptResult | null;
  readonly moneyId: string | null;
  readonly enquiries: number;
  readonly deliveries: readonly { at: number; status: number; fault?: string }[];
};

/** A callback that still has to leave. */
export type PendingCallback = {
  readonly id: number;
  readonly promptId: string;
  readonly url: string;
  readonly body: string;
  readonly dueAt: number;
  readonly retriesLeft: number;
};

export type Calls = {
  tokenFetches: number;
  tokensRefused: number;
  pushesAccepted: number;
  pushesRefused: number;
  enquiries: number;
  /** Those less than three minutes after the push, when no callback had been sent: Airtel asks not to. */
  earlyEnquiries: number;
  refunds: number;
  callbacksSent: number;
};

export type AirtelState = {
  readonly nextId: number;
  readonly tokens: Readonly<Record<string, { clientId: string; expiresAt: number }>>;
  readonly portals: Readonly<Record<string, Portal>>;
  /** Oldest first. */
  readonly prompts: readonly Prompt[];
  readonly callbacks: readonly PendingCallback[];
  readonly settings: AirtelSettings;
  readonly calls: Calls;
};

/** Older closed prompts are forgotten, so that a long demo does not slow down; their enquiry answers "not found". */
const PROMPTS_KEPT = 1_000;

const NO_CALLS: Calls = {
  tokenFetches: 0,
  tokensRefused: 0,
  pushesAccepted: 0,
  pushesRefused: 0,
  enquiries: 0,
  earlyEnquiries: 0,
  refunds: 0,
  callbacksSent: 0,
};

/** A store that already holds a state wins over `initial`: settings survive a restart like everything else. */
export function readState(
  text: string | undefined,
  apps: readonly AirtelApp[],
  initial: Partial<AirtelSettings>,
): AirtelState {
  const kept: Partial<AirtelState> = text === undefined ? {} : JSON.parse(text);
  const empty: Portal = { callbackUrl: "", callbackKey: "", allowedIps: [] };
  const portals = Object.fromEntries(
    apps.map((app) => [app.clientId, { ...empty, ...app.portal, ...kept.portals?.[app.clientId] }]),
  );
  return {
    nextId: kept.nextId ?? 1,
    tokens: kept.tokens ?? {},
    portals,
    prompts: kept.prompts ?? [],
    callbacks: kept.callbacks ?? [],
    settings: { ...DEFAULT_SETTINGS, ...initial, ...kept.settings },
    calls: { ...NO_CALLS, ...kept.calls },
  };
}

export function replacePrompt(state: AirtelState, next: Prompt): AirtelState {
  return { ...state, prompts: state.prompts.map((prompt) => (prompt.id === next.id ? next : prompt)) };
}

export function addPrompt(state: AirtelState, prompt: Prompt): AirtelState {
  const prompts = [...state.prompts, prompt];
  const oldest = prompts.length > PROMPTS_KEPT ? prompts.findIndex((old) => old.closedAt !== null) : -1;
  return { ...state, prompts: oldest < 0 ? prompts : prompts.toSpliced(oldest, 1) };
}

export function countCall(state: AirtelState, call: keyof Calls): AirtelState {
  return { ...state, calls: { ...state.calls, [call]: state.calls[call] + 1 } };
}
