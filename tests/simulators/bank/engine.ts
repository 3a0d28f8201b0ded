import { GatewayEngine, type GatewayOptions } from "../gateway-kit/engine.ts";
import { initialSettings } from "../gateway-kit/settings.ts";
import { addCallback, emptyState, replacePrompt } from "../gateway-kit/state.ts";
import { callbackBody } from "./callback.ts";
import { closed } from "./prompts.ts";
import { type BankSettings, SETTINGS } from "./settings.ts";
import { type BankApp, type BankState, CALLS, type Outcome, type Prompt } from "./state.ts";

export type BankOptions = GatewayOptions<BankApp, BankSettings>;

/** The banks' memory. */
export class BankEngine extends GatewayEngine<BankState, BankApp, Outcome> {
  constructor(options: BankOptions) {
    super(options, emptyState(initialSettings(SETTINGS), CALLS));
  }

  /** Two banks may give the same key. */
  override keyOf({ bank, apiKey }: BankApp): string {
    return `${bank}:${apiKey}`;
  }

  override answer(prompt: Prompt, outcome: Outcome, at = this.now()): Prompt {
    const next = closed(this.state, prompt, outcome, at, this.random);
    const callback = {
      about: { kind: "prompt", id: next.id },
      url: next.callBackUrl,
      body: JSON.stringify(callbackBody(this.state, next)),
      headers: { "Content-Type": "application/json" },
      dueAt: this.now(),
    };
    this.commit(addCallback(replacePrompt(this.state, next), callback));
    return next;
  }
}
