import type { Context } from "../../context.ts";
import { isCustomerNumber, parseAccountCode } from "../../contract/values/account-code.ts";
import { providerOrigin } from "../../http/tenant.ts";

// A customer's page is opened by a link: the account number, and a proof that we gave it out. It shows how the account stands and takes
// money, and changes nothing. It opens as long as the root secret that made it is accepted.

/** Too many to be found by trying. */
const proofBits = 60;
const told = (providerId: string, number: string) => `${providerId} ${number}`;

export function customerLink(
  ctx: Context,
  { id, subdomain }: { id: string; subdomain: string },
  number: string,
): string {
  return providerOrigin(ctx, subdomain) + customerPath(ctx, id, number);
}

export function customerPath(ctx: Context, providerId: string, number: string): string {
  return `/my/${number}-${ctx.keys.proof("customer-link", told(providerId, number), proofBits)}`;
}

/** The number of a link that we gave out for this provider; null for any other text. */
export function numberOfLink(ctx: Context, providerId: string, link: string): string | null {
  const [typed = "", proof = ""] = link.trim().split("-");
  const number = parseAccountCode(typed);
  if (number === undefined || !isCustomerNumber(number)) return null;
  return ctx.keys.isProof("customer-link", told(providerId, number), proof.toLowerCase(), proofBits)
    ? number
    : null;
}
