import type { Context } from "../../context.ts";
import { log, logRejected } from "../../log.ts";
import type { Callback } from "./core/callbacks.ts";
import { isCallbackSecret, isPaymentId } from "./core/payment-id.ts";
import { airtelTransactionId } from "./gateways/airtel.ts";
import { paymentAtShortAddress } from "./gateways/short-address.ts";

/** A made-up address touches no object, and is answered like any other. */
export function isCallbackAddress(ctx: Context, id: string, secret: string): boolean {
  return isPaymentId(ctx, id) && isCallbackSecret(ctx, id, secret);
}

/** Stored by two witnesses, payment and queue, before it is read. @returns false when neither could: the gateway hears of an error */
export async function handleCallback(ctx: Context, id: string, callback: Callback): Promise<boolean> {
  const receivedAt = ctx.now();
  const stored = await Promise.allSettled([
    ctx.env.PAYMENT.getByName(id).record(callback, receivedAt),
    ctx.env.CALLBACKS.send({ paymentId: id, ...callback, receivedAt }),
  ]);
  logRejected("callback witness", stored);
  return stored.some((result) => result.status === "fulfilled");
}

/** The body says whose result it is; the payment judges by door and signature. @returns false when it could not be stored */
export async function handleAirtelCallback(ctx: Context, app: string, body: string): Promise<boolean> {
  const id = airtelTransactionId(body);
  if (id !== null && isPaymentId(ctx, id))
    return handleCallback(ctx, id, { door: { kind: "app", app }, body });
  log("warn", "airtel callback that names no payment of ours");
  return true;
}

/** Where it cannot be looked up now, the queue keeps the body. @returns false when it could not be stored */
export async function handleShortCallback(
  ctx: Context,
  shortAddress: string,
  body: string,
): Promise<boolean> {
  try {
    const id = await paymentAtShortAddress(ctx, shortAddress);
    return id === null || (await handleCallback(ctx, id, { door: { kind: "short" }, body }));
  } catch (cause) {
    log("error", "short address not looked up", cause);
  }
  try {
    await ctx.env.CALLBACKS.send({ shortAddress, body, receivedAt: ctx.now() });
    return true;
  } catch (cause) {
    log("error", "callback witness", cause);
    return false;
  }
}

/** A body that the payment has read does nothing again. @returns false when there is no such payment any more */
export async function replayCallback(
  ctx: Context,
  { paymentId, door, body, receivedAt }: Callback & { paymentId: string; receivedAt: number },
): Promise<boolean> {
  if (!isPaymentId(ctx, paymentId)) return false;
  return (await ctx.env.PAYMENT.getByName(paymentId).record({ door, body }, receivedAt)) === "stored";
}

/** D1 lost or never got what the payment knows: its row, and what a completed one granted and booked, once more. */
export async function reprojectPayment(ctx: Context, paymentId: string): Promise<void> {
  await ctx.env.PAYMENT.getByName(paymentId).reproject();
}
