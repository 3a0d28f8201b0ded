import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { type FaultReport, faultWords } from "../../contract/values/gateway-faults.ts";
import { switches } from "../../db/schema/platform.ts";
import type { Statement } from "../../db/tenant-db.ts";
import { type AuditLine, lineStatement } from "../audit/index.ts";
import { readFault, storedFault } from "../gateways/index.ts";
import { tellOperators } from "../mail/index.ts";
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

export type SuspendedSwitch = { id: string; name: string; service: string; at: number } & FaultReport;

export async function suspendedSwitches(ctx: Context): Promise<SuspendedSwitch[]> {
  const rows = await ctx.platform.all<Omit<SuspendedSwitch, "fault">>(
    ctx.platform.statement(
      `SELECT id, name, central_payment_gateway_id AS service, suspended_for AS detail,
        suspended_at AS at FROM switches WHERE suspended_at IS NOT NULL AND archived_at IS NULL ORDER BY suspended_at`,
    ),
  );
  return rows.map((row) => ({ ...row, ...readFault(row.detail) }));
}

/** Null when it is unknown or archived. */
export async function switchById(ctx: Context, id: string): Promise<SwitchRow | null> {
  const where = sql`${switches.id} = ${id} AND ${isNull(switches.archivedAt)}`;
  const [row] = await ctx.platform.select(switches, { where, limit: 1 });
  return row ?? null;
}

export type EditableColumns = Pick<
  SwitchRow,
  | "name"
  | "centralAccountNumber"
  | "targetCents"
  | "switchMode"
  | "isRecurring"
  | "recurringDays"
  | "recurringStartTime"
  | "recurringEndTime"
  | "allowEmergencyDeactivate"
>;

/** Only over what its author read, and never another account into a switch that runs. Its object takes only what is newer than what it has, so no two changes carry one moment. */
export function settingsStatement(
  ctx: Context,
  { id, revision }: { id: string; revision: number },
  columns: EditableColumns,
): Statement {
  return ctx.platform.statement(
    `UPDATE switches SET name = ?2, central_account_number = ?3, target_cents = ?4, switch_mode = ?5, is_recurring = ?6,
      recurring_days = ?7, recurring_start_time = ?8, recurring_end_time = ?9, allow_emergency_deactivate = ?10,
      updated_at = max(updated_at + 1, ?11), revision = revision + 1
    WHERE id = ?1 AND archived_at IS NULL AND revision = ?12 AND (is_active = 0 OR central_account_number = ?3)
    RETURNING id`,
    id,
    columns.name,
    columns.centralAccountNumber,
    columns.targetCents,
    columns.switchMode,
    columns.isRecurring ? 1 : 0,
    JSON.stringify(columns.recurringDays),
    columns.recurringStartTime,
    columns.recurringEndTime,
    columns.allowEmergencyDeactivate ? 1 : 0,
    ctx.now(),
    revision,
  );
}

/** Writes what the object knows: its row if this is newer, each payment that it collected or lost again and each act once. */
export async function tellSwitch(
  ctx: Context,
  state: SwitchState,
  ended: readonly Holding[],
  lines: readonly AuditLine[],
): Promise<void> {
  const collected = ended.filter(({ status }) => status === "collected");
  const takenBack = ended.filter(({ status }) => status === "taken-back");
  const statements: Statement[] = [
    rowStatement(ctx, state),
    ...lines.map((line) => lineStatement(ctx, line)),
    ...takenBack.map(({ paymentId }) =>
      ctx.platform.statement("DELETE FROM switch_transactions WHERE payment_id = ?1", paymentId),
    ),
  ];
  for (let first = 0; first < collected.length; first += rowsPerStatement)
    statements.push(transactionStatement(ctx, collected.slice(first, first + rowsPerStatement)));
  await ctx.platform.batch(statements);
  await writeOfSuspension(ctx, state);
}

