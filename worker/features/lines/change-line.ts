import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { refuse } from "../../errors.ts";
import { deliverLines } from "./deliver-lines.ts";
import type { Around, Changed } from "./line-acts.ts";
import type { StandingPeriod } from "./line-periods.ts";
import { lineNowOf, movedStatement, saveStatements, selectLines, selectPeriods } from "./line-rows.ts";
import { cutWindows, settingsStatement } from "./line-settings.ts";
import type { LineNow } from "./line-state.ts";
import { lineById, type MadeLine } from "./list-lines.ts";
import type { Provider } from "./named-provider.ts";
import { settleAccount } from "./settle-account.ts";

// One act on a line: read, decided, and written at the revision that was read; then its bridge is told, and its customer's balance spent.

/** A line as it was read. */
export type LineRead = Around & {
  line: LineNow;
  customerId: string;
  /** It was its router's own before. */
  isAdopted: boolean;
  standing: StandingPeriod[];
};

/** How often a change is tried against other writers of the line. */
const turns = 5;

/** Null: nothing is to be written. */
type Act = (read: LineRead) => Sql[] | null;

/** Gives the line as it was before. @throws AppError not_found, conflict, and whatever the act refuses */
export async function actOnLine(ctx: Context, provider: Provider, id: string, act: Act): Promise<LineRead> {
  const db = ctx.tenant(provider.id);
  for (let turn = 0; turn < turns; turn += 1) {
    const read = await readLine(ctx, db, id);
    const statements = act(read);
    if (statements === null) return read;
    await db.batch(statements);
    const { rev } =
      (await db.first(sql<{ rev: number }>`SELECT rev FROM lines WHERE id = ${id}`)) ?? read.line;
    if (rev === read.line.rev) continue;
    await deliverLines(ctx, provider.id, [id]);
    await settleAccount(ctx, provider.id, read.customerId);
    return read;
  }
  throw refuse("conflict", "line_changed_meanwhile");
}

export async function readLine(ctx: Context, db: TenantDb, id: string): Promise<LineRead> {
  const [lines, owners, standing, [settings]] = await db.batch([
    selectLines(sql`id = ${id} AND closed_at IS NULL`),
    sql<{
      customerId: string;
      isAdopted: number;
    }>`SELECT customer_id AS customerId, adopted IS NOT NULL AS isAdopted
      FROM lines WHERE id = ${id}`,
    selectPeriods(sql`lines.id = ${id}`),
    settingsStatement,
  ]);
  const [[row], [owner]] = [lines, owners];
  if (!row || !owner) throw refuse("not_found", "line_gone");
  return {
    line: lineNowOf(row),
    customerId: owner.customerId,
    isAdopted: owner.isAdopted === 1,
    standing,
    hours: cutWindows(settings),
    now: ctx.now(),
  };
}

/** The rows of a change that no money belongs to. */
export function changeStatements({ line, now }: LineRead, { after, moved }: Changed): Sql[] {
  return [...moved.map((one) => movedStatement(line, one, now)), ...saveStatements(line, after, now)];
}

/** @throws AppError not_found */
export async function lineNamed(ctx: Context, provider: Provider, id: string): Promise<MadeLine> {
  const line = await lineById(ctx, provider, id);
  if (!line || line.standing === "closed") throw refuse("not_found", "line_gone");
  return line;
}
