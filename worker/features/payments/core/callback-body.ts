import { AppError } from "../../../errors.ts";
import { discardBody, readBody } from "../../../http/request-rules.ts";

/** Callbacks are a few hundred bytes; anything longer is not one. */
const maxCallbackBytes = 16 * 1024;

/** Null for what is too long to be a callback: sending it again would not make it one. */
export async function callbackBody(request: Request): Promise<string | null> {
  try {
    return new TextDecoder().decode(await readBody(request, maxCallbackBytes));
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === "too_large")) throw cause;
    await discardBody(request);
    return null;
  }
}
