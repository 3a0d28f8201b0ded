import { newToken } from "../daraja/identifiers.ts";
import type { AirtelEngine } from "./engine.ts";
import { isObject } from "./push-request.ts";
import { type AirtelApp, countCall } from "./state.ts";
import { BAD_CLIENT, BAD_GRANT, METHOD_NOT_ALLOWED, refuse, type WireError } from "./wire-answers.ts";

const LIFETIME_SECONDS = 180;

/** POST /auth/oauth2/token: JSON in, three minutes of access out. An earlier token lives on until its own end. */
export async function generateToken(engine: AirtelEngine, request: Request): Promise<Response> {
  const text = await request.text();
  const refused = (error: WireError) => {
    engine.commit(countCall(engine.state, "tokensRefused"));
    return refuse(error, engine.state.settings);
  };
  if (request.method !== "POST") return refused(METHOD_NOT_ALLOWED);
  const isJson = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
  const body = isJson ? readJson(text) : undefined;
  const app = engine.apps.find((one) => one.clientId === body?.client_id);
  if (!app || app.clientSecret !== body?.client_secret) return refused(BAD_CLIENT);
  if (body?.grant_type !== "client_credentials") return refused(BAD_GRANT);
  const token = newToken(engine.random);
  const now = engine.now();
  const live = Object.entries(engine.state.tokens).filter(([, { expiresAt }]) => expiresAt > now);
  const tokens = {
    ...Object.fromEntries(live),
    [token]: { clientId: app.clientId, expiresAt: now + LIFETIME_SECONDS * 1_000 },
  };
  engine.commit(countCall({ ...engine.state, tokens }, "tokenFetches"));
  return Response.json({
    access_token: token,
    expires_in: String(LIFETIME_SECONDS),
    token_type: "bearer",
  });
}

/** A JSON object, or undefined for everything else. */
export function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The app whose live token the request carries. With `tokens: revoke-next` the token dies by being used. */
export function appOfToken(engine: AirtelEngine, request: Request): AirtelApp | undefined {
  const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  const { tokens, settings } = engine.state;
  const live = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
  if (!live || live.expiresAt <= engine.now()) return undefined;
  const app = engine.apps.find((one) => one.clientId === live.clientId);
  if (!app || settings.tokens === "normal") return app;
  const { [token]: _, ...left } = tokens;
  engine.commit({ ...engine.state, tokens: left, settings: { ...settings, tokens: "normal" } });
  return undefined;
}
