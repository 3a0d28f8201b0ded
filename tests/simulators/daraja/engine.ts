import { addCallbacks } from "./callback.ts";
import type { Random } from "./identifiers.ts";
import { answerPrompt, nextEnd } from "./prompts.ts";
import { receivePush } from "./receive-push.ts";
import type { DarajaSettings } from "./settings.ts";
import {
  countCall,
  type DarajaApp,
  type DarajaState,
  noteDelivery,
  type PendingCallback,
  type Prompt,
  type PromptResult,
  readState,
  replacePrompt,
  writeState,
} from "./state.ts";
import type { SimulatorStore } from "./store.ts";

/** Runs `fn` once after `ms`; the answer cancels it. */
export type Schedule = (ms: number, fn: () => void) => () => void;

/** Posts a callback and answers the receiver's HTTP status; rejects when there was no answer. */
export type Deliver = (url: string, body: string, headers: Record<string, string>) => Promise<number>;

/** What a receiver said to a question. */
export type Answered = { status: number; body: string };

/** Posts a question and gives the receiver's answer; rejects when there was none. */
export type Ask = (url: string, body: string, headers: Record<string, string>) => Promise<Answered>;

export type DarajaOptions = {
  clock: { now(): number };
  store: SimulatorStore;
  deliver: Deliver;
  /** For validations; without it every business keeps silent. */
  ask?: Ask;
  apps: DarajaApp[];
  /** Laid over the defaults while the store is empty. */
  settings?: Partial<DarajaSettings>;
  schedule?: Schedule;
  random?: Random;
};

const COUNTED_AS = {
  prompt: "callbacksSent",
  transfer: "confirmationsSent",
  operation: "resultsSent",
} as const;
const RETRY_AFTER_MS = 5_000;
/** setTimeout fires at once above this. */
const LONGEST_TIMER_MS = 2_147_483_647;

const timers: Schedule = (ms, fn) => {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
};

/** The memory of the gateway and everything that happens in it without a request: prompts that end, callbacks that leave. */
export class DarajaEngine {
  readonly apps: readonly DarajaApp[];
  readonly random: Random;
  readonly #options: DarajaOptions;
  readonly #schedule: Schedule;
  readonly #sending = new Map<number, Promise<void>>();
  #state: DarajaState;
  #running = false;
  #cancelTimer: () => void = () => undefined;

  constructor(options: DarajaOptions) {
    this.apps = options.apps;
    this.random = options.random ?? Math.random;
    this.#options = options;
    this.#schedule = options.schedule ?? timers;
    this.#state = readState(options.store.load(), options.settings ?? {});
  }

  get state(): DarajaState {
    return this.#state;
  }

  now(): number {
    return this.#options.clock.now();
  }

  /** Kept before it counts, and before any answer that rests on it. */
  commit(next: DarajaState): void {
    this.#options.store.save(() => writeState(next));
    this.#state = next;
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
    return new Promise((resolve) => this.#schedule(ms, resolve));
  }

  /** Asks a receiver and waits `ms` for its answer; undefined when none came, whatever the cause. */
  async ask(
    url: string,
    body: string,
    headers: Record<string, string>,
    ms: number,
  ): Promise<Answered | undefined> {
    let cancel: () => void = () => undefined;
    const silence = new Promise<undefined>((resolve) => {
      cancel = this.#schedule(ms, () => resolve(undefined));
    });
    const answered = this.#options.ask?.(url, body, headers).catch(() => undefined);
    return await Promise.race([answered, silence]).finally(() => cancel());
  }

  /**
   * Takes in a prompt that has just been closed, with the callback that reports it, due `delayMs` from now; a success
   * also moves the money, which the business is told of once more where it registered for that.
   */
  report(prompt: Prompt, result: PromptResult, delayMs = 0): void {
    const state = replacePrompt(this.#state, prompt);
    const told = addCallbacks(state, prompt, result, this.now() + delayMs, this.random);
    this.commit(result.code === 0 ? receivePush(told, prompt, this.now()) : told);
  }

  /** Brings prompts up to the present moment; also asked before every request, so that no answer depends on a timer. */
  closeDuePrompts(): void {
    const now = this.now();
    const due = this.#state.prompts
      .map((prompt) => ({ prompt, end: nextEnd(prompt) }))
      .filter(({ end }) => end !== undefined && end.at <= now)
      .sort((a, b) => (a.end?.at ?? 0) - (b.end?.at ?? 0));
    for (const { prompt, end } of due) {
      if (!end) continue;
      const closed = answerPrompt(this.#state, prompt, end.outcome, end.at, this.random);
      if (closed.result) this.report(closed, closed.result);
    }
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
    this.#cancelTimer = this.#schedule(ms, () => {
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

  #send(callback: PendingCallback): Promise<void> {
    const sent = this.#deliver(callback).finally(() => {
      this.#sending.delete(callback.id);
      this.rearm();
    });
    this.#sending.set(callback.id, sent);
    return sent;
  }

  async #deliver(callback: PendingCallback): Promise<void> {
    this.commit(countCall(this.#state, COUNTED_AS[callback.about.kind]));
    const delivery = await this.#options.deliver(callback.url, callback.body, callback.headers).then(
      (status) => ({ at: this.now(), status }),
      (error: unknown) => ({ at: this.now(), status: 0, fault: String(error) }),
    );
    const arrived = delivery.status >= 200 && delivery.status < 300;
    const others = this.#state.callbacks.filter((other) => other.id !== callback.id);
    const again = { ...callback, dueAt: this.now() + RETRY_AFTER_MS, retriesLeft: callback.retriesLeft - 1 };
    const callbacks = arrived || callback.retriesLeft === 0 ? others : [...others, again];
    this.commit(noteDelivery({ ...this.#state, callbacks }, callback.about, delivery));
  }
}
