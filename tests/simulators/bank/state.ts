import { type BankSettings, DEFAULT_SETTINGS } from "./settings.ts";

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

export type PromptState =
  | "open"
  | "paid"
  | "cancelled"
  | "wrong-pin"
  | "insufficient"
  | "unreachable"
  | "expired";

/** M-Pesa's code and words: the banks pass on what Safaricom told them. */
export type PromptResult = { code: number; text: string };

/** One request for a PIN on one phone. Never changed in place. Whole shillings, times UTC ms. */
export type Prompt = {
  readonly id: string;
  readonly bank: BankApp["bank"];
  readonly apiKey: string;
  /** 2547… or 2541…. */
  readonly phoneNumber: string;
  readonly amount: number;
  /** What the business calls the payment. */
  readonly reference: string;
  readonly callBackUrl: string;
  readonly merchantRequestId: string;
  readonly checkoutRequestId: string;
  readonly state: PromptState;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly autoPayAt: number | null;
  readonly closedAt: number | null;
  readonly result: PromptResult | null;
  readonly receipt: string | null;
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

const NO_CALLS = {
  tokenFetches: 0,
  tokensRefused: 0,
  pushesAccepted: 0,
  pushesRefused: 0,
  enquiries: 0,
  callbacksSent: 0,
};
export type Calls = typeof NO_CALLS;

export type BankState = {
  readonly nextId: number;
  /** By token. A new token leaves the earlier ones alive. */
  readonly tokens: Readonly<Record<string, { apiKey: string; expiresAt: number }>>;
  /** Oldest first. */
  readonly prompts: readonly Prompt[];
  readonly callbacks: readonly PendingCallback[];
  readonly settings: BankSettings;
  readonly calls: Calls;
};

const PROMPTS_KEPT = 1_000;

/** A store that already holds a state wins over `initial`: settings survive a restart like everything else. */
export function readState(text: string | undefined, initial: Partial<BankSettings>): BankState {
  const kept: Partial<BankState> = text === undefined ? {} : JSON.parse(text);
  return {
    nextId: kept.nextId ?? 1,
    tokens: kept.tokens ?? {},
    prompts: kept.prompts ?? [],
    callbacks: kept.callbacks ?? [],
    settings: { ...DEFAULT_SETTINGS, ...initial, ...kept.settings },
    calls: { ...NO_CALLS, ...kept.calls },
  };
}

export function replacePrompt(state: BankState, next: Prompt): BankState {
  return { ...state, prompts: state.prompts.map((prompt) => (prompt.id === next.id ? next : prompt)) };
}

export function addPrompt(state: BankState, prompt: Prompt): BankState {
  const prompts = [...state.prompts, prompt].slice(-PROMPTS_KEPT);
  return { ...state, nextId: state.nextId + 1, prompts };
}

export function countCall(state: BankState, call: keyof Calls): BankState {
  return { ...state, calls: { ...state.calls, [call]: state.calls[call] + 1 } };
}
