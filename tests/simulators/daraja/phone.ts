import type { DarajaEngine } from "./engine.ts";
import { type Notice, PROMPTS_SHOWN, phonePage } from "./phone-page.ts";
import { answerPrompt } from "./prompts.ts";

/** The PIN of every simulated subscriber; the page says so. */
const PIN = "1234";

/** As a person writes it (07…, 01…, +254…) to 2547…/2541…; undefined when it is no Kenyan mobile number. */
function readNumber(typed: string): string | undefined {
  const digits = typed.replace(/[\s()+-]/g, "");
  const number = /^0?([17]\d{8})$/.exec(digits)?.[1];
  if (number !== undefined) return `254${number}`;
  return /^254[17]\d{8}$/.test(digits) ? digits : undefined;
}

function html(text: string, status = 200): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/html;charset=UTF-8", "Cache-Control": "no-store" },
  });
}

function backTo(number: string, notice?: Notice): Response {
  const query = new URLSearchParams(notice ? { number, notice } : { number });
  return new Response(null, { status: 303, headers: { Location: `/phone?${query}` } });
}

function show(engine: DarajaEngine, url: URL): Response {
  const typed = url.searchParams.get("number")?.trim() ?? "";
  const number = readNumber(typed);
  const prompts = engine.state.prompts
    .filter((prompt) => prompt.phoneNumber === number)
    .slice(-PROMPTS_SHOWN)
    .toReversed();
  const known = [...new Set(engine.state.prompts.toReversed().map((prompt) => prompt.phoneNumber))];
  const names = new Map(engine.apps.map((app) => [app.shortCode, app.name]));
  return html(
    phonePage({
      typed,
      number,
      prompts,
      knownNumbers: known.slice(0, 8),
      payee: (prompt) => names.get(prompt.shortCode) ?? prompt.partyB,
      notice: url.searchParams.get("notice"),
      now: engine.now(),
    }),
  );
}

async function answer(engine: DarajaEngine, request: Request, id: string): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const prompt = engine.state.prompts.find((known) => known.id === id);
  if (!prompt) return backTo(form.get("number") ?? "", "unknown");
  if (prompt.state !== "open") return backTo(prompt.phoneNumber, "closed");
  const pin = form.get("pin") ?? "";
  const cancelled = form.get("action") === "cancel";
  if (!cancelled && pin === "") return backTo(prompt.phoneNumber, "no-pin");
  const outcome = cancelled ? "cancelled" : pin === PIN ? "paid" : "wrong-pin";
  const closed = answerPrompt(engine.state, prompt, outcome, engine.now(), engine.random);
  if (closed.result) engine.report(closed, closed.result);
  return backTo(prompt.phoneNumber);
}

/** GET /phone and POST /phone/prompts/{id}: the handset of a number, by plain forms; undefined for other paths. */
export async function phone(engine: DarajaEngine, request: Request, url: URL): Promise<Response | undefined> {
  if (url.pathname === "/phone" && request.method === "GET") return show(engine, url);
  const id = /^\/phone\/prompts\/([^/]+)$/.exec(url.pathname)?.[1];
  if (id !== undefined && request.method === "POST") return await answer(engine, request, id);
  return undefined;
}
