import type { Context } from "../../context.ts";
import { deliver } from "../access/index.ts";
import { releaseLeases } from "./payment-leases.ts";
import type { Effect, PaymentState } from "./payment-state.ts";
import { writeGrant, writeReview, writeRow } from "./payment-store.ts";

/** Does one effect; false = not done yet, try again later. Each may be repeated without harm. */
export async function effectWork(ctx: Context, effect: Effect, state: PaymentState): Promise<boolean> {
  const { intent } = state;
  switch (effect) {
    case "row":
      await writeRow(ctx, state);
      return true;
    case "grant":
      await writeGrant(ctx, state);
      return true;
    case "nudge":
      return (await deliver(ctx, intent.providerId, intent.entitlementId)) === "done";
    case "release":
      await releaseLeases(ctx, intent);
      return true;
    case "review-denied":
      await writeReview(ctx, { providerId: intent.providerId, paymentId: intent.id }, "denied", {
        receipt: state.receipt,
        amountCents: intent.amountCents,
      });
      return true;
    default:
      return effect satisfies never;
  }
}
