import type { Context } from "../../context.ts";
import type { Morning } from "../../contract/transactions.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { routerNames, routersBriefly } from "../routers/index.ts";
import { countNotRenewed } from "../users/index.ts";
import type { SumOfDay } from "./daily-sums.ts";
import { type Absence, morningOf } from "./morning-state.ts";

type Away = { routers: string; beganAt: number };

/**
 * Yesterday of a provider; null where nothing was sold before today. Reads the sums of two days, what ended in two days and what was away:
 * as much in its first month as in its tenth year.
 */
export async function readMorning(ctx: Context, providerId: string): Promise<Morning | null> {
  const today = dayStart(nairobiDay(ctx.now()));
  const span = { from: today - dayMs, until: today };
  const [day, weekBefore] = [nairobiDay(span.from), nairobiDay(span.from - 7 * dayMs)];
  const db = ctx.tenant(providerId);
  const [[traded], sums, [redeemed], [lapsed], ended, open, [credits], [lines]] = await db.batch([
    sql<{ sold: 0 | 1 }>`SELECT EXISTS (SELECT 1 FROM sales_daily WHERE day <= ${day})
      OR EXISTS (SELECT 1 FROM voucher_daily WHERE day <= ${day}) AS sold`,
    sql<SumOfDay>`SELECT day, sum(count) AS count, sum(cents) AS cents FROM sales_daily
      WHERE day IN (${day}, ${weekBefore}) GROUP BY day`,
    sql<{ count: number }>`SELECT coalesce(sum(count), 0) AS count FROM voucher_daily WHERE day = ${day}`,
    countNotRenewed(ctx.now()),
    sql<{ routerId: string; from: number; until: number }>`SELECT router_id AS routerId, began_at AS "from",
        ended_at AS until FROM outages
      WHERE ended_at > ${span.from} AND began_at < ${span.until} AND ended_at > began_at`,
    sql<Away>`SELECT routers, began_at AS beganAt FROM absences
      WHERE state <> 'over' AND ended_at IS NULL AND began_at < ${span.until}`,
    sql<{
      cents: number;
    }>`SELECT c.balance_cents AS cents FROM message_credits c JOIN message_settings s ON s.id = 'own'
      WHERE c.id = 'own' AND s.sender = 'platform'`,
    linesEnding(ctx.now(), today),
  ]);
  if (!traded?.sold) return null;
  const [routers, names] = await Promise.all([routersBriefly(ctx, providerId), routerNames(ctx, providerId)]);
  const away = new Set(routers.filter(({ onlineSince }) => onlineSince === null).map(({ id }) => id));
  const sumOf = (one: string) => sums.find((sum) => sum.day === one) ?? { count: 0, cents: 0 };
  const { count: sales, cents } = sumOf(day);
  return morningOf({
    day,
    span,
    before: { day: weekBefore, cents: sumOf(weekBefore).cents },
    cents,
    sales,
    vouchers: redeemed?.count ?? 0,
    notRenewed: lapsed?.count ?? 0,
    linesOverdue: lines?.overdue ?? 0,
    linesDue: lines?.due ?? 0,
    absences: [...ended, ...open.flatMap((one) => stillAway(one, away))],
    names,
    creditCents: credits?.cents ?? null,
  });
}

/** As the list of lines shows them. */
const linesEnding = (now: number, today: number) =>
  sql<{ overdue: number; due: number }>`SELECT count(*) FILTER (WHERE paid_until <= ${now}) AS overdue,
      count(*) FILTER (WHERE paid_until >= ${today}) AS due
    FROM lines WHERE closed_at IS NULL AND paused_at IS NULL AND paid_until < ${today + dayMs}`;

/** A router that is reached by another bridge meanwhile is not away, nor is one that the provider has no more. */
function stillAway({ routers, beganAt }: Away, away: ReadonlySet<string>): Absence[] {
  const there = JSON.parse(routers) as { id: string }[];
  return there
    .filter(({ id }) => away.has(id))
    .map(({ id }) => ({ routerId: id, from: beganAt, until: null }));
}

/** The dashboard asks each half minute; of yesterday hardly anything changes. */
const kept = new TtlCache<Morning | null>(5 * minuteMs);

export function keptMorning(ctx: Context, providerId: string): Promise<Morning | null> {
  const now = ctx.now();
  return kept.get(`${providerId} ${nairobiDay(now)}`, now, () => readMorning(ctx, providerId));
}
