import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as calls from "../../contract/reconciliation.ts";
import { shillings } from "../../contract/values/money.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, lineOf } from "../audit/index.ts";
import { copyNow } from "../copies/index.ts";
import { waitingReceipts, waitsAsPaybillPayment } from "./money-of-difference.ts";
import { providerNames } from "./page-of.ts";
import { recordClosed } from "./resolve-difference.ts";

// One cause can make thousands of differences: an hour of a wrong account, a night without a statement. They are counted by kind,
// provider and account, and closed together.

/** The pay bill, till or central account that a difference is about; empty where it names none. */
const accountOf = sql`coalesce(detail ->> 'shortCode', detail ->> 'centralAccount', '')`;

/** Open ones, most first. */
export async function differenceGroups(ctx: Context): Promise<calls.DifferenceGroup[]> {
  const [names, waiting] = await Promise.all([providerNames(ctx), waitingReceipts(ctx, null)]);
  type Row = {
    kind: calls.DifferenceKind;
    providerId: string;
    account: string;
    count: number;
    since: number;
    until: number;
    asked: number | null;
    reported: number | null;
  };
  const rows = await ctx.platform.all(
    sql<Row>`SELECT kind, provider_id AS providerId, ${accountOf} AS account, count(*) AS count,
        min(at) AS since, max(at) AS until,
        sum(coalesce(detail ->> 'askedCents', detail ->> 'amountCents')) AS asked,
        sum(coalesce(detail ->> 'reportedCents', detail ->> 'statementCents', detail ->> 'switchCents',
          detail ->> 'cents')) AS reported
      FROM provider_reviews AS reviews
      WHERE resolved_at IS NULL AND ${waitsAsPaybillPayment(waiting, sql`reviews.provider_id`)} IS NOT TRUE
      GROUP BY kind, provider_id, account ORDER BY count DESC, since`,
  );
  const iso = (at: number) => new Date(at).toISOString();
  const kes = (cents: number | null) => (cents === null ? null : shillings(cents));
  return rows.map(({ since, until, asked, reported, ...row }) => ({
    ...row,
    provider: names.get(row.providerId) ?? row.providerId,
    since: iso(since),
    until: iso(until),
    asked: kes(asked),
    reported: kes(reported),
  }));
}

const mostAtOnce = 500;

/**
 * Closes those of a group that were there when it was looked at, some at once. A note books nothing.
 * @throws AppError not_found; invalid for callbacks, which are delivered one by one
 */
export async function resolveGroup(
  ctx: Context,
  group: z.output<(typeof calls.resolveDifferences)["body"]>,
  actor: Actor,
): Promise<{ resolved: number; left: number }> {
  const { kind, providerId, account, until, note } = group;
  if (kind === "dead-letter") throw refuse("invalid", "differences_one_by_one");
  if (providerId !== platformBooks && !(await ctx.lookup.providerById(providerId)))
    throw refuse("not_found", "no_such_provider");
  const db = ctx.tenant(providerId);
  const waiting = await waitingReceipts(ctx, providerId);
  const from: Sql = sql`FROM reviews WHERE kind = ${kind}
    AND resolved_at IS NULL AND at <= ${Date.parse(until)} AND ${accountOf} = ${account}
    AND ${waitsAsPaybillPayment(waiting, sql`${providerId}`)} IS NOT TRUE`;
  const open = await db.all(sql<{ id: string }>`SELECT id ${from} ORDER BY at, id LIMIT ${mostAtOnce}`);
  const whose = providerId === platformBooks ? null : providerId;
  const sent = open.map(({ id }) => ({
    id,
    line: JSON.stringify(
      lineOf(ctx, {
        ...actor,
        providerId: whose,
        subject: id,
        action: "difference.resolve",
        detail: { kind, note, together: open.length },
      }),
    ),
  }));
  const [closed = [], [left]] = await db.batch([
    sql<{ id: string }>`UPDATE reviews SET resolved_at = ${ctx.now()}, resolved_by = ${actor.actorId},
        resolution = ${note}, audit_line = sent.line
      FROM (SELECT value ->> 'id' AS id, value ->> 'line' AS line FROM json_each(${JSON.stringify(sent)})) AS sent
      WHERE reviews.id = sent.id AND reviews.resolved_at IS NULL
      RETURNING reviews.id`,
    sql<{ count: number }>`SELECT count(*) AS count ${from}`,
  ]);
  // A hundred lines with each; what fails here is written by the sweep.
  for (let written = 0; written < closed.length; written += 100) await recordClosed(ctx, providerId);
  await copyNow(ctx, providerId);
  return { resolved: closed.length, left: left?.count ?? 0 };
}
