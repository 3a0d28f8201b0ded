import { type Answered, type Ask, GatewayEngine, type GatewayOptions } from "../gateway-kit/engine.ts";
import { initialSettings } from "../gateway-kit/settings.ts";
import { addCallback, type Delivery, emptyState, replacePrompt } from "../gateway-kit/state.ts";
import { pushCallback } from "./callback.ts";
import { closed } from "./prompts.ts";
import { receivePush } from "./receive-push.ts";
import { type DarajaSettings, SETTINGS } from "./settings.ts";
import {
  type About,
  CALLS,
  type DarajaApp,
  type DarajaState,
  noteDelivery,
  type Outcome,
  type Prompt,
  type PromptResult,
} from "./state.ts";

export type DarajaOptions = GatewayOptions<DarajaApp, DarajaSettings> & {
  /** For validations; without it every business keeps silent. */
  ask?: Ask;
};

/** The memory of the gateway. */
export class DarajaEngine extends GatewayEngine<DarajaState, DarajaApp, Outcome> {
  readonly #ask: Ask | undefined;

  constructor(options: DarajaOptions) {
    super(options, {
      ...emptyState(initialSettings(SETTINGS), CALLS),
      registrations: {},
      pullCodes: [],
      transfers: [],
      operations: [],
    });
    this.#ask = options.ask;
  }

  override keyOf(app: DarajaApp): string {
    return app.consumerKey;
  }

  protected override countedAs({ kind }: About) {
    return ({ prompt: "callbacksSent", transfer: "confirmationsSent", operation: "resultsSent" } as const)[
      kind
    ];
  }

  protected override noteDelivery(state: DarajaState, about: About, delivery: Delivery): DarajaState {
    return noteDelivery(state, about, delivery);
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
      cancel = this.schedule(ms, () => resolve(undefined));
    });
    const answered = this.#ask?.(url, body, headers).catch(() => undefined);
    return await Promise.race([answered, silence]).finally(() => cancel());
  }

  override answer(prompt: Prompt, outcome: Outcome, at = this.now()): Prompt {
    return this.report(closed(this.state, prompt, outcome, at, this.random));
  }

  /**
   * Takes in a prompt that has just been closed, with the callback that reports it, due `delayMs` from now; a success
   * also moves the money, which the business is told of once more where it registered for that.
   */
  report(prompt: Prompt, result: PromptResult | null = prompt.result, delayMs = 0): Prompt {
    if (!result) return prompt;
    const now = this.now();
    const state = replacePrompt(this.state, prompt);
    const told =
      state.settings.callbacks === "lost"
        ? state
        : addCallback(state, pushCallback(state, prompt, result, now + delayMs, this.random));
    this.commit(result.code === 0 ? receivePush(told, prompt, now) : told);
    return prompt;
  }
}
