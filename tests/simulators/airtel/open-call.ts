import type { AirtelEngine } from "./engine.ts";
import type { AirtelApp } from "./state.ts";
import {
  ADDRESS_DECLINED,
  BAD_TOKEN,
  INVALID_COUNTRY,
  INVALID_CURRENCY,
  MISSING_PARAMETER,
  type WireError,
} from "./wire-answers.ts";

/** Bearer, address and place of a call, in that order: what every call but the token needs. */
export function openCall(
  engine: AirtelEngine,
  request: Request,
  address: string,
): { app: AirtelApp } | { error: WireError } {
  const app = engine.appOfToken(request);
  if (!app) return { error: BAD_TOKEN };
  const allowed = engine.state.portals[app.clientId]?.allowedIps ?? [];
  if (engine.state.settings.allowList && !allowed.includes(address)) return { error: ADDRESS_DECLINED };
  const country = request.headers.get("x-country");
  const currency = request.headers.get("x-currency");
  if (!country || !currency) return { error: MISSING_PARAMETER };
  if (country !== "KE") return { error: INVALID_COUNTRY };
  return currency === "KES" ? { app } : { error: INVALID_CURRENCY };
}
