import type { Context } from "../../context.ts";
import { type SealedTable, sealedColumns } from "../../db/sealed-columns.ts";
import { sealedStart } from "../../keys.ts";
import { recoveryStart } from "../entitlements/index.ts";

export const sealedTables = Object.keys(sealedColumns) as SealedTable[];

export type SealedRow = { id: string; sealed: string };

/** Some rows whose value was sealed with one of these root secrets. */
export async function sealedBy(
  ctx: Context,
  table: SealedTable,
  versions: readonly string[],
  limit: number,
): Promise<SealedRow[]> {
  const { column, key } = sealedColumns[table];
  const start = `substr(${column}, 1, ${sealedStart(ctx.keys.current).length})`;
  return ctx.platform.all<SealedRow>(
    ctx.platform.statement(
      `SELECT ${key} AS id, ${column} AS sealed FROM ${table}
      WHERE ${start} IN (SELECT value FROM json_each(?1)) LIMIT ?2`,
      JSON.stringify(versions.map(sealedStart)),
      limit,
    ),
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
    ctx.platform.statement(
      `UPDATE ${table} SET ${column} = ?3 WHERE ${key} = ?1 AND ${column} = ?2`,
      ...[id, sealed, next],
    ),
  );
}

type Counted = { version: string; count: number };

/** How much of a table each root secret sealed. */
export async function countSealed(ctx: Context, table: SealedTable): Promise<Counted[]> {
  const { column } = sealedColumns[table];
  const [form = "", version = ""] = sealedStart(ctx.keys.current).split(".");
  return ctx.platform.all<Counted>(
    ctx.platform.statement(
      `SELECT substr(${column}, ${form.length + 2}, ${version.length}) AS version, count(*) AS count FROM ${table}
      WHERE ${column} IS NOT NULL GROUP BY 1`,
    ),
  );
}

/** Purchases that have not ended: only their codes are of use. */
const live =
  "FROM entitlements WHERE state IN ('waiting', 'running', 'cut_off') AND recovery_hash IS NOT NULL";

export type RecoveryRow = { providerId: string; id: string; hash: string };

/** Some whose recovery code is not the current root secret's. */
export async function recoveryOfOthers(ctx: Context, limit: number): Promise<RecoveryRow[]> {
  const start = recoveryStart(ctx.keys.current);
  return ctx.platform.all<RecoveryRow>(
    ctx.platform.statement(
      `SELECT provider_id AS providerId, id, recovery_hash AS hash ${live}
        AND substr(recovery_hash, 1, ${start.length}) <> ?1 LIMIT ?2`,
      start,
      limit,
    ),
  );
}

export async function countRecovery(ctx: Context): Promise<Counted[]> {
  return ctx.platform.all<Counted>(
    ctx.platform.statement(
      `SELECT substr(recovery_hash, 1, ${ctx.keys.current.length}) AS version, count(*) AS count ${live} GROUP BY 1`,
    ),
  );
}

/** Pay bills that some gateway still collects at. */
export async function countPayBills(ctx: Context): Promise<Counted[]> {
  return ctx.platform.all<Counted>(
    ctx.platform.statement(
      `SELECT version, count(*) AS count FROM paybill_addresses WHERE short_code IN (
        SELECT account_number FROM gateways WHERE archived_at IS NULL AND typed_since IS NOT NULL) GROUP BY version`,
    ),
  );
}

const marker = "root-secret";

/** How far the change to a root secret is. */
export type Change = {
  /** The root secret's id. */
  version: string;
  /** When the first sweep met it, UTC ms. */
  since: number;
  /** When nothing was left with an earlier one. */
  finishedAt: number | null;
};

export async function changeOf(ctx: Context): Promise<Change | null> {
  const [row] = await ctx.platform.all<{ value: string }>(
    ctx.platform.statement("SELECT value FROM platform_settings WHERE name = ?1", marker),
  );
  return row ? (JSON.parse(row.value) as Change) : null;
}

export async function keepChange(ctx: Context, change: Change): Promise<void> {
  await ctx.platform.run(
    ctx.platform.statement(
      `INSERT INTO platform_settings (name, value, updated_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      ...[marker, JSON.stringify(change), ctx.now()],
    ),
  );
}
