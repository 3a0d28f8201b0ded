import type { Refusal } from "./contract/endpoint.ts";
import type { FieldFault } from "./contract/said.ts";
import { type Given, type Language, say, type Text, type TextKey, textIn } from "./contract/texts.ts";
import { log, requestIdNow } from "./log.ts";

/** Every way a call can be refused. Closed: a new code needs a status here. */
const statusOf = {
  invalid: 400,
  not_signed_in: 401,
  second_factor_needed: 401,
  wrong_origin: 403,
  forbidden: 403,
  reauthenticate: 403,
  second_factor_missing: 403,
  not_found: 404,
  conflict: 409,
  refused: 409,
  too_large: 413,
  wrong_content_type: 415,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** A refusal as a text that a person understands; `message` is its English, for logs. Never carries internal text. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly text: Text;
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter: number | undefined;
  /** Which fields of the body it is about; empty = none. */
  readonly fields: readonly FieldFault[];

  constructor(
    code: ErrorCode,
    text: Text,
    options: { retryAfter?: number; fields?: readonly FieldFault[] } = {},
  ) {
    super(textIn("en", text));
    this.code = code;
    this.text = text;
    this.retryAfter = options.retryAfter;
    this.fields = options.fields ?? [];
  }

  /** The same, about one field of the body. */
  at(path: string): AppError {
    return new AppError(this.code, this.text, { fields: [{ path, text: this.text }] });
  }

  get status(): (typeof statusOf)[ErrorCode] {
    return statusOf[this.code];
  }
}

export function refuse<Key extends TextKey>(code: ErrorCode, key: Key, ...values: Given<Key>): AppError {
  return new AppError(code, say(key, ...values));
}

/** What a schema found, as a refusal: its first sentence, and each field with its own. */
export function refuseFields(faults: readonly FieldFault[]): AppError {
  return new AppError("invalid", faults[0]?.text ?? say("check_input"), { fields: faults });
}

const notOpenTexts = {
  visitor: "provider_not_open",
  provider: "console_not_open",
  platform: "operator_not_open",
} as const;

/** A provider's database does not open: its object tries again at each request and each minute. */
export function refuseNotOpen(reader: keyof typeof notOpenTexts = "visitor"): AppError {
  return new AppError("unavailable", say(notOpenTexts[reader]), { retryAfter: 60 });
}

export function isNotOpen({ text }: AppError): boolean {
  return Object.values(notOpenTexts).some((key) => key === text.say);
}

/** Asked of a provider's rows that was erased since. */
export function isOfErased(cause: unknown): boolean {
  return cause instanceof AppError && cause.text.say === "no_such_provider";
}

/** The one JSON shape of refusals. Calls whose answer has `success` also carry `success: false`. */
export function refusalResponse(error: AppError, hasSuccess: boolean, language: Language): Response {
  const message = textIn(language, error.text);
  const body: Refusal = {
    code: error.code,
    message,
    error: message,
    reason: error.text.say,
    params: error.text.with ?? {},
    requestId: requestIdNow() ?? "",
    ...(error.fields.length > 0
      ? { fields: error.fields.map(({ path, text }) => ({ path, text: textIn(language, text) })) }
      : {}),
    ...(hasSuccess ? { success: false as const } : {}),
  };
  const headers =
    error.retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(error.retryAfter)) };
  return Response.json(body, { status: error.status, headers });
}

/** What anything unforeseen becomes outside; the cause goes to the log only. */
export function asAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  log("error", "unforeseen", cause);
  return refuse("internal", "unforeseen");
}
