import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { hourMs } from "../../contract/values/time.ts";
import { payouts } from "../../db/schema/tenant.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { type Actor, record } from "../audit/index.ts";
import { isHeldSinceLoad } from "../providers/index.ts";
import { mostAvailable, mostShillings, payableBalance } from "./balance.ts";
import { destinationOf, heldMs } from "./destination.ts";
import { handleOf } from "./mpesa-payout.ts";
import { collectedElsewhere, payoutAccount } from "./payout-account.ts";
import { newPayout, nextAt, type Payout } from "./payout-state.ts";
import { sendPayout } from "./send-payout.ts";
import { payoutById, reserve } from "./store.ts";

type Asked = {
  providerId: string;
  /** Whole shillings; undefined = all that is there. */
  amount: number | undefined;
  actor: Actor;
  idempotencyKey: string | null;
};

/** Reserved in the books, then sent. The same key and amount are the same payout. @throws AppError invalid, conflict with what is in the way */
export async function requestPayout(
  ctx: Context,
  { providerId, amount, actor, idempotencyKey: key }: Asked,
): Promise<Payout> {
  const earlier = key === null ? null : await byKey(ctx, providerId, key);
  if (earlier) return ofSameAmount(earlier, amount);
  const [account, destination, { terms, freshSince, balance }] = await Promise.all([
    payoutAccount(ctx),
    destinationOf(ctx, providerId),
    payableBalance(ctx, providerId),
  ]);
  if (!account) throw refuse("conflict", "payouts_off");
  if (await isHeldSinceLoad(ctx, providerId)) throw refuse("conflict", "held_since_load");
  if (await collectedElsewhere(ctx, providerId, account.environment))
    throw refuse("conflict", "payout_sandbox");
  if (!destination) throw refuse("conflict", "payout_no_destination");
  const heldUntil = destination.changedAt + heldMs;
  if (heldUntil > ctx.now()) throw refuse("conflict", "payout_held", { at: { at: heldUntil } });
  const available = mostAvailable(balance, terms.feeCents);
  const shillings = amount ?? Math.min(available, mostShillings);
  if (shillings * 100 < terms.leastCents || available < shillings) {
    if (available < shillings && balance.fresh > 0)
      throw refuse("conflict", "payout_fresh", {
        most: available,
        fresh: balance.fresh / 100,
        count: terms.holdMs / hourMs,
      });
    if (available * 100 < terms.leastCents)
      throw refuse("conflict", "payout_too_little", { least: terms.leastCents / 100 });
    if (shillings * 100 < terms.leastCents)
      throw refuse("invalid", "payout_least", { least: terms.leastCents / 100 });
    throw refuse("conflict", "payout_more_than_there", { most: available });
  }
  if (shillings > mostShillings) throw refuse("invalid", "payout_most", { most: mostShillings });
  const id = randomHex(128);
  const now = ctx.now();
  const begun = newPayout({
    id,
    cents: shillings * 100,
    feeCents: terms.feeCents,
    kind: destination.kind,
    account: destination.account,
    reference: destination.reference,
    environment: account.environment,
    shortCode: account.shortCode,
    // B2B takes no name of ours: its own is known once it is acknowledged.
    handle: destination.kind === "phone" ? handleOf(id) : null,
    requestedBy: actor.actorId ?? actor.actor,
    key,
    createdAt: now,
  });
  if (!(await reserve(ctx, providerId, { ...begun, nextAt: nextAt(begun) }, freshSince))) {
    const same = key === null ? null : await byKey(ctx, providerId, key);
    if (same) return ofSameAmount(same, amount);
    throw refuse("conflict", "payout_changed");
  }
  await record(ctx, {
    ...actor,
    providerId,
    action: "payout.request",
    subject: id,
    detail: { cents: begun.cents, feeCents: begun.feeCents, kind: begun.kind },
  });
  await sendPayout(ctx, providerId, id);
  return (await payoutById(ctx, providerId, id)) ?? begun;
}

/** "All that is there" was as much as it was then. @throws AppError conflict */
function ofSameAmount(payout: Payout, amount: number | undefined): Payout {
  if (amount !== undefined && amount * 100 !== payout.cents) throw refuse("conflict", "payout_key_used");
  return payout;
}

async function byKey(ctx: Context, providerId: string, key: string): Promise<Payout | null> {
  const [row] = await ctx.tenant(providerId).select(payouts, { where: eq(payouts.key, key), limit: 1 });
  return row ?? null;
}
