// Device addresses as the router reports them. Only the router's own parameter opens access; nothing is made up.

/** Any common spelling -> `AA:BB:CC:DD:EE:FF`, or undefined when it is no device address. */
export function parseMac(text: string): string | undefined {
  const compact = text.trim().toUpperCase().replace(/[:-]/g, "");
  if (!/^[0-9A-F]{12}$/.test(compact) || !/^[0-9A-Fa-f]{2}([:-][0-9A-Fa-f]{2}){5}$/.test(text.trim()))
    return undefined;
  if (compact === "000000000000" || compact === "FFFFFFFFFFFF") return undefined;
  return (compact.match(/../g) ?? []).join(":");
}

/** Absent, empty, unsubstituted or without a colon: no device known (docs/behaviour/visitor-portal.md, VP-16). */
export function macFromQuery(value: string | undefined): string | undefined {
  if (!value || value.startsWith("$(") || !value.includes(":")) return undefined;
  return parseMac(value);
}

/** How a device is named to its people: the end of its address, as phones show it under WiFi. */
export function shortMac(mac: string): string {
  return mac.slice(-5);
}
