import type { Deliver, Schedule } from "../daraja/engine.ts";
import type { Random } from "../daraja/identifiers.ts";
import type { SimulatorStore } from "../daraja/store.ts";
import { addCallbacks } from "./callback.ts";
import { answerPrompt, nextEnd } from "./prompts.ts";
import type { BankSettings } from "./settings.ts";
import {
  type BankApp,
  type BankState,
  countCall,
  type PendingCallback,
  type Prompt,
  readState,
  replacePrompt,
} from "./state.ts";

export type BankOptions = {
  clock: { now(): number };
  store: SimulatorStore;
  deliver: Deliver;
  apps: BankApp[];
  /** Laid over the defaults while the store is empty. */
  settings?: Partial<BankSettings>;
  schedule?: Schedule;
  random?: Random;
};

const RETRY_AFTER_MS = 5_000;
/** setTimeout fires at once above this. */
const LONGEST_TIMER_MS = 2_147_483_647;

const timers: Schedule = (ms, fn) => {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
};

/** The banks' memory and everything that happens without a request: prompts that end, callbacks that leave. */
export class BankEngine {
  readonly apps: readonly BankApp[];
  readonly random: Random;
  readonly #options: BankOptions;
  readonly #schedule: Schedule;
  readonly #sending = new Map<number, Promise<void>>();
  #state: BankState;
  #running = false;
  #cancelTimer: () => void = () => undefined;

  constructor(options: BankOptions) {
    this.apps = options.apps;
    this.random = options.random ?? Math.random;
    this.#options = options;
    this.#schedule = options.schedule ?? timers;
    this.#state = readState(options.store.load(), options.settings ?? {});
  }

  get state(): BankState {
    return this.#state;
  }

  now(): number {
    return this.#options.clock.now();
  }

  /** Kept before it counts, and before any answer that rests on it. */
  commit(next: BankState): void {
    this.#options.store.save(() => JSON.stringify(next));
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

  /** Takes in a prompt that has just been closed, with the callbacks that tell of it. */
  report(prompt: Prompt): void {
    this.commit(addCallbacks(replacePrompt(this.#state, prompt), prompt, this.now()));
  }

  /** Brings prompts up to the present moment; also asked before every request, so that no answer depends on a timer. */
  closeDuePrompts(): void {
    const now = this.now();
    const due = this.#state.prompts
      .map((prompt) => ({ prompt, end: nextEnd(prompt) }))
      .filter(({ end }) => end !== undefined && end.at <= now)
      .sort((a, b) => (a.end?.at ?? 0) - (b.end?.at ?? 0));
    for (const { prompt, end } of due) {
      if (end) this.report(answerPrompt(this.#state, prompt, end.outcome, end.at, this.random));
    }
  }

  /** Sets the one timer to the next moment at which something happens. */
  rearm(): void {
    this.#cancelTimer();
    if (!this.#running) return;
    const waiting = this.#state.callbacks.filter((callback) => !this.#sending.has(callback.id));
    const next = Math.min(
      ...waiting.map((callback) => callback.dueAt),
      ...this.#state.prompts.flatMap((prompt) => nextEnd(prompt)?.at ?? []),
    );
    if (next === Number.POSITIVE_INFINITY) return;
    this.#cancelTimer = this.#schedule(Math.min(Math.max(0, next - this.now()), LONGEST_TIMER_MS), () => {
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
    this.commit(countCall(this.#state, "callbacksSent"));
    const headers = { "Content-Type": "application/json" };
    const delivery = await this.#options.deliver(callback.url, callback.body, headers).then(
      (status) => ({ at: this.now(), status }),
      (error: unknown) => ({ at: this.now(), status: 0, fault: String(error) }),
    );
    const arrived = delivery.status >= 200 && delivery.status < 300;
    const others = this.#state.callbacks.filter((other) => other.id !== callback.id);
    const again = { ...callback, dueAt: this.now() + RETRY_AFTER_MS, retriesLeft: callback.retriesLeft - 1 };
    const state = {
      ...this.#state,
      callbacks: arrived || callback.retriesLeft === 0 ? others : [...others, again],
    };
    const prompt = state.prompts.find((known) => known.id === callback.promptId);
    this.commit(
      prompt ? replacePrompt(state, { ...prompt, deliveries: [...prompt.deliveries, delivery] }) : state,
    );
  }
}
