import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as calls from "../../contract/reconciliation.ts";
import type { Made } from "../../contract/texts.ts";
import { among, joined, sql } from "../../db/sql.ts";
import { countOpenAppeals } from "../payments/index.ts";
import { moneyOf, waitingReceipts, waitsAsPaybillPayment } from "./money-of-difference.ts";
import { lastNight } from "./nights.ts";
import { type Listed, pageOf, providerNames } from "./page-of.ts";

type ReviewRow = {
  id: string;
  providerId: string;
  at: number;
  kind: calls.DifferenceKind;
  paymentId: string;
  detail: string;
  resolvedAt: number | null;
  resolvedBy: string | null;
  resolution: string | null;
};

export async function listDifferences(
  ctx: Context,
  query: z.output<(typeof calls.listDifferences)["query"]>,
): Listed<calls.Difference> {
  const { state = "open", kind, providerId, q } = query;
  const [names, waiting] = await Promise.all([providerNames(ctx), waitingReceipts(ctx, null)]);
  const conditions =
    state === "open"
      ? [
          sql`resolved_at IS NULL`,
          sql`${waitsAsPaybillPayment(waiting, sql`reviews.provider_id`)} IS NOT TRUE`,
        ]
      : [sql`resolved_at IS NOT NULL`];
  if (kind) conditions.push(sql`kind = ${kind}`);
  if (providerId) conditions.push(sql`provider_id = ${providerId}`);
  const text = q?.trim().toLowerCase();
  if (text) {
    const named = [...names].filter(([, name]) => name.toLowerCase().includes(text)).map(([id]) => id);
    conditions.push(sql`(instr(lower(payment_id), ${text}) > 0 OR instr(lower(detail), ${text}) > 0
      OR provider_id IN ${among(named)})`);
  }
  const { rows, total } = await pageOf<ReviewRow>(
    ctx,
    {
      columns: sql`id, provider_id AS providerId, at, kind, payment_id AS paymentId, detail,
        resolved_at AS resolvedAt, resolved_by AS resolvedBy, resolution`,
      from: sql`FROM provider_reviews AS reviews WHERE ${joined(conditions, " AND ")}`,
      order: state === "open" ? sql`at DESC, id` : sql`resolved_at DESC, id`,
    },
    query,
  );
  const money = await moneyOf(ctx, rows);
  return { total, rows: rows.map((row) => differenceOf(row, names, money)) };
}

function differenceOf(
  row: ReviewRow,
  names: ReadonlyMap<string, string>,
  money: Awaited<ReturnType<typeof moneyOf>>,
): calls.Difference {
  const { body, ...detail } = JSON.parse(row.detail) as Record<string, unknown>;
  return {
    id: row.id,
    providerId: row.providerId,
    kind: row.kind,
    resolvedBy: row.resolvedBy,
    provider: names.get(row.providerId) ?? row.providerId,
    at: iso(row.at),
    transactionId: row.paymentId || null,
    detail,
    giveBack: row.resolvedAt === null ? money(row) : null,
    replayable: row.kind === "dead-letter" && typeof body === "string" && row.resolvedAt === null,
    resolvedAt: row.resolvedAt === null ? null : iso(row.resolvedAt),
    resolution: row.resolution,
  };
}

export async function openCounts(ctx: Context): Promise<Made<(typeof calls.reconciliationCounts)["answer"]>> {
  const waiting = await waitingReceipts(ctx, null);
  const [[differences], [paybill], [refunds], [confirmations], [nights], [appeals]] =
    await ctx.platform.batch([
      sql<Count>`SELECT count(*) AS count FROM provider_reviews AS reviews
      WHERE resolved_at IS NULL AND ${waitsAsPaybillPayment(waiting, sql`reviews.provider_id`)} IS NOT TRUE`,
      sql<Count>`SELECT count(*) AS count FROM paybill_payments WHERE status = 'unmatched'`,
      sql<Count>`SELECT count(*) AS count FROM provider_refunds WHERE status = 'unknown'`,
      sql<Count>`SELECT count(*) AS count FROM payment_confirmations WHERE status = 'pending'`,
      sql<Count>`SELECT count(*) AS count FROM reconciliation_runs
      WHERE finished_at IS NULL AND (started_at < ${lastNight(ctx.now()).startsAt}
        OR json_extract(counts, '$.broken') IS NOT NULL)`,
      countOpenAppeals,
    ]);
  return {
    differences: differences?.count ?? 0,
    paybill: paybill?.count ?? 0,
    refunds: refunds?.count ?? 0,
    confirmations: confirmations?.count ?? 0,
    nights: nights?.count ?? 0,
    appeals: appeals?.count ?? 0,
  };
}

const iso = (at: number) => new Date(at).toISOString();
type Count = { count: number };
