import type { Context } from "../../context.ts";
import type { AccessStatus, PaymentStatus } from "../../contract/payments.ts";
import type { Made } from "../../contract/texts.ts";
import { formatRecoveryCode } from "../../contract/values/recovery-code.ts";
import { sql } from "../../db/sql.ts";
import { accessOf, aheadOf, buyerOf, type EntitlementRef, shownRecoveryCode } from "../entitlements/index.ts";
import { isPaymentId } from "./core/payment-id.ts";
import type { PaymentPoll, PaymentView } from "./core/payment-view.ts";
import { reasonText } from "./failure-text.ts";

/** A payment by its id, or null when there is none: made-up ids reach no object. */
export async function readPayment(ctx: Context, id: string): Promise<PaymentView | null> {
  return isPaymentId(ctx, id) ? ctx.env.PAYMENT.getByName(id).read() : null;
}

/** The same after asking the gateway about it now; callers that come within 5 s share one question. */
export async function queryPayment(ctx: Context, id: string): Promise<PaymentView | null> {
  return isPaymentId(ctx, id) ? ctx.env.PAYMENT.getByName(id).query() : null;
}

export async function pollPayment(ctx: Context, id: string): Promise<PaymentPoll | null> {
  return isPaymentId(ctx, id) ? ctx.env.PAYMENT.getByName(id).poll() : null;
}

/** @param buyerHash of the cookie that asks */
export async function paymentStatus(
  ctx: Context,
  payment: PaymentPoll,
  buyerHash: string | null,
): Promise<Made<typeof PaymentStatus>> {
  const isBuyer = buyerHash !== null && buyerHash === payment.buyerHash;
  const times = {
    createdAt: new Date(payment.since).toISOString(),
    now: new Date(ctx.now()).toISOString(),
  };
  if (payment.status === "completed") {
    return {
      status: "completed",
      ...settled,
      ...times,
      ...(await accessStatus(ctx, await servedBy(ctx, payment), buyerHash)),
    };
  }
  const failed = payment.status === "failed";
  const reason = failed ? (payment.reason ?? "service") : null;
  return {
    status: failed ? "failed" : "pending",
    error: reason === null ? null : reasonText(reason, payment.service),
    reason,
    prompt: failed ? null : payment.prompt,
    phoneNumber: isBuyer ? payment.phone : null,
    access: "none",
    expiresAt: null,
    opensAt: null,
    behind: null,
    recoveryCode: null,
    paybill: isBuyer ? payment.paybill : null,
    ...times,
  };
}

/** A top-up is served by the purchase that goes on, or by one of its own. */
async function servedBy(ctx: Context, payment: PaymentPoll): Promise<PaymentPoll> {
  const { providerId, paymentId, topUpOf } = payment;
  if (topUpOf === null) return payment;
  const row = await ctx
    .tenant(providerId)
    .first(sql<{ id: string | null }>`SELECT entitlement_id AS id FROM payments WHERE id = ${paymentId}`);
  return { ...payment, entitlementId: row?.id ?? topUpOf };
}

/** What is told of a payment until it is paid. */
export const settled = { error: null, reason: null, prompt: null, phoneNumber: null, paybill: null } as const;

/** Vouchers are answered by the same. The recovery code goes to the present owner. @param purchase.buyerHash owner until written */
export async function accessStatus(
  ctx: Context,
  purchase: EntitlementRef & { buyerHash: string | null },
  buyerHash: string | null,
): Promise<Made<typeof AccessStatus>> {
  const { providerId, entitlementId } = purchase;
  const [{ access, endsAt, opensAt = null, routerAway }, owner] = await Promise.all([
    accessOf(ctx, purchase),
    buyerHash === null ? null : buyerOf(ctx, providerId, entitlementId),
  ]);
  const isBuyer = buyerHash !== null && buyerHash === (owner === undefined ? purchase.buyerHash : owner);
  const code = isBuyer ? await shownRecoveryCode(ctx, providerId, entitlementId) : null;
  const ahead = isBuyer && access === "queued" ? await aheadOf(ctx, providerId, entitlementId) : null;
  return {
    access,
    ...(routerAway ? { routerAway } : {}),
    expiresAt: isoTime(endsAt),
    opensAt: isoTime(opensAt),
    behind: ahead && { planName: ahead.planName, endsAt: isoTime(ahead.endsAt) },
    recoveryCode: code && formatRecoveryCode(code),
  };
}

const isoTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());
