import type { Context } from "../../../context.ts";
import { randomHex, sha256 } from "../../../keys.ts";
import { entitlementIdOf } from "../../payments/index.ts";
import { transactionIdOf } from "../redemption-id.ts";

// An offline voucher names its provider, so that what a bridge says of it finds its rows, and the redemption that it may become: one
// offline voucher is redeemed at most once, so bridge and cloud make the same purchase of it without asking each other.

/** @param seed repeats of one order give the same ids; null = random */
export function newOfflineVoucherId(providerId: string, seed: string | null): string {
  const own = seed === null ? randomHex(128) : sha256(`offline voucher ${providerId} ${seed}`).slice(0, 32);
  return own + providerId.replaceAll("-", "");
}

/** Null for what is no offline voucher's id. */
export function providerOfOfflineVoucher(offlineVoucherId: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(offlineVoucherId)) return null;
  return offlineVoucherId.slice(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

type OfflineRedemption = { redemptionId: string; transactionId: string; entitlementId: string };

export function redemptionOf(ctx: Context, providerId: string, offlineVoucherId: string): OfflineRedemption {
  const redemptionId = offlineVoucherId.slice(0, 32);
  const transactionId = transactionIdOf(ctx, providerId, redemptionId);
  return { redemptionId, transactionId, entitlementId: entitlementIdOf(transactionId) };
}
