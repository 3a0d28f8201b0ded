import type { Context } from "../../context.ts";
import type { Outage } from "../../contract/outages.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { raiseStatement } from "../messages/index.ts";
import { deliverAll } from "./deliver.ts";
import { gapsAfter, reopenableMs } from "./extend.ts";
import { sufferers } from "./lost-time.ts";
import { shortestLossMs as minute, type OutageSpan } from "./note-outage.ts";
import { endAfter } from "./open-hours-sql.ts";

/** What is given is delivered at once to so many; a sweep takes the others. */
const deliveredAtOnce = 300;
/** Told later it would be no news. */
const tellMs = 24 * 60 * minute;

type Row = OutageSpan & {
  formerName: string | null;
  settledAt: number | null;
  given: number;
  purchases: number;
};

/** Of the last seven days, newest first. */
export async function listOutages(ctx: Context, providerId: string): Promise<Outage[]> {
  const now = ctx.now();
  const rows = await ctx.tenant(providerId).all(
    sql<Row>`SELECT router_id AS routerId, (SELECT former_name FROM provider_routers
          WHERE provider_routers.router_id = outages.router_id) AS formerName, began_at AS beganAt, ended_at AS endedAt, settled_at AS settledAt,
        purchases AS given,
        CASE WHEN settled_at IS NULL THEN (SELECT count(*) FROM (${sufferers(sql`o.router_id = outages.router_id AND o.began_at = outages.began_at`, now)})) ELSE 0 END AS purchases
      FROM outages WHERE ended_at > ${now - reopenableMs} AND ended_at > began_at ORDER BY began_at DESC LIMIT 50`,
  );
  const moment = (at: number) => new Date(at).toISOString();
  return rows.map(({ routerId, formerName, beganAt, endedAt, settledAt, given, purchases }) => ({
    id: `${routerId}.${beganAt}`,
    routerId,
    formerName,
    purchases,
    beganAt: moment(beganAt),
    endedAt: moment(endedAt),
    settled: settledAt === null ? null : { at: moment(settledAt), purchases: given },
  }));
}

/**
 * Gives each purchase what it lost, rounded up to the minute, once: running ones end so much later, ended ones open again from now on.
 * @param giveBack false: it is left as it was @returns how many were given time
 * @throws AppError not_found; conflict where it is settled
 */
export async function settleOutage(
  ctx: Context,
  providerId: string,
  id: string,
  giveBack: boolean,
): Promise<{ routerId: string; purchases: number }> {
  const [routerId = "", began = ""] = id.split(".");
  const beganAt = Number(began);
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const isOpen = sql`o.router_id = ${routerId} AND o.began_at = ${beganAt} AND o.settled_at IS NULL`;
  const [known] = await db.all(
    sql<{ settledAt: number | null }>`SELECT settled_at AS settledAt FROM outages
      WHERE router_id = ${routerId} AND began_at = ${beganAt} AND ended_at > began_at
        AND ended_at > ${now - reopenableMs}`,
  );
  if (!known) throw refuse("not_found", "outage_unknown");
  if (known.settledAt !== null) throw refuse("conflict", "outage_settled");
  const suffered = sufferers(giveBack ? isOpen : sql`0`, now);
  const isMoving = sql`state = 'moved'`;
  const [, changed = [], settled = []] = await db.batch([
    // First: afterwards they have the time back.
    raiseStatement(now, {
      kind: "outage",
      id: sql`${`outage.${routerId}.${beganAt}.`} || b.id`,
      phone: sql`p.phone`,
      language: sql`p.language`,
      given: sql`json_object('plan', b.terms ->> '$.planName', 'minutes', b.ms / ${minute}, 'endsAt', b.ends)`,
      until: sql`min(b.ends, ${now + tellMs})`,
      from: sql`JOIN (SELECT id, source_id, terms, ms, ${endAfter(sql`terms`, sql`max(ends_at, ${now})`, sql`ms`)} AS ends
        FROM (${suffered})) AS b JOIN payments p ON p.id = b.source_id`,
    }),
    // One on its way to another router goes on there, with what it is given here.
    sql<{
      id: string;
    }>`UPDATE entitlements SET ends_at = ${endAfter(sql`terms`, sql`max(ends_at, ${now})`, sql`suffered.ms`)},
        gaps = ${gapsAfter(now)}, state = iif(${isMoving}, 'moved', 'running'), end_reason = iif(${isMoving}, 'moved', NULL),
        ended_at = iif(${isMoving}, ended_at, NULL), rev = rev + iif(${isMoving}, 0, 1), updated_at = ${now}
      FROM (SELECT id AS sufferer, ms FROM (${suffered})) AS suffered
      WHERE id = suffered.sufferer RETURNING id`,
    sql<{ routerId: string }>`UPDATE outages SET settled_at = ${now}, purchases = changes()
      WHERE router_id = ${routerId} AND began_at = ${beganAt} AND settled_at IS NULL RETURNING router_id AS routerId`,
  ]);
  if (settled.length === 0) throw refuse("conflict", "outage_settled");
  const ids = changed.map((one) => one.id);
  await deliverAll(ctx, providerId, ids.slice(0, deliveredAtOnce));
  return { routerId, purchases: ids.length };
}
