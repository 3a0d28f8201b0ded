import type { Context } from "../../../context.ts";
import { randomHex, sha256 } from "../../../keys.ts";
import { entitlementIdOf } from "../../payments/index.ts";
import { transactionIdOf } from "../redemption-id.ts";

// A loan names its provider, so that what a bridge says of it finds its rows, and the redemption that it may become: one
// loan is redeemed at most once, so bridge and cloud make the same purchase of it without asking each other.

/** @param seed repeats of one order give the same ids; null = random */
export function newLoanId(providerId: string, seed: string | null): string {
  const own = seed === null ? randomHex(128) : sha256(`loan ${providerId} ${seed}`).slice(0, 32);
  return own + providerId.replaceAll("-", "");
}

/** Null for what is no loan's id. */
export function providerOfLoan(loanId: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(loanId)) return null;
  return loanId.slice(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

type LoanRedemption = { redemptionId: string; transactionId: string; entitlementId: string };

export function redemptionOfLoan(ctx: Context, providerId: string, loanId: string): LoanRedemption {
  const redemptionId = loanId.slice(0, 32);
  const transactionId = transactionIdOf(ctx, providerId, redemptionId);
  return { redemptionId, transactionId, entitlementId: entitlementIdOf(transactionId) };
}
