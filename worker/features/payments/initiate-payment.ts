import type { Context } from "../../context.ts";
import type { InitiatePayment, PaybillInstructions, PaymentInitiated } from "../../contract/payments.ts";
import { type Language, type Made, say, type Text } from "../../contract/texts.ts";
import { chargedShillings } from "../../contract/values/money.ts";
import { normalisePhone, parseKenyanMobile } from "../../contract/values/phone.ts";
import { serviceNames } from "../../contract/values/services.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { log } from "../../log.ts";
import { portalBrand } from "../branding/index.ts";
import { sellTopUp } from "../entitlements/index.ts";
import { isSold, planById, termsOf } from "../plans/index.ts";
import { inWords, tooMany, visitorKey } from "../rate-limits/index.ts";
import { refuseFlood, routerForSale, type Sale, visitorIsListed } from "../routers/index.ts";
import { databaseAway, routePayment } from "./choose-route.ts";
import { entitlementIdOf, newPaymentId } from "./core/payment-id.ts";
import { type LeaseResult, takeLeases } from "./core/payment-leases.ts";
import { type Intent, newPayment } from "./core/payment-state.ts";
import { writeRow } from "./core/payment-store.ts";
import { type PaymentView, paybillInstructions } from "./core/payment-view.ts";
import type { Route } from "./core/route.ts";
import { reasonText } from "./failure-text.ts";

export type InitiateRequest = {
  url: URL;
  tenant: Tenant;
  input: InitiatePayment;
  buyerHash: string | null;
  /** Of the page; null where none is known. */
  language: Language | null;
  /** As `networkOf` tells it. */
  network: string;
  idempotencyKey: string | null;
};

/** Asks the payer's phone to confirm a purchase. A repeat of what is under way answers with the same payment. */
export async function initiatePayment(
  ctx: Context,
  request: InitiateRequest,
): Promise<Made<typeof PaymentInitiated>> {
  const { input } = request;
  const service = input.service ?? "mpesa";
  if (input.phoneNumber.trim() === "")
    throw refuse("invalid", "phone_needed", { service: serviceNames[service] });
  const phone = parseKenyanMobile(input.phoneNumber);
  if (!phone)
    throw refuse(
      "invalid",
      "phone" in normalisePhone(input.phoneNumber) ? "phone_not_mobile" : "phone_invalid",
    );
  await refuseFlood(ctx, "buy", request);
  const sale = await routerForSale(ctx, request.url, request.tenant, input);
  const [wanted, listed] = await Promise.all([
    input.topUp ? toppedUp(ctx, sale, input.planId) : boughtAnew(ctx, sale, input.planId),
    visitorIsListed(ctx, sale, request.network),
  ]);

  const from = { providerId: sale.providerId, browser: request.buyerHash, network: request.network };
  const key = await visitorKey(ctx, from, request.idempotencyKey, input);
  if (key.known !== null) {
    const known = await ctx.env.PAYMENT.getByName(key.known).read();
    if (known) return answer(known, null);
  }
  const newId = key.known ?? newPaymentId(ctx);
  const { terms } = wanted;
  const intent: Intent = {
    id: newId,
    providerId: sale.providerId,
    routerId: sale.router.id,
    bridgeId: sale.router.bridgeId,
    planId: terms.planId,
    ...wanted,
    subject: sale.subject,
    service,
    phone,
    amountCents: chargedShillings(terms.priceCents) * 100,
    entitlementId: entitlementIdOf(newId),
    buyerHash: request.buyerHash,
    ...(request.language === null ? {} : { language: request.language }),
    ...(input.offers && (await asksOffers(ctx, sale.providerId)) ? { offers: true } : {}),
    createdAt: ctx.now(),
  };
  const lease = await takeLeases(ctx, intent, { network: request.network, listed });
  if (lease.kind === "unanswered") throw await unanswered(ctx, lease, intent);
  if (lease.kind === "busy" || lease.kind === "limited") refuseLease(lease);
  if (lease.kind === "unprompted") throw withoutPrompt(ctx, await beginWithoutPrompt(ctx, intent), lease);
  const id = lease.kind === "known" ? lease.view.intent.id : lease.paymentId;
  await key.keep(id);
  const payment = ctx.env.PAYMENT.getByName(id);
  // Another request for this purchase may have begun it: the way of its money is decided once.
  const known = lease.kind === "known" ? lease.view : id === newId ? null : await payment.read();
  const view = known ?? (await beginSale(ctx, { ...intent, id, entitlementId: entitlementIdOf(id) }));
  expectOwn(ctx, view, intent);
  // Another browser that knew device, plan and phone may have begun it: it is not the first cookie's alone.
  if (view.intent.buyerHash !== intent.buyerHash) await payment.join();
  if (view.intent.offers && !intent.offers) await payment.untick();
  if (lease.kind === "known") return answer(view, view.intent.phone === phone ? null : otherPhone);
  return answer(view, warningFor(sale, listed));
}

async function asksOffers(ctx: Context, providerId: string): Promise<boolean> {
  return (await portalBrand(ctx, providerId, false)).asksOffers;
}

/** Its row stands before its payment begins: what dies in between was never sent, and is called failed (`sweepPayments`). */
export async function beginSale(ctx: Context, intent: Intent): Promise<PaymentView> {
  const decision = await routePayment(ctx, intent);
  const isWritten = "fault" in decision || (await isRowWritten(ctx, intent, decision.route));
  return ctx.env.PAYMENT.getByName(intent.id).begin(
    intent,
    isWritten ? decision : { ...decision, fault: databaseAway },
  );
}

/** Of a lower `seq` than its payment's states. */
async function isRowWritten(ctx: Context, intent: Intent, route: Route): Promise<boolean> {
  try {
    await writeRow(ctx, { ...newPayment(intent), route });
    return true;
  } catch (cause) {
    log("error", "payment not started", cause, { payment: intent.id });
    return false;
  }
}

