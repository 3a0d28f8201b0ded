import type * as z from "zod";
import { says } from "./said.ts";
import type { FieldKey } from "./texts.ts";

/** Control characters, and what begins a line or turns the direction of writing round. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** A text that stands in one line wherever it is shown. @param field as the sentence names it */
export function oneLine(schema: z.ZodString, field: FieldKey): z.ZodString {
  return schema.refine((text) => !unseen.test(text), says("one_line", { field: { say: field } }));
}
