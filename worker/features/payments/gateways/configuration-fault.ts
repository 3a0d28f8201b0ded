import type { Route } from "./driver.ts";

/**
 * Whether the gateway's own words blame the configuration: nobody can pay by it until it is put right. M-Pesa: 2028 and
 * SFC_IC0003 (till or pay bill), an unknown merchant, wrong credentials; Airtel: a payee that may not receive, a signature.
 * The platform's own credentials are no fault of a provider's configuration.
 * @param detail as the driver wrote it: the code comes first
 */
export function blamesConfiguration({ driver, credentials }: Route, detail: string): boolean {
  if (driver === "mpesa" && /^(2028|SFC_IC0003)\b/.test(detail)) return true;
  if (credentials === "platform") return false;
  if (/no access token \(HTTP 40[0134]\)/.test(detail)) return true;
  if (driver === "airtel_money") return /\bDP00800001(010|026)\b/.test(detail);
  return /^500\.001\.1001 .*(merchant does not exist|credential)/i.test(detail);
}
