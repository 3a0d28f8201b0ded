import { parseMac } from "../../contract/values/mac.ts";

/** An address as a television's page shows it and as people type it: with colons, dashes, dots, spaces or nothing between. */
export function typedAddress(text: string): string | null {
  const digits = text.replace(/[\s:.-]/g, "");
  if (!/^[0-9a-f]{12}$/i.test(digits)) return null;
  const mac = parseMac((digits.match(/../g) ?? []).join(":"));
  // One for many is no device's.
  return mac !== undefined && (Number.parseInt(digits.slice(0, 2), 16) & 1) === 0 ? mac : null;
}
