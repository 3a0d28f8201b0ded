import type { Context } from "../../context.ts";
import type { InitiatePayment, PaymentInitiated } from "../../contract/payments.ts";
import { chargedShillings } from "../../contract/values/money.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { AppError } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { deviceIsListed } from "../access/index.ts";
import { claimIdempotencyKey, inWords } from "../limits/index.ts";
import { planById, termsOf } from "../plans/index.ts";
import { routerForSale, type Sale } from "../routers/index.ts";
import { entitlementIdOf, newPaymentId, paymentIdFromKey } from "./payment-id.ts";
import { type LeaseResult, takeLeases } from "./payment-leases.ts";
import { type PaymentView, paymentObjectFor } from "./payment-object.ts";
import type { Intent } from "./payment-state.ts";
import { reasonWords } from "./reason-words.ts";

export type InitiateAsk = {
  url: URL;
  tenant: Tenant;
  input: InitiatePayment;
  buyerHash: string | null;
  idempotencyKey: string | null;
};

/** Asks the payer's phone to confirm a purchase. A repeat of what is under way answers with the same payment. */
export async function initiatePayment(ctx: Context, ask: InitiateAsk): Promise<PaymentInitiated> {
  const { input } = ask;
  if (input.phoneNumber.trim() === "") throw new AppError("invalid", "Please enter your M-Pesa phone number");
  const phone = parseKenyanMobile(input.phoneNumber);
  if (!phone) throw new AppError("invalid", "Please enter a valid Kenyan phone number");
  if (input.service === "airtel_money")
    throw new AppError("refused", "Airtel Money is not offered here. Please pay by M-Pesa.");
  const sale = await routerForSale(ctx, ask.url, ask.tenant, input);
  const plan = await planById(ctx.tenant(sale.providerId), input.planId);
  if (!plan?.isActive)
    throw new AppError("not_found", "This plan is not sold any more. Please choose another one.");

  const scope = { routerId: sale.router.id };
  const key = ask.idempotencyKey;
  const repeated = (await claimIdempotencyKey(ctx, scope, key, input)) === "same";
  const id = key === null ? newPaymentId(ctx) : paymentIdFromKey(ctx, `${sale.router.id} ${key}`);
  if (repeated) {
    const known = await paymentObjectFor(ctx, id).read();
    if (known) return answer(known, null);
  }

  const terms = termsOf(plan);
  const intent: Intent = {
    id,
    providerId: sale.providerId,
    routerId: sale.router.id,
    planId: plan.id,
    terms,
    mac: sale.mac,
    phone,
    amountCents: chargedShillings(terms.priceCents) * 100,
    entitlementId: entitlementIdOf(id),
    buyerHash: ask.buyerHash,
    createdAt: ctx.now(),
  };
  const lease = await takeLeases(ctx, intent);
  if (lease.kind !== "granted") refuse(lease);
  if (lease.alreadyPaid) return answer(lease.alreadyPaid, null);
  const held: Intent = { ...intent, id: lease.paymentId, entitlementId: entitlementIdOf(lease.paymentId) };
  const [view, warning] = await Promise.all([
    paymentObjectFor(ctx, held.id).begin(held),
    warningFor(ctx, sale),
  ]);
  return answer(view, warning);
}

function refuse(lease: Exclude<LeaseResult, { kind: "granted" }>): never {
  const when = inWords(lease.retryAfterMs);
  const retryAfter = lease.retryAfterMs / 1_000;
  if (lease.kind === "limited") {
    throw new AppError("too_many", `Too many payment requests from here. Please try again ${when}.`, {
      retryAfter,
    });
  }
  const who = lease.whose === "device" ? "this device" : "this phone number";
  throw new AppError(
    "conflict",
    `Another payment of ${who} is still waiting. Finish or cancel it on the phone, or try again ${when}.`,
    { retryAfter },
  );
}

function answer(view: PaymentView, warning: string | null): PaymentInitiated {
  const failed = view.status === "failed";
  return {
    success: !failed,
    transactionId: view.intent.id,
    message: failed ? reasonWords[view.reason ?? "service"] : "Check your phone for the M-Pesa prompt",
    amount: view.intent.amountCents / 100,
    warning: failed ? null : warning,
  };
}

/** A device that the router does not list is warned, not refused: it may be asleep. */
async function warningFor(ctx: Context, sale: Sale): Promise<string | null> {
  if (!sale.mac)
    return "This page does not know your device. After paying, join the WiFi and open this page again.";
  const listed = await deviceIsListed(ctx, sale.router, sale.mac);
  return listed === false
    ? "The hotspot does not see your device right now. Stay connected to the WiFi while you pay."
    : null;
}
