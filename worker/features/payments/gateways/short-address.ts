import type { Context } from "../../../context.ts";
import { shortAddressRoom } from "../../gateways/index.ts";
import { isPaymentId, provenBy } from "../core/payment-id.ts";
import type { ShortAddressObject } from "./short-address-object.ts";

// Some gateways take callback addresses of fifty characters, and a payment's own has twice as many. The short one is what
// the payment's id gives under our key, as far as there is room: nobody can make one, and whose it is stands in an object.

/** 32 symbols, none of e, s, c, q: they spell no word that a gateway refuses in addresses. */
const symbols = "0123456789abdfghijklmnoprtuvwxyz";
/** 130 bits, as many as the long address' secret has. */
const mostSymbols = 26;

function nameOf(ctx: Context, paymentId: string, length: number, version?: string): string {
  const bytes = Buffer.from(ctx.keys.proof("short-address", paymentId, 256, version), "hex");
  return [...bytes.subarray(0, length)].map((byte) => symbols[byte % symbols.length]).join("");
}

function objectOf(ctx: Context, name: string): DurableObjectStub<ShortAddressObject> {
  return ctx.env.SHORT_ADDRESS.getByName(name.slice(0, 1));
}

/**
 * The same door as the payment's callback address, in at most fifty characters; it is known before anybody is told it.
 * @throws when there is no room for one, or it could not be kept
 */
export async function shortCallbackUrl(ctx: Context, paymentId: string): Promise<string> {
  const room = shortAddressRoom(ctx);
  if (!room) throw new Error("the main domain leaves no room for a short callback address");
  const name = nameOf(ctx, paymentId, Math.min(room.symbols, mostSymbols), provenBy(ctx, paymentId)[0]);
  await objectOf(ctx, name).keep(name, paymentId, ctx.now());
  return room.start + name;
}

/** Whose address it is; null for a made-up one. @throws when it could not be looked up */
export async function paymentAtShortAddress(ctx: Context, name: string): Promise<string | null> {
  if (!/^[0-9abdf-prt-z]{16,26}$/.test(name)) return null;
  const id = await objectOf(ctx, name).paymentOf(name);
  if (id === null || !isPaymentId(ctx, id)) return null;
  const isProven = provenBy(ctx, id).some((version) => nameOf(ctx, id, name.length, version) === name);
  return isProven ? id : null;
}