type Wanted = Pick<Intent, "terms" | "purpose">;

async function boughtAnew(ctx: Context, { providerId, router }: Sale, planId: string): Promise<Wanted> {
  const plan = await planById(ctx.tenant(providerId), planId);
  if (!plan || !isSold(plan, router.id, ctx.now())) throw refuse("not_found", "plan_not_sold");
  return { terms: termsOf(plan), purpose: { kind: "purchase" } };
}

/** By the terms of the purchase: its plan may have changed since. */
async function toppedUp(
  ctx: Context,
  { providerId, router, subject }: Sale,
  planId: string,
): Promise<Wanted> {
  const { terms, ...topUp } = await sellTopUp(ctx, { providerId, subject, routerId: router.id, planId });
  return { terms, purpose: { kind: "top_up", ...topUp } };
}

const otherPhone = say("prompt_went_elsewhere");

/** The page calls a prompt unanswered after this. */
const promptMs = 120_000;

/** Devices are public: a payment under way is shown to the cookie that began it, and to a request with the same phone. */
function expectOwn(ctx: Context, { intent, pushedAt, status }: PaymentView, asking: Intent): void {
  const sameCookie = asking.buyerHash !== null && asking.buyerHash === intent.buyerHash;
  if (sameCookie || asking.phone === intent.phone) return;
  if (status === "completed") throw new AppError("conflict", alreadyPaid);
  const until = (pushedAt ?? intent.createdAt) + promptMs;
  refuseLease({ kind: "busy", whose: "device", retryAfterMs: Math.max(1_000, until - ctx.now()) });
}

/** What stays open is named: a voucher, and the pay bill where this browser's last purchase of this plan can be paid there. */
async function unanswered(
  ctx: Context,
  { paymentId, retryAfterMs }: Extract<LeaseResult, { kind: "unanswered" }>,
  { buyerHash, planId, subject }: Intent,
): Promise<AppError> {
  const when = inWords(retryAfterMs);
  const last = buyerHash === null ? null : await ctx.env.PAYMENT.getByName(paymentId).read();
  const isSame =
    last?.intent.buyerHash === buyerHash && last.intent.planId === planId && last.intent.subject === subject;
  const paybill = last && isSame ? paybillInstructions(last, ctx.now()) : null;
  const text = paybill
    ? say("prompts_unanswered_paybill", {
        when,
        amount: paybill.amount,
        paybill: paybill.paybill,
        account: paybill.account,
      })
    : say("prompts_unanswered", { when });
  return new AppError("too_many", text, { retryAfter: retryAfterMs / 1_000 });
}

function refuseLease(lease: Extract<LeaseResult, { kind: "busy" | "limited" }>): never {
  if (lease.kind === "limited") throw tooMany("buy", lease.retryAfterMs);
  const when = inWords(lease.retryAfterMs);
  const retryAfter = lease.retryAfterMs / 1_000;
  const who = lease.whose === "device" ? say("this_device") : say("this_phone");
  throw new AppError("conflict", say("payment_waiting", { whose: who, when }), { retryAfter });
}

/** @throws AppError invalid where the gateway says that the number is none */
function answer(view: PaymentView, warning: Text | null): Made<typeof PaymentInitiated> {
  if (view.status === "failed" && view.reason === "phone")
    throw new AppError("invalid", reasonText("phone", view.intent.service));
  const open = view.status !== "failed" && view.status !== "completed";
  return {
    success: view.status !== "failed",
    transactionId: view.intent.id,
    message: open ? say("check_phone", { service: serviceNames[view.intent.service] }) : settledWords(view),
    amount: view.intent.amountCents / 100,
    warning: open ? warning : null,
  };
}

const alreadyPaid = say("already_paid");

function settledWords({ status, reason, intent }: PaymentView): Text {
  return status === "completed" ? alreadyPaid : reasonText(reason ?? "service", intent.service);
}

/** A device that the router does not list is warned, not refused: it may be asleep. */
function warningFor(sale: Sale, listed: boolean | null): Text | null {
  if (!sale.subject) return say("device_unknown");
  return listed === false ? say("device_unseen") : null;
}

type Unprompted = Omit<Extract<LeaseResult, { kind: "unprompted" }>, "kind">;

/**
 * The same purchase without a prompt, where its gateway reports what is typed at the pay bill: it waits for its account code, and is
 * served like any other. Null where money cannot come in this way.
 */
async function beginWithoutPrompt(ctx: Context, bought: Intent): Promise<PaymentView | null> {
  const intent: Intent = { ...bought, unprompted: true };
  const decision = await routePayment(ctx, intent);
  return "fault" in decision ? null : ctx.env.PAYMENT.getByName(intent.id).begin(intent, decision);
}

/** What the visitor is told: why no prompt goes out, and every way that stays open. */
function withoutPrompt(ctx: Context, view: PaymentView | null, { why, retryAfterMs }: Unprompted): AppError {
  const paybill = view && paybillInstructions(view, ctx.now());
  return new AppError("too_many", wordsOf(why, inWords(retryAfterMs), paybill), {
    retryAfter: retryAfterMs / 1_000,
  });
}

function wordsOf(why: Unprompted["why"], when: Text, paybill: PaybillInstructions | null): Text {
  const isUnlisted = why === "unlisted";
  if (!paybill) return isUnlisted ? say("unlisted_limit", { when }) : say("phones_limit", { when });
  const { amount, account } = paybill;
  const told = { when, amount, account, paybill: paybill.paybill };
  return isUnlisted ? say("unlisted_limit_paybill", told) : say("phones_limit_paybill", told);
}
