import { desc } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Balance, Payout as ShownPayout } from "../../contract/payouts.ts";
import { shillings } from "../../contract/values/money.ts";
import { hourMs } from "../../contract/values/time.ts";
import { payouts } from "../../db/schema/tenant.ts";
import { type CollectionTerms, collectionOf, collectionTerms } from "../gateways/index.ts";
import { type BalanceNow, balanceNow } from "../ledger/index.ts";
import { destinationOf, heldMs } from "./destination.ts";
import { payoutAccount } from "./payout-account.ts";
import type { Payout } from "./payout-state.ts";

/** What one payout of M-Pesa moves at most. */
export const mostShillings = 250_000;

/** The most that can be asked for, in whole shillings, beside its fee. */
export function mostAvailable({ owed, refunding, fresh }: BalanceNow, feeCents: number): number {
  return Math.max(0, Math.floor((owed - refunding - fresh - feeCents) / 100));
}

/** @property freshSince UTC ms: what was sold later is not paid out yet */
export async function payableBalance(
  ctx: Context,
  providerId: string,
): Promise<{ terms: CollectionTerms; freshSince: number; balance: BalanceNow }> {
  const terms = await collectionTerms(ctx.platform);
  const freshSince = ctx.now() - terms.holdMs;
  return { terms, freshSince, balance: await balanceNow(ctx, providerId, freshSince) };
}

export async function readBalance(ctx: Context, providerId: string): Promise<Balance> {
  const [{ terms, balance: now }, account, destination, collection, newest] = await Promise.all([
    payableBalance(ctx, providerId),
    payoutAccount(ctx),
    destinationOf(ctx, providerId),
    collectionOf(ctx, providerId),
    ctx.tenant(providerId).select(payouts, { orderBy: [desc(payouts.createdAt)], limit: 20 }),
  ]);
  const heldUntil = destination && destination.changedAt + heldMs;
  return {
    collection,
    paysOut: account !== null,
    owed: shillings(now.owed),
    underWay: shillings(now.underWay),
    refunding: shillings(now.refunding),
    fresh: shillings(now.fresh),
    holdHours: terms.holdMs / hourMs,
    available: Math.min(mostShillings, mostAvailable(now, terms.feeCents)),
    fee: shillings(terms.feeCents),
    least: shillings(terms.leastCents),
    most: mostShillings,
    destination: destination && {
      kind: destination.kind,
      account: destination.account,
      reference: destination.reference,
      heldUntil: heldUntil !== null && heldUntil > ctx.now() ? new Date(heldUntil).toISOString() : null,
    },
    payouts: newest.map(shownPayout),
  };
}

export function shownPayout(payout: Payout): ShownPayout {
  const { id, status, cents, feeCents, kind, account, reference, receipt, createdAt, updatedAt } = payout;
  return {
    id,
    status,
    amount: shillings(cents),
    fee: shillings(feeCents),
    kind,
    account,
    reference,
    receipt,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
