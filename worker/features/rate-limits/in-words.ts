import { say, type Text } from "../../contract/texts.ts";
/** `in 40 seconds`, `in 3 minutes`: when a refused caller may try again. */
export function inWords(retryAfterMs: number): Text {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  if (seconds < 90) return say("in_seconds", { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  return say("in_minutes", { count: minutes });
}
