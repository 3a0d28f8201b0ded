import { firewallPage } from "../gateway-kit/http.ts";
import { GatewaySimulator } from "../gateway-kit/simulator.ts";
import type { PhoneLine } from "../phone/phone-line.ts";
import { collect } from "./collect.ts";
import { AirtelControl } from "./control.ts";
import { AirtelEngine, type AirtelOptions } from "./engine.ts";
import { enquire } from "./enquiry.ts";
import { generateToken } from "./oauth.ts";
import { airtelLine } from "./phone-line.ts";
import { refund } from "./refund.ts";
import { NO_SUCH_ADDRESS, refuse } from "./wire-answers.ts";

/**
 * Airtel Money (Africa) as far as collecting needs it: token, push, enquiry, refund and signed callbacks on the wire, a
 * line to people's phones, and controls for testers. The portal's allow-list reads where a request comes from.
 */
export class AirtelSimulator extends GatewaySimulator<AirtelEngine> {
  /** Airtel Money on people's phones. */
  readonly line: PhoneLine;
  readonly #control: AirtelControl;

  constructor(options: AirtelOptions) {
    const engine = new AirtelEngine(options);
    super(engine);
    this.line = airtelLine(engine);
    this.#control = new AirtelControl(engine);
  }

  protected override notFound(): Response {
    return refuse(NO_SUCH_ADDRESS, this.engine.state.settings);
  }

  protected override async route(request: Request, url: URL, address: string): Promise<Response | undefined> {
    const wall = firewallPage(this.engine.state.settings.firewall);
    if (wall && /^\/(auth|merchant|standard)\//.test(url.pathname)) return wall;
    if (url.pathname === "/auth/oauth2/token") return await generateToken(this.engine, request);
    if (url.pathname === "/merchant/v1/payments/") return await collect(this.engine, request, address);
    if (url.pathname === "/standard/v1/payments/refund") return await refund(this.engine, request, address);
    const asked = /^\/standard\/v1\/payments\/([^/]+)$/.exec(url.pathname)?.[1];
    if (asked !== undefined) return enquire(this.engine, request, decodeURIComponent(asked), address);
    if (/^\/(auth|merchant|standard)\//.test(url.pathname)) return this.notFound();
    return await this.#control.handle(request, url);
  }
}
