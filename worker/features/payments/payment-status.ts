import type { Context } from "../../context.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import { accessOf, type EntitlementRef } from "../access/index.ts";
import { isPaymentId } from "./payment-id.ts";
import { type PaymentGlance, type PaymentView, paymentObjectFor } from "./payment-object.ts";
import { reasonWords } from "./reason-words.ts";

/** A payment by its id, or null when there is none: made-up ids reach no object. */
export async function readPayment(ctx: Context, id: string): Promise<PaymentView | null> {
  return isPaymentId(ctx, id) ? paymentObjectFor(ctx, id).read() : null;
}

/** The same for a page that only waits. */
export async function glanceAtPayment(ctx: Context, id: string): Promise<PaymentGlance | null> {
  return isPaymentId(ctx, id) ? paymentObjectFor(ctx, id).glance() : null;
}

export async function paymentStatus(ctx: Context, payment: PaymentGlance): Promise<PaymentStatus> {
  const times = {
    createdAt: new Date(payment.since).toISOString(),
    now: new Date(ctx.now()).toISOString(),
  };
  if (payment.status === "completed") {
    return {
      status: "completed",
      error: null,
      reason: null,
      ...times,
      ...(await accessStatus(ctx, payment)),
    };
  }
  const failed = payment.status === "failed";
  const reason = failed ? (payment.reason ?? "service") : null;
  return {
    status: failed ? "failed" : "pending",
    error: reason === null ? null : reasonWords[reason],
    reason,
    access: "none",
    expiresAt: null,
    ...times,
  };
}

/** How far the access of a completed purchase is; vouchers are answered by the same. */
export async function accessStatus(
  ctx: Context,
  purchase: EntitlementRef,
): Promise<Pick<PaymentStatus, "access" | "expiresAt">> {
  const { access, endsAt } = await accessOf(ctx, purchase);
  return { access, expiresAt: endsAt === null ? null : new Date(endsAt).toISOString() };
}
