import { isJson, readObject } from "../gateway-kit/http.ts";
import type { DarajaEngine } from "./engine.ts";
import { appOfToken } from "./oauth.ts";
import type { Signed } from "./push-request.ts";
import type { DarajaApp } from "./state.ts";
import {
  INVALID_ACCESS_TOKEN,
  INVALID_PAYLOAD,
  MERCHANT_UNKNOWN,
  METHOD_NOT_ALLOWED,
  type WireError,
  WRONG_CREDENTIALS,
} from "./wire-answers.ts";

type Opened = { app: DarajaApp; body: Record<string, unknown> } | { error: WireError };

/** Method, bearer token and JSON of a POST call, in that order; a bad token is worded differently by each API. */
export async function openCall(
  engine: DarajaEngine,
  request: Request,
  badToken: WireError = INVALID_ACCESS_TOKEN,
): Promise<Opened> {
  if (request.method !== "POST") return { error: METHOD_NOT_ALLOWED };
  const text = await request.text();
  const app = appOfToken(engine, request);
  if (!app) return { error: badToken };
  const body = isJson(request) || !engine.state.settings.strict ? readObject(text) : undefined;
  return body ? { app, body } : { error: INVALID_PAYLOAD };
}

/** The short code must be the token's own, and the password base64(short code + passkey + timestamp). */
export function checkMerchant(app: DarajaApp, signed: Signed): WireError | undefined {
  if (signed.shortCode !== app.shortCode) return MERCHANT_UNKNOWN;
  const expected = btoa(`${app.shortCode}${app.passkey}${signed.timestamp}`);
  return signed.password === expected ? undefined : WRONG_CREDENTIALS;
}
