// Where the QR code of a printed voucher leads, and how a phone that comes from there finds the hotspot's router.

/** Path of the portal's voucher form with this code in it. @param code as printed, `ABCDE-12345` */
export function voucherPath(code: string): string {
  return `/buy?tab=voucher&code=${code}`;
}

/**
 * An address that nobody has (RFC 2544 keeps 198.18.0.0/15 for tests of equipment). A hotspot's router answers whatever a
 * device that is not let out asks for in plain http, and sends it to its login page. A name of ours would not do: browsers
 * turn it into https (HSTS, HTTPS upgrades), which the router cannot answer; they leave numbers alone.
 */
export const hopHost = "198.18.0.1";

/** Asked for on a hotspot, it comes back as the login page's `dst`, with the device's address beside it. */
export function hopAddress(code: string): string {
  return `http://${hopHost}${voucherPath(code)}`;
}

/** Path of the link by which a customer wants no more offers. */
export function stopPath(code: string): string {
  return `/stop/${code}`;
}

/** Path of the link in a receipt by SMS. @param code a recovery code without dashes */
export function receiptPath(code: string): string {
  return `/r/${code}`;
}
