import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import { copyNow } from "../copies/index.ts";
import { type Payout, type PayoutEvent, step } from "./payout-state.ts";
import { isReceiptTaken, payoutById, write } from "./store.ts";

/** As it is now, and whether this very event changed it: of two that tell it the same, one does. */
export type ChangedPayout = { payout: Payout; isChanged: boolean };

/** Losing to another event this often means that something is wrong. */
const tries = 8;

/**
 * The only way in which a payout changes: state and books in one transaction, judged by the row as it was read, and judged anew
 * where somebody else was quicker. @returns null where there is no such payout
 */
export async function changePayout(
  ctx: Context,
  providerId: string,
  id: string,
  event: PayoutEvent,
): Promise<ChangedPayout | null> {
  for (let tried = 0; tried < tries; tried += 1) {
    const payout = await payoutById(ctx, providerId, id);
    if (!payout) return null;
    const next = step(payout, event, ctx.now());
    if (!next || (await namesAnother(ctx, providerId, payout, event))) return { payout, isChanged: false };
    if (!(await write(ctx, providerId, next))) continue;
    if (next.payout.status !== payout.status) await copyNow(ctx, providerId);
    return { payout: next.payout, isChanged: true };
  }
  throw new Error(`payout ${id} is changed by too many at once`);
}

/** A receipt belongs to one payout: what says it of a second one speaks of another. */
async function namesAnother(
  ctx: Context,
  providerId: string,
  { id }: Payout,
  event: PayoutEvent,
): Promise<boolean> {
  const receipt = event.type === "is-paid" || event.type === "settled" ? event.receipt : null;
  if (receipt === null || !(await isReceiptTaken(ctx, providerId, id, receipt))) return false;
  log("error", "a payout's receipt is another's", undefined, { provider: providerId, subject: id });
  return true;
}
