import type { GatewayEngine } from "./engine.ts";
import { readObject } from "./http.ts";
import { refusedChange } from "./settings.ts";
import type { Delivery, GatewayState, PromptOf } from "./state.ts";

/** A control call that could not be done, with the sentence that says why. */
export function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

export const iso = (ms: number) => new Date(ms).toISOString();
export const deliveriesJson = (deliveries: readonly Delivery[]) =>
  deliveries.map((one) => ({ ...one, at: iso(one.at) }));

type Fields = Record<string, unknown>;

/** What a tester can do with one gateway. */
export type Controls<State extends GatewayState, Outcome extends string> = {
  /** Before `/prompts` and `/calls`. */
  readonly path: string;
  readonly settingsPath: string;
  readonly settings: Parameters<typeof refusedChange>[0];
  /** What narrows the list of prompts beside their state, by the name of the query parameter. */
  readonly narrowedBy: Readonly<Record<string, (prompt: PromptOf<State>) => string>>;
  /** What a prompt shows beside its own fields, and, as undefined, what it does not. */
  shown(prompt: PromptOf<State>): Fields;
  readonly outcomes: readonly Outcome[];
  wasPaid(prompt: PromptOf<State>): boolean;
  /** A success after a failure: the PIN was accepted at the last second. */
  payLate(prompt: PromptOf<State>): PromptOf<State>;
  /** Reports a failure of a paid prompt. */
  contradict?(prompt: PromptOf<State>): void;
  /** Ends a prompt with a code of the gateway's own table, read from the body. */
  readonly code?: {
    readonly field: string;
    read(body: Fields): ((prompt: PromptOf<State>) => PromptOf<State>) | undefined;
  };
};

/** The control calls that every gateway has: prompts, settings and counts; undefined when the path is none of them. */
export class GatewayControl<State extends GatewayState, Outcome extends string> {
  readonly #engine: GatewayEngine<State, unknown, Outcome>;
  readonly #controls: Controls<State, Outcome>;

  constructor(engine: GatewayEngine<State, unknown, Outcome>, controls: Controls<State, Outcome>) {
    this.#engine = engine;
    this.#controls = controls;
  }

  async handle(request: Request, url: URL): Promise<Response | undefined> {
    const { path, settingsPath } = this.#controls;
    const prompts = `${path}/prompts`;
    if (url.pathname.startsWith(`${prompts}/`)) {
      return await this.#prompt(request, url.pathname.slice(prompts.length + 1));
    }
    if (url.pathname === settingsPath) return await this.#settings(request);
    if (url.pathname !== prompts && url.pathname !== `${path}/calls`) return undefined;
    if (request.method !== "GET") return refusal(405, "This is read with GET.");
    return Response.json(url.pathname === prompts ? this.#list(url) : this.#engine.state.calls);
  }

  /** What a tester sees of a prompt. Amount in whole shillings, times as ISO 8601 UTC. */
  #json(prompt: PromptOf<State>): Fields {
    return {
      ...prompt,
      expiresAt: undefined,
      autoPayAt: undefined,
      result: undefined,
      createdAt: iso(prompt.createdAt),
      closedAt: prompt.closedAt === null ? null : iso(prompt.closedAt),
      deliveries: deliveriesJson(prompt.deliveries),
      ...this.#controls.shown(prompt),
    };
  }

  #list(url: URL): Fields[] {
    const narrowedBy = Object.entries({
      state: (one: PromptOf<State>) => one.state,
      ...this.#controls.narrowedBy,
    });
    const isAsked = (one: PromptOf<State>) =>
      narrowedBy.every(([name, of]) => [null, of(one)].includes(url.searchParams.get(name)));
    return this.#engine.state.prompts
      .filter(isAsked)
      .toReversed()
      .map((one) => this.#json(one));
  }

  async #prompt(request: Request, id: string): Promise<Response> {
    // The body is read first, so that nothing can happen between finding the prompt and changing it.
    const body = request.method === "POST" ? readObject(await request.text()) : undefined;
    const prompt = this.#engine.state.prompts.find((known) => known.id === id);
    if (!prompt) return refusal(404, `There is no prompt ${id}.`);
    if (request.method === "GET") return Response.json(this.#json(prompt));
    if (request.method !== "POST") return refusal(405, "A prompt is read with GET and answered with POST.");
    if (!body) return refusal(400, "The body must be a JSON object.");
    const done = this.#apply(prompt, body);
    return "error" in done ? refusal(done.status, done.error) : Response.json(this.#json(done.prompt));
  }

  /** Lets a person's answer happen to a prompt; the sentence says why not. */
  #apply(
    prompt: PromptOf<State>,
    body: Fields,
  ): { prompt: PromptOf<State> } | { status: number; error: string } {
    const { outcomes, code, wasPaid, payLate, contradict } = this.#controls;
    const isOpen = prompt.closedAt === null;
    if (body.outcome === "late-paid") {
      if (isOpen) return { status: 409, error: "This prompt is still open: answer it with paid." };
      if (wasPaid(prompt)) return { status: 409, error: "This prompt was already paid." };
      return { prompt: payLate(prompt) };
    }
    if (body.outcome === "late-failed" && contradict) {
      if (prompt.state !== "paid") {
        return { status: 409, error: "Only a paid prompt can be contradicted by a failure." };
      }
      contradict(prompt);
      return { prompt };
    }
    const outcome = outcomes.find((known) => known === body.outcome);
    const end = outcome
      ? () => this.#engine.answer(prompt, outcome)
      : body.outcome === "code"
        ? code?.read(body)
        : undefined;
    if (!end) {
      const others = [
        "late-paid",
        ...(contradict ? ["late-failed"] : []),
        ...(code ? [`code with a "${code.field}"`] : []),
      ];
      return { status: 400, error: `"outcome" is one of ${[...outcomes, ...others].join(", ")}.` };
    }
    if (!isOpen) return { status: 409, error: `This prompt is already closed: ${prompt.state}.` };
    return { prompt: end(prompt) };
  }

  async #settings(request: Request): Promise<Response> {
    const { state } = this.#engine;
    if (request.method === "GET") return Response.json(state.settings);
    if (request.method !== "POST") return refusal(405, "Settings are read with GET and changed with POST.");
    const change = readObject(await request.text());
    if (!change) return refusal(400, "The body must be a JSON object of settings.");
    const refused = refusedChange(this.#controls.settings, change);
    if (refused !== undefined) return refusal(400, refused);
    const settings = { ...this.#engine.state.settings, ...change };
    // Switching the automatic payer off also spares the open prompts.
    const spare = (prompt: PromptOf<State>) =>
      settings.auto === "none" && prompt.autoPayAt !== null ? { ...prompt, autoPayAt: null } : prompt;
    const prompts = this.#engine.state.prompts.map(spare);
    this.#engine.commit({ ...this.#engine.state, settings, prompts });
    return Response.json(settings);
  }
}
