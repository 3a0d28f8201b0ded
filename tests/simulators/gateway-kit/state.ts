import type { SharedSettings } from "./settings.ts";

/** How a callback was answered; status 0 and a fault when it was not. */
export type Delivery = { at: number; status: number; fault?: string };

/** One request for a PIN on one phone. Never changed in place: a new value replaces it. Whole shillings, times UTC ms. */
export type GatewayPrompt = {
  readonly id: string;
  readonly amount: number;
  readonly state: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly autoPayAt: number | null;
  /** Null as long as a person's answer can still decide it. */
  readonly closedAt: number | null;
  readonly deliveries: readonly Delivery[];
};

/** What a callback reports, and at which its answer is noted: a prompt, unless the gateway knows other kinds. */
type About = { readonly kind: string; readonly id: string };

/** A callback that still has to leave. */
type PendingCallback<Of extends About> = {
  readonly id: number;
  readonly about: Of;
  readonly url: string;
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly dueAt: number;
};

export type GatewayState<
  Prompt extends GatewayPrompt = GatewayPrompt,
  Settings extends SharedSettings = SharedSettings,
  Call extends string = string,
  Of extends About = About,
> = {
  readonly nextId: number;
  /** By token, with the key of the app that it was given to. */
  readonly tokens: Readonly<Record<string, { key: string; expiresAt: number }>>;
  /** Oldest first. */
  readonly prompts: readonly Prompt[];
  readonly callbacks: readonly PendingCallback<Of>[];
  readonly settings: Settings;
  /** How often each call was made. */
  readonly calls: Readonly<Record<Call, number>>;
};
export type PromptOf<State extends GatewayState> = State["prompts"][number];
export type CallbackOf<State extends GatewayState> = State["callbacks"][number];
export type CallOf<State extends GatewayState> = keyof State["calls"] & string;

/** Older closed prompts are forgotten, so that a long demo does not slow down. */
const PROMPTS_KEPT = 1_000;

/** The state before anything happened. */
export function emptyState<Settings extends SharedSettings, Call extends string>(
  settings: Settings,
  names: readonly Call[],
) {
  const calls = Object.fromEntries(names.map((call) => [call, 0])) as Record<Call, number>;
  return { nextId: 1, tokens: {}, prompts: [], callbacks: [], settings, calls };
}

/** A store that already holds a state wins over `initial`: settings survive a restart like everything else. */
export function readState<State extends GatewayState>(text: string | undefined, initial: State): State {
  const kept: Partial<State> = text === undefined ? {} : JSON.parse(text);
  const settings = { ...initial.settings, ...kept.settings };
  return { ...initial, ...kept, settings, calls: { ...initial.calls, ...kept.calls } };
}

const written = new WeakMap<object, string>();

/** What a list holds is immutable: it is turned into text once and not again at every save. */
function textOf(item: unknown): string {
  if (typeof item !== "object" || item === null) return JSON.stringify(item);
  const text = written.get(item) ?? JSON.stringify(item);
  written.set(item, text);
  return text;
}

/** The state as one JSON text. */
export function writeState(state: GatewayState): string {
  const parts = Object.entries(state).map(([key, value]) => {
    const text = Array.isArray(value) ? `[${value.map(textOf).join(",")}]` : JSON.stringify(value);
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{${parts.join(",")}}`;
}

export function countCall<State extends GatewayState>(state: State, call: CallOf<State>): State {
  return { ...state, calls: { ...state.calls, [call]: (state.calls[call] ?? 0) + 1 } };
}

export function replacePrompt<State extends GatewayState>(state: State, next: PromptOf<State>): State {
  return { ...state, prompts: state.prompts.map((prompt) => (prompt.id === next.id ? next : prompt)) };
}

export function addPrompt<State extends GatewayState>(state: State, prompt: PromptOf<State>): State {
  const prompts = [...state.prompts, prompt];
  const oldest = prompts.length > PROMPTS_KEPT ? prompts.findIndex((old) => old.closedAt !== null) : -1;
  const kept = oldest < 0 ? prompts : prompts.toSpliced(oldest, 1);
  return { ...state, nextId: state.nextId + 1, prompts: kept };
}

/**
 * Puts a callback into the state as often and as late as `mode` says, one of the settings of deliveries.
 *
 * @param dueAt when it leaves unless it is late
 */
export function addCallback<State extends GatewayState>(
  state: State,
  callback: Omit<CallbackOf<State>, "id">,
  mode: string = state.settings.callbacks,
): State {
  if (mode === "lost") return state;
  const { copies, delayMs } = state.settings;
  const added = Array.from({ length: mode === "duplicate" ? copies : 1 }, (_, index) => ({
    ...callback,
    dueAt: callback.dueAt + (mode === "late" ? delayMs : 0),
    id: state.nextId + index,
  }));
  const callbacks = [...state.callbacks, ...added];
  return { ...state, nextId: state.nextId + added.length, callbacks };
}
