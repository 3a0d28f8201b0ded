import { firewallPage } from "../gateway-kit/http.ts";
import { GatewaySimulator } from "../gateway-kit/simulator.ts";
import type { PhoneLine } from "../phone/phone-line.ts";
import { registerUrls } from "./c2b-register.ts";
import { simulatePayment } from "./c2b-simulate.ts";
import { DarajaControl } from "./control.ts";
import { DarajaEngine, type DarajaOptions } from "./engine.ts";
import { generateToken } from "./oauth.ts";
import { payBusiness, payPhone } from "./pay-out.ts";
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
  ["/mpesa/b2c/v3/paymentrequest", payPhone],
  ["/mpesa/b2b/v1/paymentrequest", payBusiness],
  ["/mpesa/transactionstatus/v1/query", transactionStatus],
  ["/pulltransactions/v1/register", registerPull],
  ["/pulltransactions/v1/query", queryPull],
]);

/**
 * Safaricom's Daraja as far as a business that sells needs it: token, push, query, payments typed by hand, reversal,
 * status, pull and callbacks on the wire, a line to people's phones and controls for testers.
 */
export class DarajaSimulator extends GatewaySimulator<DarajaEngine> {
  /** M-Pesa on people's phones. */
  readonly line: PhoneLine;
  readonly #control: DarajaControl;

  constructor(options: DarajaOptions) {
    const engine = new DarajaEngine(options);
    super(engine);
    this.line = darajaLine(engine);
    this.#control = new DarajaControl(engine);
  }

  protected override notFound(): Response {
    return refuse(RESOURCE_NOT_FOUND, this.engine.random);
  }

  protected override async route(request: Request, url: URL): Promise<Response | undefined> {
    const call = CALLS.get(url.pathname);
    const wall = firewallPage(this.engine.state.settings.firewall);
    if (call) return wall ?? (await call(this.engine, request));
    if (/^\/(oauth|mpesa|pulltransactions)\//.test(url.pathname)) return this.notFound();
    return await this.#control.handle(request, url);
  }
}
