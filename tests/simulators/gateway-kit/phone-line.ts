import type { PhoneLine, PhoneRequest } from "../phone/phone-line.ts";
import type { GatewayEngine } from "./engine.ts";
import type { GatewayState, PromptOf } from "./state.ts";

type Line<Prompt extends { state: string }> = Pick<PhoneLine, "key" | "menu" | "pinLabel"> & {
  /** What became of a prompt, by its state; empty for one that is open or paid. */
  readonly endings: Record<Prompt["state"], string>;
  shown(prompt: Prompt): Pick<PhoneRequest, "number" | "payee" | "account" | "receipt">;
};

/** A gateway's prompts on people's phones. */
export function gatewayLine<State extends GatewayState, Outcome extends string>(
  engine: GatewayEngine<State, unknown, Outcome | "cancelled" | "wrong-pin">,
  { endings, shown, ...line }: Line<PromptOf<State>>,
): PhoneLine {
  return {
    ...line,
    requests() {
      engine.closeDuePrompts();
      return engine.state.prompts.map((prompt: PromptOf<State>) => {
        const { id, amount, createdAt, expiresAt, closedAt } = prompt;
        const state: PromptOf<State>["state"] = prompt.state;
        return {
          id,
          amount,
          state,
          createdAt,
          expiresAt,
          closedAt,
          ...shown(prompt),
          isOpen: state === "open",
          ending: endings[state],
        };
      });
    },
    answer(id, outcome) {
      engine.closeDuePrompts();
      const prompt = engine.state.prompts.find((known) => known.id === id);
      if (!prompt) return "unknown";
      if (prompt.state !== "open") return "closed";
      engine.answer(prompt, outcome);
      engine.rearm();
      return "done";
    },
  };
}
