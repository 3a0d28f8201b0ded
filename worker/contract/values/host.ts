// What a host name says: the main domain, a provider's subdomain, or a router id.

type HostMeaning =
  | { kind: "main" }
  | { kind: "provider"; subdomain: string }
  | { kind: "router"; routerId: string }
  /** Below a provider's own host there is no site. */
  | { kind: "nowhere" };

const ofMainDomain = new Set(["www", "api", "admin"]);

/** Hosts that a platform has beside its site, and names that would pass for its own. `ns1`, `mx2` and the like are among them. */
const reserved = new Set([
  ...ofMainDomain,
  ...[
    "vpn",
    "mail",
    "ns",
    "mx",
    "smtp",
    "imap",
    "pop",
    "pop3",
    "webmail",
    "ftp",
    "sftp",
    "dns",
    "ntp",
    "relay",
  ],
  ...["autoconfig", "autodiscover", "mta-sts", "localhost", "cdn", "static", "assets", "media"],
  ...["superadmin", "platform", "console", "dashboard", "portal", "app", "login", "auth", "sso", "bridge"],
  ...["status", "support", "help", "billing", "docs", "blog", "staging", "test", "dev", "mlango"],
  ...["abuse", "postmaster", "hostmaster", "webmaster", "security", "root"],
]);

const isReserved = (label: string): boolean =>
  reserved.has(label) ||
  /^(vpn|mail|ns|mx|smtp|dns|relay)-?\d+$/.test(label) ||
  // A name in another script, which can look like any other (RFC 5891, 4.2.3.1).
  label.slice(2, 4) === "--";

/** More than 10 characters, hex digits and dashes alone: a router id (docs/behaviour/visitor-portal.md, VP-22). */
export function readsAsRouterId(label: string): boolean {
  return label.length > 10 && /^[0-9a-f-]+$/i.test(label);
}

/**
 * The first label before the main domain is a provider's subdomain unless it is www, api or admin, or reads as a
 * router id; a host with a further label before that is nobody's. Localhost, IP addresses and hosts outside the main domain (replit-style) are main.
 * @param host host name with or without port, and with or without the dot of the root behind it
 * @param mainHost the main domain without port, for example `hotspot.localhost`
 */
export function hostMeaning(host: string, mainHost: string): HostMeaning {
  const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  if (!name.endsWith(`.${mainHost}`)) return { kind: "main" };
  const label = name.slice(0, -mainHost.length - 1);
  if (label.includes(".")) return { kind: "nowhere" };
  if (ofMainDomain.has(label)) return { kind: "main" };
  return readsAsRouterId(label)
    ? { kind: "router", routerId: label }
    : { kind: "provider", subdomain: label };
}

export type SubdomainFault = "empty" | "characters" | "hyphen" | "length" | "reserved" | "router";

/** Why no provider can have this subdomain, or undefined. @param label lower case */
export function subdomainFault(label: string): SubdomainFault | undefined {
  if (label === "") return "empty";
  if (!/^[a-z0-9-]+$/.test(label)) return "characters";
  if (label.startsWith("-") || label.endsWith("-")) return "hyphen";
  // A label of a host name has at most 63 octets (RFC 1035, 2.3.4).
  if (label.length > 63) return "length";
  if (isReserved(label)) return "reserved";
  // Its host would be taken for a router's, see `hostMeaning`.
  return readsAsRouterId(label) ? "router" : undefined;
}

/** The sentence of each, by its key. */
export const subdomainTexts = {
  empty: "subdomain_required",
  characters: "subdomain_characters",
  hyphen: "subdomain_hyphen",
  length: "subdomain_long",
  reserved: "subdomain_reserved",
  router: "subdomain_router",
} as const satisfies Record<SubdomainFault, string>;
