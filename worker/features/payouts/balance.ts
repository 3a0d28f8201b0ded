import { desc } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Balance, Payout as ShownPayout } from "../../contract/payouts.ts";
import { shillings } from "../../contract/values/money.ts";
import { payouts } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { collectionOf, collectionTerms } from "../gateways/index.ts";
import { balanceStatements, balancesOf } from "../ledger/index.ts";
import { destinationOf, heldMs } from "./destination.ts";
import { payoutAccount } from "./payout-account.ts";
import type { Payout } from "./payout-state.ts";
import { refundingValue } from "./store.ts";

/** Cents. */
export type BalanceNow = { owed: number; underWay: number; refunding: number };

/** What one payout of M-Pesa moves at most. */
export const mostShillings = 250_000;

export async function balanceNow(ctx: Context, providerId: string): Promise<BalanceNow> {
  const [ofPayments, others, [refunding]] = await ctx
    .tenant(providerId)
    .batch([...balanceStatements(), sql<{ cents: number }>`SELECT ${refundingValue()} AS cents`]);
  const { owed, underWay } = balancesOf(ofPayments, others);
  return { owed, underWay, refunding: refunding?.cents ?? 0 };
}

/** The most that can be asked for, in whole shillings, beside its fee. */
export function mostAvailable({ owed, refunding }: BalanceNow, feeCents: number): number {
  return Math.max(0, Math.floor((owed - refunding - feeCents) / 100));
}

export async function readBalance(ctx: Context, providerId: string): Promise<Balance> {
  const [now, account, destination, terms, collection, newest] = await Promise.all([
    balanceNow(ctx, providerId),
    payoutAccount(ctx),
    destinationOf(ctx, providerId),
    collectionTerms(ctx.platform),
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
    available: Math.min(mostShillings, mostAvailable(now, terms.feeCents)),
    fee: shillings(terms.feeCents),
    least: shillings(terms.leastCents),
    most: mostShillings,
    destination: destination && {
      ...{ kind: destination.kind, account: destination.account, reference: destination.reference },
      heldUntil: heldUntil !== null && heldUntil > ctx.now() ? new Date(heldUntil).toISOString() : null,
    },
    payouts: newest.map(shownPayout),
  };
}

export function shownPayout(payout: Payout): ShownPayout {
  const { id, status, cents, feeCents, kind, account, reference, receipt, createdAt, updatedAt } = payout;
  return {
    ...{ id, status, amount: shillings(cents), fee: shillings(feeCents), kind, account, reference, receipt },
    ...{ createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() },
  };
}
