import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as calls from "../../contract/reconciliation.ts";
import { shillings } from "../../contract/values/money.ts";
import { readCounts } from "./run-store.ts";

// What waits for a person, over all providers. Their names lie in the platform's tables and are read apart.

const mostRows = 1_000;

type Listed<Row> = Promise<{ rows: Row[]; total: number }>;
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
  const names = await providerNames(ctx);
  const conditions = [`resolved_at IS ${state === "open" ? "NULL" : "NOT NULL"}`];
  const values: (string | number)[] = [];
  const bind = (value: string) => `?${values.push(value)}`;
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
  return { total, rows: rows.map((row) => differenceOf(row, names)) };
}

function differenceOf(row: ReviewRow, names: ReadonlyMap<string, string>): calls.Difference {
  const { body, ...detail } = JSON.parse(row.detail) as Record<string, unknown>;
  return {
    ...{ id: row.id, providerId: row.providerId, kind: row.kind, resolvedBy: row.resolvedBy },
    provider: names.get(row.providerId) ?? row.providerId,
    at: iso(row.at),
    transactionId: row.paymentId || null,
    detail,
    replayable: row.kind === "dead-letter" && typeof body === "string" && row.resolvedAt === null,
    resolvedAt: row.resolvedAt === null ? null : iso(row.resolvedAt),
    resolution: row.resolution,
  };
}

export async function listRuns(
  ctx: Context,
  query: z.output<(typeof calls.listRuns)["query"]>,
): Listed<calls.ReconciliationRun> {
  type Row = { day: string; startedAt: number; finishedAt: number | null; counts: string };
  const [names, { rows, total }] = await Promise.all([
    providerNames(ctx),
    pageOf<Row>(
      ctx,
      "day, started_at AS startedAt, finished_at AS finishedAt, counts",
      "FROM reconciliation_runs",
      "day DESC",
      [],
      query,
    ),
  ]);
  return {
    total,
    rows: rows.map(({ day, startedAt, finishedAt, counts: text }) => {
      const { counts, missing } = readCounts(text);
      return {
        ...{
          day,
          startedAt: iso(startedAt),
          finishedAt: finishedAt === null ? null : iso(finishedAt),
          counts,
        },
        faults: missing.map(({ providerId, shortCode, fault, nextAt }) => ({
          ...{ provider: names.get(providerId) ?? providerId, shortCode, fault },
          nextAt: nextAt === null ? null : iso(nextAt),
        })),
      };
    }),
  };
}

export async function listRefunds(
  ctx: Context,
  query: z.output<(typeof calls.listRefunds)["query"]>,
): Listed<calls.RefundLine> {
  const conditions = ["1 = 1"];
  const values: (string | number)[] = [];
  if (query.status) conditions.push(`status = ?${values.push(query.status)}`);
  if (query.providerId) conditions.push(`provider_id = ?${values.push(query.providerId)}`);
  const text = query.q?.trim().toLowerCase();
  if (text) {
    const part = `?${values.push(text)}`;
    const columns = ["id", "payment_id", "reason", "coalesce(detail, '')", "coalesce(receipt, '')"];
    const parts = columns.map((column) => `instr(lower(${column}), ${part}) > 0`);
    // The payer's message has the receipt of the payment, not that of the refund.
    parts.push(
      `EXISTS (SELECT 1 FROM payments WHERE payments.provider_id = refunds.provider_id
        AND payments.id = refunds.payment_id AND instr(lower(payments.receipt), ${part}) > 0)`,
    );
    conditions.push(`(${parts.join(" OR ")})`);
  }
  type Row = Omit<calls.RefundLine, "provider" | "amount" | "createdAt" | "updatedAt"> & {
    cents: number;
    createdAt: number;
    updatedAt: number;
  };
  const [names, { rows, total }] = await Promise.all([
    providerNames(ctx),
    pageOf<Row>(
      ctx,
      `id, provider_id AS providerId, payment_id AS transactionId, cents, status, reason, detail, receipt,
        created_at AS createdAt, updated_at AS updatedAt`,
      `FROM refunds WHERE ${conditions.join(" AND ")}`,
      "created_at DESC, id",
      values,
      query,
    ),
  ]);
  return {
    total,
    rows: rows.map(({ cents, createdAt, updatedAt, ...row }) => ({
      ...row,
      provider: names.get(row.providerId) ?? row.providerId,
      amount: shillings(cents),
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
    })),
  };
}

export async function openCounts(
  ctx: Context,
): Promise<z.input<(typeof calls.reconciliationCounts)["answer"]>> {
  const { platform } = ctx;
  const count = (from: string) => platform.statement(`SELECT count(*) AS count FROM ${from}`);
  const [differences, typed, refunds] = await platform.batch([
    count("reviews WHERE resolved_at IS NULL"),
    count("typed_payments WHERE status = 'unmatched'"),
    count("refunds WHERE status = 'unknown'"),
  ]);
  const of = (rows: Record<string, unknown>[] | undefined) => Number(rows?.[0]?.count ?? 0);
  return { differences: of(differences), typed: of(typed), refunds: of(refunds) };
}

async function pageOf<Row>(
  ctx: Context,
  columns: string,
  from: string,
  order: string,
  values: readonly (string | number)[],
  { page = 1, pageSize = mostRows }: { page?: number | undefined; pageSize?: number | undefined },
): Listed<Row> {
  const { platform } = ctx;
  const [rows = [], [count] = []] = await platform.batch([
    platform.statement(
      `SELECT ${columns} ${from} ORDER BY ${order} LIMIT ?${values.length + 1} OFFSET ?${values.length + 2}`,
      ...values,
      pageSize,
      (page - 1) * pageSize,
    ),
    platform.statement(`SELECT count(*) AS count ${from}`, ...values),
  ]);
  return { rows: rows as Row[], total: Number(count?.count ?? 0) };
}

async function providerNames(ctx: Context): Promise<Map<string, string>> {
  const { platform } = ctx;
  const rows = await platform.all<{ id: string; name: string }>(
    platform.statement("SELECT id, business_name AS name FROM providers"),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const iso = (at: number) => new Date(at).toISOString();
