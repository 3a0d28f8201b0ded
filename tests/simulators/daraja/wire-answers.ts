import { newRequestId, type Random } from "../gateway-kit/identifiers.ts";

/** Daraja's error body and its HTTP status; wording as reported by clients that met it. */
export type WireError = { status: number; errorCode: string; errorMessage: string };

function wireError(status: number, errorCode: string, errorMessage: string): WireError {
  return { status, errorCode, errorMessage };
}

export const INVALID_AUTHENTICATION = wireError(400, "400.008.01", "Invalid Authentication passed");
export const INVALID_GRANT_TYPE = wireError(400, "400.008.02", "Invalid grant type passed");
export const INVALID_ACCESS_TOKEN = wireError(404, "404.001.03", "Invalid Access Token");
/** The same on C2B and Transaction Status. */
export const INVALID_ACCESS_TOKEN_C2B = wireError(400, "400.003.01", "Invalid Access Token");
/** The same on Pull Transactions. */
export const INVALID_ACCESS_TOKEN_PULL = wireError(401, "401.001", "Invalid Access Token");
export const URLS_REGISTERED = wireError(500, "500.003.1001", "Urls are already registered.");
export const PULL_SHORT_CODE_UNKNOWN = wireError(400, "400.001", "Invalid ShortCode");
export const RESOURCE_NOT_FOUND = wireError(404, "404.001.01", "Resource not found");
export const METHOD_NOT_ALLOWED = wireError(405, "405.001", "Method Not Allowed");
export const INVALID_PAYLOAD = wireError(400, "400.002.05", "Invalid Request Payload");
export const MERCHANT_UNKNOWN = wireError(500, "500.001.1001", "Merchant does not exist");
export const WRONG_CREDENTIALS = wireError(500, "500.001.1001", "Wrong credentials");
export const SUBSCRIBER_LOCKED = wireError(
  500,
  "500.001.1001",
  "Unable to lock subscriber, a transaction is already in process for the current subscriber",
);
export const SYSTEM_BUSY = wireError(500, "500.003.02", "System is busy. Please try again in few minutes.");
export const DUPLICATE_ORIGINATOR = wireError(500, "500.002.1001", "Duplicate OriginatorConversationID.");
export const INTERNAL_ERROR = wireError(500, "500.003.1001", "Internal Server Error");
export const BEING_PROCESSED = wireError(500, "500.001.1001", "The transaction is being processed");
/** The same fault, seen with HTTP 200 and no message while a prompt was on the phone. */
export const BEING_PROCESSED_QUIETLY = wireError(200, "500.001.1001", "");
/** One query in five on an id that exists answered like this. */
export const PASSING_FAULT = wireError(500, "500.001.1001", "");
export const TRANSACTION_UNKNOWN = wireError(500, "500.001.1001", "The transaction does not Exist");

export function invalidField(field: string): WireError {
  return wireError(400, "400.002.02", `Bad Request - Invalid ${field}`);
}

export function bannedUrl(word: string): WireError {
  return wireError(400, "400.003.02", `Bad Request - URL has the word ${word.toUpperCase()}`);
}

export function refuse(error: WireError, random: Random): Response {
  const { status, errorCode, errorMessage } = error;
  return Response.json({ requestId: newRequestId(random), errorCode, errorMessage }, { status });
}
