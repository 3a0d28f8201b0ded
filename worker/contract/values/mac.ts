import { plain } from "./pasted.ts";

// Device addresses as the router reports them. Only the router's own parameter opens access; nothing is made up.

/**
 * Any common spelling (colons, dashes, dots, spaces or nothing between) -> `AA:BB:CC:DD:EE:FF`, or undefined when it is no device's:
 * an address for many has an odd first byte.
 */
export function parseMac(text: string): string | undefined {
  const typed = plain(text).toUpperCase();
  if (!/^[0-9A-F]{2}(?:[ :.-]?[0-9A-F]{2}){5}$/.test(typed)) return undefined;
  const pairs = typed.replace(/[ :.-]/g, "").match(/../g) ?? [];
  if (pairs.every((pair) => pair === "00") || (Number.parseInt(pairs[0] ?? "", 16) & 1) === 1)
    return undefined;
  return pairs.join(":");
}

/** Absent, empty, unsubstituted or without a colon: no device known (docs/behaviour/visitor-portal.md, VP-16). */
export function macFromQuery(value: string | undefined): string | undefined {
  if (!value || value.startsWith("$(") || !value.includes(":")) return undefined;
  return parseMac(value);
}

/** How a device is named to its people: the end of its address, as phones show it under WiFi. @param name its subject or address */
export const markOf = (name: string): string => name.slice(-5);
