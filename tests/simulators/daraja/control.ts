import { readObject, refusal } from "./control-answer.ts";
import { controlMoney } from "./control-money.ts";
import type { DarajaEngine } from "./engine.ts";
import { answerPrompt, payLate, RESULTS, refusePrompt } from "./prompts.ts";
import { changeSettings } from "./settings.ts";
import type { Prompt } from "./state.ts";

/** What a tester sees of a prompt. Amount in whole shillings, times as ISO 8601 UTC. */
export function promptJson(prompt: Prompt): Record<string, unknown> {
  return {
    id: prompt.id,
    phoneNumber: prompt.phoneNumber,
    amount: prompt.amount,
    partyB: prompt.partyB,
    accountReference: prompt.accountReference,
    state: prompt.state,
    transactionDesc: prompt.transactionDesc,
    transactionType: prompt.transactionType,
    shortCode: prompt.shortCode,
    checkoutRequestId: prompt.checkoutRequestId,
    merchantRequestId: prompt.merchantRequestId,
    callBackUrl: prompt.callBackUrl,
    createdAt: new Date(prompt.createdAt).toISOString(),
    closedAt: prompt.closedAt === null ? null : new Date(prompt.closedAt).toISOString(),
    resultCode: prompt.result?.code ?? null,
    receipt: prompt.receipt,
    queries: prompt.queries,
    deliveries: prompt.deliveries.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  };
}

const OUTCOMES = ["paid", "cancelled", "wrong-pin", "insufficient", "unreachable"] as const;
const OUTCOME_SENTENCE = `"outcome" is one of ${OUTCOMES.join(", ")}, late-paid, late-failed, or code with a "resultCode".`;

/** A code of the gateway's table, as number or text; success is not one, because it needs a receipt. */
function readCode(body: Record<string, unknown>): { code: number | string; desc: string } | undefined {
  const { resultCode: code, resultDesc: desc = "The service request failed." } = body;
  if ((typeof code !== "number" && typeof code !== "string") || typeof desc !== "string") return undefined;
  return /^[A-Za-z0-9_]{1,20}$/.test(String(code)) && Number(code) !== 0 ? { code, desc } : undefined;
}

/** Lets a person's answer happen to a prompt; the sentence says why not. */
function applyOutcome(engine: DarajaEngine, prompt: Prompt, body: Record<string, unknown>): Response {
  const now = engine.now();
  const done = (next: Prompt) => {
    if (next.result) engine.report(next, next.result);
    return Response.json(promptJson(next));
  };
  if (body.outcome === "late-paid") {
    if (prompt.state === "open") return refusal(409, "This prompt is still open: answer it with paid.");
    if (prompt.state === "paid") return refusal(409, "This prompt was already paid.");
    return done(payLate(engine.state, prompt, now, engine.random));
  }
  if (body.outcome === "late-failed") {
    if (prompt.state !== "paid") return refusal(409, "Only a paid prompt can be contradicted by a failure.");
    engine.report(prompt, RESULTS.unreachable);
    return Response.json(promptJson(prompt));
  }
  const outcome = OUTCOMES.find((known) => known === body.outcome);
  const code = body.outcome === "code" ? readCode(body) : undefined;
  const next = outcome
    ? () => answerPrompt(engine.state, prompt, outcome, now, engine.random)
    : code && (() => refusePrompt(prompt, code.code, code.desc, now));
  if (!next) return refusal(400, OUTCOME_SENTENCE);
  if (prompt.state !== "open") return refusal(409, `This prompt is already closed: ${prompt.state}.`);
  return done(next());
}

async function promptCall(engine: DarajaEngine, request: Request, id: string): Promise<Response> {
  // The body is read first, so that nothing can happen between finding the prompt and changing it.
  const body = request.method === "POST" ? await readObject(request) : undefined;
  const prompt = engine.state.prompts.find((known) => known.id === id);
  if (!prompt) return refusal(404, `There is no prompt ${id}.`);
  if (request.method === "GET") return Response.json(promptJson(prompt));
  if (request.method !== "POST") return refusal(405, "A prompt is read with GET and answered with POST.");
  return body ? applyOutcome(engine, prompt, body) : refusal(400, "The body must be a JSON object.");
}

function listPrompts(engine: DarajaEngine, url: URL): Response {
  const phoneNumber = url.searchParams.get("phoneNumber");
  const state = url.searchParams.get("state");
  const listed = engine.state.prompts.filter(
    (prompt) =>
      (phoneNumber === null || prompt.phoneNumber === phoneNumber) &&
      (state === null || prompt.state === state),
  );
  return Response.json(listed.toReversed().map(promptJson));
}

async function settingsCall(engine: DarajaEngine, request: Request): Promise<Response> {
  if (request.method === "GET") return Response.json(engine.state.settings);
  if (request.method !== "POST") return refusal(405, "Settings are read with GET and changed with POST.");
  const body = await readObject(request);
  const changed = changeSettings(engine.state.settings, body);
  if ("error" in changed) return refusal(400, changed.error);
  const { settings } = changed;
  // Nobody expects the automatic person to answer once it was switched off.
  const prompts =
    settings.auto === "none"
      ? engine.state.prompts.map((prompt) =>
          prompt.autoPayAt === null ? prompt : { ...prompt, autoPayAt: null },
        )
      : engine.state.prompts;
  engine.commit({ ...engine.state, settings, prompts });
  return Response.json(settings);
}

/** The calls under /control/, for testers; undefined when the path is none of them. */
export async function control(
  engine: DarajaEngine,
  request: Request,
  url: URL,
): Promise<Response | undefined> {
  const prompt = /^\/control\/prompts\/([^/]+)$/.exec(url.pathname)?.[1];
  if (prompt !== undefined) return await promptCall(engine, request, prompt);
  if (url.pathname === "/control/gateways") return await settingsCall(engine, request);
  const isList = url.pathname === "/control/prompts";
  if (!isList && url.pathname !== "/control/calls") return await controlMoney(engine, request, url);
  if (request.method !== "GET") return refusal(405, "This is read with GET.");
  return isList ? listPrompts(engine, url) : Response.json(engine.state.calls);
}
