import { countCall, replacePrompt } from "../gateway-kit/state.ts";
import type { AirtelEngine } from "./engine.ts";
import { openCall } from "./open-call.ts";
import { RESULTS } from "./prompts.ts";
import type { AirtelApp, Prompt, PromptResult } from "./state.ts";
import {
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  refuse,
  SOMETHING_WRONG,
  STATUS_FAILED,
  type WireError,
} from "./wire-answers.ts";

/** Airtel asks not to be asked before. */
const EARLIEST_MS = 180_000;

const IN_PROGRESS = {
  status: "TIP",
  code: "DP00800001006",
  message: "Transaction in pending state. Please check after sometime.",
};

/** Counts the enquiry, and finds what it is about. */
function findPrompt(
  engine: AirtelEngine,
  app: AirtelApp,
  transactionId: string,
): { prompt: Prompt } | { error: WireError } {
  const prompt = engine.state.prompts.find(
    (known) => known.clientId === app.clientId && known.transactionId === transactionId,
  );
  if (!prompt) return { error: NOT_FOUND };
  const early = engine.now() - prompt.createdAt < EARLIEST_MS && prompt.deliveries.length === 0;
  const counted = early ? countCall(engine.state, "earlyEnquiries") : engine.state;
  engine.commit(replacePrompt(counted, { ...prompt, enquiries: prompt.enquiries + 1 }));
  const { enquiry } = engine.state.settings;
  if (enquiry === "down") return { error: STATUS_FAILED };
  return enquiry === "flaky" && prompt.enquiries % 2 === 0 ? { error: SOMETHING_WRONG } : { prompt };
}

function known(engine: AirtelEngine, prompt: Prompt): Omit<PromptResult, "status"> & { status: string } {
  if (engine.state.settings.enquiry === "ambiguous") return RESULTS.ambiguous;
  return prompt.result ?? IN_PROGRESS;
}

/** GET /standard/v1/payments/{id}: the outcome without amount and phone, by the id that the business gave. */
export function enquire(
  engine: AirtelEngine,
  request: Request,
  transactionId: string,
  address: string,
): Response {
  engine.count("enquiries");
  const opened =
    request.method === "GET" ? openCall(engine, request, address) : { error: METHOD_NOT_ALLOWED };
  const found = "error" in opened ? opened : findPrompt(engine, opened.app, transactionId);
  const { settings } = engine.state;
  if ("error" in found) return refuse(found.error, settings);
  const { status, code, message } = known(engine, found.prompt);
  const { moneyId } = found.prompt;
  return Response.json({
    data: {
      transaction: {
        ...(status === "TS" && moneyId !== null ? { airtel_money_id: moneyId } : {}),
        id: transactionId,
        message,
        status,
      },
    },
    status: {
      code: "200",
      message: "SUCCESS",
      result_code: "ESB000010",
      response_code: code,
      success: !settings.misleading,
    },
  });
}
