import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { gateways } from "../../db/schema/platform.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";

export type StoredGateway = typeof gateways.$inferSelect;
export type Gateway = Omit<StoredGateway, "secrets">;

const place = (id: string) => sealedPlace("gateways", id);

/** @throws AppError not_found for another provider's; conflict for one that was changed or deleted meanwhile */
export async function gatewayInUse(ctx: Context, providerId: string, id: string): Promise<StoredGateway> {
  const row = await gatewayById(ctx, id);
  if (row?.providerId !== providerId) throw refuse("not_found", "no_such_gateway");
  if (row.archivedAt !== null) throw refuse("conflict", "gateway_replaced");
  return row;
}

export async function gatewayById(ctx: Context, id: string): Promise<StoredGateway | undefined> {
  const [row] = await ctx.platform.select(gateways, { where: eq(gateways.id, id), limit: 1 });
  return row;
}

/** A gateway's own credentials, or null where the platform's are used. */
export async function gatewaySecrets(ctx: Context, gatewayId: string): Promise<unknown> {
  const rows = await ctx.platform.all(
    sql<{ secrets: string | null }>`SELECT secrets FROM gateways WHERE id = ${gatewayId}`,
  );
  const sealed = rows[0]?.secrets;
  return sealed ? JSON.parse(ctx.keys.unseal(sealed, place(gatewayId))) : null;
}

export function openSecrets(
  ctx: Context,
  { id, secrets }: Pick<StoredGateway, "id" | "secrets">,
): Record<string, string | undefined> {
  return secrets ? JSON.parse(ctx.keys.unseal(secrets, place(id))) : {};
}

/** @param secrets the provider's own credentials by type, or null for the platform's (auto API) */
export function addGateway(
  ctx: Context,
  gateway: Omit<typeof gateways.$inferInsert, "secrets">,
  secrets: Record<string, string | undefined> | null,
): Sql {
  return insertInto(gateways, {
    ...gateway,
    secrets: secrets ? ctx.keys.seal(JSON.stringify(secrets), place(gateway.id)) : null,
  });
}

type Origin = {
  former: StoredGateway;
  /** What waited beside it when it was looked at; null = nothing. */
  waiting: string | null;
  /** What KSh 1 proved of it, or is about to prove, holds for the next one, too. */
  proofHolds: boolean;
};

/** A gateway made from another one, if that is still in use or waits to be, and nobody put another in line meanwhile. */
export function addFromStatement(
  ctx: Context,
  { former, waiting, proofHolds }: Origin,
  next: Gateway,
  secrets: Record<string, string> | null,
): Sql {
  const sealed = secrets ? ctx.keys.seal(JSON.stringify(secrets), place(next.id)) : null;
  return sql`INSERT INTO gateways (id, provider_id, router_id, type, service, is_active, environment,
      use_auto_api, account_number, secrets, paid_as, verified_at, verification_payment_id, verification_fault,
      suspended_at, suspended_for, paybill_since, paybill_fault, created_at)
    SELECT ${next.id}, provider_id, router_id, type, ${next.service}, ${next.isActive}, ${next.environment},
      ${next.useAutoApi}, ${next.accountNumber}, ${sealed},
      iif(${proofHolds}, paid_as, NULL), iif(${proofHolds}, verified_at, NULL),
      iif(${proofHolds}, verification_payment_id, NULL), iif(${proofHolds}, verification_fault, NULL),
      iif(${proofHolds}, suspended_at, NULL), iif(${proofHolds}, suspended_for, NULL), ${next.paybillSince},
      ${next.paybillFault}, ${next.createdAt}
    FROM gateways WHERE id = ${former.id} AND archived_at IS NULL AND (${next.isActive} = 1 OR NOT EXISTS (
      SELECT 1 FROM gateways AS other WHERE other.provider_id = gateways.provider_id
        AND other.type = gateways.type
        AND other.router_id IS gateways.router_id AND other.archived_at IS NULL AND other.is_active = 0
        AND other.id <> ${former.id} AND other.id IS NOT ${waiting}))`;
}
