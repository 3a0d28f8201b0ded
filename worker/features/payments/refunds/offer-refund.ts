import type { Context } from "../../../context.ts";
import type { RefundDetail, RefundOffer } from "../../../contract/refunds.ts";
import { type Made, say, type Text } from "../../../contract/texts.ts";
import { shillings } from "../../../contract/values/money.ts";
import { AppError } from "../../../errors.ts";
import { isPaymentId } from "../core/payment-id.ts";
import { refundNamed } from "../gateways/result-address.ts";
import { paybillPaymentById } from "../paybill/list-payments.ts";
import { isUndecided, paybillSubject } from "./paybill-subject.ts";
import { factsOf } from "./refund-facts.ts";
import type { RefundOutlook } from "./refund-state.ts";
import { answerOf, missing, notKept, unknownRefund } from "./refund-words.ts";

// What a person reads before they decide: nothing is written, and no gateway is asked.

/** @throws AppError not_found; conflict where it is no payment that could ever be given back */
export async function offerPayment(
  ctx: Context,
  id: string,
  providerId: string,
): Promise<Made<typeof RefundOffer>> {
  const payment = isPaymentId(ctx, id) ? ctx.env.PAYMENT.getByName(id) : null;
  const view = await payment?.read();
  if (!payment || !view) throw await notKept(ctx, providerId, id);
  if (view.intent.providerId !== providerId) throw missing();
  return offerOf(ctx, await payment.refundOutlook(null));
}

/** @throws AppError not_found */
export async function offerPaybillRefund(ctx: Context, id: string): Promise<Made<typeof RefundOffer>> {
  const row = await paybillPaymentById(ctx, id, null);
  const subject = await paybillSubject(ctx, row);
  const offer = await offerOf(ctx, await ctx.env.PAYMENT.getByName(subject.id).refundOutlook(subject));
  const isFree = isUndecided(row);
  const why = isFree ? offer.why : say("money_decided");
  // It is given back whole: what paid nothing has no part that was used.
  return { ...offer, partial: false, why, byHand: offer.byHand && isFree };
}

/** @throws AppError not_found */
export async function readRefund(ctx: Context, id: string): Promise<RefundDetail> {
  const name = refundNamed(ctx, id);
  const file = name && (await ctx.env.PAYMENT.getByName(name.objectId).readRefund(name.number));
  if (!file) throw unknownRefund();
  const { refund, subject, backCents } = file;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const { status, cents, detail, receipt, reason, endAccess, asks } = refund;
  const view = { id, providerId: subject.providerId, status, cents, detail, receipt };
  return {
    ...(await factsOf(ctx, subject, backCents)),
    refund: answerOf(view).refund,
    reason,
    endAccess,
    asks,
    submittedAt: iso(refund.submittedAt),
    askedAt: iso(refund.askedAt),
  };
}

async function offerOf(ctx: Context, outlook: RefundOutlook | Text): Promise<Made<typeof RefundOffer>> {
  if ("say" in outlook) throw new AppError("conflict", outlook);
  const { subject, backCents, leftCents, balanceCents, givesParts, why, byHand } = outlook;
  const balance = balanceCents === null ? null : shillings(balanceCents);
  const facts = await factsOf(ctx, subject, backCents);
  const left = shillings(leftCents);
  const endsAccess = subject.sale !== null && !subject.sale.customerId;
  return { ...facts, left, partial: givesParts, endsAccess, balance, why, byHand };
}
