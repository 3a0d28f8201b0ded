import type { Context } from "../context.ts";
import type { PaymentStatus, Service } from "../contract/payments.ts";
import type { PortalScreen } from "../contract/portal.ts";
import { type Language, type Made, textIn } from "../contract/texts.ts";
import { paymentStatus, pollOf, readPayment, topUpIn } from "../features/payments/index.ts";
import { readRedemption, redemptionStatus } from "../features/vouchers/index.ts";

type PurchaseView = {
  providerId: string;
  planId: string;
  planName: string;
  /** In shillings. */
  amount: number;
  /** Which of a voucher does not matter. */
  service: Service;
  /** It gives more data to a purchase that goes on. */
  isTopUp?: true | undefined;
  status: Made<typeof PaymentStatus>;
};

/** Null for an id that names no purchase. */
export async function purchaseView(
  ctx: Context,
  id: string,
  buyerHash: string | null,
): Promise<PurchaseView | null> {
  const payment = await readPayment(ctx, id);
  if (payment) {
    const { providerId, terms, amountCents } = payment.intent;
    const status = await paymentStatus(ctx, pollOf(payment, ctx.now()), buyerHash);
    const { planId, planName } = terms;
    return {
      providerId,
      planId,
      planName,
      amount: amountCents / 100,
      service: payment.intent.service,
      isTopUp: topUpIn(payment.intent) ? true : undefined,
      status,
    };
  }
  const redeemed = await readRedemption(ctx, id);
  if (!redeemed) return null;
  const { providerId, terms } = redeemed;
  const status = await redemptionStatus(ctx, redeemed, buyerHash);
  const { planId, planName } = terms;
  return { providerId, planId, planName, amount: 0, service: "mpesa", status };
}

/** By server time: a prompt is called unanswered for the page after this, and looked for behind it all the same. */
const patienceMs = 120_000;

/** @param isOvertaken the device went online by another payment since this one was begun */
export function screenOf(
  transactionId: string,
  { planId, planName, amount, service, isTopUp, status: made }: PurchaseView,
  language: Language,
  isOvertaken = false,
): PortalScreen {
  const status = { ...made, error: made.error && textIn(language, made.error) };
  if (status.status === "completed") return { kind: "success", transactionId, planName, status };
  if (isOvertaken) return { kind: "overtaken", transactionId, planName, service, status };
  const isOpen = status.status === "pending";
  const isOverdue = isOpen && Date.parse(status.now) - Date.parse(status.createdAt) > patienceMs;
  if (isOpen && !isOverdue)
    return { kind: "waiting", transactionId, planName, amount, service, status, isTopUp };
  return {
    kind: "failure",
    reason: status.reason,
    error: status.error ?? "",
    planId,
    isTopUp,
    stillChecking: isOverdue || status.reason === "network",
    transactionId,
    service,
    paybill: status.paybill,
    phoneNumber: status.phoneNumber,
  };
}
