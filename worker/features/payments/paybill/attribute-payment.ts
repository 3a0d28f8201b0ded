import type { Context } from "../../../context.ts";
import type { AttributeAnyPaybillPayment, PaybillResolved } from "../../../contract/paybill.ts";
import { type Made, say } from "../../../contract/texts.ts";
import { formatPhone, parseKenyanMobile } from "../../../contract/values/phone.ts";
import { platformBooks } from "../../../contract/values/platform-books.ts";
import { macOf, parseDevice } from "../../../contract/values/subject.ts";
import { sql } from "../../../db/sql.ts";
import { type AppError, refuse, refuseFields } from "../../../errors.ts";
import { type Actor, record } from "../../audit/index.ts";
import { copyNow } from "../../copies/index.ts";
import { customerById } from "../../customers/index.ts";
import { consentFor } from "../../gateways/index.ts";
import { planById, termsOf } from "../../plans/index.ts";
import { entitlementIdOf, isPaymentId } from "../core/payment-id.ts";
import type { Intent, PaybillArrival, PaybillOutcome } from "../core/payment-state.ts";
import { customerIn } from "../core/route.ts";
import { payAccount, paymentOfTyped } from "./account-payments.ts";
import { paybillPaymentAnswer, paybillPaymentById, paybillPaymentId } from "./list-payments.ts";
import { routeOf } from "./paybill-route.ts";
import {
  givenTo,
  handTo,
  holdFor,
  mustBe,
  notTaken,
  notTakenWords,
  type PaybillPaymentRow,
  paybillPaymentRow,
} from "./paybill-store.ts";

export type PaybillDecision = {
  id: string;
  /** Null = any provider's: the platform decides. */
  providerId: string | null;
  actor: Actor;
};

type Target = {
  paymentId: string;
  tell(arrival: PaybillArrival): Promise<PaybillOutcome | "unknown">;
};

/**
 * Exactly once: held for a purchase, which knows its receipts. A repeat answers as the first. @throws AppError
 * not_found, invalid, conflict
 */
export async function attributePaybillPayment(
  ctx: Context,
  { id, providerId, actor }: PaybillDecision,
  input: AttributeAnyPaybillPayment,
): Promise<Made<typeof PaybillResolved>> {
  const found = await paybillPaymentById(ctx, id, providerId);
  if (found.status !== "unmatched" || found.cents === 0) return repeated(ctx, found, input);
  const row = found.providerId === platformBooks ? await handedTo(ctx, found, input) : found;
  const target = await targetOf(ctx, row, input);
  const { paymentId } = target;
  if (!(await holdFor(ctx, row, paymentId)))
    return repeated(ctx, mustBe(await paybillPaymentRow(ctx, row)), input);
  const { receipt, cents } = row;
  const outcome = await target.tell({
    receipt,
    cents,
    accepted: true,
    proof: "person",
    route: await routeOf(ctx, row),
  });
  if (outcome !== "matched") {
    await notTaken(ctx, row, notTakenWords[outcome]);
    if (found.providerId === platformBooks) await handTo(ctx, row, row.providerId, found);
    throw refuse("conflict", outcome === "taken" ? "paybill_receipt_taken" : "paybill_purchase_paid_already");
  }
  // The purchase was made once, as the first one wanted it: another wish for the same money came too late.
  if (!(await isAsWanted(ctx, paymentId, input))) {
    await givenTo(ctx, row, paymentId, null);
    throw await decided(ctx, mustBe(await paybillPaymentRow(ctx, row)));
  }
  await givenTo(ctx, row, paymentId, { by: actor.actorId ?? actor.actor, note: null });
  await record(ctx, {
    ...actor,
    providerId: row.providerId,
    action: "paybill.attribute",
    subject: paybillPaymentId(row),
    detail: { paymentId, cents, isNew: !input.paymentId },
  });
  await closeReviews(ctx, row, actor);
  return done(mustBe(await paybillPaymentRow(ctx, row)));
}

/** Money at the platform's pay bill without a provider becomes that of the provider whose customer was meant, if it is collected for. */
async function handedTo(
  ctx: Context,
  row: PaybillPaymentRow,
  { providerId, customerId }: AttributeAnyPaybillPayment,
): Promise<PaybillPaymentRow> {
  if (!providerId || !customerId) throw refuse("invalid", "paybill_choose_customer").at("customerId");
  const gatewayId = await consentFor(ctx, providerId, { byPerson: true });
  if (gatewayId === null) throw refuse("conflict", "paybill_not_collected").at("customerId");
  if (!(await customerById(ctx, providerId, customerId)))
    throw refuse("not_found", "customer_unknown").at("customerId");
  await handTo(ctx, row, platformBooks, { providerId, gatewayId });
  return mustBe(await paybillPaymentRow(ctx, row));
}

/** Decided before: the same wish once more is answered as the first time, any other is refused. */
async function repeated(
  ctx: Context,
  row: PaybillPaymentRow,
  input: AttributeAnyPaybillPayment,
): Promise<Made<typeof PaybillResolved>> {
  const { status, paymentId } = row;
  const isGiven = (status === "attributed" || status === "matched") && paymentId !== null;
  const isNamed = paymentId === (input.paymentId ?? paymentOfTyped(ctx, row));
  if (isGiven && isNamed && (await isAsWanted(ctx, paymentId, input))) return done(row);
  throw await decided(ctx, row);
}

