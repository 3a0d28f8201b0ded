import type { Context } from "../../context.ts";
import type { VerificationStarted } from "../../contract/gateway-verification.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { AppError } from "../../errors.ts";
import type { Actor } from "../audit/index.ts";
import {
  beginVerification,
  endVerification,
  gatewayOfProvider,
  openVerifications,
} from "../gateways/index.ts";
import { claimIdempotencyKey, inWords } from "../limits/index.ts";
import { entitlementIdOf, newPaymentId } from "./payment-id.ts";
import { leasePhone } from "./payment-leases.ts";
import { paymentObjectFor } from "./payment-object.ts";
import type { Intent } from "./payment-state.ts";

export type VerifyAsk = {
  providerId: string;
  configId: string;
  phoneNumber: string;
  idempotencyKey: string | null;
  adminId: string;
};

/**
 * Sends KES 1 to the operator's phone by this very configuration: paid, it may collect in production. No sale and no access
 * come of it.
 * @throws AppError not_found, invalid, conflict, too_many
 */
export async function verifyGateway(
  ctx: Context,
  ask: VerifyAsk,
  actor: Actor,
): Promise<VerificationStarted> {
  const { providerId, configId, idempotencyKey, adminId } = ask;
  const phone = parseKenyanMobile(ask.phoneNumber);
  if (!phone) throw new AppError("invalid", "Please enter a valid Kenyan phone number");
  const found = await gatewayOfProvider(ctx, { providerId, id: configId });
  if (!found) throw new AppError("not_found", "This payment gateway does not exist.");
  const { gateway, standing } = found;
  if (standing.status === "cannot_collect")
    throw new AppError("refused", `Nothing can be sent yet. ${standing.fault}`);
  const claim = await claimIdempotencyKey(
    ctx,
    { adminId },
    idempotencyKey,
    { providerId, configId, phone },
    newPaymentId(ctx),
  );
  const started = { success: true, message: "Check your phone: KES 1 is asked for." } as const;
  if (claim.repeated && (await paymentObjectFor(ctx, claim.result).read())) return started;
  const lease = await leasePhone(ctx, phone, { purchase: `verify ${configId}`, paymentId: claim.result });
  if (lease.kind === "same" && lease.paymentId !== claim.result) return started;
  if (lease.kind === "busy" || lease.kind === "limited") {
    const when = inWords(lease.retryAfterMs);
    const retryAfter = { retryAfter: lease.retryAfterMs / 1_000 };
    if (lease.kind === "limited")
      throw new AppError("too_many", `Too many prompts to this phone. Please try again ${when}.`, retryAfter);
    throw new AppError(
      "conflict",
      `A prompt is still open on this phone. Finish or cancel it, or try again ${when}.`,
      retryAfter,
    );
  }
  const intent: Intent = {
    ...{ id: claim.result, providerId, routerId: "", planId: "", mac: null, phone, buyerHash: null },
    verifies: configId,
    service: gateway.type === "airtel_money" ? "airtel_money" : "mpesa",
    terms: nothingBought,
    amountCents: 100,
    entitlementId: entitlementIdOf(claim.result),
    createdAt: ctx.now(),
  };
  await beginVerification(ctx, { gateway, paymentId: intent.id }, actor);
  await paymentObjectFor(ctx, intent.id).begin(intent);
  return started;
}

const nothingBought = {
  ...{ planId: "", planName: "Verification", priceCents: 100, durationMs: 0 },
  ...{ upKbps: 0, downKbps: 0, dataBytes: null, devices: 1 },
};

/** The minute cron's part: verifications whose object never began, or has something left to do. */
export async function sweepVerifications(ctx: Context): Promise<void> {
  const open = await openVerifications(ctx);
  const results = await Promise.allSettled(
    open.map(async ({ gatewayId, paymentId }) => {
      const payment = paymentObjectFor(ctx, paymentId);
      if (await payment.read()) return payment.sweep();
      const fault = "The test push was not sent. Please try again.";
      return endVerification(ctx, { gatewayId, paymentId, verifiedAt: null, fault });
    }),
  );
  for (const result of results)
    if (result.status === "rejected") console.error("verification sweep", result.reason);
}
