import { platformBooks } from "../contract/values/platform-books.ts";
import { log } from "../log.ts";
import type { Executor } from "./executor.ts";
import { isThere } from "./lookup.ts";
import { among, type Sql, sql } from "./sql.ts";
import type { TenantDb } from "./tenant-db.ts";

type Tenants = { tenant(providerId: string): TenantDb };

/** Each provider's rows lie in a database of its own: no more of them are asked at the same moment. */
const mostAtOnce = 20;

/** A row, and whose it is: a provider's tables don't say. */
export type Owned<Row> = Row & { providerId: string };

/**
 * The same statement at each of these providers. For few of them, such as the collectors of one pay bill; what is listed of all
 * providers has a copy among the platform's tables. @returns all rows, in the order of the providers
 */
export async function allOf<Row>(
  ctx: Tenants,
  providerIds: Iterable<string>,
  statement: Sql<Row>,
): Promise<Owned<Row>[]> {
  return fromEach(providerIds, async (providerId) => {
    const rows = await ctx.tenant(providerId).all(statement);
    return rows.map((row) => ({ ...row, providerId }));
  });
}

/** As `allOf`, of those that answer: for figures of the whole platform, which one provider's fault must not hide. */
export async function ofThoseThatAnswer<Row>(
  ctx: Tenants,
  providerIds: readonly string[],
  statement: Sql<Row>,
): Promise<Owned<Row>[]> {
  const answers = await atEach(providerIds, (providerId) => allOf(ctx, [providerId], statement));
  return answers.flatMap((answer, place) => {
    if (answer.status === "fulfilled") return answer.value;
    log("error", "provider left out of figures", answer.reason, { provider: providerIds[place] });
    return [];
  });
}

/** What is read so at each of these providers. @returns all of it, in the order of the providers */
export async function fromEach<Row>(
  providerIds: Iterable<string>,
  read: (providerId: string) => Promise<Row[]>,
): Promise<Row[]> {
  const answers = await atEach([...new Set(providerIds)], read);
  return answers.flatMap((answer) => {
    if (answer.status === "rejected") throw answer.reason;
    return answer.value;
  });
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

/** Does this for each of them, a bounded number at a time. @returns how it went, in their order; one failing stops no other */
export async function atEach<Answer>(
  providerIds: readonly string[],
  work: (providerId: string) => Promise<Answer>,
): Promise<PromiseSettledResult<Answer>[]> {
  const answers = new Array<PromiseSettledResult<Answer>>(providerIds.length);
  const left = providerIds.entries();
  const worker = async () => {
    for (const [place, providerId] of left)
      [answers[place]] = (await Promise.allSettled([work(providerId)])) as [PromiseSettledResult<Answer>];
  };
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, providerIds.length) }, worker));
  return answers;
}
