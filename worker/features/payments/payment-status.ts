import type { Context } from "../../context.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import type { Made } from "../../contract/texts.ts";
import { formatRecoveryCode } from "../../contract/values/recovery-code.ts";
import { accessOf, buyerOf, type EntitlementRef, shownRecoveryCode } from "../entitlements/index.ts";
import { isPaymentId } from "./core/payment-id.ts";
import type { PaymentPoll, PaymentView } from "./core/payment-view.ts";
import { reasonText } from "./reason-words.ts";

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
  const times = {
    createdAt: new Date(payment.since).toISOString(),
    now: new Date(ctx.now()).toISOString(),
  };
  if (payment.status === "completed") {
    return {
      status: "completed",
      error: null,
      reason: null,
      paybill: null,
      ...times,
      ...(await accessStatus(ctx, payment, buyerHash)),
    };
  }
  const failed = payment.status === "failed";
  const reason = failed ? (payment.reason ?? "service") : null;
  return {
    status: failed ? "failed" : "pending",
    error: reason === null ? null : reasonText(reason, payment.service),
    reason,
    access: "none",
    expiresAt: null,
    recoveryCode: null,
    paybill: buyerHash !== null && buyerHash === payment.buyerHash ? payment.paybill : null,
    ...times,
  };
}

/** Vouchers are answered by the same. The recovery code goes to the present owner. @param purchase.buyerHash owner until written */
export async function accessStatus(
  ctx: Context,
  purchase: EntitlementRef & { buyerHash: string | null },
  buyerHash: string | null,
): Promise<Pick<Made<typeof PaymentStatus>, "access" | "expiresAt" | "recoveryCode">> {
  const { providerId, entitlementId } = purchase;
  const [{ access, endsAt }, owner] = await Promise.all([
    accessOf(ctx, purchase),
    buyerHash === null ? null : buyerOf(ctx, providerId, entitlementId),
  ]);
  const isBuyer = buyerHash !== null && buyerHash === (owner === undefined ? purchase.buyerHash : owner);
  const code = isBuyer ? await shownRecoveryCode(ctx, providerId, entitlementId) : null;
  return {
    access,
    expiresAt: endsAt === null ? null : new Date(endsAt).toISOString(),
    recoveryCode: code && formatRecoveryCode(code),
  };
}
