import type { Context } from "../../context.ts";
import type { VerificationStarted } from "../../contract/gateway-verification.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { explained, type FaultReport } from "../../contract/values/gateway-faults.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { AppError, refuse } from "../../errors.ts";
import { claimIdempotencyKey, inWords } from "../rate-limits/index.ts";
import { routePayment } from "./choose-route.ts";
import { entitlementIdOf, newPaymentId } from "./core/payment-id.ts";
import { leasePhone, releaseLeases } from "./core/payment-leases.ts";
import type { Intent } from "./core/payment-state.ts";
import type { App, NonSale, Verification } from "./core/route.ts";
import { tryToken } from "./gateways/try-token.ts";

/** A prompt for money that sells no access: KSh 1 by which a way to take money is tried, or what a provider pays the platform. */
export type NonSalePush = {
  /** As it was typed. */
  phoneNumber: string;
  idempotencyKey: string | null;
  /** Whose keys are told apart: those of a provider, or of an operator. */
  asker: { providerId: string } | { adminId: string };
  purpose: NonSale;
  /** What one phone is asked for once at a time. */
  order: string;
  /** Whole shillings, in cents. */
  amountCents: number;
  /** As it is named where a payment is shown. */
  name: string;
  /** What the asker is told. */
  said: Text;
  providerId: string;
  /** By whose credentials, which are tried first. */
  app: App;
  service: Intent["service"];
  /** Written before anything goes out. */
  begin(paymentId: string): Promise<void>;
  /** It ended before anything went out. */
  fail(paymentId: string, fault: FaultReport): Promise<void>;
};

/** KSh 1 by which a way to take money is tried. */
export const verifying = (purpose: Verification) => ({
  purpose,
  order: `verify ${purpose.of} ${purpose.id}`,
  amountCents: 100,
  name: "Verification",
  said: say("push_one_shilling"),
});

export function phoneToPrompt(phoneNumber: string): string {
  const phone = parseKenyanMobile(phoneNumber);
  if (!phone) throw refuse("invalid", "phone_invalid");
  return phone;
}

/** Another prompt is on this phone, or it was asked too often. */
export function refusedPrompt({
  kind,
  retryAfterMs,
}: {
  kind: "busy" | "limited";
  retryAfterMs: number;
}): AppError {
  const when = inWords(retryAfterMs);
  const retryAfter = { retryAfter: retryAfterMs / 1_000 };
  return kind === "limited"
    ? new AppError("too_many", say("push_phone_limit", { when }), retryAfter)
    : new AppError("conflict", say("push_still_open", { when }), retryAfter);
}

/** @throws AppError invalid, conflict, too_many; refused where the gateway gives no token for these credentials */
export async function sendNonSalePush(
  ctx: Context,
  push: NonSalePush,
): Promise<Made<typeof VerificationStarted>> {
  const { purpose, providerId, app, amountCents } = push;
  const phone = phoneToPrompt(push.phoneNumber);
  const claim = await claimIdempotencyKey(
    ctx,
    push.asker,
    push.idempotencyKey,
    { providerId, purpose, phone, amountCents },
    newPaymentId(ctx),
  );
  const paymentId = claim.result;
  const started = { success: true, message: push.said } as const;
  if (claim.repeated && (await ctx.env.PAYMENT.getByName(paymentId).read())) return started;
  const lease = await leasePhone(ctx, phone, { order: push.order, paymentId });
  if (lease.kind === "same" && lease.paymentId !== paymentId) return started;
  if (lease.kind === "busy" || lease.kind === "limited") throw refusedPrompt(lease);
  const intent: Intent = {
    id: paymentId,
    providerId,
    routerId: "",
    bridgeId: null,
    planId: "",
    terms: { ...nothingBought, planName: push.name, priceCents: amountCents },
    subject: null,
    purpose,
    service: push.service,
    phone,
    amountCents,
    buyerHash: null,
    entitlementId: entitlementIdOf(paymentId),
    createdAt: ctx.now(),
  };
  await push.begin(paymentId);
  // A token that still lives proves nothing of the credentials as they are now.
  const fault = await tryToken(ctx, app);
  if (fault !== null) {
    await push.fail(paymentId, fault);
    await releaseLeases(ctx, intent, "unsent");
    throw refuse("refused", "push_nothing_sent", { why: explained(fault) });
  }
  const begun = { ...intent, createdAt: ctx.now() };
  await ctx.env.PAYMENT.getByName(paymentId).begin(begun, await routePayment(ctx, begun));
  return started;
}

const nothingBought = {
  planId: "",
  durationMs: 0,
  upKbps: 0,
  downKbps: 0,
  dataBytes: null,
  devices: 1,
};

/** The sweeper's part: one whose object never began ends, another one does what it has left to do. */
export async function sweepNonSalePush(
  ctx: Context,
  paymentId: string,
  fail: (fault: FaultReport) => Promise<void>,
): Promise<void> {
  const payment = ctx.env.PAYMENT.getByName(paymentId);
  if (await payment.read()) await payment.sweep();
  else await fail({ fault: null, detail: "The prompt was not sent. Please try again." });
}
