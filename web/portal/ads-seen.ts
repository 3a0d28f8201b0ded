import { guarded, type Stores } from "./remembered-router.ts";

// This browser's own note that a device has seen its advertisements (docs/behaviour/visitor-portal.md, VP-47). It is a
// hint: the server remembers by device and day, because the sign-in sheets of phones keep nothing.

const nameFor = (mac: string | null) => `ads-viewed-${mac ?? "unknown"}`;

export function adsSeen(stores: Stores, mac: string | null): boolean {
  return guarded(() => stores.local().getItem(nameFor(mac))) === "true";
}

export function rememberAdsSeen(stores: Stores, mac: string | null): void {
  guarded(() => stores.local().setItem(nameFor(mac), "true"));
}
