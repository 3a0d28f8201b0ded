import { control } from "./control.ts";
import { coopEnquiry, coopPush } from "./coop.ts";
import { BankEngine, type BankOptions } from "./engine.ts";
import { equityPush } from "./equity.ts";
import { kcbPush } from "./kcb.ts";
import { authenticateMerchant, generateToken } from "./oauth.ts";

type Call = (engine: BankEngine, request: Request) => Promise<Response>;

const CALLS = new Map<string, Call>([
  ["/token", generateToken],
  ["/mm/api/request/1.0.0/stkpush", kcbPush],
  ["/FT/stk/1.0.0", coopPush],
  ["/Enquiry/STK/1.0.0/", coopEnquiry],
  ["/authentication/api/v3/authenticate/merchant", authenticateMerchant],
  ["/v3-apis/payment-api/v3.0/stkussdpush/initiate", equityPush],
]);

/**
 * KCB Buni, Co-op Connect and Equity's Jenga as far as collecting by a prompt needs them. One object for the three: on
 * one port their addresses do not meet, and a token is told apart by the credentials behind it.
 */
export class BankSimulator {
  readonly #engine: BankEngine;

  /** Reads the store; nothing runs before `start`. */
  constructor(options: BankOptions) {
    this.#engine = new BankEngine(options);
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
    const url = new URL(request.url);
    const call = CALLS.get(url.pathname);
    const posted = request.method === "POST";
    const answer = !call
      ? await control(this.#engine, request, url)
      : posted
        ? await call(this.#engine, request)
        : Response.json({ message: "Method not allowed" }, { status: 405 });
    this.#engine.rearm();
    return answer;
  }

  /** As `handle`, with 404 for every other address. */
  async fetch(request: Request): Promise<Response> {
    return (await this.handle(request)) ?? Response.json({ message: "Not found" }, { status: 404 });
  }
}
