import { control } from "./control.ts";
import { DarajaEngine, type DarajaOptions } from "./engine.ts";
import { generateToken } from "./oauth.ts";
import { phone } from "./phone.ts";
import { processRequest } from "./stk-push.ts";
import { queryRequest } from "./stk-query.ts";
import { RESOURCE_NOT_FOUND, refuse } from "./wire-answers.ts";

/**
 * Safaricom's Daraja as far as an STK push needs it: token, push, query and callbacks on the wire, a phone for a person
 * and controls for testers. Web-standard requests only, so it can be served on a port or be put under `fetch`.
 */
export class DarajaSimulator {
  readonly #engine: DarajaEngine;

  /** Reads the store; nothing runs before `start`. */
  constructor(options: DarajaOptions) {
    this.#engine = new DarajaEngine(options);
  }

  /** Arms the timers from the state: prompts expire, the automatic person answers, callbacks leave. */
  start(): void {
    this.#engine.start();
  }

  /** Resolves when no callback is on its way any more; what had not left yet leaves after the next start. */
  stop(): Promise<void> {
    return this.#engine.stop();
  }

  /** Answers its own addresses; undefined for every other, so that several simulators can share one port. */
  async handle(request: Request): Promise<Response | undefined> {
    this.#engine.closeDuePrompts();
    const answer = await this.#route(request);
    this.#engine.rearm();
    return answer;
  }

  /** As `handle`, with the gateway's own 404 for every other address. */
  async fetch(request: Request): Promise<Response> {
    return (await this.handle(request)) ?? refuse(RESOURCE_NOT_FOUND, this.#engine.random);
  }

  async #route(request: Request): Promise<Response | undefined> {
    const url = new URL(request.url);
    if (url.pathname === "/oauth/v1/generate") return generateToken(this.#engine, request);
    if (url.pathname === "/mpesa/stkpush/v1/processrequest") {
      return await processRequest(this.#engine, request);
    }
    if (url.pathname === "/mpesa/stkpushquery/v1/query") return await queryRequest(this.#engine, request);
    if (/^\/(oauth|mpesa)\//.test(url.pathname)) return refuse(RESOURCE_NOT_FOUND, this.#engine.random);
    return (await control(this.#engine, request, url)) ?? (await phone(this.#engine, request, url));
  }
}
