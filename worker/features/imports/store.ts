import type { Import } from "../../contract/imports.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { hotspotUserUpdate } from "../entitlements/index.ts";
import { type DeviceToBring, type NewestVoucher, newestVoucher, type VoucherToBring } from "./judge-rows.ts";

const isOpen = (id: string): Sql =>
  sql`EXISTS (SELECT 1 FROM imports WHERE id = ${id} AND undone_at IS NULL)`;

/**
 * A row that is there already is left as it is; a code of an import that was undone is brought in anew.
 * @param newest nothing is written where others came since: they count in how easily these are guessed
 */
export function voucherStatements(
  id: string,
  vouchers: readonly VoucherToBring[],
  at: number,
  newest: NewestVoucher,
): Sql[] {
  if (vouchers.length === 0) return [];
  const wanted = JSON.stringify(vouchers);
  // Limits judged the rows with which it was begun.
  const isWithin = sql`(SELECT count(*) FROM vouchers WHERE import_id = ${id}
      AND id NOT IN (SELECT value ->> '$.id' FROM json_each(${wanted}))) + ${vouchers.length}
    <= (SELECT "rows" FROM imports WHERE id = ${id})`;
  return [
    sql`INSERT INTO vouchers (id, code, batch_id, plan_id, terms, created_at, expires_at, import_id,
        foreign_code)
      SELECT value ->> '$.id', value ->> '$.code', ${id}, value ->> '$.planId', value ->> '$.terms',
        ${at}, value ->> '$.expiresAt', ${id}, value ->> '$.foreignCode'
      FROM json_each(${wanted})
      WHERE ${isOpen(id)} AND ${isWithin} AND (${newest.at}, ${newest.row}) IS (${newestVoucher})
        AND EXISTS (SELECT 1 FROM plans
        WHERE plans.id = value ->> '$.planId' AND archived_at IS NULL)
      ON CONFLICT (id) DO NOTHING
      ON CONFLICT (code) DO UPDATE SET batch_id = excluded.batch_id, plan_id = excluded.plan_id,
        terms = excluded.terms, created_at = excluded.created_at, expires_at = excluded.expires_at,
        import_id = excluded.import_id, foreign_code = excluded.foreign_code, revoked_at = NULL
      WHERE vouchers.used_at IS NULL AND vouchers.redemption_id IS NULL AND vouchers.revoked_at IS NOT NULL
        AND vouchers.import_id IN (SELECT id FROM imports WHERE undone_at IS NOT NULL)`,
  ];
}

/** Their time runs already: it was begun in the other system. */
export function deviceStatements(
  id: string,
  routerId: string,
  devices: readonly (DeviceToBring & { recoveryHash: string })[],
  at: number,
): Sql[] {
  if (devices.length === 0) return [];
  const wanted = JSON.stringify(devices);
  const brought = sql`FROM json_each(${wanted}) JOIN entitlements
    ON entitlements.id = value ->> '$.id' AND entitlements.created_at = ${at}`;
  return [
    sql`INSERT OR IGNORE INTO entitlements (id, rev, router_id, subject, source, source_id, terms, state,
        created_at, started_at, ends_at, updated_at, recovery_hash)
      SELECT value ->> '$.id', 1, ${routerId}, value ->> '$.subject', 'import', ${id}, value ->> '$.terms',
        'running', ${at}, ${at}, value ->> '$.endsAt', ${at}, value ->> '$.recoveryHash'
      FROM json_each(${wanted}) WHERE ${isOpen(id)}`,
    sql`INSERT OR IGNORE INTO devices (entitlement_id, subject, attached_at)
      SELECT entitlements.id, entitlements.subject, ${at} ${brought}`,
    sql`INSERT INTO hotspot_users (subject, router_id, phone, entitlement_id, first_seen_at, last_seen_at)
      SELECT entitlements.subject, ${routerId}, value ->> '$.phone', entitlements.id, ${at}, ${at}
        ${brought} WHERE true ${hotspotUserUpdate}`,
  ];
}

type Row = Omit<Import, "createdAt" | "undoneAt" | "isComplete"> & {
  createdAt: number;
  undoneAt: number | null;
  lastRow: number;
};

/** What came of an import that was undone is not counted, but for what had been used. */
export const importRows = (which: Sql): Sql<Row> =>
  sql<Row>`SELECT id, file_name AS fileName, "rows", last_row AS lastRow, reached_row AS reachedRow,
      made_by AS madeBy, created_at AS createdAt, undone_at AS undoneAt,
      (SELECT count(*) FROM vouchers WHERE import_id = imports.id
        AND (revoked_at IS NULL OR used_at IS NOT NULL)) AS vouchers,
      (SELECT count(*) FROM vouchers WHERE import_id = imports.id AND used_at IS NOT NULL) AS usedVouchers,
      (SELECT count(DISTINCT substr(id, 1, 32)) FROM entitlements
        WHERE source = 'import' AND source_id = imports.id) AS devices
    FROM imports ${which}`;

export function importAnswer({ createdAt, undoneAt, lastRow, ...row }: Row): Import {
  return {
    ...row,
    isComplete: row.reachedRow >= lastRow,
    createdAt: new Date(createdAt).toISOString(),
    undoneAt: undoneAt === null ? null : new Date(undoneAt).toISOString(),
  };
}
