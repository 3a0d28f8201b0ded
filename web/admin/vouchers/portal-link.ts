import { voucherPath } from "#contract/values/voucher-link";
import type { PageData } from "../../console/page-data.ts";

/** Where this provider's visitors are, without a path. On the main domain hotspots lead on to their own provider's portal. */
export function portalOrigin({ subdomain, mainOrigin }: PageData): string {
  if (subdomain === null) return mainOrigin;
  return mainOrigin.replace("//", `//${subdomain}.`);
}

/** What a voucher's QR code says: the form with its code. @param code as printed, `ABCDE-12345` */
export function redeemAddress(origin: string, code: string): string {
  return `${origin}${voucherPath(code)}`;
}
