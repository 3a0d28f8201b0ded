import { isJson, readObject } from "../gateway-kit/http.ts";
import { newToken } from "../gateway-kit/identifiers.ts";
import type { AirtelEngine } from "./engine.ts";
import { BAD_CLIENT, BAD_GRANT, METHOD_NOT_ALLOWED, refuse, type WireError } from "./wire-answers.ts";

const LIFETIME_SECONDS = 180;

/** POST /auth/oauth2/token: JSON in, three minutes of access out. An earlier token lives on until its own end. */
export async function generateToken(engine: AirtelEngine, request: Request): Promise<Response> {
  const text = await request.text();
  const refused = (error: WireError) => {
    engine.count("tokensRefused");
    return refuse(error, engine.state.settings);
  };
  if (request.method !== "POST") return refused(METHOD_NOT_ALLOWED);
  const body = isJson(request) ? readObject(text) : undefined;
  const app = engine.apps.find((one) => one.clientId === body?.client_id);
  if (!app || app.clientSecret !== body?.client_secret) return refused(BAD_CLIENT);
  if (body?.grant_type !== "client_credentials") return refused(BAD_GRANT);
  const token = newToken(engine.random);
  engine.issueToken(app, token, LIFETIME_SECONDS, "kept");
  return Response.json({
    access_token: token,
    expires_in: String(LIFETIME_SECONDS),
    token_type: "bearer",
  });
}
