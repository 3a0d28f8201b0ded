import type { Context } from "../../context.ts";
import { leastPaid } from "../../contract/lines.ts";
import { type Language, say, type Text } from "../../contract/texts.ts";
import { hourMs } from "../../contract/values/time.ts";
import { refuse } from "../../errors.ts";
import { customerById } from "../customers/index.ts";
import { routerOfCustomer } from "../lines/index.ts";
import { inWords, limited, limitFor, visitorKey } from "../rate-limits/index.ts";
import { accountIntent } from "./core/account-intent.ts";
import { newPaymentId } from "./core/payment-id.ts";
import { byLinkOf, leasePhone } from "./core/payment-leases.ts";
import { customerIn } from "./core/route.ts";
import { reasonText } from "./failure-text.ts";
import { beginSale } from "./initiate-payment.ts";
import { phoneToPrompt, refusedPrompt } from "./non-sale-push.ts";
import { readPayment } from "./payment-status.ts";

/** Of one customer; to the own phone and to others apart, so that a link in wrong hands does not use up the customer's own. */
const prompts = { windowMs: hourMs, max: 6 };
/** KES: above it M-Pesa takes nothing. */
const mostPaid = 250_000;

export type AccountPayment = {
  providerId: string;
  customerId: string;
  /** As it was typed; empty for the customer's own. */
  phoneNumber: string;
  /** Whole shillings. */
  amount: number;
  network: string;
  idempotencyKey: string | null;
  language: Language;
};

/**
 * Asks a phone to pay into a customer's account. A repeat of what is under way answers with the same payment.
 * @throws AppError invalid, not_found, conflict, too_many; refused where no money can come in
 */
export async function payIntoAccount(
  ctx: Context,
  { providerId, customerId, amount, ...asked }: AccountPayment,
): Promise<{ transactionId: string }> {
  const customer = await customerById(ctx, providerId, customerId);
  if (!customer) throw refuse("not_found", "customer_gone");
  const isOwn = asked.phoneNumber.trim() === "" && customer.phone !== "";
  const phone = isOwn ? customer.phone : phoneToPrompt(asked.phoneNumber);
  if (amount < leastPaid) throw refuse("invalid", "my_amount", { least: leastPaid });
  if (amount > mostPaid) throw refuse("invalid", "my_amount_most", { most: mostPaid });
  const routerId = await routerOfCustomer(ctx, providerId, customerId);
  if (routerId === null) throw refuse("refused", "customer_without_line");
  const key = await visitorKey(
    ctx,
    { providerId, browser: null, network: asked.network },
    asked.idempotencyKey,
    { customerId, phone, amount },
  );
  const id = key.known ?? newPaymentId(ctx);
  if (key.known !== null && (await ctx.env.PAYMENT.getByName(id).read())) return { transactionId: id };
  const whose = phone === customer.phone ? "own" : "other";
  const { allowed, retryAfterMs } = await limitFor(ctx, { providerId }).attempt({
    key: `account prompt ${customerId} ${whose}`,
    ...prompts,
  });
  if (!allowed) throw limited(say("tries_limit", { when: inWords(retryAfterMs) }), retryAfterMs);
  const lease = await leasePhone(ctx, phone, {
    order: `account ${customerId} ${amount}`,
    paymentId: id,
    by: byLinkOf(customerId, whose === "own"),
  });
  if (lease.kind === "same" && lease.paymentId !== id) return { transactionId: lease.paymentId };
  if (lease.kind === "busy" || lease.kind === "limited") throw refusedPrompt(lease);
  await key.keep(id);
  const { language } = asked;
  const money = { id, providerId, routerId, customerId, phone, amountCents: amount * 100, language };
  await beginSale(ctx, accountIntent({ ...money, createdAt: ctx.now() }));
  return { transactionId: id };
}

export type AccountPaymentNow =
  | { state: "waiting" | "paid"; amount: number }
  | { state: "failed"; amount: number; why: Text };

/** How a payment into this account stands; null for any other payment. */
export async function accountPayment(
  ctx: Context,
  { providerId, customerId }: { providerId: string; customerId: string },
  transactionId: string,
): Promise<AccountPaymentNow | null> {
  const view = await readPayment(ctx, transactionId);
  if (view?.intent.providerId !== providerId || customerIn(view.intent) !== customerId) return null;
  const amount = view.intent.amountCents / 100;
  if (view.status === "completed") return { state: "paid", amount };
  if (view.status !== "failed") return { state: "waiting", amount };
  return { state: "failed", amount, why: reasonText(view.reason ?? "service", view.intent.service) };
}
