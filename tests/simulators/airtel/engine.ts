import { GatewayEngine, type GatewayOptions } from "../gateway-kit/engine.ts";
import { initialSettings } from "../gateway-kit/settings.ts";
import { addCallback, emptyState, replacePrompt } from "../gateway-kit/state.ts";
import { callbackBody } from "./callback.ts";
import { closed } from "./prompts.ts";
import { type AirtelSettings, SETTINGS } from "./settings.ts";
import {
  type AirtelApp,
  type AirtelState,
  CALLS,
  type Outcome,
  type Prompt,
  type PromptResult,
} from "./state.ts";

export type AirtelOptions = GatewayOptions<AirtelApp, AirtelSettings>;

/** Airtel's memory. */
export class AirtelEngine extends GatewayEngine<AirtelState, AirtelApp, Outcome> {
  constructor(options: AirtelOptions) {
    const form = { callbackUrl: "", callbackKey: "", allowedIps: [] };
    const portals = options.apps.map((app) => [app.clientId, { ...form, ...app.portal }] as const);
    super(options, {
      ...emptyState(initialSettings(SETTINGS), CALLS),
      portals: Object.fromEntries(portals),
    });
  }

  override keyOf(app: AirtelApp): string {
    return app.clientId;
  }

  override answer(prompt: Prompt, outcome: Outcome, at = this.now()): Prompt {
    return this.report(closed(this.state, prompt, outcome, at, this.random));
  }

  /** Takes in a prompt as it is now, with the callback that tells `result`. */
  report(
    prompt: Prompt,
    result: (Pick<PromptResult, "message"> & { status: string }) | null = prompt.result,
  ): Prompt {
    const state = replacePrompt(this.state, prompt);
    const portal = state.portals[prompt.clientId];
    const callback = result &&
      portal?.callbackUrl && {
        about: { kind: "prompt", id: prompt.id },
        url: portal.callbackUrl,
        body: callbackBody(state, prompt, result, portal.callbackKey),
        headers: { "Content-Type": "application/json" },
        dueAt: this.now(),
      };
    this.commit(callback ? addCallback(state, callback) : state);
    return prompt;
  }
}
