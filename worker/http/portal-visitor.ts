import { macFromQuery } from "../contract/values/mac.ts";
import { randomHex, sha256 } from "../keys.ts";
import { type Caller, cookieHeader, cookies } from "./session.ts";

/** Who looks at the page: the device as the router names it, and the buyer by cookie. */
export type Visitor = {
  mac: string | null;
  buyerHash: string | null;
  /** The cookie was handed out with this very answer: nothing can have been bought by it before. */
  isNew: boolean;
};

export function visitorOf(mac: string | undefined, buyerHash: string | null, isNew = false): Visitor {
  return { mac: macFromQuery(mac) ?? null, buyerHash, isNew };
}

type Asked = { caller: Caller; headers: Headers };

const yearSeconds = 400 * 86_400;

/**
 * The visitor of a page. A browser without the buyer's cookie gets one with the answer, and what this very request buys
 * is its own already: mini-browsers may bring the form as their first request.
 */
export function visitorFrom({ caller, headers }: Asked, mac: string | undefined): Visitor {
  const known = caller.kind === "visitor" ? caller.buyerHash : null;
  if (known !== null) return visitorOf(mac, known);
  const token = randomHex(128);
  headers.append("set-cookie", cookieHeader(cookies.buyer, token, yearSeconds));
  return visitorOf(mac, sha256(token), true);
}

/** Text of a query or form field, trimmed; absent and empty are the same. */
export function field(source: Record<string, unknown>, name: string): string | undefined {
  const value = source[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 200) : undefined;
}

/** Where the next page is, with the device and router that this one had. */
export function addressWith(
  path: string,
  { mac, routerId }: { mac: string | null; routerId: string | null },
): string {
  const query = new URLSearchParams();
  if (mac) query.set("mac", mac);
  if (routerId) query.set("routerId", routerId);
  const text = query.toString().replaceAll("%3A", ":");
  return text ? `${path}?${text}` : path;
}
