import type { Context } from "../../context.ts";
import { randomHex, sha256 } from "../../keys.ts";

// A payment id is 128 random bits and a 64-bit tag, in hex: a made-up one is refused before any object is touched.
// The callback secret is bound to the id; hex can spell none of the words that Safaricom refuses in addresses.

export function newPaymentId(ctx: Context): string {
  const random = randomHex(128);
  return random + ctx.keys.tag("payment-id", random, 64);
}

/** The payment that something else names: as unguessable as any other, and the same for every repeat. */
export function paymentIdFor(ctx: Context, subject: string): string {
  const named = ctx.keys.tag("payment-id", subject, 128);
  return named + ctx.keys.tag("payment-id", named, 64);
}

export function isPaymentId(ctx: Context, id: string): boolean {
  return /^[0-9a-f]{48}$/.test(id) && ctx.keys.isTag("payment-id", id.slice(0, 32), id.slice(32), 64);
}

/** Where the gateway reports this payment's result: main domain, lower case, nothing but hex after the path. */
export function callbackUrl(ctx: Context, paymentId: string): string {
  return `${ctx.settings.MAIN_ORIGIN}/cb/s/${paymentId}/${ctx.keys.tag("callback", paymentId, 128)}`;
}

export function isCallbackSecret(ctx: Context, paymentId: string, secret: string): boolean {
  return ctx.keys.isTag("callback", paymentId, secret, 128);
}

/** The purchase that a payment or a redemption makes: the same for every repeat. */
export function entitlementIdOf(transactionId: string): string {
  return sha256(`entitlement ${transactionId}`).slice(0, 32);
}
