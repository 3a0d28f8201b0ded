import type { Context } from "../../context.ts";
import { among, sql } from "../../db/sql.ts";
import { type Compared, comparedOn } from "../reconciliation/index.ts";
import { dayRange, isNotLetOut, paidSince } from "../transactions/index.ts";

export type MoneyOfDay = { takenCents: number; lostCents: number; statement: Compared };

/** Open differences of these kinds are about money that is in the books and, as far as is known, nowhere else. */
const missing = ["denied", "not-in-statement", "unserved"];

/**
 * What came in on a Nairobi day, and what of it was lost: paid and not served, or denied by the gateway's side. The reports' own sum and
 * the comparison's own differences; each payment is lost once. @param keptOut purchases whose device is kept out now
 */
export async function moneyOfDay(
  ctx: Context,
  providerId: string,
  day: string,
  keptOut: readonly string[],
): Promise<MoneyOfDay> {
  const db = ctx.tenant(providerId);
  const range = dayRange(day, day);
  const [since, statement] = await Promise.all([paidSince(db, range), comparedOn(ctx, providerId, day)]);
  const [[taken], [lost]] = await db.batch([
    sql<{ cents: number }>`SELECT coalesce(sum(cents), 0) AS cents FROM sales_daily WHERE day = ${day}`,
    sql<{
      cents: number;
    }>`SELECT coalesce(sum(max(0, amount_cents - refunded_cents)), 0) AS cents FROM payments
      WHERE created_at >= ${since} AND created_at < ${range.end} AND status = 'completed'
        AND completed_at >= ${range.start} AND completed_at < ${range.end}
        AND (id IN (SELECT payment_id FROM reviews WHERE resolved_at IS NULL AND kind IN ${among(missing)})
          OR entitlement_id IN ${among(keptOut)} OR ${isNotLetOut.payment(ctx.now())})`,
  ]);
  return { takenCents: taken?.cents ?? 0, lostCents: lost?.cents ?? 0, statement };
}
