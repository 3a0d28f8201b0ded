import { newRequestId, type Random } from "./identifiers.ts";

/** Daraja's error body and its HTTP status; wording as reported by clients that met it. */
export type WireError = { status: number; errorCode: string; errorMessage: string };

export const INVALID_AUTHENTICATION: WireError = {
  status: 400,
  errorCode: "400.008.01",
  errorMessage: "Invalid Authentication passed",
};
export const INVALID_GRANT_TYPE: WireError = {
  status: 400,
  errorCode: "400.008.02",
  errorMessage: "Invalid grant type passed",
};
export const INVALID_ACCESS_TOKEN: WireError = {
  status: 404,
  errorCode: "404.001.03",
  errorMessage: "Invalid Access Token",
};
/** The same on C2B and Transaction Status. */
export const INVALID_ACCESS_TOKEN_C2B: WireError = {
  status: 400,
  errorCode: "400.003.01",
  errorMessage: "Invalid Access Token",
};
/** The same on Pull Transactions. */
export const INVALID_ACCESS_TOKEN_PULL: WireError = {
  status: 401,
  errorCode: "401.001",
  errorMessage: "Invalid Access Token",
};
export const URLS_REGISTERED: WireError = {
  status: 500,
  errorCode: "500.003.1001",
  errorMessage: "Urls are already registered.",
};
export const PULL_SHORT_CODE_UNKNOWN: WireError = {
  status: 400,
  errorCode: "400.001",
  errorMessage: "Invalid ShortCode",
};
export const RESOURCE_NOT_FOUND: WireError = {
  status: 404,
  errorCode: "404.001.01",
  errorMessage: "Resource not found",
};
export const METHOD_NOT_ALLOWED: WireError = {
  status: 405,
  errorCode: "405.001",
  errorMessage: "Method Not Allowed",
};
export const INVALID_PAYLOAD: WireError = {
  status: 400,
  errorCode: "400.002.05",
  errorMessage: "Invalid Request Payload",
};
export const MERCHANT_UNKNOWN: WireError = {
  status: 500,
  errorCode: "500.001.1001",
  errorMessage: "Merchant does not exist",
};
export const WRONG_CREDENTIALS: WireError = {
  status: 500,
  errorCode: "500.001.1001",
  errorMessage: "Wrong credentials",
};
export const SUBSCRIBER_LOCKED: WireError = {
  status: 500,
  errorCode: "500.001.1001",
  errorMessage: "Unable to lock subscriber, a transaction is already in process for the current subscriber",
};
export const SYSTEM_BUSY: WireError = {
  status: 500,
  errorCode: "500.003.02",
  errorMessage: "System is busy. Please try again in few minutes.",
};
export const INTERNAL_ERROR: WireError = {
  status: 500,
  errorCode: "500.003.1001",
  errorMessage: "Internal Server Error",
};
export const BEING_PROCESSED: WireError = {
  status: 500,
  errorCode: "500.001.1001",
  errorMessage: "The transaction is being processed",
};
/** The same fault, seen with HTTP 200 and no message while a prompt was on the phone. */
export const BEING_PROCESSED_QUIETLY: WireError = {
  status: 200,
  errorCode: "500.001.1001",
  errorMessage: "",
};
/** One query in five on an id that exists answered like this. */
export const PASSING_FAULT: WireError = { status: 500, errorCode: "500.001.1001", errorMessage: "" };
export const TRANSACTION_UNKNOWN: WireError = {
  status: 500,
  errorCode: "500.001.1001",
  errorMessage: "The transaction does not Exist",
};

export function invalidField(field: string): WireError {
  return { status: 400, errorCode: "400.002.02", errorMessage: `Bad Request - Invalid ${field}` };
}

export function bannedUrl(word: string): WireError {
  const errorMessage = `Bad Request - URL has the word ${word.toUpperCase()}`;
  return { status: 400, errorCode: "400.003.02", errorMessage };
}

export function refuse(error: WireError, random: Random): Response {
  const { status, errorCode, errorMessage } = error;
  return Response.json({ requestId: newRequestId(random), errorCode, errorMessage }, { status });
}
