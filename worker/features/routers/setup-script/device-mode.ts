import { allowCommand } from "../../../contract/values/device-mode.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";

/** How it is allowed at the router. */
export const allow = `Enter ${allowCommand} and confirm within 5 minutes by the router's button or by taking its power; then paste again.`;

/** Runs `then` where the router says that its device mode forbids this. Older versions have no such word, and some do not answer. */
export const whereForbidden = (feature: "hotspot" | "fetch", then: string): string[] => [
  ":local mlgMay true",
  `:do { :set mlgMay [[:parse ${quoted(`:return [/system device-mode get ${feature}]`)}]] } on-error={}`,
  `:if ($mlgMay = false) do={ ${then} }`,
];
