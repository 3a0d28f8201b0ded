import { lostAnswer } from "../gateway-kit/http.ts";
import { addPrompt, countCall } from "../gateway-kit/state.ts";
import type { DarajaEngine } from "./engine.ts";
import { newPrompt } from "./prompts.ts";
import { checkPushRequest } from "./push-request.ts";
import { checkMerchant, openCall } from "./signed-call.ts";
import type { DarajaApp, Prompt } from "./state.ts";
import {
  INTERNAL_ERROR,
  invalidField,
  refuse,
  SUBSCRIBER_LOCKED,
  SYSTEM_BUSY,
  type WireError,
} from "./wire-answers.ts";

/** How long the gateway takes to find out that the receiver may not be paid. */
const REFUSAL_AFTER_MS = 1_000;

function acceptPush(
  engine: DarajaEngine,
  app: DarajaApp,
  body: Record<string, unknown>,
): { prompt: Prompt } | { error: WireError } {
  const { answer, strict } = engine.state.settings;
  const checked = checkPushRequest(body, strict);
  if ("field" in checked) return { error: invalidField(checked.field) };
  const push = checked.value;
  if (engine.state.settings.unknownPhones.includes(push.phoneNumber))
    return { error: invalidField("PhoneNumber") };
  const foreign = checkMerchant(app, push);
  if (foreign) return { error: foreign };
  if (answer === "busy") return { error: SYSTEM_BUSY };
  if (answer === "internal") return { error: INTERNAL_ERROR };
  // The lock is the subscriber's, whichever business asks.
  const { prompts } = engine.state;
  if (prompts.some((one) => one.state === "open" && one.phoneNumber === push.phoneNumber)) {
    return { error: SUBSCRIBER_LOCKED };
  }
  const prompt = newPrompt(engine.state, app, push, engine.now(), engine.random);
  engine.commit(addPrompt(countCall(engine.state, "pushesAccepted"), prompt));
  return { prompt };
}

/** POST /mpesa/stkpush/v1/processrequest. Accepted means queued on the phone, not paid. */
export async function processRequest(engine: DarajaEngine, request: Request): Promise<Response> {
  const opened = await openCall(engine, request);
  const accepted = "error" in opened ? opened : acceptPush(engine, opened.app, opened.body);
  if ("error" in accepted) {
    engine.count("pushesRefused");
    return refuse(accepted.error, engine.random);
  }
  const { prompt } = accepted;
  const { answer, answerDelayMs } = engine.state.settings;
  if (prompt.result) {
    engine.report(prompt, prompt.result, REFUSAL_AFTER_MS);
  } else if (answer === "callback-first") {
    engine.answer(prompt, "paid");
    await engine.sendDueCallbacks();
  }
  if (answerDelayMs > 0) {
    engine.rearm();
    await engine.wait(answerDelayMs);
  }
  if (answer === "internal-after-acceptance") return refuse(INTERNAL_ERROR, engine.random);
  if (answer === "lost-after-acceptance") return lostAnswer();
  return Response.json({
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResponseCode: "0",
    ResponseDescription: "Success. Request accepted for processing",
    CustomerMessage: "Success. Request accepted for processing",
  });
}
