import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { gateways } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { collectingPaybill } from "./collecting-paybill.ts";
import { gatewayFor } from "./gateway-for.ts";
import { MpesaSecrets } from "./mpesa.ts";
import { openSecrets } from "./store.ts";

// Pay bills that providers collect at with credentials of their own: only there the gateway reports what was typed.

type OwnPaybill = {
  gatewayId: string;
  environment: "sandbox" | "production";
  shortCode: string;
  paybillSince: number | null;
};

/** @throws AppError not_found; refused, with a sentence, for a gateway that cannot report pay bill payments */
export async function ownPaybill(ctx: Context, providerId: string, id: string): Promise<OwnPaybill> {
  const [row] = await ctx.platform.select(gateways, {
    where: and(eq(gateways.id, id), eq(gateways.providerId, providerId), isNull(gateways.archivedAt)),
    limit: 1,
  });
  if (!row) throw refuse("not_found", "no_such_gateway");
  const { accountNumber, environment, paybillSince } = row;
  const secrets = row.useAutoApi ? null : MpesaSecrets.safeParse(openSecrets(ctx, row));
  if (row.type !== "mpesa" || !secrets?.success) throw refuse("refused", "paybill_needs_own");
  if ((secrets.data.businessShortCode || accountNumber) !== accountNumber)
    throw refuse("refused", "paybill_not_till");
  return { gatewayId: id, environment, shortCode: accountNumber, paybillSince };
}

/** Whose pay bill it is: of the configuration in use, else of the last one. Null where nobody ever had it. */
export async function gatewayOfPaybill(
  ctx: Context,
  { environment, shortCode }: { environment: "sandbox" | "production"; shortCode: string },
): Promise<{ gatewayId: string; providerId: string } | null> {
  const row = await ctx.platform.first(
    sql<{ gatewayId: string; providerId: string }>`SELECT id AS gatewayId, provider_id AS providerId
      FROM gateways
      WHERE type = 'mpesa' AND use_auto_api = 0 AND account_number = ${shortCode}
        AND environment = ${environment}
      ORDER BY archived_at IS NOT NULL, is_active DESC, created_at DESC LIMIT 1`,
  );
  return row ?? null;
}

/** Safaricom registers addresses once, so they hold for every later configuration of the provider's. Null = it does not. */
export async function paybillSinceOf(
  ctx: Context,
  paybill: { providerId: string; accountNumber: string; environment: "sandbox" | "production" },
): Promise<number | null> {
  const row = await ctx.platform.first(
    sql<{ since: number | null }>`SELECT min(paybill_since) AS since FROM gateways
      WHERE provider_id = ${paybill.providerId} AND type = 'mpesa' AND use_auto_api = 0
        AND account_number = ${paybill.accountNumber} AND environment = ${paybill.environment}`,
  );
  return row?.since ?? null;
}

/** The gateway reports pay bill payments since now, or says why it does not. What it reported before stays known. */
export async function paybillRegistered(ctx: Context, id: string, fault: string | null): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE gateways SET paybill_fault = ${fault},
        paybill_since = CASE WHEN ${fault} IS NULL THEN coalesce(paybill_since, ${ctx.now()}) ELSE paybill_since END
      WHERE id = ${id}`,
  );
}

/**
 * The pay bill at which what is typed by hand is taken for a customer of this router: the provider's own, or the platform's where that
 * collects for it; null where what is typed is not reported to us, or the money of that router goes elsewhere.
 */
export async function typedPaybill(
  ctx: Context,
  providerId: string,
  routerId: string | null,
): Promise<string | null> {
  const found = await gatewayFor(ctx, { providerId, routerId }, "mpesa");
  if (found?.readiness.status !== "collects") return null;
  const { type, useAutoApi, paybillSince, accountNumber, collected } = found.gateway;
  if (collected !== null) {
    const paybill = await collectingPaybill(ctx, ctx.snapshot(providerId));
    return paybill === null || paybill.since === null ? null : paybill.shortCode;
  }
  if (type !== "mpesa" || useAutoApi || paybillSince === null) return null;
  const secrets = MpesaSecrets.safeParse(found.secrets());
  const isOwn = secrets.success && (secrets.data.businessShortCode || accountNumber) === accountNumber;
  return isOwn ? accountNumber : null;
}
