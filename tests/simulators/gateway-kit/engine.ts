import type { SimulatorStore } from "../store.ts";
import { realTimers, type Schedule } from "./clock.ts";
import type { Random } from "./identifiers.ts";
import { nextEnd } from "./prompts.ts";
import {
  type CallbackOf,
  type CallOf,
  countCall,
  type Delivery,
  type GatewayState,
  type PromptOf,
  readState,
  replacePrompt,
  writeState,
} from "./state.ts";

/** Posts a callback and answers the receiver's HTTP status; rejects when there was no answer. */
export type Deliver = (url: string, body: string, headers: Record<string, string>) => Promise<number>;

/** What a receiver said to a question. */
export type Answered = { status: number; body: string };

/** Posts a question and gives the receiver's answer; rejects when there was none. */
export type Ask = (url: string, body: string, headers: Record<string, string>) => Promise<Answered>;

/** @typeParam Settings laid over the defaults while the store is empty */
export type GatewayOptions<App, Settings> = {
  clock: { now(): number };
  store: SimulatorStore;
  deliver: Deliver;
  apps: App[];
  settings?: Partial<Settings>;
  schedule?: Schedule;
  random?: Random;
};

/** setTimeout fires at once above this. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The memory of a gateway and everything that happens in it without a request: prompts that end, callbacks that leave. */
export abstract class GatewayEngine<State extends GatewayState, App, Outcome extends string> {
  readonly apps: readonly App[];
  readonly random: Random;
  protected readonly schedule: Schedule;
  readonly #options: GatewayOptions<App, State["settings"]>;
  readonly #sending = new Map<number, Promise<void>>();
  #state: State;
  #running = false;
  #cancelTimer: () => void = () => undefined;

  /** @param empty the state before anything happened, under the default settings */
  constructor(options: GatewayOptions<App, State["settings"]>, empty: State) {
    this.apps = options.apps;
    this.random = options.random ?? Math.random;
    this.schedule = options.schedule ?? realTimers;
    this.#options = options;
    const settings = { ...empty.settings, ...options.settings };
    this.#state = readState(options.store.load(), { ...empty, settings });
  }

  /** What an app's tokens are kept under. */
  abstract keyOf(app: App): string;

  /** Gives a prompt its outcome, and reports it; the answer is the prompt afterwards. */
  abstract answer(
    prompt: PromptOf<State>,
    outcome: Outcome | "paid" | "expired",
    at?: number,
  ): PromptOf<State>;

  /** The count that a callback raises when it is sent. */
  protected countedAs(_about: CallbackOf<State>["about"]): CallOf<State> {
    return "callbacksSent";
  }

  /** Notes how a callback was answered at what it was about. */
  protected noteDelivery(state: State, { id }: CallbackOf<State>["about"], delivery: Delivery): State {
    const prompt = state.prompts.find((known) => known.id === id);
    if (!prompt) return state;
    return replacePrompt(state, { ...prompt, deliveries: [...prompt.deliveries, delivery] });
  }

  get state(): State {
    return this.#state;
  }

  now(): number {
    return this.#options.clock.now();
  }

  /** Kept before it counts, and before any answer that rests on it. */
  commit(next: State): void {
    this.#options.store.save(() => writeState(next));
    this.#state = next;
  }

  count(call: CallOf<State>): void {
    this.commit(countCall(this.#state, call));
  }

  start(): void {
    this.#running = true;
    this.closeDuePrompts();
    this.rearm();
  }

  /** Ends the timers and waits for callbacks that are on their way. */
  async stop(): Promise<void> {
    this.#running = false;
    this.#cancelTimer();
    await Promise.all(this.#sending.values());
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.schedule(ms, resolve));
  }

  /** Keeps a new token of an app, instead of all its others or beside them. */
  issueToken(app: App, token: string, seconds: number, others: "ended" | "kept"): { expiresAt: number } {
    const now = this.now();
    const key = this.keyOf(app);
    const left = Object.entries(this.#state.tokens).filter(
      ([, one]) => one.expiresAt > now && (others === "kept" || one.key !== key),
    );
    const expiresAt = now + seconds * 1_000;
    const tokens = { ...Object.fromEntries(left), [token]: { key, expiresAt } };
    this.commit(countCall({ ...this.#state, tokens }, "tokenFetches"));
    return { expiresAt };
  }

  /** The app whose live token the request carries. With `tokens: revoke-next` the token dies by being used. */
  appOfToken(request: Request): App | undefined {
    const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    const { tokens, settings } = this.#state;
    const live = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
    if (!live || live.expiresAt <= this.now()) return undefined;
    if (settings.tokens === "normal") return this.apps.find((app) => this.keyOf(app) === live.key);
    const { [token]: _, ...left } = tokens;
    this.commit({ ...this.#state, tokens: left, settings: { ...settings, tokens: "normal" } });
    return undefined;
  }

  /** Brings prompts up to the present moment; also asked before every request, so that no answer depends on a timer. */
  closeDuePrompts(): void {
    const now = this.now();
    const due = this.#state.prompts
      .flatMap((prompt) => {
        const end = nextEnd(prompt);
        return end && end.at <= now ? [{ prompt, ...end }] : [];
      })
      .sort((one, other) => one.at - other.at);
    for (const { prompt, outcome, at } of due) this.answer(prompt, outcome, at);
  }

  /** Sets the one timer to the next moment at which something happens. */
  rearm(): void {
    this.#cancelTimer();
    if (!this.#running) return;
    const waiting = this.#state.callbacks.filter((callback) => !this.#sending.has(callback.id));
    const moments = [
      ...waiting.map((callback) => callback.dueAt),
      ...this.#state.prompts.flatMap((prompt) => nextEnd(prompt)?.at ?? []),
    ];
    const next = moments.reduce((earliest, at) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    const ms = Math.min(Math.max(0, next - this.now()), LONGEST_TIMER_MS);
    this.#cancelTimer = this.schedule(ms, () => {
      this.closeDuePrompts();
      void this.sendDueCallbacks();
    });
  }

  /** Sends what is due; resolves when each has been answered or has failed. */
  async sendDueCallbacks(): Promise<void> {
    if (!this.#running) return;
    const due = this.#state.callbacks.filter(
      (callback) => callback.dueAt <= this.now() && !this.#sending.has(callback.id),
    );
    const sent = due.map((callback) => this.#send(callback));
    this.rearm();
    await Promise.all(sent);
  }

  #send(callback: CallbackOf<State>): Promise<void> {
    const sent = this.#deliver(callback).finally(() => {
      this.#sending.delete(callback.id);
      this.rearm();
    });
    this.#sending.set(callback.id, sent);
    return sent;
  }

  async #deliver(callback: CallbackOf<State>): Promise<void> {
    this.count(this.countedAs(callback.about));
    const delivery = await this.#options.deliver(callback.url, callback.body, callback.headers).then(
      (status) => ({ at: this.now(), status }),
      (error: unknown) => ({ at: this.now(), status: 0, fault: String(error) }),
    );
    const callbacks = this.#state.callbacks.filter((other) => other.id !== callback.id);
    this.commit(this.noteDelivery({ ...this.#state, callbacks }, callback.about, delivery));
  }
}
