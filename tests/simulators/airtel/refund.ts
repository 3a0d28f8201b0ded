import { isObject, lostAnswer, readObject } from "../gateway-kit/http.ts";
import { countCall, replacePrompt } from "../gateway-kit/state.ts";
import type { AirtelEngine } from "./engine.ts";
import { openCall } from "./open-call.ts";
import type { AirtelApp } from "./state.ts";
import {
  invalidField,
  METHOD_NOT_ALLOWED,
  MISSING_PARAMETER,
  NOT_FOUND,
  REFUND_FAILED,
  refuse,
  SOMETHING_WRONG,
  type WireError,
} from "./wire-answers.ts";

/** Gives one payment back, whole: Airtel documents no part of one. */
function giveBack(
  engine: AirtelEngine,
  app: AirtelApp,
  body: Record<string, unknown>,
): { moneyId: string } | { error: WireError } {
  const { transaction } = body;
  if (!isObject(transaction)) return { error: MISSING_PARAMETER };
  if ("amount" in transaction) return { error: invalidField("amount") };
  const moneyId = transaction.airtel_money_id;
  if (typeof moneyId !== "string" || moneyId === "") return { error: invalidField("airtel_money_id") };
  const prompt = engine.state.prompts.find(
    (known) => known.clientId === app.clientId && known.moneyId === moneyId,
  );
  if (!prompt) return { error: NOT_FOUND };
  const { refund } = engine.state.settings;
  if (refund === "down") return { error: SOMETHING_WRONG };
  if (refund === "refused" || prompt.state !== "paid") return { error: REFUND_FAILED };
  engine.commit(replacePrompt(countCall(engine.state, "refunds"), { ...prompt, state: "refunded" }));
  return { moneyId };
}

/** POST /standard/v1/payments/refund. The documented answer to a success says `"success": false`: only the codes count. */
export async function refund(engine: AirtelEngine, request: Request, address: string): Promise<Response> {
  const body = readObject(await request.text());
  const opened =
    request.method === "POST" ? openCall(engine, request, address) : { error: METHOD_NOT_ALLOWED };
  const given =
    "error" in opened ? opened : body ? giveBack(engine, opened.app, body) : { error: MISSING_PARAMETER };
  const { settings } = engine.state;
  if ("error" in given) return refuse(given.error, settings);
  if (settings.refund === "lost-after-acceptance") return lostAnswer();
  return Response.json({
    data: { transaction: { airtel_money_id: given.moneyId, status: "SUCCESS" } },
    status: { code: "200", message: "SUCCESS", result_code: "ESB000010", success: false },
  });
}
