import { eq } from "drizzle-orm";
import type { Context } from "../../../context.ts";
import { dayMs } from "../../../contract/values/time.ts";
import { shortAddresses } from "../../../db/schema/platform.ts";
import { sql } from "../../../db/sql.ts";
import { shortAddressRoom } from "../../gateways/index.ts";
import { isPaymentId, provenBy } from "../core/payment-id.ts";

// KCB takes callback addresses of fifty characters, and a payment's own has twice as many. The short one is derived from the
// payment's id by our key, as long as there is room: it cannot be guessed, and a row says which payment it belongs to.

/** 32 symbols, none of e, s, c, q: they spell no word that a gateway refuses in addresses. */
const symbols = "0123456789abdfghijklmnoprtuvwxyz";
/** 130 bits, as many as the long address' secret has. */
const mostSymbols = 26;
/** As long as a payment keeps what it knows. */
const forgetMs = 40 * dayMs;

function nameOf(ctx: Context, paymentId: string, length: number, version?: string): string {
  const bytes = Buffer.from(ctx.keys.proof("short-address", paymentId, 256, version), "hex");
  return [...bytes.subarray(0, length)].map((byte) => symbols[byte % symbols.length]).join("");
}

function addressOf(ctx: Context, paymentId: string): { start: string; name: string } {
  const room = shortAddressRoom(ctx);
  if (!room) throw new Error("the main domain leaves no room for a short callback address");
  const [version] = provenBy(ctx, paymentId);
  return { start: room.start, name: nameOf(ctx, paymentId, Math.min(room.symbols, mostSymbols), version) };
}

/** The payment's callback address in at most fifty characters. @throws when there is no room for one */
export function shortCallbackUrl(ctx: Context, paymentId: string): string {
  const { start, name } = addressOf(ctx, paymentId);
  return start + name;
}

/** Written before the push that tells the address. @throws when there is no room for one, or it could not be written */
export async function keepShortAddress(ctx: Context, paymentId: string): Promise<void> {
  const { name } = addressOf(ctx, paymentId);
  const { platform } = ctx;
  await platform.batch([
    sql`INSERT OR IGNORE INTO short_addresses (name, payment_id, at)
      VALUES (${name}, ${paymentId}, ${ctx.now()})`,
    sql`DELETE FROM short_addresses WHERE at < ${ctx.now() - forgetMs}`,
  ]);
}

/** Whose address it is; null for a made-up one. @throws when it could not be looked up */
export async function paymentAtShortAddress(ctx: Context, name: string): Promise<string | null> {
  if (!/^[0-9abdf-prt-z]{16,26}$/.test(name)) return null;
  const [row] = await ctx.platform.select(shortAddresses, { where: eq(shortAddresses.name, name), limit: 1 });
  const id = row?.paymentId;
  if (id === undefined || !isPaymentId(ctx, id)) return null;
  const isProven = provenBy(ctx, id).some((version) => nameOf(ctx, id, name.length, version) === name);
  return isProven ? id : null;
}
