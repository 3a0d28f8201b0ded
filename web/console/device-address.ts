import { parseMac } from "#contract/values/mac";

/** Twelve digits without separators are accepted, too. */
export function deviceAddress(typed: string): string | undefined {
  const text = typed.trim();
  return parseMac(/^[0-9A-Fa-f]{12}$/.test(text) ? (text.match(/../g) ?? []).join(":") : text);
}
