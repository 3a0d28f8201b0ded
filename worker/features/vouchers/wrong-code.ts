import type { Context } from "../../context.ts";
import type { Text } from "../../contract/texts.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { type Acting, admit, tooMany } from "../rate-limits/index.ts";

const slowedMs = 3_000;

/** Why a code did not work, as a text. */
export type WrongCode = { code: ErrorCode; text: Text };

/**
 * Counts a wrong answer and refuses it, late where there were too many. Right codes never come here, so that a guesser on
 * the same WiFi slows nobody else.
 */
export async function refuseCode(ctx: Context, who: Acting, { code, text }: WrongCode): Promise<never> {
  const admission = await admit(ctx, "wrongCode", who);
  if (admission.allowed) throw new AppError(code, text);
  await new Promise((resolve) => setTimeout(resolve, slowedMs));
  throw tooMany("wrongCode", admission.retryAfterMs, text);
}
