import type { Context } from "../../context.ts";
import type { VerificationStarted } from "../../contract/gateway-verification.ts";
import { type Made, say } from "../../contract/texts.ts";
import { explained, type FaultReport } from "../../contract/values/gateway-faults.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { AppError, refuse } from "../../errors.ts";
import { claimIdempotencyKey, inWords } from "../rate-limits/index.ts";
import { routePayment } from "./choose-route.ts";
import { entitlementIdOf, newPaymentId } from "./core/payment-id.ts";
import { leasePhone, releaseLeases } from "./core/payment-leases.ts";
import type { Intent } from "./core/payment-state.ts";
import type { App, Verification } from "./core/route.ts";
import { tryToken } from "./gateways/try-token.ts";

/** KSh 1 by which a way to take money is tried. No sale and no access come of it. */
export type VerificationPush = {
  /** As it was typed. */
  phoneNumber: string;
  idempotencyKey: string | null;
  /** Whose keys are told apart: those of a provider, or of an operator. */
  asker: { providerId: string } | { adminId: string };
  /** What is tried. */
  purpose: Verification;
  providerId: string;
  /** By whose credentials, which are tried first. */
  app: App;
  service: Intent["service"];
  /** Written before anything goes out. */
  begin(paymentId: string): Promise<void>;
  /** It ended before anything went out. */
  fail(paymentId: string, fault: FaultReport): Promise<void>;
};

export function phoneToPrompt(phoneNumber: string): string {
  const phone = parseKenyanMobile(phoneNumber);
  if (!phone) throw refuse("invalid", "phone_invalid");
  return phone;
}

/** @throws AppError invalid, conflict, too_many; refused where the gateway gives no token for these credentials */
export async function sendVerificationPush(
  ctx: Context,
  push: VerificationPush,
): Promise<Made<typeof VerificationStarted>> {
  const { purpose, providerId, app } = push;
  const phone = phoneToPrompt(push.phoneNumber);
  const claim = await claimIdempotencyKey(
    ctx,
    push.asker,
    push.idempotencyKey,
    { providerId, purpose, phone },
    newPaymentId(ctx),
  );
  const paymentId = claim.result;
  const started = { success: true, message: say("push_one_shilling") } as const;
  if (claim.repeated && (await ctx.env.PAYMENT.getByName(paymentId).read())) return started;
  const lease = await leasePhone(ctx, phone, { order: `verify ${purpose.of} ${purpose.id}`, paymentId });
  if (lease.kind === "same" && lease.paymentId !== paymentId) return started;
  if (lease.kind === "busy" || lease.kind === "limited") {
    const when = inWords(lease.retryAfterMs);
    const retryAfter = { retryAfter: lease.retryAfterMs / 1_000 };
    if (lease.kind === "limited")
      throw new AppError("too_many", say("push_phone_limit", { when }), retryAfter);
    throw new AppError("conflict", say("push_still_open", { when }), retryAfter);
  }
  const intent: Intent = {
    id: paymentId,
    providerId,
    routerId: "",
    bridgeId: null,
    planId: "",
    terms: nothingBought,
    subject: null,
    purpose,
    service: push.service,
    phone,
    amountCents: 100,
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
  planName: "Verification",
  priceCents: 100,
  durationMs: 0,
  upKbps: 0,
  downKbps: 0,
  dataBytes: null,
  devices: 1,
};

/** The sweeper's part: one whose object never began ends, another one does what it has left to do. */
export async function sweepVerificationPush(
  ctx: Context,
  paymentId: string,
  fail: (fault: FaultReport) => Promise<void>,
): Promise<void> {
  const payment = ctx.env.PAYMENT.getByName(paymentId);
  if (await payment.read()) await payment.sweep();
  else await fail({ fault: null, detail: "The test push was not sent. Please try again." });
}
