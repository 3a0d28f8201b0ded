import type { PhoneLine } from "../phone/phone-line.ts";
import { registerUrls } from "./c2b-register.ts";
import { simulatePayment } from "./c2b-simulate.ts";
import { control } from "./control.ts";
import { DarajaEngine, type DarajaOptions } from "./engine.ts";
import { generateToken } from "./oauth.ts";
import { darajaLine } from "./phone-line.ts";
import { queryPull, registerPull } from "./pull-transactions.ts";
import { reverseTransaction } from "./reversal.ts";
import { processRequest } from "./stk-push.ts";
import { queryRequest } from "./stk-query.ts";
import { transactionStatus } from "./transaction-status.ts";
import { RESOURCE_NOT_FOUND, refuse } from "./wire-answers.ts";

type Call = (engine: DarajaEngine, request: Request) => Promise<Response> | Response;

const CALLS = new Map<string, Call>([
  ["/oauth/v1/generate", generateToken],
  ["/mpesa/stkpush/v1/processrequest", processRequest],
  ["/mpesa/stkpushquery/v1/query", queryRequest],
  ["/mpesa/c2b/v1/registerurl", (engine, request) => registerUrls(engine, request, 1)],
  ["/mpesa/c2b/v2/registerurl", (engine, request) => registerUrls(engine, request, 2)],
  ["/mpesa/c2b/v1/simulate", simulatePayment],
  ["/mpesa/c2b/v2/simulate", simulatePayment],
  ["/mpesa/reversal/v1/request", reverseTransaction],
  ["/mpesa/transactionstatus/v1/query", transactionStatus],
  ["/pulltransactions/v1/register", registerPull],
  ["/pulltransactions/v1/query", queryPull],
]);

/**
 * Safaricom's Daraja as far as a business that sells needs it: token, push, query, payments typed by hand, reversal,
 * status, pull and callbacks on the wire, a line to people's phones and controls for testers. Web-standard requests only, so it can be served on a port or be put under `fetch`.
 */
export class DarajaSimulator {
  /** M-Pesa on people's phones. */
  readonly line: PhoneLine;
  readonly #engine: DarajaEngine;

  /** Reads the store; nothing runs before `start`. */
  constructor(options: DarajaOptions) {
    this.#engine = new DarajaEngine(options);
    this.line = darajaLine(this.#engine);
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
    const call = CALLS.get(url.pathname);
    if (call) return await call(this.#engine, request);
    if (/^\/(oauth|mpesa|pulltransactions)\//.test(url.pathname)) {
      return refuse(RESOURCE_NOT_FOUND, this.#engine.random);
    }
    return await control(this.#engine, request, url);
  }
}
