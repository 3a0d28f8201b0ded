import type { Context } from "../../../context.ts";
import { log } from "../../../log.ts";
import type { Paybill, PaybillCallback } from "../core/callbacks.ts";
import { matchPaybillPayment } from "./match-payment.ts";
import { storePaybillPayment } from "./paybill-store.ts";

/** Stored by two witnesses, database and queue, then its purchase is looked for. @returns false when neither could */
export async function handleConfirmation(ctx: Context, paybill: Paybill, body: string): Promise<boolean> {
  const receivedAt = ctx.now();
  const [row, queued] = await Promise.allSettled([
    storePaybillPayment(ctx, paybill, body, receivedAt),
    ctx.env.CALLBACKS.send({ paybill, body, receivedAt }),
  ]);
  if (queued.status === "rejected") log("error", "typed payment witness", queued.reason);
  if (row.status === "rejected") {
    log("error", "typed payment witness", row.reason);
    return queued.status === "fulfilled";
  }
  if (row.value === null) return true;
  try {
    await matchPaybillPayment(ctx, row.value);
  } catch (cause) {
    // It is stored: the queue and the sweeper look again.
    log("error", "typed payment not matched", cause);
  }
  return true;
}

/** The queue's turn: nothing to do where the first way ended well. @throws what shall be tried again */
export async function replayConfirmation(
  ctx: Context,
  { paybill, body, receivedAt }: PaybillCallback,
): Promise<void> {
  const row = await storePaybillPayment(ctx, paybill, body, receivedAt);
  if (row !== null) await matchPaybillPayment(ctx, row);
}
