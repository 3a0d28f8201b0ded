import { say, type Text } from "../../contract/texts.ts";
// A bridge runs on a machine at a site, and anybody with a code of their own enrols one: what it says is shown as its words,
// and cannot pass for the platform's.

export const bridgeText = (text: Text) => say("bridge_says", { text });

/** Control characters, line and paragraph ends, and what turns the direction of writing. */
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** For the parser of JSON: every text of a message on one line. */
export function onOneLine(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(unprintable, " ") : value;
}

/** `7.18.2 (stable)`; null for what is no version. */
export function versionSaid(text: string | null): string | null {
  return text !== null && /^\d[\w.]{0,20}( \([\w-]{1,20}\))?$/.test(text) ? text : null;
}
