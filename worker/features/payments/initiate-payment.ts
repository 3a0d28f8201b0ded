import type { Context } from "../../context.ts";
import type { InitiatePayment, PaymentInitiated } from "../../contract/payments.ts";
import { chargedShillings } from "../../contract/values/money.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { inService } from "../../contract/values/services.ts";
import { AppError } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { deviceIsListed } from "../access/index.ts";
import { claimIdempotencyKey, inWords } from "../limits/index.ts";
import { planById, termsOf } from "../plans/index.ts";
import { routerForSale, type Sale } from "../routers/index.ts";
import { entitlementIdOf, newPaymentId } from "./payment-id.ts";
import { type LeaseResult, takeLeases } from "./payment-leases.ts";
import { paymentObjectFor } from "./payment-object.ts";
import type { Intent } from "./payment-state.ts";
import type { PaymentView } from "./payment-view.ts";
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
  const service = input.service ?? "mpesa";
  if (input.phoneNumber.trim() === "")
    throw new AppError("invalid", inService("Please enter your M-Pesa phone number", service));
  const phone = parseKenyanMobile(input.phoneNumber);
  if (!phone) throw new AppError("invalid", "Please enter a valid Kenyan phone number");
  const sale = await routerForSale(ctx, ask.url, ask.tenant, input);
  const plan = await planById(ctx.tenant(sale.providerId), input.planId);
  if (!plan?.isActive)
    throw new AppError("not_found", "This plan is not sold any more. Please choose another one.");

  const claim = await claimIdempotencyKey(
    ctx,
    { routerId: sale.router.id },
    ask.idempotencyKey,
    input,
    newPaymentId(ctx),
  );
  if (claim.repeated) {
    const known = await paymentObjectFor(ctx, claim.result).read();
    if (known) return answer(known, null);
  }
  const terms = termsOf(plan);
  const intent: Intent = {
    id: claim.result,
    providerId: sale.providerId,
    routerId: sale.router.id,
    planId: plan.id,
    terms,
    mac: sale.mac,
    verifies: null,
    service,
    phone,
    amountCents: chargedShillings(terms.priceCents) * 100,
    entitlementId: entitlementIdOf(claim.result),
    buyerHash: ask.buyerHash,
    createdAt: ctx.now(),
  };
  const lease = await takeLeases(ctx, intent);
  if (lease.kind === "busy" || lease.kind === "limited") refuse(lease);
  const id = lease.kind === "known" ? lease.view.intent.id : lease.paymentId;
  if (id !== intent.id) await claim.joins(id);
  if (lease.kind === "known") {
    expectOwn(ctx, lease.view, intent);
    return answer(lease.view, lease.view.intent.phone === phone ? null : otherPhone);
  }
  const [view, warning] = await Promise.all([
    paymentObjectFor(ctx, id).begin({ ...intent, id, entitlementId: entitlementIdOf(id) }),
    warningFor(ctx, sale),
  ]);
  expectOwn(ctx, view, intent);
  return answer(view, warning);
}

const otherPhone =
  "The prompt went to the phone number that was entered first. To pay with another one, wait two minutes and try again.";

/** The page calls a prompt unanswered after this. */
const promptMs = 120_000;

/**
 * Everybody on the WiFi can see a device's address and ask for the same plan: which payment is under way for it is told
 * to the cookie that began it, and to whoever names the same phone.
 */
function expectOwn(ctx: Context, { intent, pushedAt, status }: PaymentView, asking: Intent): void {
  const sameCookie = asking.buyerHash !== null && asking.buyerHash === intent.buyerHash;
  if (sameCookie || asking.phone === intent.phone) return;
  if (status === "completed") throw new AppError("conflict", alreadyPaid);
  const until = (pushedAt ?? intent.createdAt) + promptMs;
  refuse({ kind: "busy", whose: "device", retryAfterMs: Math.max(1_000, until - ctx.now()) });
}

function refuse(lease: Extract<LeaseResult, { retryAfterMs: number }>): never {
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
  const open = view.status !== "failed" && view.status !== "completed";
  return {
    success: view.status !== "failed",
    transactionId: view.intent.id,
    message: open
      ? inService("Check your phone for the M-Pesa prompt", view.intent.service)
      : settledWords(view),
    amount: view.intent.amountCents / 100,
    warning: open ? warning : null,
  };
}

const alreadyPaid = "This is already paid. You are being connected.";

function settledWords({ status, reason, intent }: PaymentView): string {
  return status === "completed" ? alreadyPaid : reasonWords(reason ?? "service", intent.service);
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
