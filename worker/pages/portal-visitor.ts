import type { Theme } from "../contract/branding.ts";
import type { PortalPlace } from "../contract/portal.ts";
import type { Language } from "../contract/texts.ts";
import { deviceFromQuery, macOf, type Subject } from "../contract/values/subject.ts";
import { cookieHeader, cookies, readCookie } from "../http/cookies.ts";
import type { Caller } from "../http/session.ts";
import type { Tenant } from "../http/tenant.ts";
import { visitorLanguage, visitorTheme } from "../http/visitor-language.ts";
import { randomHex, sha256 } from "../keys.ts";

/** How a visitor reads: the language of the answer, and what was chosen by hand. */
type Look = { language: Language; lang: Language | null; theme: Theme | null };

/** Who looks at the page: the device as the router names it, where it says it is, and the buyer by cookie. */
export type Visitor = Look & {
  subject: Subject | null;
  /** What the page's address or form named, known or not. */
  routerId: string | null;
  buyerHash: string | null;
  /** The cookie was handed out with this very answer: nothing can have been bought by it before. */
  isNew: boolean;
};

type Fields = Record<string, unknown>;
type Asked = { caller: Caller; headers: Headers; request: Request; url: URL };

const keptSeconds = 400 * 86_400;

/** A browser without the buyer's cookie gets one: what this very request buys is its own already. */
export function visitorFrom({ caller, headers, request, url }: Asked, source: Fields): Visitor {
  const look = lookOf(request, url, source);
  for (const name of ["lang", "theme"] as const) {
    const chosen = look[name];
    if (chosen !== null && url.searchParams.has(name) && readCookie(request, name) !== chosen)
      headers.append("set-cookie", cookieHeader(name, chosen, keptSeconds));
  }
  const known = caller.kind === "visitor" ? caller.buyerHash : null;
  if (known !== null) return { ...placeIn(source), ...look, buyerHash: known, isNew: false };
  const token = randomHex(128);
  headers.append("set-cookie", cookieHeader(cookies.buyer, token, keptSeconds));
  return { ...placeIn(source), ...look, buyerHash: sha256(token), isNew: true };
}

/** Who asks from an open page: it has its cookie, and none is handed out. */
export function askerFrom({ caller, request, url }: Omit<Asked, "headers">, source: Fields): Visitor {
  const buyerHash = caller.kind === "visitor" ? caller.buyerHash : null;
  return { ...placeIn(source), ...lookOf(request, url, source), buyerHash, isNew: buyerHash === null };
}

/** Somebody of whom only the address is known: where nothing of theirs is shown. */
export function strangerFrom(request: Request): Visitor {
  const url = new URL(request.url);
  const query = Object.fromEntries(url.searchParams);
  return { ...placeIn(query), ...lookOf(request, url, query), buyerHash: null, isNew: true };
}

function lookOf(request: Request, url: URL, source: Fields): Look {
  return {
    ...visitorLanguage(request, url, field(source, "lang")),
    theme: visitorTheme(request, url, field(source, "theme")),
  };
}

function placeIn(source: Fields): Pick<Visitor, "subject" | "routerId"> {
  const routerId = field(source, "routerId");
  return {
    subject: deviceFromQuery(field(source, "mac")),
    // A router that did not fill in its own login page said nothing.
    routerId: routerId === undefined || routerId.startsWith("$(") ? null : routerId.slice(0, 100),
  };
}

/** A foreign router stays in the address, so that nothing is sold for another one; on the main domain it names no provider. */
export function placeOf({ subject, routerId, lang, theme }: Visitor, tenant: Tenant): PortalPlace {
  return {
    mac: subject && macOf(subject),
    routerId: tenant.router?.id ?? (tenant.provider ? routerId : null),
    lang,
    theme,
  };
}

/** Text of a query or form field, trimmed; absent and empty are the same. */
export function field(source: Fields, name: string, longest = 200): string | undefined {
  const value = Object.hasOwn(source, name) ? source[name] : undefined;
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, longest) : undefined;
}

/** Where the next page is, with the device, router and look that this one had. */
export function addressWith(path: string, { mac, routerId, lang, theme }: PortalPlace): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ mac, routerId, lang, theme }))
    if (value) query.set(name, value);
  const text = query.toString().replaceAll("%3A", ":");
  return text ? `${path}?${text}` : path;
}
