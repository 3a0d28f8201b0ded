import type { PhoneLine } from "../phone/phone-line.ts";
import { collect } from "./collect.ts";
import { control } from "./control.ts";
import { AirtelEngine, type AirtelOptions } from "./engine.ts";
import { enquire } from "./enquiry.ts";
import { generateToken } from "./oauth.ts";
import { airtelLine } from "./phone-line.ts";
import { refund } from "./refund.ts";
import { NO_SUCH_ADDRESS, refuse } from "./wire-answers.ts";

/** Where a request comes from when nobody says: this machine. */
const HERE = "127.0.0.1";

/**
 * Airtel Money (Africa) as far as collecting needs it: token, push, enquiry, refund and signed callbacks on the wire, a
 * line to people's phones, and controls for testers. Web-standard requests only, so it can be served on a port or be put under `fetch`.
 */
export class AirtelSimulator {
  /** Airtel Money on people's phones. */
  readonly line: PhoneLine;
  readonly #engine: AirtelEngine;

  /** Reads the store; nothing runs before `start`. */
  constructor(options: AirtelOptions) {
    this.#engine = new AirtelEngine(options);
    this.line = airtelLine(this.#engine);
  }

  /** Arms the timers from the state: prompts expire, the automatic person answers, callbacks leave. */
  start(): void {
    this.#engine.start();
  }

  /** Resolves when no callback is on its way any more; what had not left yet leaves after the next start. */
  stop(): Promise<void> {
    return this.#engine.stop();
  }

  /**
   * Answers its own addresses; undefined for every other, so that several simulators can share one port.
   *
   * @param address where the request comes from, for the allow-list of the portal
   */
  async handle(request: Request, address = HERE): Promise<Response | undefined> {
    this.#engine.closeDuePrompts();
    const answer = await this.#route(request, address);
    this.#engine.rearm();
    return answer;
  }

  /** As `handle`, with the gateway's own 404 for every other address. */
  async fetch(request: Request, address = HERE): Promise<Response> {
    return (await this.handle(request, address)) ?? refuse(NO_SUCH_ADDRESS, this.#engine.state.settings);
  }

  async #route(request: Request, address: string): Promise<Response | undefined> {
    const url = new URL(request.url);
    if (url.pathname === "/auth/oauth2/token") return await generateToken(this.#engine, request);
    if (url.pathname === "/merchant/v1/payments/") return await collect(this.#engine, request, address);
    if (url.pathname === "/standard/v1/payments/refund") return await refund(this.#engine, request, address);
    const asked = /^\/standard\/v1\/payments\/([^/]+)$/.exec(url.pathname)?.[1];
    if (asked !== undefined) {
      return enquire(this.#engine, request, decodeURIComponent(asked), address);
    }
    if (/^\/(auth|merchant|standard)\//.test(url.pathname)) {
      return refuse(NO_SUCH_ADDRESS, this.#engine.state.settings);
    }
    return await control(this.#engine, request, url);
  }
}
