/** How a device is named to its owner: the end of its address, as phones show it under WiFi. */
export function deviceMark(mac: string | null): string {
  return mac === null ? "" : mac.slice(-5);
}
