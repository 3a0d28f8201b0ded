import type { Context } from "../context.ts";
import type { PendingPayment } from "../contract/portal.ts";
import { latestPaymentOf, readPayment } from "../features/payments/index.ts";
import type { Tenant } from "../http/tenant.ts";
import type { Visitor } from "./portal-visitor.ts";

/** After this the page calls a prompt unanswered, and the visitor may choose again. */
const promptMs = 120_000;

/**
 * The payment of this device that has no result yet. Its id is told to the cookie that began it, which hears of it also after its
 * prompt is called unanswered.
 */
export async function openPaymentOf(
  ctx: Context,
  tenant: Tenant,
  { subject, buyerHash }: Visitor,
): Promise<PendingPayment | null> {
  const { provider, router } = tenant;
  if (!provider || !router || !subject) return null;
  const device = { providerId: provider.id, routerId: router.id, subject };
  const latest = await latestPaymentOf(ctx, { ...device, buyerHash });
  if (!latest?.open) return null;
  const payment = await readPayment(ctx, latest.paymentId);
  if (!payment || payment.status === "completed" || payment.status === "failed") return null;
  const { intent, pushedAt } = payment;
  const now = ctx.now();
  const isOverdue = latest.until <= now || (pushedAt ?? intent.createdAt) + promptMs < now;
  const isMine = buyerHash !== null && intent.buyerHash === buyerHash && !payment.joined;
  if (isOverdue && !isMine) return null;
  return {
    transactionId: isMine ? latest.paymentId : null,
    planName: intent.terms.planName,
    amount: intent.amountCents / 100,
    service: intent.service,
    isOverdue,
  };
}
