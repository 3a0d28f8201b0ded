import type { Context } from "../../context.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { expectBridge } from "./add-line.ts";
import { readLine } from "./change-line.ts";
import { deliverLines } from "./deliver-lines.ts";
import { isAt, saveStatements } from "./line-rows.ts";
import type { Provider } from "./named-provider.ts";

// A line goes on at another router: under its name and password, with all that was paid. At each router it is a line of its own, so
// that the former one ends there whenever that router is reached.

/**
 * Says whether it was moved now: a repeat moves nothing.
 * @param to.id of the line as it is there
 * @throws AppError not_found, conflict where its name is taken there or somebody changed it; refused where no bridge can drive it
 */
export async function moveLine(
  ctx: Context,
  provider: Provider,
  id: string,
  to: { id: string; routerId: string },
): Promise<boolean> {
  const db = ctx.tenant(provider.id);
  const isMoved = sql`EXISTS (SELECT 1 FROM lines WHERE id = ${to.id})`;
  if (await db.first(sql`SELECT 1 FROM lines WHERE id = ${to.id}`)) return false;
  const { line, now } = await readLine(ctx, db, id);
  const row = await db.first(
    sql<{ routerId: string; kind: string; login: string; password: string }>`
      SELECT router_id AS routerId, kind, login, password FROM lines WHERE id = ${id}`,
  );
  if (!row) throw refuse("not_found", "line_gone");
  if (row.kind === "device") throw refuse("refused", "line_device_stays");
  if (row.routerId === to.routerId) throw refuse("refused", "line_same_router");
  await expectBridge(ctx, provider.id, to.routerId);
  // Sealed for its place.
  const password = ctx.keys.seal(
    ctx.keys.unseal(row.password, sealedPlace("lines", id)),
    sealedPlace("lines", to.id),
  );
  await db.batch([
    sql`INSERT OR IGNORE INTO lines (id, customer_id, router_id, terms, kind, login, login_small, password, rev, paid_until,
        period_day, blocks_at, is_kept_on, held_at, paused_at, next_terms, next_at, slowed_at, slowed_in, faster_at, created_at,
        updated_at)
      SELECT ${to.id}, customer_id, ${to.routerId}, terms, kind, login, login_small, ${password}, 1, paid_until,
        period_day, blocks_at, is_kept_on, held_at, paused_at, next_terms, next_at, slowed_at, slowed_in, faster_at, ${now},
        ${now}
      FROM lines WHERE id = ${id} AND ${isAt(line)}`,
    // What was paid for goes with it, also for what is given back later.
    sql`UPDATE line_periods SET line_id = ${to.id}, updated_at = ${now}
      WHERE line_id = ${id} AND ${isAt(line)} AND ${isMoved}`,
    // And what it has used of it.
    sql`UPDATE line_usage SET line_id = ${to.id} WHERE line_id = ${id} AND ${isAt(line)} AND ${isMoved}`,
    ...saveStatements(line, { ...line, closedAt: now, nextTerms: null, nextAt: null }, now, isMoved),
  ]);
  if (!(await db.first(sql`SELECT 1 FROM lines WHERE id = ${to.id}`))) {
    const isTaken = await db.first(
      sql`SELECT 1 FROM lines WHERE router_id = ${to.routerId} AND login_small = ${row.login.toLowerCase()}
        AND closed_at IS NULL`,
    );
    if (isTaken) throw refuse("conflict", "line_login_taken", { login: row.login }).at("routerId");
    throw refuse("conflict", "line_changed_meanwhile");
  }
  await deliverLines(ctx, provider.id, [id, to.id]);
  return true;
}

/** Of a closed line: it did not go on at another router. */
export const isGivenUp = sql`NOT EXISTS (SELECT 1 FROM lines heir WHERE heir.customer_id = lines.customer_id
  AND heir.id <> lines.id AND heir.login_small = lines.login_small AND heir.created_at = lines.closed_at)`;
