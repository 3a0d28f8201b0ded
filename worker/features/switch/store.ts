import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { switches } from "../../db/schema/platform.ts";
import type { Statement } from "../../db/tenant-db.ts";
import type { Holding, SwitchState } from "./switch-state.ts";

export type SwitchRow = typeof switches.$inferSelect;

/** Nine values a row: a statement binds at most 100. */
const rowsPerStatement = 10;

/** Those that divert now, the oldest activation first. */
export function activeSwitches(ctx: Context): Promise<SwitchRow[]> {
  return ctx.platform.select(switches, {
    where: and(eq(switches.isActive, true), isNull(switches.archivedAt)),
    orderBy: [asc(switches.activatedAt), asc(switches.id)],
  });
}

/** All that have not left the list. */
export function unarchivedSwitches(ctx: Context): Promise<SwitchRow[]> {
  return ctx.platform.select(switches, {
    where: isNull(switches.archivedAt),
    orderBy: [asc(switches.createdAt), asc(switches.id)],
  });
}

/** Null when it is unknown or archived. @lintignore the operator's calls read it */
export async function switchById(ctx: Context, id: string): Promise<SwitchRow | null> {
  const where = sql`${switches.id} = ${id} AND ${isNull(switches.archivedAt)}`;
  const [row] = await ctx.platform.select(switches, { where, limit: 1 });
  return row ?? null;
}

/** Writes what the object knows: its row if this is newer, and each payment that it collected once. */
export async function tellSwitch(
  ctx: Context,
  state: SwitchState,
  collected: readonly Holding[],
): Promise<void> {
  const statements: Statement[] = [rowStatement(ctx, state)];
  for (let first = 0; first < collected.length; first += rowsPerStatement)
    statements.push(transactionStatement(ctx, collected.slice(first, first + rowsPerStatement)));
  await ctx.platform.batch(statements);
}

function rowStatement(ctx: Context, state: SwitchState): Statement {
  return ctx.platform.statement(
    `UPDATE switches SET is_active = ?2, activated_at = ?3, cycle = ?4, collected_cents = ?5, reserved_cents = ?6,
      last_target_reached_at = ?7, stop_reason = ?8, archived_at = ?9, seq = ?10
    WHERE id = ?1 AND seq < ?10`,
    state.id,
    state.isActive ? 1 : 0,
    state.activatedAt,
    state.cycle,
    state.collectedCents,
    state.reservedCents,
    state.lastTargetReachedAt,
    state.stopReason,
    state.archivedAt,
    state.seq,
  );
}

function transactionStatement(ctx: Context, collected: readonly Holding[]): Statement {
  const values = collected.map((holding) => [
    holding.paymentId,
    holding.switchId,
    holding.cycle,
    holding.providerId,
    holding.cents,
    holding.centralPaymentGatewayId,
    holding.centralAccountNumber,
    holding.late ? 1 : 0,
    holding.at,
  ]);
  const places = values.map((row, at) => `(${row.map((_, column) => `?${at * row.length + column + 1}`)})`);
  return ctx.platform.statement(
    `INSERT INTO switch_transactions (payment_id, switch_id, cycle, provider_id, cents,
      central_payment_gateway_id, central_account_number, late, at)
    VALUES ${places} ON CONFLICT (payment_id) DO NOTHING`,
    ...values.flat(),
  );
}
