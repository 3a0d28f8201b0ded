import type { DarajaEngine } from "./engine.ts";
import { newToken } from "./identifiers.ts";
import { countCall, type DarajaApp } from "./state.ts";
import {
  INVALID_AUTHENTICATION,
  INVALID_GRANT_TYPE,
  METHOD_NOT_ALLOWED,
  refuse,
  type WireError,
} from "./wire-answers.ts";

const LIFETIME_SECONDS = 3_599;

function basicCredentials(request: Request): { key: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return undefined;
  const text = atob(encoded);
  const colon = text.indexOf(":");
  return colon < 0 ? undefined : { key: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** GET /oauth/v1/generate: the new token of an app ends the one before it at once. */
export function generateToken(engine: DarajaEngine, request: Request): Response {
  const refused = (error: WireError) => {
    engine.commit(countCall(engine.state, "tokensRefused"));
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
  const expiresAt = engine.now() + LIFETIME_SECONDS * 1_000;
  const tokens = { ...engine.state.tokens, [app.consumerKey]: { token, expiresAt } };
  engine.commit(countCall({ ...engine.state, tokens }, "tokenFetches"));
  return Response.json({ access_token: token, expires_in: String(LIFETIME_SECONDS) });
}

/** The app whose live token the request carries. With `tokens: revoke-next` the token dies by being used. */
export function appOfToken(engine: DarajaEngine, request: Request): DarajaApp | undefined {
  const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  const { tokens, settings } = engine.state;
  const app = engine.apps.find((one) => {
    if (settings.closedApps.includes(one.consumerKey)) return false;
    const live = tokens[one.consumerKey];
    return live !== undefined && live.token === token && live.expiresAt > engine.now();
  });
  if (!app || settings.tokens === "normal") return app;
  const { [app.consumerKey]: _, ...left } = tokens;
  engine.commit({ ...engine.state, tokens: left, settings: { ...settings, tokens: "normal" } });
  return undefined;
}
