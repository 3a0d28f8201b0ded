import * as z from "zod";
import type { Given, Text, TextKey } from "./texts.ts";

// How a schema names the sentences of `texts.ts`, without the sentences themselves: a console's form checks by the same schema and has
// only those that it may say.

/** What zod says of a field: its message is a text, written down. */
export function says<Key extends TextKey>(key: Key, ...values: Given<Key>): string {
  const [given] = values;
  const text: Text = given ? { say: key, with: given } : { say: key };
  return JSON.stringify(text);
}

export function textOfMessage(message: string): Text | undefined {
  return message.startsWith('{"say":') ? (JSON.parse(message) as Text) : undefined;
}

/** In an answer: a text where it is made, a sentence in the reader's language where it is read. */
export const Said = z.string() as unknown as z.ZodType<string, Text | "">;

/** What is wrong with one field of a call: its path, as `topUp.price`, and the sentence. */
export type FieldFault = { path: string; text: Text };

type Issue = {
  code?: string;
  path: PropertyKey[];
  message: string;
  input?: unknown;
  keys?: string[];
  errors?: Issue[][];
};

/**
 * Every fault of an input that was parsed with `reportInput`, one a field: our own text where the schema has one, else naming the field,
 * which tells a program's author something and a visitor nothing.
 */
export function fieldFaults(issues: readonly Issue[], isForVisitors = false): FieldFault[] {
  const faults = new Map<string, Text>();
  for (const issue of issues) {
    const path = issue.path.map(String).join(".");
    if (!faults.has(path)) faults.set(path, textOfIssue(issue, isForVisitors ? "" : path));
  }
  return [...faults].map(([path, text]) => ({ path, text }));
}

function textOfIssue(issue: Issue, field: string): Text {
  if (issue.code === "unrecognized_keys")
    return { say: "not_taken", with: { fields: (issue.keys ?? []).slice(0, 3).join(", ") } };
  // Of several forms that a field may have, the one with a text of its own is what was meant.
  const own = [issue, ...(issue.errors ?? []).flat()].map(({ message }) => textOfMessage(message));
  const text = own.find((one) => one !== undefined);
  if (text) return text;
  if (issue.code === "invalid_type" && issue.input === undefined)
    return field ? { say: "fill_in", with: { field } } : { say: "fill_in_all" };
  return field ? { say: "check_field", with: { field } } : { say: "check_input" };
}
