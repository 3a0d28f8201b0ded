import type * as z from "zod";

/** Control characters, and what begins a line or turns the direction of writing round. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/**
 * A name or another text that stands in one line wherever it is shown: in lists, letters, files and scripts of routers.
 * @param what the field, as the sentence begins
 */
export function oneLine(schema: z.ZodString, what: string): z.ZodString {
  return schema.refine(
    (text) => !unseen.test(text),
    `${what} has to be one line, without control characters`,
  );
}
