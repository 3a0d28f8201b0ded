import type { Context } from "../../../context.ts";
import { logRejected } from "../../../log.ts";
import type { ResultMessage } from "../core/messages.ts";

/** Two witnesses, object and queue. @returns false when neither took it: only then the gateway must hear of an error */
export async function handleResult(ctx: Context, message: ResultMessage): Promise<boolean> {
  const taken = await Promise.allSettled([replayResult(ctx, message), ctx.env.CALLBACKS.send(message)]);
  logRejected("refund result witness", taken);
  return taken.some(({ status }) => status === "fulfilled");
}

/** The queue's turn: a result that is known changes nothing. */
export async function replayResult(ctx: Context, { refund, about, body }: ResultMessage): Promise<void> {
  await ctx.env.PAYMENT.getByName(refund.objectId).refundResult(refund.number, about, body);
}
