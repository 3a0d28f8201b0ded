import { voucherPath } from "#contract/values/voucher-link";

/** What a voucher's QR code says: the form with its code. @param code as printed, `ABCDE-12345` */
export function redeemAddress(origin: string, code: string): string {
  return `${origin}${voucherPath(code)}`;
}
