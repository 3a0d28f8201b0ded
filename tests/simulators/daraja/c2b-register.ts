import { bannedWord, isCallBackUrl } from "../gateway-kit/callback-url.ts";
import { newRequestId } from "../gateway-kit/identifiers.ts";
import type { DarajaEngine } from "./engine.ts";
import { digits } from "./push-request.ts";
import { openCall } from "./signed-call.ts";
import type { DarajaApp, Registration } from "./state.ts";
import {
  bannedUrl,
  INVALID_ACCESS_TOKEN_C2B,
  invalidField,
  refuse,
  URLS_REGISTERED,
  type WireError,
} from "./wire-answers.ts";

/** Whether a number is the app's to speak for: its paybill or store number, or one of its tills. */
export function isOwnNumber(app: DarajaApp, number: string): boolean {
  return number === app.shortCode || (app.tills ?? []).includes(number);
}

function addressFault(value: unknown, field: string, strict: boolean): WireError | undefined {
  const word = typeof value === "string" ? bannedWord(value) : undefined;
  if (word !== undefined) return bannedUrl(word);
  return typeof value === "string" && isCallBackUrl(value, strict) ? undefined : invalidField(field);
}

function register(
  engine: DarajaEngine,
  app: DarajaApp,
  body: Record<string, unknown>,
  version: 1 | 2,
): WireError | undefined {
  const { settings, registrations } = engine.state;
  const shortCode = digits(body.ShortCode);
  if (!isOwnNumber(app, shortCode)) return invalidField("ShortCode");
  const { ResponseType: responseType, ConfirmationURL, ValidationURL } = body;
  if (responseType !== "Completed" && responseType !== "Cancelled") return invalidField("ResponseType");
  const fault =
    addressFault(ConfirmationURL, "ConfirmationURL", settings.strict) ??
    addressFault(ValidationURL, "ValidationURL", settings.strict);
  if (fault) return fault;
  if (settings.registrations === "once" && registrations[shortCode]) return URLS_REGISTERED;
  const registration: Registration = {
    version,
    responseType,
    confirmationUrl: String(ConfirmationURL),
    validationUrl: String(ValidationURL),
  };
  engine.commit({ ...engine.state, registrations: { ...registrations, [shortCode]: registration } });
  return undefined;
}

/** POST /mpesa/c2b/v1/registerurl and v2: the addresses that are told of payments to a short code. */
export async function registerUrls(
  engine: DarajaEngine,
  request: Request,
  version: 1 | 2,
): Promise<Response> {
  const opened = await openCall(engine, request, INVALID_ACCESS_TOKEN_C2B);
  const fault = "error" in opened ? opened.error : register(engine, opened.app, opened.body, version);
  if (fault) return refuse(fault, engine.random);
  return Response.json({
    // Daraja's own spelling.
    OriginatorCoversationID: newRequestId(engine.random),
    ResponseCode: "0",
    ResponseDescription: "Success",
  });
}
