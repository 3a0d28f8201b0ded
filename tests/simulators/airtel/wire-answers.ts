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

function oauth(status: number, error: string, description: string): WireError {
  return { shape: "oauth", status, error, description };
}
function router(status: number, code: string, message: string): WireError {
  return { shape: "router", status, code, message };
}
function service(result: string, response: string, message: string): WireError {
  return { shape: "service", result, response, message };
}

export const BAD_CLIENT = oauth(401, "invalid_client", "Invalid client authentication");
export const BAD_GRANT = oauth(400, "unsupported_grant_type", "Unsupported grant type");
export const BAD_TOKEN = oauth(401, "invalid_token", "The access token is invalid or has expired");
/** The documentation says that requests from other addresses are declined, and not how. */
export const ADDRESS_DECLINED = oauth(
  403,
  "access_denied",
  "This address is not allowed to use the application",
);
export const MISSING_PARAMETER = router(
  400,
  "ROUTER003",
  "Mandatory parameters are missing either in the header or body.",
);
export const INVALID_COUNTRY = router(400, "ROUTER006", "Invalid country code provided.");
export const INVALID_CURRENCY = router(400, "ROUTER112", "Invalid currency provided.");
/** Says nothing about what happened: the documentation asks for an enquiry. */
export const ROUTER_TIMEOUT = router(408, "ROUTER117", "An error occurred while generating the response.");
export const NO_SUCH_ADDRESS = router(404, "ROUTER005", "Country route is not configured.");
export const METHOD_NOT_ALLOWED = router(405, "ROUTER003", "The method is not allowed.");
export const INVALID_MSISDN = service(
  "ESB000033",
  "DP00800001010",
  "Invalid MSISDN Length. MSISDN Length should be 9",
);
export const COUNTRY_NAME = service("ESB000034", "DP00800001009", "Invalid Country Name");
export const CURRENCY_CODE = service("ESB000035", "DP00800001009", "Invalid Currency Code");
export const DUPLICATE_ID = service("ESB000041", "DP00800001005", "External Transaction ID already exists.");
export const INITIATING_FAILED = service(
  "ESB000004",
  "DP00800001000",
  "An error occurred while initiating the payment",
);
export const STATUS_FAILED = service(
  "ESB000014",
  "DP00800001000",
  "An error occurred while fetching the transaction status",
);
export const NOT_FOUND = service(
  "ESB000045",
  "DP00800001025",
  "No Transaction Found With Provided Transaction Id.",
);
export const REFUND_FAILED = service("ESB000011", "DP00800001008", "Failed");
export const SOMETHING_WRONG = service("ESB000001", "DP00800001000", "Something went wrong");

export function invalidField(field: string): WireError {
  return service("ESB000008", "DP00800001009", `Field validation: ${field}`);
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
