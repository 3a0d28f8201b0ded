import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as calls from "../../contract/reconciliation.ts";
import type { Made } from "../../contract/texts.ts";
import { moneyOf, waitingReceipts, waitsAsTyped } from "./money-of-difference.ts";
import { type Listed, pageOf, providerNames } from "./page-of.ts";

// What waits for a person, over all providers.

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
  const values: (string | number)[] = [];
  const bind = (value: string) => `?${values.push(value)}`;
  const conditions =
    state === "open"
      ? ["resolved_at IS NULL", `${waitsAsTyped(bind(waiting))} IS NOT TRUE`]
      : ["resolved_at IS NOT NULL"];
  if (kind) conditions.push(`kind = ${bind(kind)}`);
  if (providerId) conditions.push(`provider_id = ${bind(providerId)}`);
  const text = q?.trim().toLowerCase();
  if (text) {
    const part = bind(text);
    const named = [...names].filter(([, name]) => name.toLowerCase().includes(text)).map(([id]) => id);
    const ids = bind(JSON.stringify(named));
    conditions.push(
      `(instr(lower(payment_id), ${part}) > 0 OR instr(lower(detail), ${part}) > 0 OR provider_id IN (SELECT value FROM json_each(${ids})))`,
    );
  }
  const { rows, total } = await pageOf<ReviewRow>(
    ctx,
    `id, provider_id AS providerId, at, kind, payment_id AS paymentId, detail, resolved_at AS resolvedAt,
      resolved_by AS resolvedBy, resolution`,
    `FROM reviews WHERE ${conditions.join(" AND ")}`,
    state === "open" ? "at DESC, id" : "resolved_at DESC, id",
    values,
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
    ...{ id: row.id, providerId: row.providerId, kind: row.kind, resolvedBy: row.resolvedBy },
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
  const { platform } = ctx;
  const waiting = await waitingReceipts(ctx, null);
  const count = (from: string, ...values: string[]) =>
    platform.statement(`SELECT count(*) AS count FROM ${from}`, ...values);
  const [differences, typed, refunds] = await platform.batch([
    count(`reviews WHERE resolved_at IS NULL AND ${waitsAsTyped("?1")} IS NOT TRUE`, waiting),
    count("typed_payments WHERE status = 'unmatched'"),
    count("refunds WHERE status = 'unknown'"),
  ]);
  const of = (rows: Record<string, unknown>[] | undefined) => Number(rows?.[0]?.count ?? 0);
  return { differences: of(differences), typed: of(typed), refunds: of(refunds) };
}

const iso = (at: number) => new Date(at).toISOString();
