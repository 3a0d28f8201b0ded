import { answering, type PhoneLine, type PhoneRequest } from "../phone/phone-line.ts";
import type { AirtelEngine } from "./engine.ts";
import { answerPrompt } from "./prompts.ts";
import type { Prompt, PromptState } from "./state.ts";

const ENDINGS: Record<PromptState, string> = {
  open: "",
  paid: "",
  ambiguous: "Your answer is on its way.",
  cancelled: "You cancelled this request.",
  "wrong-pin": "Failed. You entered the wrong Airtel Money PIN.",
  insufficient: "Failed. You do not have enough money in your Airtel Money wallet.",
  "over-limit": "Failed. This is more than your wallet may pay.",
  "timed-out": "This request did not reach the phone.",
  expired: "You did not answer this request in time.",
  refused: "Failed. This payment is not permitted at the moment.",
  refunded: "Given back to you.",
};

function shown(prompt: Prompt, names: ReadonlyMap<string, string | undefined>): PhoneRequest {
  const { id, amount, state, moneyId, createdAt, expiresAt, closedAt } = prompt;
  return {
    ...{ id, amount, state, createdAt, expiresAt, closedAt },
    number: `254${prompt.msisdn}`,
    payee: names.get(prompt.clientId) ?? prompt.clientId,
    account: prompt.reference,
    receipt: moneyId,
    isOpen: state === "open",
    ending: ENDINGS[state],
  };
}

/** Airtel Money on a person's phone. */
export function airtelLine(engine: AirtelEngine): PhoneLine {
  return {
    key: "airtel",
    menu: "Airtel Money",
    pinLabel: "Airtel Money PIN",
    requests() {
      engine.closeDuePrompts();
      const names = new Map(engine.apps.map((app) => [app.clientId, app.name]));
      return engine.state.prompts.map((prompt) => shown(prompt, names));
    },
    answer: answering(engine, (prompt, outcome) => {
      const closed = answerPrompt(engine.state, prompt, outcome, engine.now(), engine.random);
      if (closed.result) engine.report(closed, closed.result);
    }),
  };
}
