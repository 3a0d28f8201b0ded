import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";

// A redemption is named by what it exchanges: the same code on the same device at the same router is the same
// redemption, however often it is sent. Its transaction id carries the provider, so that its status can be found, and a
// tag, so that a made-up one is refused unread.

type Redemption = { redemptionId: string; transactionId: string };

export function redemptionOf(
  ctx: Context,
  providerId: string,
  code: string,
  routerId: string,
  subject: Subject,
): Redemption {
  const redemptionId = ctx.keys.tag("redemption", `${providerId} ${code} ${routerId} ${subject}`, 128);
  return { redemptionId, transactionId: transactionIdOf(ctx, providerId, redemptionId) };
}

export function transactionIdOf(ctx: Context, providerId: string, redemptionId: string): string {
  const named = redemptionId + providerId.replaceAll("-", "");
  return named + ctx.keys.tag("redemption", named, 64);
}

/** The provider that a voucher's transaction id names, or null for what is none. */
export function providerOfTransaction(ctx: Context, transactionId: string): string | null {
  if (!/^[0-9a-f]{80}$/.test(transactionId)) return null;
  const named = transactionId.slice(0, 64);
  if (!ctx.keys.isTag("redemption", named, transactionId.slice(64), 64)) return null;
  return named.slice(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
