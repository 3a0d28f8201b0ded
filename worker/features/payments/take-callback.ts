import type { Context } from "../../context.ts";
import { isCallbackSecret, isPaymentId } from "./payment-id.ts";
import { paymentObjectFor } from "./payment-object.ts";

/** Callbacks are a few hundred bytes; anything longer is not one. */
export const maxCallbackBytes = 16 * 1024;

/**
 * Stores a callback with two witnesses, the payment and the queue, before anybody reads it. A made-up address stores
 * nothing and is answered alike.
 * @returns false when neither witness could store it: only then the gateway must hear of an error
 */
export async function takeCallback(ctx: Context, id: string, secret: string, body: string): Promise<boolean> {
  if (!isPaymentId(ctx, id) || !isCallbackSecret(ctx, id, secret)) return true;
  const receivedAt = ctx.now();
  const stored = await Promise.allSettled([
    paymentObjectFor(ctx, id).record(body, receivedAt),
    ctx.env.CALLBACKS.send({ paymentId: id, body, receivedAt }),
  ]);
  return stored.some((result) => result.status === "fulfilled");
}
