import type * as z from "zod";
import * as accounts from "./texts/accounts.ts";
import * as activity from "./texts/activity.ts";
import * as ads from "./texts/ads.ts";
import * as billing from "./texts/billing.ts";
import * as calls from "./texts/calls.ts";
import * as customerAccounts from "./texts/customer-accounts.ts";
import * as customerPage from "./texts/customer-page.ts";
import * as gateways from "./texts/gateways.ts";
import * as letters from "./texts/letters.ts";
import * as lineImports from "./texts/line-imports.ts";
import * as lines from "./texts/lines.ts";
import * as messages from "./texts/messages.ts";
import * as payments from "./texts/payments.ts";
import * as payouts from "./texts/payouts.ts";
import * as plans from "./texts/plans.ts";
import * as routers from "./texts/routers.ts";
import * as site from "./texts/site.ts";
import * as paymentSwitch from "./texts/switch.ts";
import * as trials from "./texts/trials.ts";
import * as users from "./texts/users.ts";
import * as visitors from "./texts/visitors.ts";
import * as vouchers from "./texts/vouchers.ts";
import { englishTime, nairobiTime, type TimeWords, timeLeft } from "./values/duration.ts";
import { filledTemplate } from "./values/sentence-templates.ts";

// What the server tells people. Inside it is a key with parameters, stored and sent as such; the sentence is made where the
// answer leaves, in the reader's language (docs/design.md, "Texts").

export const languages = ["en", "sw"] as const;
export type Language = (typeof languages)[number];

/** `{name}` is a parameter; `{name:one|other}` is `one` where that parameter is 1, else `other`. */
const en = {
  ...calls.en,
  ...accounts.en,
  ...letters.en,
  ...activity.en,
  ...plans.en,
  ...vouchers.en,
  ...visitors.en,
  ...trials.en,
  ...users.en,
  ...customerAccounts.en,
  ...customerPage.en,
  ...lines.en,
  ...lineImports.en,
  ...messages.en,
  ...routers.en,
  ...site.en,
  ...gateways.en,
  ...payments.en,
  ...payouts.en,
  ...billing.en,
  ...paymentSwitch.en,
  ...ads.en,
};
export type TextKey = keyof typeof en;
/** The name of a field, for the texts that name one. */
export type FieldKey = Extract<TextKey, `field_${string}`>;

const sw: Record<TextKey, string> = {
  ...calls.sw,
  ...accounts.sw,
  ...letters.sw,
  ...activity.sw,
  ...plans.sw,
  ...vouchers.sw,
  ...visitors.sw,
  ...trials.sw,
  ...users.sw,
  ...customerAccounts.sw,
  ...customerPage.sw,
  ...lines.sw,
  ...lineImports.sw,
  ...messages.sw,
  ...routers.sw,
  ...site.sw,
  ...gateways.sw,
  ...payments.sw,
  ...payouts.sw,
  ...billing.sw,
  ...paymentSwitch.sw,
  ...ads.sw,
};

export const texts: Record<Language, Readonly<Record<string, string>>> = { en, sw };
const months: Record<Language, readonly string[]> = {
  en: "January February March April May June July August September October November December".split(" "),
  sw: "Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba".split(" "),
};
const times: Record<Language, TimeWords> = {
  en: englishTime,
  sw: {
    ...englishTime,
    left(days, hours, minutes) {
      if (days > 0) return hours > 0 ? `siku ${days} saa ${hours}` : `siku ${days}`;
      if (hours > 0) return `saa ${hours} dakika ${minutes}`;
      return minutes > 0 ? `dakika ${minutes}` : "chini ya dakika moja";
    },
    months: months.sw.map((name) => name.slice(0, 3)),
  },
};

/** `at`: a moment in UTC ms, shown in Nairobi's time; `span`: a length of time in ms; `date`: `YYYY-MM-DD` or `YYYY-MM`. */
export type TextValue = string | number | Text | { at: number } | { span: number } | { date: string };
export type Text = { say: TextKey; with?: Record<string, TextValue> };

type Name<Part extends string> = Part extends `${infer Before}:${string}` ? Before : Part;
type Names<Template extends string> = Template extends `${string}{${infer Part}}${infer Rest}`
  ? Name<Part> | Names<Rest>
  : never;
/** What a text is given: nothing, or one value for each of its parameters. */
export type Given<Key extends TextKey> = [Names<(typeof en)[Key]>] extends [never]
  ? []
  : [values: Record<Names<(typeof en)[Key]>, TextValue>];

export function say<Key extends TextKey>(key: Key, ...[values]: Given<Key>): Text {
  return values ? { say: key, with: values } : { say: key };
}

/** A key that this version does not know, from a newer bridge, is shown as it is. */
export function textIn(language: Language, { say: key, with: values = {} }: Text): string {
  const template = Object.hasOwn(texts[language], key) ? texts[language][key] : undefined;
  return filledTemplate(template ?? key, values, (value) => valueIn(language, value));
}

export function valueIn(language: Language, value: TextValue): string {
  if (typeof value !== "object") return String(value);
  if ("at" in value) return nairobiTime(value.at, times[language]);
  if ("span" in value) return timeLeft(value.span, times[language]);
  return "date" in value ? dateIn(language, value.date) : textIn(language, value);
}

/** `2026-12-05` -> `5 December 2026`, `2026-12` -> `December 2026` */
function dateIn(language: Language, date: string): string {
  const month = `${months[language][Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
  return date.length > 7 ? `${Number(date.slice(8))} ${month}` : month;
}

/** An answer as it is made, before its texts are sentences. */
export type Made<Schema extends z.ZodType> = z.input<Schema>;

/** An answer as JSON, each text in it as a sentence. */
export function jsonIn(language: Language, answer: unknown): string {
  const json = JSON.stringify(answer);
  // Long lists hold none, and asking each of their values makes an answer four times as dear.
  if (!json.includes('"say":')) return json;
  return JSON.stringify(answer, (_, value: unknown) => (isText(value) ? textIn(language, value) : value));
}

function isText(value: unknown): value is Text {
  return typeof value === "object" && value !== null && "say" in value && typeof value.say === "string";
}

/** Words that are of one language, or of a gateway: shown as they are to everybody. */
export const asItIs = (text: string) => say("as_it_is", { text });
