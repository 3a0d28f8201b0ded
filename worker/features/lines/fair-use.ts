import type { Context } from "../../context.ts";
import { formatBytes } from "../../contract/values/data.ts";
import { dayOfMonth, periodEnd } from "../../contract/values/line-period.ts";
import { speedText } from "../../contract/values/speed.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { raiseStatement } from "../messages/index.ts";
import { deliverLines } from "./deliver-lines.ts";
import { fasterAt, periodAt } from "./line-rows.ts";

// Fair use: who has used so much of a period goes on at lower speeds until the next one begins. Told once a period.

type Period = { kind: string; from: number; until: number };
type Used = Period & { id: string; rev: number; terms: string; number: number; used: number };

/**
 * From so many bytes on. Days that were given or bought with a rest have of it what they are of a whole period, so that parts buy no more
 * than the whole does; null = it never slows down.
 */
export function fairBytes({ fairUse, period }: LineTerms, { kind, from, until }: Period): number | null {
  if (!fairUse) return null;
  if (kind === "period") return fairUse.afterBytes;
  const share = (until - from) / (periodEnd(from, period, dayOfMonth(from)) - from);
  return Math.round(fairUse.afterBytes * Math.min(1, share));
}

/** Those of these lines that have used up what is fair of the period that runs, and are not slower yet. */
export async function slowLines(ctx: Context, providerId: string, lineIds: readonly string[]): Promise<void> {
  const [db, now] = [ctx.tenant(providerId), ctx.now()];
  const found = await db.all(
    sql<Used>`SELECT lines.id, rev, terms, p.number, p.kind, p.from_at AS "from", p.until_at AS until,
        (SELECT coalesce(sum(bytes_up + bytes_down), 0) FROM line_usage u
          WHERE u.line_id = lines.id AND u.period = p.number) AS used
      FROM lines JOIN line_periods p ON p.line_id = lines.id AND p.number = ${periodAt(sql`${now}`)}
      WHERE lines.id IN ${among(lineIds)} AND closed_at IS NULL AND slowed_in IS NOT p.number
        AND terms ->> '$.fairUse.afterBytes' IS NOT NULL`,
  );
  const over = found.filter((row) => {
    const most = fairBytes(JSON.parse(row.terms) as LineTerms, row);
    return most !== null && row.used >= most;
  });
  if (over.length === 0) return;
  await db.batch(over.flatMap((row) => slowStatements(row, now)));
  await deliverLines(
    ctx,
    providerId,
    over.map(({ id }) => id),
  );
}

function slowStatements(row: Used, now: number): Sql[] {
  const { id, rev, number, until } = row;
  const terms = JSON.parse(row.terms) as LineTerms;
  const given = {
    data: formatBytes(fairBytes(terms, row) ?? 0),
    speed: speedText((terms.fairUse?.downKbps ?? 0) / 1_000),
    plan: terms.packageName,
    endsAt: until,
  };
  return [
    sql`UPDATE lines SET slowed_at = ${now}, slowed_in = ${number}, rev = rev + 1, updated_at = ${now}
      WHERE id = ${id} AND rev = ${rev}`,
    sql`UPDATE lines SET faster_at = ${fasterAt} WHERE id = ${id} AND slowed_in = ${number}`,
    raiseStatement(now, {
      kind: "ending",
      id: sql`${`line.slow.${id}.${number}`}`,
      phone: sql`a.phone`,
      language: sql`a.language`,
      given: sql`json_set(${JSON.stringify(given)}, '$.line', 'slow', '$.account', a.number)`,
      until: sql`${until}`,
      from: sql`JOIN lines l ON l.id = ${id} AND l.slowed_in = ${number} JOIN customer_accounts a ON a.id = l.customer_id`,
    }),
  ];
}

/** Of lines whose next period has begun by itself: they are at their full speed again, and their bridges are told. */
export async function endFairUse(ctx: Context, providerId: string): Promise<void> {
  const now = ctx.now();
  const again = await ctx.tenant(providerId).all(
    sql<{ id: string }>`UPDATE lines SET slowed_at = NULL, slowed_in = NULL, faster_at = NULL, rev = rev + 1,
        updated_at = ${now}
      WHERE faster_at <= ${now} RETURNING id`,
  );
  await deliverLines(
    ctx,
    providerId,
    again.map(({ id }) => id),
  );
}
