import { readObject, refusal } from "../daraja/control-answer.ts";
import type { BankEngine } from "./engine.ts";
import { answerPrompt, type Outcome } from "./prompts.ts";
import { changeSettings } from "./settings.ts";
import type { Prompt } from "./state.ts";

/** What a tester sees of a prompt. Amount in whole shillings, times as ISO 8601 UTC. */
function promptJson(prompt: Prompt): Record<string, unknown> {
  const {
    expiresAt: _,
    autoPayAt: __,
    apiKey: ___,
    createdAt,
    closedAt,
    deliveries,
    result,
    ...shown
  } = prompt;
  return {
    ...shown,
    createdAt: new Date(createdAt).toISOString(),
    closedAt: closedAt === null ? null : new Date(closedAt).toISOString(),
    resultCode: result?.code ?? null,
    deliveries: deliveries.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  };
}

const OUTCOMES: readonly Outcome[] = ["paid", "cancelled", "wrong-pin", "insufficient", "unreachable"];

async function promptCall(engine: BankEngine, request: Request, id: string): Promise<Response> {
  const body = request.method === "POST" ? await readObject(request) : undefined;
  const prompt = engine.state.prompts.find((known) => known.id === id);
  if (!prompt) return refusal(404, `There is no prompt ${id}.`);
  if (request.method === "GET") return Response.json(promptJson(prompt));
  const late = body?.outcome === "late-paid";
  const outcome = late ? "paid" : OUTCOMES.find((known) => known === body?.outcome);
  if (!outcome) return refusal(400, `"outcome" is one of ${OUTCOMES.join(", ")} or late-paid.`);
  if (late ? prompt.state === "open" || prompt.state === "paid" : prompt.state !== "open") {
    return refusal(409, `This prompt is ${prompt.state}.`);
  }
  const next = answerPrompt(engine.state, prompt, outcome, engine.now(), engine.random);
  engine.report(next);
  return Response.json(promptJson(next));
}

async function settingsCall(engine: BankEngine, request: Request): Promise<Response> {
  if (request.method === "GET") return Response.json(engine.state.settings);
  const body = await readObject(request);
  if (!body) return refusal(400, "The body must be a JSON object of settings.");
  const changed = changeSettings(engine.state.settings, body);
  if ("error" in changed) return refusal(400, changed.error);
  engine.commit({ ...engine.state, settings: changed.settings });
  return Response.json(changed.settings);
}

/** The calls under /control/bank/, for testers; undefined when the path is none of them. */
export async function control(engine: BankEngine, request: Request, url: URL): Promise<Response | undefined> {
  const prompt = /^\/control\/bank\/prompts\/([^/]+)$/.exec(url.pathname)?.[1];
  if (prompt !== undefined) return await promptCall(engine, request, prompt);
  if (url.pathname === "/control/bank/settings") return await settingsCall(engine, request);
  if (url.pathname === "/control/bank/calls") return Response.json(engine.state.calls);
  if (url.pathname !== "/control/bank/prompts") return undefined;
  const phone = url.searchParams.get("phoneNumber");
  const listed = engine.state.prompts.filter((one) => phone === null || one.phoneNumber === phone);
  return Response.json(listed.toReversed().map(promptJson));
}
