import { platformBooks } from "../contract/values/platform-books.ts";
import { isOfErased } from "../errors.ts";
import { log } from "../log.ts";
import { within } from "../sleep.ts";
import type { Executor } from "./executor.ts";
import { isThere } from "./lookup.ts";
import { among, type Sql, sql } from "./sql.ts";
import type { TenantDb } from "./tenant-db.ts";

type Tenants = { tenant(providerId: string): TenantDb };

/** Each provider's rows lie in a database of its own: no more of them are asked at the same moment. */
const mostAtOnce = 20;
/** One that is not done by then counts as one that does not answer; what it still does it may do to the end. */
const patienceMs = 25_000;

/** A row, and whose it is: a provider's tables don't say. */
export type Owned<Row> = Row & { providerId: string };

/** What several providers were asked: the rows of those that answered, and who did not. */
export type Asked<Row> = { rows: Row[]; silent: Silent[] };

/** A provider whose object or database did not answer. One that was erased meanwhile is none: it has no rows. */
export type Silent = { providerId: string; fault: string };

/**
 * The same statement at each of these providers. For few of them, such as the collectors of one pay bill; what is listed of all
 * providers has a copy among the platform's tables. Rows come in the order of the providers.
 */
export async function allOf<Row>(
  ctx: Tenants,
  providerIds: Iterable<string>,
  statement: Sql<Row>,
): Promise<Asked<Owned<Row>>> {
  return fromEach(providerIds, async (providerId) => {
    const rows = await ctx.tenant(providerId).all(statement);
    return rows.map((row) => ({ ...row, providerId }));
  });
}

/** What is read so at each of these providers. One that does not answer is named, in the log too, and keeps no other's rows away. */
export async function fromEach<Row>(
  providerIds: Iterable<string>,
  read: (providerId: string) => Promise<Row[]>,
  waitMs = patienceMs,
): Promise<Asked<Row>> {
  const ids = [...new Set(providerIds)];
  const answers = await atEach(ids, read, waitMs);
  const asked: Asked<Row> = { rows: [], silent: [] };
  for (const [place, answer] of answers.entries()) {
    const providerId = ids[place] ?? "";
    if (answer.status === "fulfilled") asked.rows.push(...answer.value);
    else if (!isOfErased(answer.reason)) asked.silent.push(silentAs(providerId, answer.reason));
  }
  return asked;
}

/** Written down in the log, by its name. */
export function silentAs(providerId: string, cause: unknown): Silent {
  log("error", "provider does not answer", cause, { provider: providerId });
  return { providerId, fault: cause instanceof Error ? cause.message : String(cause) };
}

/** Whom `atEach` goes through for what concerns all of them. */
export async function providerIds(ctx: { platform: Executor }): Promise<string[]> {
  const rows = await ctx.platform.all(sql<{ id: string }>`SELECT id FROM providers WHERE ${isThere}`);
  return rows.map(({ id }) => id);
}

/** What is listed by its provider for some weeks, such as pushes, may be of one that was erased since: that is left out. */
export async function ofProvidersThere<Row extends { providerId: string }>(
  ctx: { platform: Executor },
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = [...new Set(rows.map(({ providerId }) => providerId))];
  const there = await ctx.platform.all(
    sql<{ id: string }>`SELECT id FROM providers WHERE id IN ${among(ids)} AND ${isThere}`,
  );
  const known = new Set([platformBooks, ...there.map(({ id }) => id)]);
  return rows.filter(({ providerId }) => known.has(providerId));
}

/** Does this for each of them, a bounded number at a time. @returns how it went, in their order; one that fails or hangs stops no other */
export async function atEach<Answer>(
  providerIds: readonly string[],
  work: (providerId: string) => Promise<Answer>,
  waitMs = patienceMs,
): Promise<PromiseSettledResult<Answer>[]> {
  const answers = new Array<PromiseSettledResult<Answer>>(providerIds.length);
  const left = providerIds.entries();
  const worker = async () => {
    for (const [place, providerId] of left)
      [answers[place]] = (await Promise.allSettled([within(waitMs, work(providerId))])) as [
        PromiseSettledResult<Answer>,
      ];
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, providerIds.length) }, worker));
  return answers;
}
