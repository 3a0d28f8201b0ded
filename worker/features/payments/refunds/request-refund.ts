import type { Context } from "../../../context.ts";
import type { Refunded, RefundInput } from "../../../contract/refunds.ts";
import type { Made } from "../../../contract/texts.ts";
import { sql } from "../../../db/sql.ts";
import { AppError, refuse } from "../../../errors.ts";
import { type Actor, record } from "../../audit/index.ts";
import { isPaymentId } from "../core/payment-id.ts";
import type { Intent } from "../core/payment-state.ts";
import { customerIn } from "../core/route.ts";
import { refundFault } from "../gateways/refund-gateway.ts";
import type { RefundRequest } from "../gateways/refund-types.ts";
import { refundNamed } from "../gateways/result-address.ts";
import { closeReviews } from "../paybill/attribute-payment.ts";
import { paybillPaymentById, paybillPaymentId } from "../paybill/list-payments.ts";
import type { PaybillPaymentRow } from "../paybill/paybill-store.ts";
import { leftNow } from "./account-refund.ts";
import { isUndecided, paybillSubject } from "./paybill-subject.ts";
import type { RefundAnswer, RefundView } from "./refund-state.ts";
import { answerOf, missing, notKept, ownerIn, unknownRefund } from "./refund-words.ts";

/** @property byProvider the provider itself, of what its own account received */
export type Asker = { actor: Actor; idempotencyKey: string | null; byProvider?: boolean };

/** Through the gateway that it came by. @throws AppError not_found, conflict with the reason where it may not or cannot */
export async function refundPayment(
  ctx: Context,
  id: string,
  { providerId, amount, reason, endAccess = false, intoDebt = false }: RefundInput,
  { actor, idempotencyKey, byProvider = false }: Asker,
): Promise<Made<typeof Refunded>> {
  const payment = isPaymentId(ctx, id) ? ctx.env.PAYMENT.getByName(id) : null;
  const view = await payment?.read();
  if (!payment || !view) throw await notKept(ctx, providerId, id);
  if (view.intent.providerId !== providerId) throw missing();
  const cents = amount === undefined ? await leftOf(ctx, view.intent) : amount * 100;
  const requestedBy = actor.actorId ?? actor.actor;
  const ask: RefundRequest = {
    cents,
    reason,
    requestedBy,
    endAccess,
    intoDebt,
    key: idempotencyKey,
    ...(byProvider ? { byProvider } : {}),
  };
  const refund = taken(await payment.refund(ask, null));
  await record(ctx, {
    ...actor,
    providerId,
    action: "refund.payment",
    subject: id,
    detail: {
      refundId: refund.id,
      cents,
      endAccess,
      status: refund.status,
      ...(intoDebt ? { intoDebt } : {}),
    },
  });
  return answerOf(refund);
}

/** Whole, and held first, so that no purchase gets it meanwhile. @throws AppError not_found, conflict */
export async function refundPaybillPayment(
  ctx: Context,
  id: string,
  reason: string,
  { actor, idempotencyKey }: Asker,
): Promise<Made<typeof Refunded>> {
  const row = await paybillPaymentById(ctx, id, null);
  const { providerId, cents } = row;
  const subject = await paybillSubject(ctx, row);
  if (!isUndecided(row)) throw refuse("conflict", "money_decided");
  const why = await refundFault(ctx, subject, false, cents);
  if (why !== null) throw new AppError("conflict", why);
  if (!(await holdToRefund(ctx, row))) throw refuse("conflict", "money_decided");
  const requestedBy = actor.actorId ?? actor.actor;
  const ask = { cents, reason, requestedBy, endAccess: false, key: idempotencyKey };
  const refund = taken(await ctx.env.PAYMENT.getByName(subject.id).refund(ask, subject));
  await record(ctx, {
    ...actor,
    providerId: ownerIn(providerId),
    action: "refund.paybill",
    subject: paybillPaymentId(row),
    detail: { refundId: refund.id, cents, status: refund.status },
  });
  await closeReviews(ctx, row, actor);
  return answerOf(refund);
}

/** @throws AppError not_found */
export async function askRefund(ctx: Context, id: string, actor: Actor): Promise<Made<typeof Refunded>> {
  const name = refundNamed(ctx, id);
  const refund = name ? await ctx.env.PAYMENT.getByName(name.objectId).queryRefund(name.number) : null;
  if (!refund) throw unknownRefund();
  await record(ctx, {
    ...actor,
    providerId: ownerIn(refund.providerId),
    action: "refund.ask",
    subject: id,
    detail: { status: refund.status },
  });
  return answerOf(refund);
}

/** By a person who has the statement. @throws AppError not_found, conflict where its outcome is known, or may still come */
export async function settleRefund(
  ctx: Context,
  id: string,
  { outcome, note }: { outcome: "done" | "failed"; note: string },
  actor: Actor,
): Promise<Made<typeof Refunded>> {
  const name = refundNamed(ctx, id);
  const object = name && ctx.env.PAYMENT.getByName(name.objectId);
  if (!name || !object || !(await object.readRefund(name.number))) throw unknownRefund();
  const refund = taken(await object.settleRefund(name.number, outcome, note));
  await record(ctx, {
    ...actor,
    providerId: ownerIn(refund.providerId),
    action: "refund.settle",
    subject: id,
    detail: { outcome, note },
  });
  return answerOf(refund);
}

/** All that is left of it, in cents; the payment itself judges it again. */
export async function leftOf(ctx: Context, intent: Intent): Promise<number> {
  const { providerId, id, amountCents } = intent;
  const row = await ctx.tenant(providerId).first(
    sql<{ back: number }>`SELECT refunded_cents AS back FROM payments
      WHERE id = ${id}`,
  );
  const into = { providerId, customerId: customerIn(intent) ?? undefined };
  return Math.max(100, await leftNow(ctx, into, amountCents - (row?.back ?? 0)));
}

/** @returns false when it was given to a purchase, or is being given to one */
export async function holdToRefund(
  ctx: Context,
  { shortCode, receipt }: PaybillPaymentRow,
): Promise<boolean> {
  const held = await ctx.platform.run(
    sql`UPDATE paybill_payments SET status = 'refunding'
      WHERE short_code = ${shortCode} AND receipt = ${receipt}
      AND (status = 'refunding' OR (status = 'unmatched' AND (payment_id IS NULL OR note IS NOT NULL)))`,
  );
  return held > 0;
}

/** @throws AppError conflict with the reason */
export function taken(answer: RefundAnswer): RefundView {
  if (answer.kind === "refused") throw new AppError("conflict", answer.why);
  return answer.refund;
}
