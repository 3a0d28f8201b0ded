import { type Context, makeContext } from "../../context.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import type { CallbackMessage, GatewayMessage, PaymentMessage, ShortMessage } from "./core/messages.ts";
import { isPaymentId } from "./core/payment-id.ts";
import { writeDeadLetter } from "./core/payment-store.ts";
import { paymentAtShortAddress } from "./gateways/short-address.ts";
import { replayConfirmation } from "./paybill/handle-confirmation.ts";
import { replayResult } from "./refunds/handle-result.ts";

/** What is looked at of a batch of the queue: each of its messages is done, or comes again. */
type Handed = {
  readonly messages: readonly Pick<Message<CallbackMessage>, "body" | "attempts" | "ack" | "retry">[];
};

/**
 * Hands each callback to its payment, which knows bodies by their hash. Acknowledged one by one: a failing one holds
 * back no other.
 */
export async function handleCallbacks(batch: Handed, env: Env): Promise<void> {
  const ctx = makeContext(env);
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        await take(ctx, message.body);
        message.ack();
      } catch (cause) {
        log("error", "callback not taken", cause, idsOf(message.body));
        message.retry({ delaySeconds: Math.min(600, 2 ** message.attempts) });
      }
    }),
  );
}

export function idsOf(message: CallbackMessage) {
  if ("paymentId" in message) return { payment: message.paymentId };
  if ("paybill" in message) return { subject: message.paybill.shortCode };
  return { subject: "refund" in message ? "refund" : "short address" };
}

async function take(ctx: Context, message: CallbackMessage): Promise<void> {
  if ("paybill" in message) return replayConfirmation(ctx, message);
  if ("refund" in message) return replayResult(ctx, message);
  const told = await toldOf(ctx, message);
  if (told && isPaymentId(ctx, told.paymentId))
    await ctx.env.PAYMENT.getByName(told.paymentId).record(told.message, message.receivedAt);
}

/** The payment and the door; null for a made-up short address. */
async function toldOf(
  ctx: Context,
  queued: PaymentMessage | ShortMessage,
): Promise<{ paymentId: string; message: GatewayMessage } | null> {
  const { body } = queued;
  if (!("shortAddress" in queued))
    return { paymentId: queued.paymentId, message: { door: queued.door, body } };
  const paymentId = await paymentAtShortAddress(ctx, queued.shortAddress);
  return paymentId === null ? null : { paymentId, message: { door: { kind: "short" }, body } };
}

/**
 * What could not be handed over in all those tries becomes an item for a person, with its body. Where that cannot be
 * written either, its object keeps it and tries on; this queue holds it for two days more should that be away, too.
 */
export async function handleDeadCallbacks(batch: Handed, env: Env): Promise<void> {
  const ctx = makeContext(env);
  for (const message of batch.messages) {
    try {
      await listDead(ctx, message.body).catch((cause: unknown) => {
        log("error", "dead callback not listed", cause, idsOf(message.body));
        return env.DEAD_LETTERS.getByName("all").keep(message.body);
      });
      message.ack();
    } catch (cause) {
      log("error", "dead callback not kept", cause, idsOf(message.body));
      message.retry({ delaySeconds: Math.min(4 * 3_600, 60 * 2 ** message.attempts) });
    }
  }
}

/** As the queue does, and as its dead letters are listed. @throws when neither was possible */
export async function handOver(ctx: Context, message: CallbackMessage): Promise<void> {
  try {
    await take(ctx, message);
  } catch (cause) {
    log("error", "callback not taken", cause, idsOf(message));
    await listDead(ctx, message);
  }
}

async function listDead(ctx: Context, message: CallbackMessage): Promise<void> {
  // Its row is its item; where there is none yet, it is written now.
  if ("paybill" in message) return replayConfirmation(ctx, message);
  // A refund without its result is unknown before long, and listed as such.
  if ("refund" in message) return replayResult(ctx, message);
  const told = await toldOf(ctx, message);
  const view = told && (await ctx.env.PAYMENT.getByName(told.paymentId).read());
  // A body for a payment that does not exist is kept in the queue's log alone.
  if (!view) return;
  await writeDeadLetter(ctx, view.intent, { ...told.message, receivedAt: message.receivedAt });
}
