import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import type { FaultReport } from "../../contract/values/gateway-faults.ts";
import { gateways } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { forgivenStatement, storedFault } from "./breaker.ts";
import { type FoundGateway, type GatewayReadiness, healthNow, readinessOf } from "./gateway-for.ts";
import { takeOverStatements } from "./gateway-slot.ts";
import { type Gateway, gatewayById, gatewayInUse, openSecrets } from "./store.ts";

// In production a configuration collects once KSh 1 was really paid through it. A sale that the gateway refuses for a
// reason of the configuration takes that back.

/** A configuration in use, and what stands in its way; null = the provider has none with this id. */
export async function gatewayOfProvider(
  ctx: Context,
  { providerId, id }: { providerId: string; id: string },
): Promise<FoundGateway | null> {
  const [row] = await ctx.platform.select(gateways, {
    where: and(eq(gateways.id, id), eq(gateways.providerId, providerId), isNull(gateways.archivedAt)),
    limit: 1,
  });
  if (!row) return null;
  const { secrets: sealed, ...gateway } = row;
  const secrets = openSecrets(ctx, row);
  return {
    gateway,
    sealed,
    secrets: () => secrets,
    readiness: readinessOf(ctx, gateway, secrets, await healthNow(ctx.platform)),
  };
}

/** The same for an operator. @throws AppError not_found; conflict where it was changed or deleted meanwhile */
export async function gatewayToVerify(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<{ gateway: Gateway; readiness: GatewayReadiness }> {
  const { secrets: _sealed, ...gateway } = await gatewayInUse(ctx, providerId, id);
  const found = await gatewayOfProvider(ctx, { providerId, id });
  return found ?? { gateway, readiness: { status: "cannot_collect", fault: say("standing_deleted") } };
}

/** Written before the push goes out. An earlier verification stays in force until a sale disproves it. */
export async function beginVerification(
  ctx: Context,
  { gateway, paymentId }: { gateway: Gateway; paymentId: string },
  actor: Actor,
): Promise<void> {
  const { platform } = ctx;
  await platform.batch([
    sql`UPDATE gateways SET verification_payment_id = ${paymentId}, verification_fault = NULL
      WHERE id = ${gateway.id}`,
    recordStatement(ctx, {
      ...actor,
      providerId: gateway.providerId,
      action: "gateway.verify",
      subject: gateway.id,
      detail: { type: gateway.type, accountNumber: gateway.accountNumber, amountCents: 100, paymentId },
    }),
  ]);
}

type VerificationEnd = {
  gatewayId: string;
  paymentId: string;
  /** Null: it was not paid. */
  verifiedAt: number | null;
  /** As what the platform's app paid the account, where it had a choice. */
  paidAs?: Gateway["paidAs"];
  fault: FaultReport | null;
};

/** Only the verification begun last counts; a late success counts, too. Who waited for it takes over with it. */
export async function endVerification(ctx: Context, end: VerificationEnd): Promise<void> {
  const pushed = await gatewayById(ctx, end.gatewayId);
  if (!pushed) return;
  const { providerId } = pushed;
  const [successor] = await ctx.platform.select(gateways, {
    where: and(
      eq(gateways.providerId, providerId),
      eq(gateways.verificationPaymentId, end.paymentId),
      isNull(gateways.archivedAt),
    ),
    limit: 1,
  });
  await ctx.platform.batch([
    sql`UPDATE gateways SET verified_at = coalesce(${end.verifiedAt}, verified_at),
        paid_as = coalesce(${end.paidAs ?? null}, paid_as),
        verification_fault = ${end.fault && storedFault(end.fault)},
        suspended_at = iif(${end.verifiedAt} IS NULL, suspended_at, NULL),
        suspended_for = iif(${end.verifiedAt} IS NULL, suspended_for, NULL)
      WHERE provider_id = ${providerId} AND verification_payment_id = ${end.paymentId}`,
    ...(end.verifiedAt === null ? [] : [forgivenStatement(end.gatewayId)]),
    ...(end.verifiedAt === null ? [] : takeOverStatements(ctx, successor ?? pushed, end.paymentId)),
  ]);
}

/** Verifications without an end, a few at a time. */
export async function openVerifications(ctx: Context): Promise<{ gatewayId: string; paymentId: string }[]> {
  return ctx.platform.all(
    sql`SELECT id AS gatewayId, verification_payment_id AS paymentId FROM gateways
      WHERE verification_payment_id IS NOT NULL AND verified_at IS NULL AND verification_fault IS NULL
      LIMIT 50`,
  );
}
