import { inArray } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { routers } from "../../db/schema/platform.ts";
import { refuse } from "../../errors.ts";
import type { RouterRow } from "./platform-routers.ts";

// Reads over all routers. What a provider has of one lies in the tenants' tables and is read by a statement of its own.

export type Owner = { providerId: string; businessName: string; location: string | null };
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
  const { platform } = ctx;
  const { q, provider } = query;
  const conditions = ["archived_at IS NULL"];
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `?${values.push(value)}`;
  if (provider === "unassigned")
    conditions.push(`id NOT IN (SELECT value FROM json_each(${bind(JSON.stringify(await assigned(ctx)))}))`);
  else if (provider !== undefined)
    conditions.push(
      `id IN (SELECT value FROM json_each(${bind(JSON.stringify(await assigned(ctx, provider)))}))`,
    );
  if (q !== undefined) {
    const words = bind(q.trim().toLowerCase());
    const elsewhere = bind(JSON.stringify(await foundElsewhere(ctx, q.trim().toLowerCase())));
    conditions.push(
      `(instr(lower(name), ${words}) > 0 OR instr(lower(host), ${words}) > 0
        OR id IN (SELECT value FROM json_each(${elsewhere})))`,
    );
  }
  const where = `FROM routers WHERE ${conditions.join(" AND ")}`;
  const { limit, offset } = cutOf(query);
  const [ids = [], count = []] = await platform.batch([
    platform.statement(
      `SELECT id ${where} ORDER BY created_at DESC, id LIMIT ${limit} OFFSET ${offset}`,
      ...values,
    ),
    platform.statement(`SELECT count(*) AS total ${where}`, ...values),
  ]);
  const rows = await rowsById(
    ctx,
    ids.map(({ id }) => String(id)),
  );
  return { rows, total: Number(count[0]?.total ?? 0) };
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

/** Ids of the routers that are assigned now, to one provider or to any. */
async function assigned(ctx: Context, providerId?: string): Promise<string[]> {
  const { platform } = ctx;
  const rows = await platform.all<{ id: string }>(
    platform.statement(
      `SELECT router_id AS id FROM provider_routers
      WHERE unassigned_at IS NULL AND (?1 IS NULL OR provider_id = ?1)`,
      providerId ?? null,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Ids of the routers whose provider or place says this. @param words in lower case */
async function foundElsewhere(ctx: Context, words: string): Promise<string[]> {
  const { platform } = ctx;
  const named = await platform.all<{ id: string }>(
    platform.statement("SELECT id FROM providers WHERE instr(lower(business_name), ?1) > 0", words),
  );
  const rows = await platform.all<{ id: string }>(
    platform.statement(
      `SELECT router_id AS id FROM provider_routers WHERE unassigned_at IS NULL
        AND (instr(lower(location), ?1) > 0 OR provider_id IN (SELECT value FROM json_each(?2)))`,
      words,
      JSON.stringify(named.map(({ id }) => id)),
    ),
  );
  return rows.map(({ id }) => id);
}

/** Who has these routers now, by router; those that nobody has are absent. */
export async function ownersOf(ctx: Context, ids: readonly string[]): Promise<Map<string, Owner>> {
  const { platform } = ctx;
  const pairs = await platform.all<{ routerId: string; providerId: string; location: string | null }>(
    platform.statement(
      `SELECT router_id AS routerId, provider_id AS providerId, location FROM provider_routers
      WHERE unassigned_at IS NULL AND router_id IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(ids),
    ),
  );
  const names = await namesOf(
    ctx,
    "providers",
    "business_name",
    pairs.map(({ providerId }) => providerId),
  );
  return new Map(
    pairs.map(({ routerId, providerId, location }) => [
      routerId,
      { providerId, location, businessName: names.get(providerId) ?? "" },
    ]),
  );
}

/** Names of bridges, by id. */
export function bridgeNames(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  return namesOf(ctx, "bridges", "name", ids);
}

async function namesOf(
  ctx: Context,
  table: "providers" | "bridges",
  column: "business_name" | "name",
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { platform } = ctx;
  const sql = `SELECT id, ${column} AS name FROM ${table} WHERE id IN (SELECT value FROM json_each(?1))`;
  const rows = await platform.all<{ id: string; name: string }>(
    platform.statement(sql, JSON.stringify([...new Set(ids)])),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Every router in use that a bridge serves, with its bridge; and how many there are, and how many somebody has. */
export async function allRouters(
  ctx: Context,
): Promise<{ total: number; assigned: number; served: { id: string; bridgeId: string }[] }> {
  const { platform } = ctx;
  const owned = new Set(await assigned(ctx));
  const rows = await platform.all<{ id: string; bridgeId: string | null }>(
    platform.statement("SELECT id, bridge_id AS bridgeId FROM routers WHERE archived_at IS NULL"),
  );
  const taken = rows.filter(({ id }) => owned.has(id));
  const served = taken.flatMap(({ id, bridgeId }) => (bridgeId === null ? [] : [{ id, bridgeId }]));
  return { total: rows.length, assigned: taken.length, served };
}

/** @throws AppError not_found */
export async function refuseUnknownProvider(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.lookup.providerById(id))) throw refuse("not_found", "no_such_provider");
}
