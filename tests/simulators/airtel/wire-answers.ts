import type { AirtelSettings } from "./settings.ts";

/**
 * Airtel answers a failure in one of three shapes: what its OAuth server says (`error`, `error_description`), what the
 * router in front says (`status_code`, `status_message`), and what the payment service says (`status` with `result_code`
 * ESB… and `response_code` DP…).
 */
export type WireError =
  | { shape: "oauth"; status: number; error: string; description: string }
  | { shape: "router"; status: number; code: string; message: string }
  | { shape: "service"; result: string; response: string; message: string };

export const BAD_CLIENT: WireError = {
  shape: "oauth",
  status: 401,
  error: "invalid_client",
  description: "Invalid client authentication",
};
export const BAD_GRANT: WireError = {
  shape: "oauth",
  status: 400,
  error: "unsupported_grant_type",
  description: "Unsupported grant type",
};
export const BAD_TOKEN: WireError = {
  shape: "oauth",
  status: 401,
  error: "invalid_token",
  description: "The access token is invalid or has expired",
};
/** The documentation says that requests from other addresses are declined, and not how. */
export const ADDRESS_DECLINED: WireError = {
  shape: "oauth",
  status: 403,
  error: "access_denied",
  description: "This address is not allowed to use the application",
};
export const MISSING_PARAMETER: WireError = {
  shape: "router",
  status: 400,
  code: "ROUTER003",
  message: "Mandatory parameters are missing either in the header or body.",
};
export const INVALID_COUNTRY: WireError = {
  shape: "router",
  status: 400,
  code: "ROUTER006",
  message: "Invalid country code provided.",
};
export const INVALID_CURRENCY: WireError = {
  shape: "router",
  status: 400,
  code: "ROUTER112",
  message: "Invalid currency provided.",
};
/** Says nothing about what happened: the documentation asks for an enquiry. */
export const ROUTER_TIMEOUT: WireError = {
  shape: "router",
  status: 408,
  code: "ROUTER117",
  message: "An error occurred while generating the response.",
};
export const NO_SUCH_ADDRESS: WireError = {
  shape: "router",
  status: 404,
  code: "ROUTER005",
  message: "Country route is not configured.",
};
export const METHOD_NOT_ALLOWED: WireError = {
  shape: "router",
  status: 405,
  code: "ROUTER003",
  message: "The method is not allowed.",
};
export const INVALID_MSISDN: WireError = {
  shape: "service",
  result: "ESB000033",
  response: "DP00800001010",
  message: "Invalid MSISDN Length. MSISDN Length should be 9",
};
export const COUNTRY_NAME: WireError = {
  shape: "service",
  result: "ESB000034",
  response: "DP00800001009",
  message: "Invalid Country Name",
};
export const CURRENCY_CODE: WireError = {
  shape: "service",
  result: "ESB000035",
  response: "DP00800001009",
  message: "Invalid Currency Code",
};
export const DUPLICATE_ID: WireError = {
  shape: "service",
  result: "ESB000041",
  response: "DP00800001005",
  message: "External Transaction ID already exists.",
};
export const INITIATING_FAILED: WireError = {
  shape: "service",
  result: "ESB000004",
  response: "DP00800001000",
  message: "An error occurred while initiating the payment",
};
export const STATUS_FAILED: WireError = {
  shape: "service",
  result: "ESB000014",
  response: "DP00800001000",
  message: "An error occurred while fetching the transaction status",
};
export const NOT_FOUND: WireError = {
  shape: "service",
  result: "ESB000045",
  response: "DP00800001025",
  message: "No Transaction Found With Provided Transaction Id.",
};
export const REFUND_FAILED: WireError = {
  shape: "service",
  result: "ESB000011",
  response: "DP00800001008",
  message: "Failed",
};
export const SOMETHING_WRONG: WireError = {
  shape: "service",
  result: "ESB000001",
  response: "DP00800001000",
  message: "Something went wrong",
};

export function invalidField(field: string): WireError {
  return {
    shape: "service",
    result: "ESB000008",
    response: "DP00800001009",
    message: `Field validation: ${field}`,
  };
}

/** Refusals of the payment service travel with HTTP 200 or 400: clients report both, so that a setting decides. */
export function refuse(error: WireError, settings: AirtelSettings): Response {
  switch (error.shape) {
    case "oauth":
      return Response.json(
        { error: error.error, error_description: error.description },
        { status: error.status },
      );
    case "router":
      return Response.json(
        { status_code: error.code, status_message: error.message },
        { status: error.status },
      );
    case "service":
      return Response.json(
        {
          status: {
            code: settings.refusalStatus,
            message: error.message,
            result_code: error.result,
            response_code: error.response,
            success: false,
          },
        },
        { status: Number(settings.refusalStatus) },
      );
  }
}

/** What a proxy on the way says when no answer came back: neither JSON nor any word about the payment. */
export function lostAnswer(): Response {
  const page =
    "<html><head><title>504 Gateway Time-out</title></head><body>504 Gateway Time-out</body></html>";
  return new Response(page, { status: 504, headers: { "Content-Type": "text/html" } });
}
