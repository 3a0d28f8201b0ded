import { GatewayControl } from "../gateway-kit/control.ts";
import { controlMoney } from "./control-money.ts";
import type { DarajaEngine } from "./engine.ts";
import { paid, RESULTS, refused } from "./prompts.ts";
import { SETTINGS } from "./settings.ts";
import type { DarajaState, Outcome } from "./state.ts";

/** A code of the gateway's table, as number or text; success is not one, because it needs a receipt. */
function readCode(body: Record<string, unknown>): { code: number | string; desc: string } | undefined {
  const { resultCode: code, resultDesc: desc = "The service request failed." } = body;
  if ((typeof code !== "number" && typeof code !== "string") || typeof desc !== "string") return undefined;
  return /^[A-Za-z0-9_]{1,20}$/.test(String(code)) && Number(code) !== 0 ? { code, desc } : undefined;
}

/** The calls under /control/, for testers: beside the kit's, those of money that moved without a prompt. */
export class DarajaControl extends GatewayControl<DarajaState, Outcome> {
  readonly #engine: DarajaEngine;

  constructor(engine: DarajaEngine) {
    super(engine, {
      path: "/control",
      settingsPath: "/control/gateways",
      settings: SETTINGS,
      narrowedBy: { phoneNumber: ({ phoneNumber }) => phoneNumber },
      shown: ({ result }) => ({ payer: undefined, resultCode: result?.code ?? null }),
      outcomes: ["paid", "cancelled", "wrong-pin", "insufficient", "unreachable", "unacknowledged"],
      wasPaid: ({ receipt }) => receipt !== null,
      payLate: (prompt) => engine.report(paid(engine.state, prompt, engine.now(), engine.random)),
      contradict: (prompt) => engine.report(prompt, RESULTS.unreachable),
      code: {
        field: "resultCode",
        read(body) {
          const read = readCode(body);
          return read && ((prompt) => engine.report(refused(prompt, read.code, read.desc, engine.now())));
        },
      },
    });
    this.#engine = engine;
  }

  override async handle(request: Request, url: URL): Promise<Response | undefined> {
    return (await super.handle(request, url)) ?? (await controlMoney(this.#engine, request, url));
  }
}
