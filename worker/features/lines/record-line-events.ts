import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { LineEvent } from "../entitlements/index.ts";
import { blockedBeforeStatement, servedUnpaidStatements } from "./served-unpaid.ts";

/** What a bridge tells of a provider's lines, in one transaction. Repeatable; of a line that is not this provider's nothing changes. */
export async function recordLineEvents(
  ctx: Context,
  providerId: string,
  events: readonly LineEvent[],
): Promise<void> {
  const now = ctx.now();
  await ctx.tenant(providerId).batch(events.flatMap((event) => statementsOf(event, now)));
}

function statementsOf(event: LineEvent, now: number): Sql[] {
  const { lineId, routerId } = event;
  const at = now - Math.min(event.ageMs, now);
  if (event.kind === "line_applied") {
    const { rev, state } = event;
    const isNews = sql`id = ${lineId} AND router_id = ${routerId} AND rev >= ${rev} AND confirmed_rev <= ${rev}`;
    return [
      ...(state === "open"
        ? []
        : [...servedUnpaidStatements(at, isNews), blockedBeforeStatement(at, isNews)]),
      sql`UPDATE lines SET confirmed_rev = ${rev}, applied = ${state}, hindrance = NULL WHERE ${isNews}`,
    ];
  }
  if (event.kind === "line_hindered") {
    const { rev, hindrance } = event;
    return [
      sql`UPDATE lines SET hindrance = ${hindrance}
        WHERE id = ${lineId} AND router_id = ${routerId} AND rev = ${rev}`,
    ];
  }
  const { session } = event;
  const since = session ? at - Math.min(session.sessionMs, at) : null;
  const isNewer = sql`id = ${lineId} AND router_id = ${routerId} AND coalesce(changed_at, 0) <= ${at}`;
  return [
    // Of the session that was: the next one is another.
    ...servedUnpaidStatements(at, sql`${isNewer} AND dialled_at IS NOT ${since} AND applied = 'blocked'`),
    sql`UPDATE lines SET dialled_at = ${since}, address = ${session?.address ?? null},
        caller_id = ${session?.callerId ?? null}, changed_at = ${at}
        WHERE ${isNewer}`,
  ];
}
