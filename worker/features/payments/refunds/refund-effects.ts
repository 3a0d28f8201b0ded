import type { Context } from "../../../context.ts";
import { AppError } from "../../../errors.ts";
import { log } from "../../../log.ts";
import { cutOff, takeTopUpAway } from "../../entitlements/index.ts";
import type { RefundEffect } from "./refund-state.ts";
import { refundIn } from "./refund-state.ts";
import type { RefundStorage } from "./refund-storage.ts";
import { writeRefund } from "./refund-store.ts";

export async function pushRefundEffects(ctx: () => Context, kept: RefundStorage): Promise<void> {
  for (const owed of kept.due(Date.now())) {
    const before = refundIn(kept.book(), owed.number)?.seq;
    let isDone = false;
    try {
      await effectWork(ctx, kept, owed.effect, owed.number);
      isDone = true;
    } catch (cause) {
      log("error", "refund effect", cause, { subject: owed.effect });
    }
    // A change that came while the effect ran obliges to it once more.
    if (isDone && refundIn(kept.book(), owed.number)?.seq === before) kept.effectDone(owed);
    else kept.effectLater(owed, Date.now());
  }
}

/** Each may be repeated without harm. */
async function effectWork(
  ctx: () => Context,
  kept: RefundStorage,
  effect: RefundEffect,
  number: number,
): Promise<void> {
  const book = kept.book();
  const refund = refundIn(book, number);
  if (!book || !refund) return;
  const { id: paymentId, sale, providerId } = book.subject;
  if (effect === "project") return writeRefund(ctx(), book, refund);
  if (!sale) return;
  if (sale.topUpOf) await takeTopUpAway(ctx(), { providerId, paymentId, purchaseId: sale.topUpOf });
  await endAccess(ctx(), providerId, sale.entitlementId);
}

/** What a refund ends. What does not run any more has ended by itself; what is on its way ends once it is there. */
async function endAccess(ctx: Context, providerId: string, entitlementId: string): Promise<void> {
  try {
    await cutOff(ctx, providerId, entitlementId);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === "not_found")) throw cause;
  }
}
