import type { Context } from "../../../context.ts";
import type { Refunded, RefundNote } from "../../../contract/refunds.ts";
import type { Made } from "../../../contract/texts.ts";
import { refuse } from "../../../errors.ts";
import { record } from "../../audit/index.ts";
import { isPaymentId } from "../core/payment-id.ts";
import type { RefundRequest } from "../gateways/refund-types.ts";
import { closeReviews } from "../paybill/attribute-payment.ts";
import { paybillPaymentById, paybillPaymentId } from "../paybill/list-payments.ts";
import { isUndecided, paybillSubject } from "./paybill-subject.ts";
import { answerOf, missing, notKept, ownerIn } from "./refund-words.ts";
import { type Asker, holdToRefund, leftOf, taken } from "./request-refund.ts";

// Money that went back outside the gateway: by a bank's counter, from somebody's phone, in cash. A person says so, with what
// it can be found by; it is booked like any refund, once, and nothing is sent.

const byHandKey = (key: string | null) => (key === null ? null : `by hand ${key}`);

/** @throws AppError not_found; conflict with the reason where a refund is open or nothing is left */
export async function noteRefund(
  ctx: Context,
  id: string,
  { providerId, amount, reason, reference, endAccess = false }: RefundNote,
  { actor, idempotencyKey }: Asker,
): Promise<Made<typeof Refunded>> {
  const payment = isPaymentId(ctx, id) ? ctx.env.PAYMENT.getByName(id) : null;
  const view = await payment?.read();
  if (!payment || !view) throw await notKept(ctx, providerId, id);
  if (view.intent.providerId !== providerId) throw missing();
  const cents = amount === undefined ? await leftOf(ctx, view.intent) : amount * 100;
  const requestedBy = actor.actorId ?? actor.actor;
  const ask: RefundRequest = { cents, reason, requestedBy, endAccess, key: byHandKey(idempotencyKey) };
  const refund = taken(await payment.refundByHand(ask, reference, null));
  await record(ctx, {
    ...actor,
    providerId,
    action: "refund.by_hand",
    subject: id,
    detail: { refundId: refund.id, cents, reference, reason, endAccess },
  });
  return answerOf(refund);
}

/** @throws AppError not_found, conflict */
export async function notePaybillRefund(
  ctx: Context,
  id: string,
  { reason, reference }: { reason: string; reference: string },
  { actor, idempotencyKey }: Asker,
): Promise<Made<typeof Refunded>> {
  const row = await paybillPaymentById(ctx, id, null);
  const { providerId, cents } = row;
  const subject = await paybillSubject(ctx, row);
  if (!isUndecided(row) || !(await holdToRefund(ctx, row))) throw refuse("conflict", "money_decided");
  const requestedBy = actor.actorId ?? actor.actor;
  const ask: RefundRequest = { cents, reason, requestedBy, endAccess: false, key: byHandKey(idempotencyKey) };
  const refund = taken(await ctx.env.PAYMENT.getByName(subject.id).refundByHand(ask, reference, subject));
  await record(ctx, {
    ...actor,
    providerId: ownerIn(providerId),
    action: "refund.by_hand",
    subject: paybillPaymentId(row),
    detail: { refundId: refund.id, cents, reference, reason },
  });
  await closeReviews(ctx, row, actor);
  return answerOf(refund);
}
