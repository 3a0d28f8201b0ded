import type { Context } from "../../context.ts";
import type { GatewayMessage } from "./core/messages.ts";
import { isPaymentId } from "./core/payment-id.ts";

/**
 * Hands a stored callback to its payment once more. The payment knows bodies by their hash: one that it read does nothing
 * again.
 * @returns false when there is no such payment any more
 */
export async function replayCallback(
  ctx: Context,
  { paymentId, door, body, receivedAt }: GatewayMessage & { paymentId: string; receivedAt: number },
): Promise<boolean> {
  if (!isPaymentId(ctx, paymentId)) return false;
  return (await ctx.env.PAYMENT.getByName(paymentId).record({ door, body }, receivedAt)) === "stored";
}

/** D1 lost or never got what the payment knows: its row, and what a completed one granted and booked, once more. */
export async function reprojectPayment(ctx: Context, paymentId: string): Promise<void> {
  await ctx.env.PAYMENT.getByName(paymentId).reproject();
}
