import type { Context } from "../../context.ts";
import { type Asked, allOf, providerIds } from "../../db/every-tenant.ts";
import { isThere } from "../../db/lookup.ts";
import { type SealedTable, sealedColumns } from "../../db/sealed-columns.ts";
import { among, names, type Sql, sql } from "../../db/sql.ts";
import { keepProgress, progressOf } from "../../db/sweep-progress.ts";
import { rootSecretMarker } from "../../env.ts";
import { sealedStart } from "../../keys.ts";
import { recoveryStart } from "../entitlements/index.ts";
import { collectingPaybill } from "../gateways/index.ts";

export const sealedTables = Object.keys(sealedColumns) as SealedTable[];

type SealedRow = { id: string; sealed: string };

/** Some rows whose value was sealed with one of these root secrets. */
export async function sealedBy(
  ctx: Context,
  table: SealedTable,
  versions: readonly string[],
  limit: number,
): Promise<SealedRow[]> {
  const { column, key } = sealedColumns[table];
  return ctx.platform.all(
    sql<SealedRow>`SELECT ${names(key)} AS id, ${names(column)} AS sealed FROM ${names(table)}
      WHERE substr(${names(column)}, 1,
        ${sealedStart(ctx.keys.current).length}) IN ${among(versions.map(sealedStart))}
      LIMIT ${limit}`,
  );
}

/** What was written meanwhile stays. */
export async function replaceSealed(
  ctx: Context,
  table: SealedTable,
  { id, sealed }: SealedRow,
  next: string,
): Promise<void> {
  const { column, key } = sealedColumns[table];
  await ctx.platform.run(
    sql`UPDATE ${names(table)} SET ${names(column)} = ${next}
      WHERE ${names(key)} = ${id} AND ${names(column)} = ${sealed}`,
  );
}

type Counted = { version: string; count: number };

export async function countSealed(ctx: Context, table: SealedTable): Promise<Counted[]> {
  const { column } = sealedColumns[table];
  const [form = "", version = ""] = sealedStart(ctx.keys.current).split(".");
  return ctx.platform.all(
    sql<Counted>`SELECT substr(${names(column)}, ${form.length + 2}, ${version.length}) AS version,
        count(*) AS count
      FROM ${names(table)} WHERE ${names(column)} IS NOT NULL GROUP BY 1`,
  );
}

/** Some of a provider's people whose second factor was not sealed with the current root secret. */
export function factorsOfOthers({ keys }: Context, limit: number): Sql<SealedRow> {
  const start = sealedStart(keys.current);
  return sql<SealedRow>`SELECT id, totp_key AS sealed FROM admins
    WHERE totp_key IS NOT NULL AND substr(totp_key, 1, ${start.length}) <> ${start} LIMIT ${limit}`;
}

/** A provider's SMS account whose key was not sealed with the current root secret. */
export function accountOfOthers({ keys }: Context): Sql<SealedRow> {
  const start = sealedStart(keys.current);
  return sql<SealedRow>`SELECT account_id AS id, api_key AS sealed FROM message_settings
    WHERE id = 'own' AND api_key IS NOT NULL AND substr(api_key, 1, ${start.length}) <> ${start}`;
}

/** Purchases that have not ended: only their codes are of use. The plus keeps the planner from the codes of all history. */
const live = sql`FROM entitlements
  WHERE state IN ('waiting', 'running', 'cut_off')
    AND +recovery_hash IS NOT NULL`;

export type RecoveryRow = { id: string; hash: string };

/** Some of a provider's whose recovery code is not the current root secret's. */
export function recoveryOfOthers({ keys }: Context, limit: number): Sql<RecoveryRow> {
  const start = recoveryStart(keys.current);
  return sql<RecoveryRow>`SELECT id, recovery_hash AS hash ${live}
    AND substr(recovery_hash, 1, ${start.length}) <> ${start} LIMIT ${limit}`;
}

/**
 * Of all providers: keys of SMS accounts and of second factors, and recovery codes. A version stands once of each kind for every
 * provider that has some of it.
 */
export async function countAtProviders(
  ctx: Context,
): Promise<Asked<Counted & { kind: "sealed" | "recovery" }>> {
  const [form = "", version = ""] = sealedStart(ctx.keys.current).split(".");
  return allOf(
    ctx,
    await providerIds(ctx),
    sql<Counted & { kind: "sealed" | "recovery" }>`
      SELECT 'sealed' AS kind, substr(sealed, ${form.length + 2}, ${version.length}) AS version, count(*) AS count
      FROM (SELECT api_key AS sealed FROM message_settings WHERE id = 'own' AND api_key IS NOT NULL
        UNION ALL SELECT totp_key FROM admins WHERE totp_key IS NOT NULL) GROUP BY 2
      UNION ALL SELECT 'recovery', substr(recovery_hash, 1, ${ctx.keys.current.length}), count(*)
      ${live} GROUP BY 2`,
  );
}

/** Pay bills that some gateway still collects at, and the platform's own. */
export async function countPayBills(ctx: Context): Promise<Counted[]> {
  const collecting = await collectingPaybill(ctx);
  const own = collecting === null || collecting.since === null ? "" : collecting.shortCode;
  return ctx.platform.all(
    sql<Counted>`SELECT version, count(*) AS count FROM paybill_addresses WHERE short_code = ${own}
      OR short_code IN (
        SELECT account_number FROM gateways WHERE archived_at IS NULL AND paybill_since IS NOT NULL)
      GROUP BY version`,
  );
}

export type Change = {
  version: string;
  /** When the first sweep met it, UTC ms. */
  since: number;
  /** When nothing was left with an earlier one. */
  finishedAt: number | null;
  walk: Walk;
};

/** A walk over all providers, some each minute. */
export type Walk = {
  /** UTC ms. */
  beganAt: number;
  /** Those whose id is greater are still to come; null = none. */
  after: string | null;
  /** To be asked once more: they did not answer, or something was found there. */
  again: string[];
};

/** Some of all providers, in the order of their ids. */
export async function providersAfter(ctx: Context, after: string, limit: number): Promise<string[]> {
  const rows = await ctx.platform.all(
    sql<{ id: string }>`SELECT id FROM providers WHERE id > ${after} AND ${isThere}
      ORDER BY id LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export const changeOf = (ctx: Context): Promise<Change | null> => progressOf<Change>(ctx, rootSecretMarker);

export const keepChange = (ctx: Context, change: Change): Promise<void> =>
  keepProgress(ctx, rootSecretMarker, change);
