import type * as z from "zod";
import type { Text, TextValue } from "#contract/texts";
import { filledTemplate } from "#contract/values/sentence-templates";
import { language } from "./language.ts";
import type { RequestError } from "./request.ts";

// Fetched when a form is sent that checks before its call. The contract's schemas and zod are heavy, and come with a form that has one.

/** What the server would say of the body, by the schema of its call. */
export async function bodyFaults(schema: z.ZodType, body: unknown): Promise<RequestError["fields"]> {
  const { error } = schema.safeParse(body, { reportInput: true });
  if (!error) return [];
  const [sentence, { fieldFaults }] = await Promise.all([fieldSentences(), import("#contract/said")]);
  return fieldFaults(error.issues).map(({ path, text }) => ({ path, text: sentence(text) }));
}

/** Sentences that the contract names, in the language that is spoken. */
export async function fieldSentences(): Promise<(text: Text) => string> {
  const { default: texts } = await (language() === "sw"
    ? import("virtual:field-texts/sw")
    : import("virtual:field-texts/en"));
  const sentence = ({ say: key, with: values = {} }: Text): string =>
    filledTemplate<TextValue>(texts[key] ?? key, values, (value) =>
      typeof value === "object" && "say" in value ? sentence(value) : String(value),
    );
  return sentence;
}
