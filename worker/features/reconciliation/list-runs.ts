import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as calls from "../../contract/reconciliation.ts";
import { sql } from "../../db/sql.ts";
import { lastNight } from "./nights.ts";
import { type Listed, pageOf, providerNames } from "./page-of.ts";
import { type Cursor, type Left, type Missing, readCounts } from "./run-store.ts";

export async function listRuns(
  ctx: Context,
  query: z.output<(typeof calls.listRuns)["query"]>,
): Listed<calls.ReconciliationRun> {
  type Row = {
    day: string;
    startedAt: number;
    finishedAt: number | null;
    cursor: string | null;
    counts: string;
  };
  const { startsAt } = lastNight(ctx.now());
  const [names, { rows, total }] = await Promise.all([
    providerNames(ctx),
    pageOf<Row>(
      ctx,
      {
        columns: sql`day, started_at AS startedAt, finished_at AS finishedAt, cursor, counts`,
        from: sql`FROM reconciliation_runs`,
        order: sql`day DESC`,
      },
      query,
    ),
  ]);
  return {
    total,
    rows: rows.map(({ day, startedAt, finishedAt, cursor, counts: text }) => {
      const { counts, missing, left, broken } = readCounts(text);
      const step = cursor === null ? null : (JSON.parse(cursor) as Cursor).step;
      return {
        day,
        counts,
        step,
        startedAt: iso(startedAt),
        finishedAt: finishedAt === null ? null : iso(finishedAt),
        state:
          finishedAt !== null
            ? step === null
              ? "done"
              : "given-up"
            : startedAt < startsAt
              ? "interrupted"
              : "comparing",
        broken:
          broken === null || step === null ? null : { step, tries: broken.tries, nextAt: iso(broken.nextAt) },
        faults: faultsOf(missing, names),
        silent: silentOf(left, names),
      };
    }),
  };
}

/** Each provider once, with the time of its next try. */
function silentOf(
  left: readonly Left[],
  names: ReadonlyMap<string, string>,
): calls.ReconciliationRun["silent"] {
  return [...Map.groupBy(left, ({ providerId }) => providerId)].map(([providerId, own]) => ({
    providerId,
    provider: names.get(providerId) ?? providerId,
    nextAt: iso(Math.min(...own.map(({ nextAt }) => nextAt))),
  }));
}

/** A fault that all accounts of a provider share is listed once. */
function faultsOf(
  missing: readonly Missing[],
  names: ReadonlyMap<string, string>,
): calls.ReconciliationRun["faults"] {
  const alike = Map.groupBy(missing, ({ providerId, fault, nextAt }) => `${providerId} ${nextAt} ${fault}`);
  return [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { providerId, fault, nextAt } = first;
    return {
      providerId,
      provider: names.get(providerId) ?? providerId,
      fault,
      shortCodes: some.map(({ shortCode }) => shortCode),
      nextAt: nextAt === null ? null : iso(nextAt),
    };
  });
}

const iso = (at: number) => new Date(at).toISOString();
