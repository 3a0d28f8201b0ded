import { replacePrompt } from "../gateway-kit/state.ts";
import type { DarajaEngine } from "./engine.ts";
import { checkSigned } from "./push-request.ts";
import { checkMerchant, openCall } from "./signed-call.ts";
import type { DarajaApp, Prompt } from "./state.ts";
import {
  BEING_PROCESSED,
  BEING_PROCESSED_QUIETLY,
  INTERNAL_ERROR,
  invalidField,
  PASSING_FAULT,
  refuse,
  TRANSACTION_UNKNOWN,
  type WireError,
} from "./wire-answers.ts";

function findPrompt(
  engine: DarajaEngine,
  app: DarajaApp,
  body: Record<string, unknown>,
): { prompt: Prompt } | { error: WireError } {
  const signed = checkSigned(body);
  if ("field" in signed) return { error: invalidField(signed.field) };
  const id = body.CheckoutRequestID;
  if (typeof id !== "string" || id === "") return { error: invalidField("CheckoutRequestID") };
  const foreign = checkMerchant(app, signed.value);
  if (foreign) return { error: foreign };
  if (engine.state.settings.query === "down") return { error: INTERNAL_ERROR };
  const prompt = engine.state.prompts.find(
    (known) => known.checkoutRequestId === id && known.shortCode === signed.value.shortCode,
  );
  return prompt ? { prompt } : { error: TRANSACTION_UNKNOWN };
}

/** While a prompt is open the answers go round through the shapes that were seen, so that a client meets each of them. */
function faultOfTurn(engine: DarajaEngine, prompt: Prompt): WireError | undefined {
  if (engine.state.settings.query === "flaky") return prompt.queries % 2 === 0 ? PASSING_FAULT : undefined;
  if (prompt.result) return undefined;
  return [undefined, BEING_PROCESSED, undefined, BEING_PROCESSED_QUIETLY][prompt.queries % 4];
}

/** POST /mpesa/stkpushquery/v1/query: the outcome alone, without amount, receipt or phone. */
export async function queryRequest(engine: DarajaEngine, request: Request): Promise<Response> {
  const opened = await openCall(engine, request);
  engine.count("queries");
  const found = "error" in opened ? opened : findPrompt(engine, opened.app, opened.body);
  if ("error" in found) return refuse(found.error, engine.random);
  const { prompt } = found;
  engine.commit(replacePrompt(engine.state, { ...prompt, queries: prompt.queries + 1 }));
  const fault = faultOfTurn(engine, prompt);
  if (fault) return refuse(fault, engine.random);
  return Response.json({
    ResponseCode: "0",
    ResponseDescription: "The service request has been accepted successfully",
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: String(prompt.result?.code ?? 4999),
    ResultDesc: prompt.result?.queryDesc ?? "The transaction is still under processing",
  });
}
