import { GatewayControl, refusal } from "../gateway-kit/control.ts";
import { readObject } from "../gateway-kit/http.ts";
import type { AirtelEngine } from "./engine.ts";
import { RESULTS, refused } from "./prompts.ts";
import { SETTINGS } from "./settings.ts";
import type { AirtelState, Outcome, Portal } from "./state.ts";

/** What a business types into the portal's form; absent keys stay as they are. */
function readPortal(current: Portal, body: Record<string, unknown>): Portal | string {
  const { clientId: _, ...given } = body;
  for (const [key, value] of Object.entries(given)) {
    if (key === "callbackUrl" || key === "callbackKey") {
      if (typeof value !== "string") return `"${key}" is a text.`;
      if (key === "callbackUrl" && value !== "" && !URL.canParse(value))
        return '"callbackUrl" is an address.';
    } else if (key === "allowedIps") {
      if (!Array.isArray(value) || value.some((ip) => typeof ip !== "string"))
        return '"allowedIps" is a list of addresses.';
    } else {
      return `The portal's form has no "${key}". Known: clientId, callbackUrl, callbackKey, allowedIps.`;
    }
  }
  return { ...current, ...given };
}

async function portalCall(engine: AirtelEngine, request: Request): Promise<Response> {
  const shown = () => Object.entries(engine.state.portals).map(([clientId, form]) => ({ clientId, ...form }));
  if (request.method === "GET") return Response.json(shown());
  if (request.method !== "POST") return refusal(405, "The portal is read with GET and changed with POST.");
  const body = readObject(await request.text());
  const clientId = typeof body?.clientId === "string" ? body.clientId : "";
  const current = engine.state.portals[clientId];
  if (!body || !current) return refusal(404, "There is no application of that clientId.");
  const form = readPortal(current, body);
  if (typeof form === "string") return refusal(400, form);
  engine.commit({ ...engine.state, portals: { ...engine.state.portals, [clientId]: form } });
  return Response.json(shown());
}

/** The calls under /control/airtel/, for testers: beside the kit's, the portal's form. */
export class AirtelControl extends GatewayControl<AirtelState, Outcome> {
  readonly #engine: AirtelEngine;

  constructor(engine: AirtelEngine) {
    super(engine, {
      path: "/control/airtel",
      settingsPath: "/control/airtel/settings",
      settings: SETTINGS,
      narrowedBy: { msisdn: ({ msisdn }) => msisdn },
      shown: ({ result }) => ({ status: result?.status ?? null, responseCode: result?.code ?? null }),
      outcomes: ["paid", "cancelled", "wrong-pin", "insufficient", "over-limit", "timed-out", "ambiguous"],
      wasPaid: ({ moneyId }) => moneyId !== null,
      payLate: (prompt) => engine.answer(prompt, "paid"),
      contradict: (prompt) => engine.report(prompt, RESULTS["timed-out"]),
      code: {
        field: "responseCode",
        read: ({ responseCode: code }) =>
          typeof code === "string" && /^[A-Z0-9]{1,20}$/.test(code)
            ? (prompt) => engine.report(refused(prompt, code, engine.now()))
            : undefined,
      },
    });
    this.#engine = engine;
  }

  override async handle(request: Request, url: URL): Promise<Response | undefined> {
    if (url.pathname === "/control/airtel/apps") return await portalCall(this.#engine, request);
    return await super.handle(request, url);
  }
}