/** Each suspension is written of once, however often it is told. */
async function writeOfSuspension(
  ctx: Context,
  { id, suspendedAt, suspendedFor }: SwitchState,
): Promise<void> {
  if (suspendedAt === null) return;
  const row = await switchById(ctx, id);
  if (!row) return;
  const account = `${row.centralPaymentGatewayId} ${row.centralAccountNumber}`;
  const fault = suspendedFor?.fault;
  await tellOperators(ctx, {
    subject: `The switch "${row.name}" has suspended itself`,
    text: `Its account ${account} refused three payments in a row. Visitors pay their providers directly again; the switch diverts nothing until you resume it.\n\n${fault ? faultWords(fault.code, "en") : "Ask the gateway what its words mean."}\n\nThe gateway's words: ${suspendedFor?.detail}\n\nTo resume: put the account right, try it with KES 1 on the switch's page, then choose Resume.`,
    event: `switch suspended ${id} ${suspendedAt}`,
  });
}

function rowStatement(ctx: Context, state: SwitchState): Statement {
  return ctx.platform.statement(
    `UPDATE switches SET is_active = ?2, activated_at = ?3, cycle = ?4, collected_cents = ?5, reserved_cents = ?6,
      last_target_reached_at = ?7, stop_reason = ?8, archived_at = ?9, seq = ?10, suspended_at = ?11,
      suspended_for = ?12
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
    state.suspendedAt,
    state.suspendedFor && storedFault(state.suspendedFor),
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

export type SwitchPage = { q: string; limit: number; offset: number };

/** Newest first, and how many fit. */
export async function switchPage(
  ctx: Context,
  { q, limit, offset }: SwitchPage,
): Promise<{ rows: SwitchRow[]; total: number }> {
  const [rows, [count]] = await Promise.all([
    ctx.platform.select(switches, {
      where: and(isNull(switches.archivedAt), ...(q === "" ? [] : [matches(q)])),
      orderBy: [desc(switches.createdAt), desc(switches.id)],
      limit,
      offset,
    }),
    ctx.platform.all<{ total: number }>(
      ctx.platform.statement(
        `SELECT count(*) AS total FROM switches WHERE archived_at IS NULL
        AND (instr(lower(name), ?1) > 0 OR instr(lower(central_account_number), ?1) > 0)`,
        q,
      ),
    ),
  ]);
  return { rows, total: count?.total ?? 0 };
}

function matches(q: string): SQL {
  return sql`(instr(lower(${switches.name}), ${q}) > 0 OR instr(lower(${switches.centralAccountNumber}), ${q}) > 0)`;
}

export type TransactionRow = {
  id: string;
  at: number;
  cents: number;
  providerId: string;
  businessName: string;
  switchId: string;
  switchName: string;
  account: string;
  late: number;
};

export type TransactionPage = SwitchPage & { switchId: string | null; providerId: string | null };

/** What was diverted, newest first, and how many fit; archived switches included. */
export async function transactionPage(
  ctx: Context,
  { q, switchId, providerId, limit, offset }: TransactionPage,
): Promise<{ rows: TransactionRow[]; total: number }> {
  const from = `FROM switch_transactions t JOIN providers p ON p.id = t.provider_id
    JOIN switches s ON s.id = t.switch_id
    WHERE (?1 IS NULL OR t.switch_id = ?1) AND (?2 IS NULL OR t.provider_id = ?2)
      AND (?3 = '' OR instr(lower(p.business_name), ?3) > 0 OR instr(lower(t.central_account_number), ?3) > 0
        OR instr(lower(s.name), ?3) > 0)`;
  const values = [switchId, providerId, q] as const;
  const [rows = [], [count] = []] = await ctx.platform.batch([
    ctx.platform.statement(
      `SELECT t.payment_id AS id, t.at, t.cents, t.provider_id AS providerId, p.business_name AS businessName,
        t.switch_id AS switchId, s.name AS switchName, t.central_account_number AS account, t.late
      ${from} ORDER BY t.at DESC, t.payment_id DESC LIMIT ?4 OFFSET ?5`,
      ...values,
      limit,
      offset,
    ),
    ctx.platform.statement(`SELECT count(*) AS total ${from}`, ...values),
  ]);
  return { rows: rows as TransactionRow[], total: Number(count?.total ?? 0) };
}
