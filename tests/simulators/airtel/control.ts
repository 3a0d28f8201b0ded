import type { AirtelEngine } from "./engine.ts";
import { readJson } from "./oauth.ts";
import { answerPrompt, RESULTS, refusePrompt } from "./prompts.ts";
import { changeSettings } from "./settings.ts";
import type { Portal, Prompt } from "./state.ts";

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

/** What a tester sees of a prompt. Amount in whole shillings, times as ISO 8601 UTC. */
function promptJson(prompt: Prompt): Record<string, unknown> {
  const { expiresAt: _, autoPayAt: __, result, createdAt, closedAt, deliveries, ...shown } = prompt;
  return {
    ...shown,
    createdAt: new Date(createdAt).toISOString(),
    closedAt: closedAt === null ? null : new Date(closedAt).toISOString(),
    status: result?.status ?? null,
    responseCode: result?.code ?? null,
    deliveries: deliveries.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  };
}

const OUTCOMES = [
  "paid",
  "cancelled",
  "wrong-pin",
  "insufficient",
  "over-limit",
  "timed-out",
  "ambiguous",
] as const;
const OUTCOME_SENTENCE = `"outcome" is one of ${OUTCOMES.join(", ")}, late-paid, late-failed, or code with a "responseCode".`;

/** Lets a person's answer happen to a prompt; the sentence says why not. */
function applyOutcome(engine: AirtelEngine, prompt: Prompt, body: Record<string, unknown>): Response {
  const now = engine.now();
  const done = (next: Prompt) => {
    if (next.result) engine.report(next, next.result);
    return Response.json(promptJson(next));
  };
  const unresolved = prompt.state === "open" || prompt.state === "ambiguous";
  if (body.outcome === "late-paid") {
    if (unresolved) return refusal(409, "This prompt is still open: answer it with paid.");
    if (prompt.moneyId !== null) return refusal(409, "This prompt was already paid.");
    return done(answerPrompt(engine.state, prompt, "paid", now, engine.random));
  }
  if (body.outcome === "late-failed") {
    if (prompt.state !== "paid") return refusal(409, "Only a paid prompt can be contradicted by a failure.");
    engine.report(prompt, RESULTS["timed-out"]);
    return Response.json(promptJson(prompt));
  }
  const outcome = OUTCOMES.find((known) => known === body.outcome);
  const { responseCode } = body;
  const code = body.outcome === "code" && typeof responseCode === "string" ? responseCode : "";
  if (!outcome && !/^[A-Z0-9]{1,20}$/.test(code)) return refusal(400, OUTCOME_SENTENCE);
  if (!unresolved) return refusal(409, `This prompt is already closed: ${prompt.state}.`);
  return done(
    outcome
      ? answerPrompt(engine.state, prompt, outcome, now, engine.random)
      : refusePrompt(prompt, code, now),
  );
}

async function promptCall(engine: AirtelEngine, request: Request, id: string): Promise<Response> {
  // The body is read first, so that nothing can happen between finding the prompt and changing it.
  const body = request.method === "POST" ? readJson(await request.text()) : undefined;
  const prompt = engine.state.prompts.find((known) => known.id === id);
  if (!prompt) return refusal(404, `There is no prompt ${id}.`);
  if (request.method === "GET") return Response.json(promptJson(prompt));
  if (request.method !== "POST") return refusal(405, "A prompt is read with GET and answered with POST.");
  return body ? applyOutcome(engine, prompt, body) : refusal(400, "The body must be a JSON object.");
}

function listPrompts(engine: AirtelEngine, url: URL): Response {
  const msisdn = url.searchParams.get("msisdn");
  const state = url.searchParams.get("state");
  const listed = engine.state.prompts.filter(
    (prompt) => (msisdn === null || prompt.msisdn === msisdn) && (state === null || prompt.state === state),
  );
  return Response.json(listed.toReversed().map(promptJson));
}

async function settingsCall(engine: AirtelEngine, request: Request): Promise<Response> {
  if (request.method === "GET") return Response.json(engine.state.settings);
  if (request.method !== "POST") return refusal(405, "Settings are read with GET and changed with POST.");
  const body = readJson(await request.text());
  if (!body) return refusal(400, "The body must be a JSON object of settings.");
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

/** What a business types into the portal's form; absent keys stay as they are. */
function readPortal(current: Portal, body: Record<string, unknown>): Portal | string {
  const { clientId: _, ...given } = body;
  for (const [key, value] of Object.entries(given)) {
    if (key === "callbackUrl" || key === "callbackKey") {
      if (typeof value !== "string") return `"${key}" is a text.`;
      if (key === "callbackUrl" && value !== "" && !URL.canParse(value))
        return '"callbackUrl" is an address.';
    } else if (key === "allowedIps") {
      if (!Array.isArray(value) || value.some((ip) => typeof ip !== "string"))
        return '"allowedIps" is a list of addresses.';
    } else {
      return `The portal's form has no "${key}". Known: clientId, callbackUrl, callbackKey, allowedIps.`;
    }
  }
  return { ...current, ...given };
}

async function portalCall(engine: AirtelEngine, request: Request): Promise<Response> {
  const shown = () => Object.entries(engine.state.portals).map(([clientId, form]) => ({ clientId, ...form }));
  if (request.method === "GET") return Response.json(shown());
  if (request.method !== "POST") return refusal(405, "The portal is read with GET and changed with POST.");
  const body = readJson(await request.text());
  const clientId = typeof body?.clientId === "string" ? body.clientId : "";
  const current = engine.state.portals[clientId];
  if (!body || !current) return refusal(404, "There is no application of that clientId.");
  const form = readPortal(current, body);
  if (typeof form === "string") return refusal(400, form);
  engine.commit({ ...engine.state, portals: { ...engine.state.portals, [clientId]: form } });
  return Response.json(shown());
}

/** The calls under /control/airtel/, for testers; undefined when the path is none of them. */
export async function control(
  engine: AirtelEngine,
  request: Request,
  url: URL,
): Promise<Response | undefined> {
  const path = /^\/control\/airtel\/(.+)$/.exec(url.pathname)?.[1];
  const prompt = /^prompts\/([^/]+)$/.exec(path ?? "")?.[1];
  if (prompt !== undefined) return await promptCall(engine, request, prompt);
  if (path === "settings") return await settingsCall(engine, request);
  if (path === "apps") return await portalCall(engine, request);
  if (path !== "prompts" && path !== "calls") return undefined;
  if (request.method !== "GET") return refusal(405, "This is read with GET.");
  return path === "prompts" ? listPrompts(engine, url) : Response.json(engine.state.calls);
}
