import { i18n } from "@lingui/core";
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { sentenceTemplates } from "#contract/values/sentence-templates";

// English is written where it is used and is its own key; Kiswahili is a list of what it says instead, and comes when it is
// spoken. The operator's console speaks English alone.

type Language = "en" | "sw";
const stored = "console-language";
const spoken = atom<Language>("en");

type MessageCompiler = Parameters<typeof i18n.setMessagesCompiler>[0];

/** Plurals need a parser of their own. It comes with the console: no page before it has one. */
let parse: MessageCompiler = (text) => [text];
export function takeParser(parser: MessageCompiler): void {
  parse = parser;
}

/** Words with values in braces, in pieces; all else is parsed. */
function compile(text: string): ReturnType<MessageCompiler> {
  if (/[{}]|''/.test(text.replace(/(?<!')\{\w+\}/g, ""))) return parse(text);
  const value = (name: string): [string] => [name];
  return text.split(/(\{\w+\})/).map((piece) => (piece.startsWith("{") ? value(piece.slice(1, -1)) : piece));
}

i18n.setMessagesCompiler(compile);
i18n.load("en", {});
i18n.activate("en");

/** @param values named as in the text: `t("{count} vouchers", { count })`; ICU plurals work */
export function t(text: string, values?: Record<string, string | number>): string {
  return i18n._(text, values);
}

let known: ReturnType<typeof sentenceTemplates> = () => undefined;

/** A gateway's fault in the chosen language; untranslated ones as they are. */
export function gatewayWords(english: string): string {
  return language() === "en" ? english : (known(english, gatewayWords) ?? english);
}

export function language(): Language {
  return i18n.locale === "sw" ? "sw" : "en";
}

/** The same, and the component is drawn anew when another language is chosen. */
export function useLanguage(): Language {
  return useAtomValue(spoken);
}

/** Whether the console's texts are wanted, or those alone of the pages before it. */
let isWhole = false;

/** Before the console is drawn. */
export async function speakAll(): Promise<void> {
  if (isWhole) return;
  isWhole = true;
  await speak(language());
}

export async function speak(wanted: Language): Promise<void> {
  if (wanted === "sw" && isWhole) {
    i18n.load("sw", (await import("./messages/sw.json")).default);
    const { faultSentences } = await import("#contract/values/gateway-faults");
    known = sentenceTemplates(faultSentences());
  } else if (wanted === "sw") i18n.load("sw", (await import("virtual:entry-texts/sw")).default);
  i18n.activate(wanted);
  getDefaultStore().set(spoken, wanted);
  document.documentElement.lang = wanted;
}

/** Speaks it from now on, in this browser. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await speak(wanted);
  try {
    localStorage.setItem(stored, wanted);
  } catch (cause) {
    console.warn("the language is not kept", cause);
  }
}

/** What this browser chose before, else what it prefers. */
export function wantedLanguage(): Language {
  try {
    const kept = localStorage.getItem(stored);
    if (kept === "en" || kept === "sw") return kept;
  } catch (cause) {
    console.warn("no stored language", cause);
  }
  return navigator.language.startsWith("sw") ? "sw" : "en";
}
