import { inArray } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { routers } from "../../db/schema/platform.ts";
import { among, joined, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { RouterRow } from "./platform-routers.ts";

// Reads over all routers.

export type RoutersQuery = {
  page?: number | undefined;
  pageSize?: number | undefined;
  q?: string | undefined;
  /** A provider's id, or `unassigned`. */
  provider?: string | undefined;
};

/** Lists are cut here without a page size (docs/behaviour/provider-console-calls.md, PC-R7). */
const mostRows = 1_000;

export function cutOf({
  page = 1,
  pageSize = mostRows,
}: {
  page?: number | undefined;
  pageSize?: number | undefined;
}) {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** A page of the routers in use, newest first, and how many there are. */
export async function routersPage(
  ctx: Context,
  query: RoutersQuery,
): Promise<{ rows: RouterRow[]; total: number }> {
  const { q, provider } = query;
  const conditions = [sql`archived_at IS NULL`];
  if (provider === "unassigned") conditions.push(sql`provider_id IS NULL`);
  else if (provider !== undefined) conditions.push(sql`provider_id = ${provider}`);
  if (q !== undefined) {
    const text = q.trim().toLowerCase();
    conditions.push(sql`(id = ${text} OR instr(lower(name), ${text}) > 0 OR instr(lower(host), ${text}) > 0
      OR instr(lower(location), ${text}) > 0
      OR provider_id IN (SELECT id FROM providers WHERE instr(lower(business_name), ${text}) > 0))`);
  }
  const from = sql`FROM routers WHERE ${joined(conditions, " AND ")}`;
  const { limit, offset } = cutOf(query);
  const [ids, [count]] = await ctx.platform.batch([
    sql<{ id: string }>`SELECT id ${from} ORDER BY created_at DESC, id LIMIT ${limit} OFFSET ${offset}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  const rows = await rowsById(
    ctx,
    ids.map(({ id }) => id),
  );
  return { rows, total: count?.total ?? 0 };
}

/** In the order asked for. */
async function rowsById(ctx: Context, ids: readonly string[]): Promise<RouterRow[]> {
  const found = new Map<string, RouterRow>();
  // D1 takes at most 100 parameters in a statement.
  for (let at = 0; at < ids.length; at += 90)
    for (const row of await ctx.platform.select(routers, {
      where: inArray(routers.id, ids.slice(at, at + 90)),
    }))
      found.set(row.id, row);
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function businessNames(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.platform.all(
    sql<{ id: string; name: string }>`SELECT id, business_name AS name FROM providers
      WHERE id IN ${among([...new Set(ids)])}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type NamedBridge = { id: string; name: string; providerId: string | null };

export async function bridgesById(ctx: Context, ids: readonly string[]): Promise<Map<string, NamedBridge>> {
  const rows = await ctx.platform.all(
    sql<NamedBridge>`SELECT id, name, provider_id AS providerId FROM bridges WHERE id IN ${among([...new Set(ids)])}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** @throws AppError not_found */
export async function refuseUnknownProvider(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.lookup.providerById(id))) throw refuse("not_found", "no_such_provider");
}