/** A purchase that is there is taken as it is; a new one has to be the one that was asked for. */
async function isAsWanted(
  ctx: Context,
  paymentId: string,
  { paymentId: chosen, customerId, planId, routerId, macAddress, phoneNumber }: AttributeAnyPaybillPayment,
): Promise<boolean> {
  if (chosen) return true;
  const intent = (await ctx.env.PAYMENT.getByName(paymentId).read())?.intent;
  if (customerId) return intent !== undefined && customerIn(intent) === customerId;
  return (
    intent?.planId === planId &&
    intent?.routerId === routerId &&
    intent?.subject === (macAddress === undefined ? null : parseDevice(macAddress)) &&
    intent?.phone === parseKenyanMobile(phoneNumber ?? "")
  );
}

/** That it is decided, and what it was decided to be. */
async function decided(ctx: Context, { status, paymentId }: PaybillPaymentRow): Promise<AppError> {
  if (status === "refunding" || status === "refunded") return refuse("conflict", "money_goes_back");
  const purchase = paymentId === null ? null : await ctx.env.PAYMENT.getByName(paymentId).read();
  if (!purchase) return refuse("conflict", "money_decided");
  const { terms, phone, subject } = purchase.intent;
  const paid = { plan: terms.planName, phone: formatPhone(phone) };
  return subject === null
    ? refuse("conflict", "money_pays", paid)
    : refuse("conflict", "money_pays_on_device", { ...paid, device: macOf(subject) });
}

function done(row: PaybillPaymentRow): Made<typeof PaybillResolved> {
  return {
    success: true,
    message: say("paybill_purchase_paid"),
    paybillPayment: paybillPaymentAnswer(row, null),
  };
}

function targetOf(ctx: Context, row: PaybillPaymentRow, input: AttributeAnyPaybillPayment): Promise<Target> {
  if (input.paymentId) return existing(ctx, row, input.paymentId);
  return input.customerId ? ofCustomer(ctx, row, input.customerId) : fresh(ctx, row, input);
}

async function ofCustomer(ctx: Context, row: PaybillPaymentRow, customerId: string): Promise<Target> {
  const customer = await customerById(ctx, row.providerId, customerId);
  if (!customer) throw refuse("not_found", "customer_unknown").at("customerId");
  const isKnown = { accepted: true, proof: "person" } as const;
  return { paymentId: paymentOfTyped(ctx, row), tell: () => payAccount(ctx, row, customer, isKnown) };
}

async function existing(ctx: Context, row: PaybillPaymentRow, paymentId: string): Promise<Target> {
  const payment = isPaymentId(ctx, paymentId) ? ctx.env.PAYMENT.getByName(paymentId) : null;
  const known = await payment?.read();
  if (!payment || known?.intent.providerId !== row.providerId) throw refuse("not_found", "no_such_purchase");
  if (known.route?.switchId) throw refuse("conflict", "paybill_to_central");
  return { paymentId, tell: async (arrival) => payment.paybillPayment(arrival) };
}

async function fresh(
  ctx: Context,
  row: PaybillPaymentRow,
  input: AttributeAnyPaybillPayment,
): Promise<Target> {
  const intent = await intentFor(ctx, row, input);
  const payment = ctx.env.PAYMENT.getByName(intent.id);
  return { paymentId: intent.id, tell: async (arrival) => payment.beginPaybillPayment(intent, arrival) };
}

async function intentFor(
  ctx: Context,
  row: PaybillPaymentRow,
  input: AttributeAnyPaybillPayment,
): Promise<Intent> {
  const { planId, routerId = "", phoneNumber = "", macAddress } = input;
  const subject = macAddress === undefined ? null : parseDevice(macAddress);
  const phone = parseKenyanMobile(phoneNumber);
  if (!planId || subject === undefined || !phone)
    throw refuseFields([
      ...(planId ? [] : [{ path: "planId", text: say("paybill_choose_purchase") }]),
      ...(routerId ? [] : [{ path: "routerId", text: say("paybill_choose_router") }]),
      ...(phone ? [] : [{ path: "phoneNumber", text: say("phone_invalid") }]),
      ...(subject === undefined ? [{ path: "macAddress", text: say("paybill_device_address") }] : []),
    ]);
  const db = ctx.tenant(row.providerId);
  const [plan, router] = await Promise.all([planById(db, planId), ctx.lookup.routerById(routerId)]);
  if (!plan) throw refuse("not_found", "plan_gone_choose").at("planId");
  if (router?.providerId !== row.providerId)
    throw refuse("not_found", "paybill_choose_router").at("routerId");
  const id = paymentOfTyped(ctx, row);
  return {
    id,
    providerId: row.providerId,
    routerId: router.id,
    planId: plan.id,
    terms: termsOf(plan),
    subject,
    service: "mpesa",
    phone,
    amountCents: row.cents,
    entitlementId: entitlementIdOf(id),
    bridgeId: null,
    buyerHash: null,
    purpose: { kind: "purchase" },
    createdAt: ctx.now(),
  };
}

/** What was decided needs no review any more. What was paid beyond a price still waits for a person. */
export async function closeReviews(
  ctx: Context,
  { providerId, receipt }: PaybillPaymentRow,
  actor: Actor,
): Promise<void> {
  const db = ctx.tenant(providerId);
  await db.run(
    sql`UPDATE reviews SET resolved_at = ${ctx.now()}, resolved_by = ${actor.actorId},
        resolution = ${"The money was given to a purchase, or back."}
      WHERE resolved_at IS NULL
        AND kind IN ('amount', 'double', 'unknown-receipt')
        AND detail ->> 'receipt' = ${receipt}
          AND (kind <> 'amount' OR detail ->> 'reportedCents' < detail ->> 'askedCents')`,
  );
  await copyNow(ctx, providerId);
}
