import { addressWithRouter } from "./addresses.ts";

// A browser may remember its router (docs/behaviour/visitor-portal.md, VP-18). Mini-browsers of phones throw on any touch
// of their storage, so every touch is guarded and nothing depends on it.

type Storage = { getItem(name: string): string | null; setItem(name: string, value: string): void };
export type Stores = { local(): Storage; session(): Storage };

const localName = "hotspot_router_id";
const sessionName = "current_router_id";

/** Null where the browser throws on any touch of its storage. */
export function guarded<T>(touch: () => T): T | null {
  try {
    return touch();
  } catch {
    return null;
  }
}

export function rememberRouter(stores: Stores, routerId: string): void {
  guarded(() => stores.local().setItem(localName, routerId));
}

/**
 * Where a page without a router should go once, with the one that was remembered. Null when none is remembered or the
 * address already names one (then the server does not know it, and going again would be a loop).
 */
export function addressOfRememberedRouter(stores: Stores, path: string, query: string): string | null {
  const remembered =
    guarded(() => stores.local().getItem(localName)) || guarded(() => stores.session().getItem(sessionName));
  return remembered ? addressWithRouter(path, query, remembered) : null;
}
