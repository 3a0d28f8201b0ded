import type { Context } from "../../../context.ts";
import { isOfErased } from "../../../errors.ts";
import { log } from "../../../log.ts";
import { deliver, deliverNew, deliverNow } from "../../entitlements/index.ts";
import type { PaymentState } from "./payment-state.ts";
import { writeState } from "./payment-store.ts";
import { topUpIn } from "./purpose.ts";
import { phoneCounts, releaseDevice } from "./release-leases.ts";

/** `isErased`: there is no such provider any more. `isDelivered`: what was bought was handed to its bridge. */
export type PaymentWritten = { isErased: boolean; isDelivered: boolean };

/**
 * In the provider's object, a payment's change in one hop: row, books and access in one transaction, then the device's lease and
 * the delivery of what was bought. Repeatable.
 * @param isNew what was bought is written for the first time, as far as is known
 * @throws when the rows could not be written
 */
export async function writePayment(
  ctx: Context,
  state: PaymentState,
  isNew: boolean,
): Promise<PaymentWritten> {
  const { status, intent } = state;
  const hasEnded = status === "completed" || status === "failed";
  try {
    await writeState(ctx, state);
  } catch (cause) {
    if (isOfErased(cause)) {
      log("error", "payment of an erased provider", cause, { payment: intent.id });
      return { isErased: true, isDelivered: false };
    }
    if (hasEnded) await releaseDevice(ctx, intent, "yes");
    throw cause;
  }
  if (hasEnded) await releaseDevice(ctx, intent, phoneCounts(state));
  return { isErased: false, isDelivered: isNew && (await deliverFirst(ctx, state)) };
}

/** @returns whether it was handed over: the payment repeats what was not */
async function deliverFirst(ctx: Context, { intent, completedAt }: PaymentState): Promise<boolean> {
  const { entitlementId: id, providerId, routerId, terms, subject, bridgeId } = intent;
  const topUp = topUpIn(intent);
  if (completedAt === null) return false;
  const made = { id, providerId, routerId, terms, createdAt: completedAt };
  try {
    if (topUp) {
      await deliverNow(ctx, providerId, topUp.of);
      await deliver(ctx, providerId, id);
    } else if (subject !== null && bridgeId !== null) await deliverNew(ctx, { ...made, subject }, bridgeId);
    else await deliver(ctx, providerId, id);
    return true;
  } catch (cause) {
    log("error", "access delivery", cause, { payment: intent.id, provider: providerId });
    return false;
  }
}
