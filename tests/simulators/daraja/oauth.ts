import { basicCredentials } from "../gateway-kit/http.ts";
import { newToken } from "../gateway-kit/identifiers.ts";
import type { DarajaEngine } from "./engine.ts";
import type { DarajaApp } from "./state.ts";
import {
  INVALID_AUTHENTICATION,
  INVALID_GRANT_TYPE,
  METHOD_NOT_ALLOWED,
  refuse,
  type WireError,
} from "./wire-answers.ts";

const LIFETIME_SECONDS = 3_599;

/** GET /oauth/v1/generate: the new token of an app ends the one before it at once. */
export function generateToken(engine: DarajaEngine, request: Request): Response {
  const refused = (error: WireError) => {
    engine.count("tokensRefused");
    return refuse(error, engine.random);
  };
  if (request.method !== "GET") return refused(METHOD_NOT_ALLOWED);
  const given = basicCredentials(request);
  const app = engine.apps.find((one) => one.consumerKey === given?.key);
  const isClosed = app !== undefined && engine.state.settings.closedApps.includes(app.consumerKey);
  if (!app || isClosed || app.consumerSecret !== given?.secret) return refused(INVALID_AUTHENTICATION);
  if (new URL(request.url).searchParams.get("grant_type") !== "client_credentials") {
    return refused(INVALID_GRANT_TYPE);
  }
  const token = newToken(engine.random);
  engine.issueToken(app, token, LIFETIME_SECONDS, "ended");
  return Response.json({ access_token: token, expires_in: String(LIFETIME_SECONDS) });
}

/** The app whose live token the request carries, unless that app is closed. */
export function appOfToken(engine: DarajaEngine, request: Request): DarajaApp | undefined {
  const app = engine.appOfToken(request);
  return app && !engine.state.settings.closedApps.includes(app.consumerKey) ? app : undefined;
}
