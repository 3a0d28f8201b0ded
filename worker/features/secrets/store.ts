import type { Context } from "../../context.ts";
import { type Asked, allOf, providerIds } from "../../db/every-tenant.ts";
import { type SealedTable, sealedColumns } from "../../db/sealed-columns.ts";
import { among, names, sql } from "../../db/sql.ts";
import { keepProgress, progressOf } from "../../db/sweep-progress.ts";
import { rootSecretMarker } from "../../env.ts";
import { sealedStart } from "../../keys.ts";
import { recoveryStart } from "../entitlements/index.ts";

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
export async function factorsOfOthers(ctx: Context, providerId: string, limit: number): Promise<SealedRow[]> {
  const start = sealedStart(ctx.keys.current);
  return ctx.tenant(providerId).all(
    sql<SealedRow>`SELECT id, totp_key AS sealed FROM admins
      WHERE totp_key IS NOT NULL AND substr(totp_key, 1, ${start.length}) <> ${start} LIMIT ${limit}`,
  );
}

/** A provider's SMS account whose key was not sealed with the current root secret. */
export async function accountOfOthers(
  ctx: Context,
  providerId: string,
): Promise<{ accountId: string; sealed: string } | undefined> {
  const start = sealedStart(ctx.keys.current);
  return ctx.tenant(providerId).first(
    sql<{
      accountId: string;
      sealed: string;
    }>`SELECT account_id AS accountId, api_key AS sealed FROM message_settings
      WHERE id = 'own' AND api_key IS NOT NULL AND substr(api_key, 1, ${start.length}) <> ${start}`,
  );
}

/** Keys of SMS accounts and of second factors, of all providers; a version stands once for each that has some of it. */
export async function countSealedOfProviders(ctx: Context): Promise<Asked<Counted>> {
  const [form = "", version = ""] = sealedStart(ctx.keys.current).split(".");
  return allOf(
    ctx,
    await providerIds(ctx),
    sql<Counted>`SELECT substr(sealed, ${form.length + 2}, ${version.length}) AS version, count(*) AS count
      FROM (SELECT api_key AS sealed FROM message_settings WHERE id = 'own' AND api_key IS NOT NULL
        UNION ALL SELECT totp_key FROM admins WHERE totp_key IS NOT NULL) GROUP BY 1`,
  );
}

/** Purchases that have not ended: only their codes are of use. The plus keeps the planner from the codes of all history. */
const live = sql`FROM entitlements
  WHERE state IN ('waiting', 'running', 'cut_off')
    AND +recovery_hash IS NOT NULL`;

type RecoveryRow = { id: string; hash: string };

/** Some of a provider's whose recovery code is not the current root secret's. */
export async function recoveryOfOthers(
  ctx: Context,
  providerId: string,
  limit: number,
): Promise<RecoveryRow[]> {
  const start = recoveryStart(ctx.keys.current);
  return ctx.tenant(providerId).all(
    sql<RecoveryRow>`SELECT id, recovery_hash AS hash ${live}
      AND substr(recovery_hash, 1, ${start.length}) <> ${start} LIMIT ${limit}`,
  );
}

/** Of all providers; a version stands once for each that has codes of it. */
export async function countRecovery(ctx: Context): Promise<Asked<Counted>> {
  return allOf(
    ctx,
    await providerIds(ctx),
    sql<Counted>`SELECT substr(recovery_hash, 1, ${ctx.keys.current.length}) AS version,
        count(*) AS count ${live}
      GROUP BY 1`,
  );
}

/** Pay bills that some gateway still collects at. */
export async function countPayBills(ctx: Context): Promise<Counted[]> {
  return ctx.platform.all(
    sql<Counted>`SELECT version, count(*) AS count FROM paybill_addresses WHERE short_code IN (
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
};

export const changeOf = (ctx: Context): Promise<Change | null> => progressOf<Change>(ctx, rootSecretMarker);

export const keepChange = (ctx: Context, change: Change): Promise<void> =>
  keepProgress(ctx, rootSecretMarker, change);
