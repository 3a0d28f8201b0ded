import { GatewayControl } from "../gateway-kit/control.ts";
import { firewallPage } from "../gateway-kit/http.ts";
import { GatewaySimulator } from "../gateway-kit/simulator.ts";
import { coopEnquiry, coopPush } from "./coop.ts";
import { BankEngine, type BankOptions } from "./engine.ts";
import { equityPush } from "./equity.ts";
import { kcbPush } from "./kcb.ts";
import { authenticateMerchant, generateToken } from "./oauth.ts";
import { SETTINGS } from "./settings.ts";
import type { BankState, Outcome } from "./state.ts";

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
export class BankSimulator extends GatewaySimulator<BankEngine> {
  readonly #control: GatewayControl<BankState, Outcome>;

  constructor(options: BankOptions) {
    const engine = new BankEngine(options);
    super(engine);
    this.#control = new GatewayControl<BankState, Outcome>(engine, {
      path: "/control/bank",
      settingsPath: "/control/bank/settings",
      settings: SETTINGS,
      narrowedBy: { phoneNumber: ({ phoneNumber }) => phoneNumber },
      shown: ({ result }) => ({ apiKey: undefined, resultCode: result?.code ?? null }),
      outcomes: ["paid", "cancelled", "wrong-pin", "insufficient", "unreachable"],
      wasPaid: ({ receipt }) => receipt !== null,
      payLate: (prompt) => engine.answer(prompt, "paid"),
    });
  }

  protected override async route(request: Request, url: URL): Promise<Response | undefined> {
    const call = CALLS.get(url.pathname);
    if (!call) return await this.#control.handle(request, url);
    const wall = firewallPage(this.engine.state.settings.firewall);
    if (wall) return wall;
    if (request.method !== "POST") return Response.json({ message: "Method not allowed" }, { status: 405 });
    return await call(this.engine, request);
  }

  protected override notFound(): Response {
    return Response.json({ message: "Not found" }, { status: 404 });
  }
}
