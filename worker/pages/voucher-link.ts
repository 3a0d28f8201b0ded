import { parseRecoveryCode } from "../contract/values/recovery-code.ts";
import { formatVoucherCode, parseForeignCode, parseVoucherCode } from "../contract/values/voucher-code.ts";
import { hopHost, receiptPath } from "../contract/values/voucher-link.ts";
import type { Tenant } from "../http/tenant.ts";
import { addressWith, field, placeOf, type Visitor } from "./portal-visitor.ts";

// A voucher's QR code opens the form with its code, a receipt's link the form that brings its purchase to this device. A phone that has not seen the portal comes without its device address:
// a tap asks for an address that the hotspot's router answers, and the router's login page brings it back here, with the
// device address and with what was asked for in `dst` (or `link-orig`, by the router's own name for it).

const longestLink = 500;

/** The code in the address of a voucher's form, as it is printed; undefined where there is none that can be a code. */
export function codeInAddress(query: Record<string, unknown>): string | undefined {
  const typed = field(query, "code") ?? "";
  // A link is made by a program: it has nothing around its code.
  if (!/^[\w .-]*$/.test(typed)) return undefined;
  const code = parseVoucherCode(typed);
  return code === undefined ? parseForeignCode(typed) : formatVoucherCode(code);
}

/** Null for everybody else. What the login page names is compared, never followed. @param host of this page, with its port */
export function formFor(
  query: Record<string, unknown>,
  host: string,
  who: Visitor,
  tenant: Tenant,
): string | null {
  const path =
    formOf(field(query, "dst", longestLink), host) ?? formOf(field(query, "link-orig", longestLink), host);
  if (path === undefined) return null;
  const place = addressWith("", placeOf(who, tenant));
  return path.includes("?") ? `${path}${place.replace("?", "&")}` : `${path}${place}`;
}

/** The form's own address of a link to it on this host or at the address that routers answer; of no other link. */
function formOf(link: string | undefined, host: string): string | undefined {
  if (link === undefined || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  const isOurs =
    (url.protocol === "http:" || url.protocol === "https:") &&
    (url.host === host || (url.host === hopHost && url.protocol === "http:")) &&
    url.username === "" &&
    url.password === "";
  if (!isOurs) return undefined;
  const recovery = parseRecoveryCode(/^\/r\/([\w-]{1,20})$/.exec(url.pathname)?.[1] ?? "");
  if (recovery !== undefined) return receiptPath(recovery);
  if (url.pathname !== "/buy" || url.searchParams.get("tab") !== "voucher") return undefined;
  const code = codeInAddress(Object.fromEntries(url.searchParams));
  return code === undefined ? undefined : `/buy?tab=voucher&code=${code}`;
}
