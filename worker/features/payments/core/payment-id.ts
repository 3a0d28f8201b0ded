import type { Context } from "../../../context.ts";
import { hourMs } from "../../../contract/values/time.ts";
import { randomHex, sha256 } from "../../../keys.ts";

// A payment id is 88 random bits, the hour it was made in, which root secret proves its addresses, and a 64-bit tag, in hex:
// a made-up one is refused before any object is touched, and the references that gateways get are its first, random digits. The addresses at which its gateway reports are proven by that root
// secret alone; once another one has replaced it, only for as long as a gateway may take to report. Who stole a root secret
// that was replaced speaks for no payment that began since. Hex can spell none of the words that Safaricom refuses.

/** After this a gateway reports nothing more of a prompt; its statement still does. */
const reportsForHours = 24;

export function newPaymentId(ctx: Context): string {
  const hour = Math.floor(ctx.now() / hourMs)
    .toString(16)
    .padStart(6, "0");
  return tagged(ctx, randomHex(88) + hour + ctx.keys.current.slice(0, markDigits));
}

/** Of the root secret's id: enough to tell a handful apart. */
const markDigits = 4;
const randomDigits = 22;

/** As unguessable as any other, and the same for every repeat. It has no prompt, so no address to prove. */
export function paymentIdFor(ctx: Context, subject: string): string {
  const named = ctx.keys.tag("payment-id", subject, 104);
  return tagged(ctx, named.slice(0, randomDigits) + noHour + named.slice(randomDigits));
}

/** No hour of ours. */
const noHour = "ffffff";

function tagged(ctx: Context, named: string): string {
  return named + ctx.keys.tag("payment-id", named, 64);
}

export function isPaymentId(ctx: Context, id: string): boolean {
  return /^[0-9a-f]{48}$/.test(id) && ctx.keys.isTag("payment-id", id.slice(0, 32), id.slice(32), 64);
}

/** By which root secrets an address of this payment may be proven now: by one, or by none. */
export function provenBy({ keys, now }: Context, paymentId: string): string[] {
  const hour = paymentId.slice(randomDigits, randomDigits + noHour.length);
  if (hour === noHour) return [];
  const mark = paymentId.slice(randomDigits + noHour.length).slice(0, markDigits);
  const isOver = now() >= (Number.parseInt(hour, 16) + 1 + reportsForHours) * hourMs;
  return keys.accepted.filter((version) => version.startsWith(mark) && (version === keys.current || !isOver));
}

/** Where the gateway reports this payment's result: main domain, lower case, nothing but hex after the path. */
export function callbackUrl(ctx: Context, paymentId: string): string {
  const [version] = provenBy(ctx, paymentId);
  return `${ctx.settings.MAIN_ORIGIN}/cb/s/${paymentId}/${ctx.keys.proof("callback", paymentId, 128, version)}`;
}

export function isCallbackSecret(ctx: Context, paymentId: string, secret: string): boolean {
  return ctx.keys.isProof("callback", paymentId, secret, 128, provenBy(ctx, paymentId));
}

/** The purchase that a payment or a redemption makes: the same for every repeat. */
export function entitlementIdOf(transactionId: string): string {
  return sha256(`entitlement ${transactionId}`).slice(0, 32);
}

/** What the prompt and the payer's message call this payment. */
export function paymentReference(paymentId: string): string {
  return paymentId.slice(0, 10).toUpperCase();
}
