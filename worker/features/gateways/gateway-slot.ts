import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { gateways } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { recordIfStatement } from "../audit/index.ts";
import { healthNow, readinessOf } from "./gateway-for.ts";
import { type Gateway, openSecrets } from "./store.ts";

// Of each provider, router and type at most one gateway is in use, and at most one waits for its KSh 1 to take that slot:
// what works goes on collecting until what replaces it is proven (docs/decisions/0015).

type GatewaySlot = Pick<Gateway, "providerId" | "type" | "routerId">;

/**
 * Whether the gateway in use collects and this one would not yet.
 * @param secrets its own, opened; null where the platform's app collects
 * @param how.untilProved before its KSh 1 it counts as not collecting, also in the sandbox, where no proof is needed
 */
export async function hasToWait(
  ctx: Context,
  next: Gateway,
  secrets: unknown,
  { untilProved = false }: { untilProved?: boolean } = {},
): Promise<boolean> {
  const health = await healthNow(ctx.platform);
  const isProved = !untilProved || next.verifiedAt !== null;
  if (isProved && readinessOf(ctx, next, secrets, health).status === "collects") return false;
  const inUse = await inSlot(ctx, next);
  return inUse.some(
    (row) => row.isActive && readinessOf(ctx, row, openSecrets(ctx, row), health).status === "collects",
  );
}

function inSlot(ctx: Context, { providerId, type, routerId }: GatewaySlot) {
  return ctx.platform.select(gateways, {
    where: and(
      eq(gateways.providerId, providerId),
      eq(gateways.type, type),
      routerId === null ? isNull(gateways.routerId) : eq(gateways.routerId, routerId),
      isNull(gateways.archivedAt),
    ),
  });
}

/** What waits in this slot; null = nothing does. */
export async function waitingIn(ctx: Context, slot: GatewaySlot): Promise<string | null> {
  return (await inSlot(ctx, slot)).find(({ isActive }) => !isActive)?.id ?? null;
}

const sameSlot = (one: Sql): Sql =>
  sql`${one}.provider_id = gateways.provider_id AND ${one}.type = gateways.type
    AND ${one}.router_id IS gateways.router_id`;
const next = sql`next`;
const other = sql`other`;
const isOccupied = sql`EXISTS (SELECT 1 FROM gateways AS other
  WHERE ${sameSlot(other)} AND other.is_active = 1 AND other.archived_at IS NULL)`;

/** Archives the one whose part it takes, with its credentials. @param former what it was made from; null = another one altogether */
export function takeSlotStatements({
  id,
  former,
  at,
}: {
  id: string;
  former: string | null;
  at: number;
}): Sql[] {
  return [
    sql`UPDATE gateways SET is_active = 0, archived_at = ${at}
      WHERE id <> ${id} AND archived_at IS NULL AND EXISTS (
        SELECT 1 FROM gateways AS next WHERE next.id = ${id} AND ${sameSlot(next)}
          AND (next.is_active = gateways.is_active
            OR (gateways.is_active = 0 AND (${former} IS NULL OR gateways.id = ${former}))))`,
    sql`UPDATE gateways SET is_active = 1 WHERE id = ${id} AND archived_at IS NULL AND NOT ${isOccupied}`,
  ];
}

/** The configuration that waited for this slot is in use; what it lacks is shown at it. */
export function fillSlotStatement({ providerId, type, routerId }: GatewaySlot): Sql {
  return sql`UPDATE gateways SET is_active = 1
    WHERE provider_id = ${providerId} AND type = ${type} AND router_id IS ${routerId} AND archived_at IS NULL
      AND NOT ${isOccupied}`;
}

/** In the batch that verifies it; any other stays. @param paymentId its KSh 1, by which it is found after an edit */
export function takeOverStatements(ctx: Context, gateway: Gateway, paymentId: string): Sql[] {
  const { id, providerId, type, routerId, accountNumber } = gateway;
  const waits = (one: Sql): Sql =>
    sql`${one}.verification_payment_id = ${paymentId} AND ${one}.archived_at IS NULL AND ${one}.is_active = 0
      AND ${one}.verified_at IS NOT NULL`;
  const own = sql`provider_id = ${providerId} AND ${waits(sql`gateways`)}`;
  return [
    recordIfStatement(
      ctx,
      {
        actor: "system",
        actorId: null,
        providerId,
        action: "gateway.take_over",
        subject: id,
        detail: { type, routerId, accountNumber },
      },
      sql`EXISTS (SELECT 1 FROM gateways WHERE ${own})`,
    ),
    sql`UPDATE gateways SET is_active = 0, archived_at = ${ctx.now()}
      WHERE provider_id = ${providerId} AND is_active = 1 AND archived_at IS NULL AND EXISTS (
        SELECT 1 FROM gateways AS next WHERE ${sameSlot(next)} AND ${waits(next)})`,
    sql`UPDATE gateways SET is_active = 1 WHERE ${own}`,
  ];
}
