import { isJson, lostAnswer, readObject } from "../gateway-kit/http.ts";
import { addPrompt, countCall } from "../gateway-kit/state.ts";
import type { AirtelEngine } from "./engine.ts";
import { openCall } from "./open-call.ts";
import { newPrompt } from "./prompts.ts";
import { checkPushRequest } from "./push-request.ts";
import type { AirtelApp, Prompt } from "./state.ts";
import {
  DUPLICATE_ID,
  INITIATING_FAILED,
  METHOD_NOT_ALLOWED,
  MISSING_PARAMETER,
  ROUTER_TIMEOUT,
  refuse,
  type WireError,
} from "./wire-answers.ts";

function acceptPush(
  engine: AirtelEngine,
  app: AirtelApp,
  body: Record<string, unknown>,
): { prompt: Prompt } | { error: WireError } {
  const checked = checkPushRequest(body);
  if ("error" in checked) return checked;
  const push = checked.value;
  // The one thing that keeps a repeated request from asking twice.
  const known = engine.state.prompts.some(
    (prompt) => prompt.clientId === app.clientId && prompt.transactionId === push.transactionId,
  );
  if (known) return { error: DUPLICATE_ID };
  if (engine.state.settings.answer === "failed") return { error: INITIATING_FAILED };
  const prompt = newPrompt(engine.state, app.clientId, push, engine.now());
  engine.commit(addPrompt(countCall(engine.state, "pushesAccepted"), prompt));
  return { prompt };
}

/** POST /merchant/v1/payments/. Accepted means that a prompt was sent, not that anybody has paid. */
export async function collect(engine: AirtelEngine, request: Request, address: string): Promise<Response> {
  const text = await request.text();
  const body = isJson(request) ? readObject(text) : undefined;
  const opened = openCall(engine, request, address);
  const accepted =
    request.method !== "POST"
      ? { error: METHOD_NOT_ALLOWED }
      : "error" in opened
        ? opened
        : body
          ? acceptPush(engine, opened.app, body)
          : { error: MISSING_PARAMETER };
  if ("error" in accepted) {
    engine.count("pushesRefused");
    return refuse(accepted.error, engine.state.settings);
  }
  const { prompt } = accepted;
  const { settings } = engine.state;
  if (settings.interim !== "none") {
    engine.report(prompt, { status: settings.interim, message: "Transaction in progress." });
  }
  if (settings.answer === "callback-first") {
    engine.answer(prompt, "paid");
    await engine.sendDueCallbacks();
  }
  if (settings.answerDelayMs > 0) {
    engine.rearm();
    await engine.wait(settings.answerDelayMs);
  }
  if (settings.answer === "lost-after-acceptance") return lostAnswer();
  if (settings.answer === "timeout-after-acceptance") return refuse(ROUTER_TIMEOUT, settings);
  if (settings.answer === "failed-after-acceptance") return refuse(INITIATING_FAILED, settings);
  return Response.json({
    data: { transaction: { id: prompt.transactionId, status: "SUCCESS" } },
    status: {
      code: "200",
      message: "SUCCESS",
      result_code: "ESB000010",
      response_code: "DP00800001006",
      success: true,
    },
  });
}
