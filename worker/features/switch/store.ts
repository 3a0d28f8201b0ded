import { and, asc, sql as condition, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Context, PlatformRows } from "../../context.ts";
import { type FaultReport, faultWords } from "../../contract/values/gateway-faults.ts";
import { switches } from "../../db/schema/platform.ts";
import { joined, type Sql, sql } from "../../db/sql.ts";
import { type AuditLine, lineStatement } from "../audit/index.ts";
import { readFault, storedFault } from "../gateways/index.ts";
import { notifyOperators } from "../mail/index.ts";
import type { Holding, SwitchState } from "./switch-state.ts";

export type SwitchRow = typeof switches.$inferSelect;

/** Nine values a row: a statement binds at most 100. */
const rowsPerStatement = 10;

export function activeSwitches(rows: PlatformRows): Promise<SwitchRow[]> {
  return rows.select(switches, {
    where: and(eq(switches.isActive, true), isNull(switches.archivedAt)),
    orderBy: [asc(switches.activatedAt), asc(switches.id)],
  });
}

export function unarchivedSwitches(ctx: Context): Promise<SwitchRow[]> {
  return ctx.platform.select(switches, {
    where: isNull(switches.archivedAt),
    orderBy: [asc(switches.createdAt), asc(switches.id)],
  });
}

type SuspendedSwitch = { id: string; name: string; service: string; at: number } & FaultReport;

export async function suspendedSwitches(ctx: Context): Promise<SuspendedSwitch[]> {
  const rows = await ctx.platform.all(
    sql<Omit<SuspendedSwitch, "fault">>`SELECT id, name, central_payment_gateway_id AS service,
        suspended_for AS detail, suspended_at AS at
      FROM switches WHERE suspended_at IS NOT NULL AND archived_at IS NULL ORDER BY suspended_at`,
  );
  return rows.map((row) => ({ ...row, ...readFault(row.detail) }));
}

/** Null when it is unknown or archived. */
export async function switchById(ctx: Context, id: string): Promise<SwitchRow | null> {
  const where = condition`${switches.id} = ${id} AND ${isNull(switches.archivedAt)}`;
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

/** Only over what its author read, and never another account into a running switch. No two changes carry one moment. */
export function settingsStatement(
  ctx: Context,
  { id, revision }: { id: string; revision: number },
  columns: EditableColumns,
): Sql {
  return sql`UPDATE switches SET name = ${columns.name},
      central_account_number = ${columns.centralAccountNumber}, target_cents = ${columns.targetCents},
      switch_mode = ${columns.switchMode}, is_recurring = ${columns.isRecurring},
      recurring_days = ${JSON.stringify(columns.recurringDays)},
      recurring_start_time = ${columns.recurringStartTime}, recurring_end_time = ${columns.recurringEndTime},
      allow_emergency_deactivate = ${columns.allowEmergencyDeactivate},
      updated_at = max(updated_at + 1, ${ctx.now()}), revision = revision + 1
    WHERE id = ${id} AND archived_at IS NULL AND revision = ${revision}
      AND (is_active = 0 OR central_account_number = ${columns.centralAccountNumber})
    RETURNING id`;
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
  const statements: Sql[] = [
    rowStatement(state),
    ...lines.map((line) => lineStatement(line)),
    ...takenBack.map(({ paymentId }) => sql`DELETE FROM switch_transactions WHERE payment_id = ${paymentId}`),
  ];
  for (let first = 0; first < collected.length; first += rowsPerStatement)
    statements.push(transactionStatement(collected.slice(first, first + rowsPerStatement)));
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
  await notifyOperators(ctx, {
    subject: `The switch "${row.name}" has suspended itself`,
    text: `Its account ${account} refused three payments in a row. Visitors pay their providers directly again; the switch diverts nothing until you resume it.\n\n${fault ? faultWords(fault.code, "en") : "Ask the gateway what its words mean."}\n\nThe gateway's words: ${suspendedFor?.detail}\n\nTo resume: put the account right, try it with KSh 1 on the switch's page, then choose Resume.`,
    event: `switch suspended ${id} ${suspendedAt}`,
  });
}

function rowStatement(state: SwitchState): Sql {
  return sql`UPDATE switches SET is_active = ${state.isActive}, activated_at = ${state.activatedAt},
      cycle = ${state.cycle}, collected_cents = ${state.collectedCents},
      reserved_cents = ${state.reservedCents}, last_target_reached_at = ${state.lastTargetReachedAt},
      stop_reason = ${state.stopReason}, archived_at = ${state.archivedAt}, seq = ${state.seq},
      suspended_at = ${state.suspendedAt}, suspended_for = ${state.suspendedFor && storedFault(state.suspendedFor)}
    WHERE id = ${state.id} AND seq < ${state.seq}`;
}

function transactionStatement(collected: readonly Holding[]): Sql {
  const rows = collected.map(
    (one) => sql`(${one.paymentId}, ${one.switchId}, ${one.cycle}, ${one.providerId}, ${one.cents},
      ${one.centralPaymentGatewayId}, ${one.centralAccountNumber}, ${one.late}, ${one.at})`,
  );
  return sql`INSERT INTO switch_transactions (payment_id, switch_id, cycle, provider_id, cents,
      central_payment_gateway_id, central_account_number, late, at)
    VALUES ${joined(rows, ", ")} ON CONFLICT (payment_id) DO NOTHING`;
}

type SwitchPage = { q: string; limit: number; offset: number };

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
    ctx.platform.all(
      sql<{ total: number }>`SELECT count(*) AS total FROM switches WHERE archived_at IS NULL
        AND (instr(lower(name), ${q}) > 0 OR instr(lower(central_account_number), ${q}) > 0)`,
    ),
  ]);
  return { rows, total: count?.total ?? 0 };
}

function matches(q: string): SQL {
  return condition`(instr(lower(${switches.name}), ${q}) > 0 OR instr(lower(${switches.centralAccountNumber}), ${q}) > 0)`;
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

type TransactionPage = SwitchPage & { switchId: string | null; providerId: string | null };

/** What was diverted, newest first, and how many fit; archived switches included. */
export async function transactionPage(
  ctx: Context,
  { q, switchId, providerId, limit, offset }: TransactionPage,
): Promise<{ rows: TransactionRow[]; total: number }> {
  const from = sql`FROM switch_transactions t JOIN providers p ON p.id = t.provider_id
    JOIN switches s ON s.id = t.switch_id
    WHERE (${switchId} IS NULL OR t.switch_id = ${switchId})
      AND (${providerId} IS NULL OR t.provider_id = ${providerId})
      AND (${q} = '' OR instr(lower(p.business_name), ${q}) > 0
        OR instr(lower(t.central_account_number), ${q}) > 0 OR instr(lower(s.name), ${q}) > 0)`;
  const [rows, [count]] = await ctx.platform.batch([
    sql<TransactionRow>`SELECT t.payment_id AS id, t.at, t.cents, t.provider_id AS providerId,
        p.business_name AS businessName, t.switch_id AS switchId, s.name AS switchName,
        t.central_account_number AS account, t.late
      ${from} ORDER BY t.at DESC, t.payment_id DESC LIMIT ${limit} OFFSET ${offset}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  return { rows, total: count?.total ?? 0 };
}
