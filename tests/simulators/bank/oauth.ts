import { basicCredentials, readObject } from "../gateway-kit/http.ts";
import type { BankEngine } from "./engine.ts";
import type { BankApp } from "./state.ts";

const HOUR_SECONDS = 3_600;
const QUARTER_SECONDS = 900;

function issue(engine: BankEngine, app: BankApp, seconds: number): { token: string; expiresAt: number } {
  const token = Array.from({ length: 36 }, () => Math.floor(engine.random() * 36).toString(36)).join("");
  return { token, ...engine.issueToken(app, token, seconds, "kept") };
}

function refused(engine: BankEngine, status: number, body: object): Response {
  engine.count("tokensRefused");
  return Response.json(body, { status });
}

/** POST /token of KCB and Co-op (both run WSO2): Basic credentials, the grant type in the query or in a form. */
export async function generateToken(engine: BankEngine, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const grant = new URL(request.url).searchParams.get("grant_type") ?? form.get("grant_type");
  const given = basicCredentials(request);
  const app = engine.apps.find(
    (one) => one.bank !== "equity" && one.apiKey === given?.key && one.apiSecret === given.secret,
  );
  if (!app) {
    const error_description = "Client Authentication failed.";
    return refused(engine, 401, { error_description, error: "invalid_client" });
  }
  if (grant !== "client_credentials") {
    return refused(engine, 400, {
      error_description: "Unsupported grant_type value",
      error: "unsupported_grant_type",
    });
  }
  const { token } = issue(engine, app, HOUR_SECONDS);
  return Response.json({
    access_token: token,
    scope: "am_application_scope default",
    token_type: "Bearer",
    expires_in: HOUR_SECONDS,
  });
}

/** POST /authentication/api/v3/authenticate/merchant of Jenga: the key in a header, code and secret in the body. */
export async function authenticateMerchant(engine: BankEngine, request: Request): Promise<Response> {
  const body = readObject(await request.text());
  const app = engine.apps.find(
    (one) =>
      one.bank === "equity" &&
      one.apiKey === request.headers.get("api-key") &&
      one.merchantCode === body?.merchantCode &&
      one.apiSecret === body.consumerSecret,
  );
  if (!app) return refused(engine, 401, { message: "Invalid merchant credentials" });
  const { token, expiresAt } = issue(engine, app, QUARTER_SECONDS);
  return Response.json({
    accessToken: token,
    refreshToken: token.toUpperCase(),
    expiresIn: new Date(expiresAt).toISOString(),
    issuedAt: new Date(engine.now()).toISOString(),
    tokenType: "Bearer",
  });
}
