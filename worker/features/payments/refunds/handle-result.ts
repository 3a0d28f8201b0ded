import type { Context } from "../../../context.ts";
import { logRejected } from "../../../log.ts";
import type { ResultCallback } from "../core/callbacks.ts";

/** Two witnesses, object and queue. @returns false when neither took it: only then the gateway must hear of an error */
export async function handleResult(ctx: Context, callback: ResultCallback): Promise<boolean> {
  const taken = await Promise.allSettled([replayResult(ctx, callback), ctx.env.CALLBACKS.send(callback)]);
  logRejected("refund result witness", taken);
  return taken.some(({ status }) => status === "fulfilled");
}

/** The queue's turn: a result that is known changes nothing. */
export async function replayResult(ctx: Context, { refund, about, body }: ResultCallback): Promise<void> {
  await ctx.env.PAYMENT.getByName(refund.objectId).refundResult(refund.number, about, body);
}
