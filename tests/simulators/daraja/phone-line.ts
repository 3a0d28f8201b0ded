import { answering, type PhoneLine, type PhoneRequest } from "../phone/phone-line.ts";
import type { DarajaEngine } from "./engine.ts";
import { answerPrompt } from "./prompts.ts";
import type { Prompt, PromptState } from "./state.ts";

const ENDINGS: Record<PromptState, string> = {
  open: "",
  paid: "",
  cancelled: "You cancelled this request.",
  "wrong-pin": "Failed. You entered the wrong M-PESA PIN.",
  insufficient: "Failed. You do not have enough money in your M-PESA account.",
  unreachable: "This request did not reach the phone.",
  expired: "You did not answer this request in time.",
  refused: "Failed. This payment is not permitted at the moment.",
};

function shown(prompt: Prompt, names: ReadonlyMap<string, string | undefined>): PhoneRequest {
  const { id, amount, state, receipt, createdAt, expiresAt, closedAt } = prompt;
  return {
    ...{ id, amount, state, receipt, createdAt, expiresAt, closedAt },
    number: prompt.phoneNumber,
    payee: names.get(prompt.shortCode) ?? prompt.partyB,
    account: prompt.accountReference,
    isOpen: state === "open",
    ending: ENDINGS[state],
  };
}

/** M-Pesa on a person's phone. */
export function darajaLine(engine: DarajaEngine): PhoneLine {
  return {
    key: "mpesa",
    menu: "M-PESA",
    pinLabel: "M-Pesa PIN",
    requests() {
      engine.closeDuePrompts();
      const names = new Map(engine.apps.map((app) => [app.shortCode, app.name]));
      return engine.state.prompts.map((prompt) => shown(prompt, names));
    },
    answer: answering(engine, (prompt, outcome) => {
      const closed = answerPrompt(engine.state, prompt, outcome, engine.now(), engine.random);
      if (closed.result) engine.report(closed, closed.result);
    }),
  };
}
