import { type Context, makeContext } from "../../context.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import type { Callback, PaymentCallback, QueuedCallback, ShortCallback } from "./core/callbacks.ts";
import { isPaymentId } from "./core/payment-id.ts";
import { writeDeadLetter } from "./core/payment-store.ts";
import { paymentAtShortAddress } from "./gateways/short-address.ts";
import { replayConfirmation } from "./paybill/handle-confirmation.ts";
import { replayResult } from "./refunds/handle-result.ts";

/** What is looked at of a batch of the queue: each of its messages is done, or comes again. */
type Handed = {
  readonly messages: readonly Pick<Message<QueuedCallback>, "body" | "attempts" | "ack" | "retry">[];
};

/**
 * Hands each callback to its payment, which knows bodies by their hash. Acknowledged one by one: a failing one holds
 * back no other.
 */
export async function handleCallbacks(batch: Handed, env: Env): Promise<void> {
  const ctx = makeContext(env);
  await Promise.all(
    batch.messages.map(async (queued) => {
      try {
        await take(ctx, queued.body);
        queued.ack();
      } catch (cause) {
        log("error", "callback not taken", cause, idsOf(queued.body));
        queued.retry({ delaySeconds: Math.min(600, 2 ** queued.attempts) });
      }
    }),
  );
}

export function idsOf(queued: QueuedCallback) {
  if ("paymentId" in queued) return { payment: queued.paymentId };
  if ("paybill" in queued) return { subject: queued.paybill.shortCode };
  return { subject: "refund" in queued ? "refund" : "short address" };
}

async function take(ctx: Context, queued: QueuedCallback): Promise<void> {
  if ("paybill" in queued) return replayConfirmation(ctx, queued);
  if ("refund" in queued) return replayResult(ctx, queued);
  const told = await toldOf(ctx, queued);
  if (told && isPaymentId(ctx, told.paymentId))
    await ctx.env.PAYMENT.getByName(told.paymentId).record(told.callback, queued.receivedAt);
}

/** The payment and the door; null for a made-up short address. */
async function toldOf(
  ctx: Context,
  queued: PaymentCallback | ShortCallback,
): Promise<{ paymentId: string; callback: Callback } | null> {
  const { body } = queued;
  if (!("shortAddress" in queued))
    return { paymentId: queued.paymentId, callback: { door: queued.door, body } };
  const paymentId = await paymentAtShortAddress(ctx, queued.shortAddress);
  return paymentId === null ? null : { paymentId, callback: { door: { kind: "short" }, body } };
}

/**
 * What could not be handed over in all those tries becomes an item for a person, with its body. Where that cannot be
 * written either, its object keeps it and tries on; this queue holds it for two days more should that be away, too.
 */
export async function handleDeadCallbacks(batch: Handed, env: Env): Promise<void> {
  const ctx = makeContext(env);
  for (const queued of batch.messages) {
    try {
      await listDead(ctx, queued.body).catch((cause: unknown) => {
        log("error", "dead callback not listed", cause, idsOf(queued.body));
        return ctx.env.DEAD_LETTERS.getByName("all").keep(queued.body);
      });
      queued.ack();
    } catch (cause) {
      log("error", "dead callback not kept", cause, idsOf(queued.body));
      queued.retry({ delaySeconds: Math.min(4 * 3_600, 60 * 2 ** queued.attempts) });
    }
  }
}

/** As the queue does, and as its dead letters are listed. @throws when neither was possible */
export async function handOver(ctx: Context, queued: QueuedCallback): Promise<void> {
  try {
    await take(ctx, queued);
  } catch (cause) {
    log("error", "callback not taken", cause, idsOf(queued));
    await listDead(ctx, queued);
  }
}

async function listDead(ctx: Context, queued: QueuedCallback): Promise<void> {
  // Its row is its item; where there is none yet, it is written now.
  if ("paybill" in queued) return replayConfirmation(ctx, queued);
  // A refund without its result is unknown before long, and listed as such.
  if ("refund" in queued) return replayResult(ctx, queued);
  const told = await toldOf(ctx, queued);
  const view = told && (await ctx.env.PAYMENT.getByName(told.paymentId).read());
  // A body for a payment that does not exist is kept in the queue's log alone.
  if (!view) return;
  await writeDeadLetter(ctx, view.intent, { ...told.callback, receivedAt: queued.receivedAt });
}
