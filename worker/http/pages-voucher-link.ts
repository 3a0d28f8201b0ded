import { formatVoucherCode, parseVoucherCode } from "../contract/values/voucher-code.ts";
import { hopHost } from "../contract/values/voucher-link.ts";
import { addressWith, field, placeOf, type Visitor } from "./portal-visitor.ts";
import type { Tenant } from "./tenant.ts";

// A voucher's QR code opens the form with its code. A phone that has not seen the portal comes without its device address:
// a tap asks for an address that the hotspot's router answers, and the router's login page brings it back here, with the
// device address and with what was asked for in `dst` (or `link-orig`, by the router's own name for it).

const longestLink = 500;

/** The code in the address of a voucher's form, as it is printed; undefined where there is none that can be a code. */
export function codeInAddress(query: Record<string, unknown>): string | undefined {
  const code = parseVoucherCode(field(query, "code") ?? "");
  return code && formatVoucherCode(code);
}

/** Null for everybody else. What the login page names is compared, never followed. @param host of this page, with its port */
export function voucherFormFor(
  query: Record<string, unknown>,
  host: string,
  who: Visitor,
  tenant: Tenant,
): string | null {
  const code =
    codeInLink(field(query, "dst", longestLink), host) ??
    codeInLink(field(query, "link-orig", longestLink), host);
  if (code === undefined) return null;
  const place = addressWith("", placeOf(who, tenant)).replace("?", "&");
  return `/buy?tab=voucher&code=${code}${place}`;
}

/** The code of a link to a voucher's form on this host or at the address that routers answer; of no other link. */
function codeInLink(link: string | undefined, host: string): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  const isOurs =
    (url.protocol === "http:" || url.protocol === "https:") &&
    (url.host === host || (url.host === hopHost && url.protocol === "http:")) &&
    url.username === "" &&
    url.password === "" &&
    url.pathname === "/buy" &&
    url.searchParams.get("tab") === "voucher";
  return isOurs ? codeInAddress(Object.fromEntries(url.searchParams)) : undefined;
}
