import { gigabyte } from "../../contract/values/data.ts";
import { shillings } from "../../contract/values/money.ts";
import { shownHours } from "../../contract/values/open-hours.ts";
import { macOf } from "../../contract/values/subject.ts";
import { hourMs } from "../../contract/values/time.ts";
import { formatVoucherCode } from "../../contract/values/voucher-code.ts";
import type { Voucher, VoucherPlan, VoucherStats } from "../../contract/vouchers.ts";
import { packed, unpacked } from "../../db/packed-rows.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { joined, type Sql, sql, whereAll } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { isUnused, type VoucherRow, voucherColumns } from "./store.ts";

type Status = Voucher["status"];

/** Used, Revoked, Expired, Active: the first that fits (docs/behaviour/provider-console.md, PC-98). */
function statusOf({ usedAt, revokedAt, expiresAt }: VoucherRow, now: number): Status {
  if (usedAt !== null) return "used";
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** The same in SQL. @param now its parameter */
const hasStatus: Record<Status | "ended", (now: number) => Sql> = {
  used: () => sql`used_at IS NOT NULL`,
  revoked: () => sql`used_at IS NULL AND revoked_at IS NOT NULL`,
  expired: (now) => sql`${isUnused} AND expires_at <= ${now}`,
  active: (now) => sql`${isUnused} AND (expires_at IS NULL OR expires_at > ${now})`,
  ended: (now) => sql`used_at IS NULL AND (revoked_at IS NOT NULL OR expires_at <= ${now})`,
};

export type VouchersWanted = {
  limit: number;
  offset: number;
  now: number;
  /** Part of a code as typed, of a device address or of a plan's name. */
  q?: string | undefined;
  /** `ended`: revoked or expired, what the figure Expired counts. */
  status?: Status | "ended" | undefined;
  planId?: string | undefined;
  batchId?: string | undefined;
};

const columns = [
  ...(["id", "code", "batchId", "terms", "createdAt", "expiresAt", "revokedAt"] as const),
  ...(["redemptionId", "usedAt", "usedBy", "routerId", "offlineVoucherId"] as const),
  "foreignCode" as const,
];

export async function vouchersPage(
  db: TenantDb,
  wanted: VouchersWanted,
): Promise<{ vouchers: Voucher[]; total: number }> {
  const where = whereAll(fitting(wanted));
  // Where nothing is looked for, the total is counted on an index alone.
  const [rows, [count]] = await db.batch([
    packed(
      columns,
      sql`SELECT ${voucherColumns} FROM vouchers ${where} ORDER BY created_at DESC, id
        LIMIT ${wanted.limit} OFFSET ${wanted.offset}`,
    ),
    sql<{ total: number }>`SELECT count(*) AS total FROM vouchers ${where}`,
  ]);
  return {
    vouchers: unpacked<VoucherRow>(columns, rows).map((row) => voucherAnswer(row, wanted.now)),
    total: count?.total ?? 0,
  };
}

function fitting({ q: typed, status, planId, batchId, now }: VouchersWanted): Sql[] {
  const conditions: Sql[] = [];
  if (status) conditions.push(hasStatus[status](now));
  if (planId) conditions.push(sql`plan_id = ${planId}`);
  if (batchId) conditions.push(sql`batch_id = ${batchId}`);
  const q = typed?.trim().toUpperCase() ?? "";
  if (q !== "") {
    const places = [sql`instr(upper(json_extract(terms, '$.planName')), ${q}) > 0`];
    const compact = q.replace(/[\s:.-]/g, "");
    if (compact !== "") {
      const code = compact.replace(/O/g, "0").replace(/[IL]/g, "1");
      places.push(
        sql`instr(code, ${code}) > 0`,
        sql`instr(upper(foreign_code), ${q}) > 0`,
        sql`instr(replace(used_by, ':', ''), ${compact}) > 0`,
      );
    }
    conditions.push(sql`(${joined(places, " OR ")})`);
  }
  return conditions;
}

/** Over all of them, each figure from an index of its own. */
export async function countVouchers(db: TenantDb, now: number): Promise<VoucherStats> {
  const count = (condition: Sql) => sql`(SELECT count(*) FROM vouchers WHERE ${condition})`;
  const row = await db.first(
    sql<Omit<VoucherStats, "expired">>`SELECT
        (SELECT count(*) FROM vouchers) AS total,
        ${count(sql`used_at IS NOT NULL`)} AS used,
        ${count(sql`${isUnused} AND expires_at IS NULL`)}
          + ${count(sql`${isUnused} AND expires_at > ${now}`)} AS active`,
  );
  const { total, active, used } = row ?? { total: 0, active: 0, used: 0 };
  return { total, active, used, expired: total - active - used };
}

export async function vouchersOfBatch(db: TenantDb, batchId: string, now: number): Promise<Voucher[]> {
  // Ids of a batch start with it, so the primary key serves; a batch has at most 100.
  const rows = await db.all(
    sql<VoucherRow>`SELECT ${voucherColumns} FROM vouchers
      WHERE id > ${batchId} || '-' AND id < ${batchId} || '.'
      ORDER BY rowid`,
  );
  return rows.map((row) => voucherAnswer(row, now));
}

export function planOf(terms: Terms): VoucherPlan {
  const {
    planId: id,
    planName: name,
    priceCents,
    durationMs,
    downKbps,
    dataBytes,
    devices,
    fairUse,
    hours,
  } = terms;
  return {
    id,
    name,
    price: shillings(priceCents),
    durationHours: durationMs / hourMs,
    speedMbps: downKbps / 1_000,
    dataLimitGB: dataBytes === null ? null : dataBytes / gigabyte,
    fairUseGB: fairUse ? fairUse.afterBytes / gigabyte : null,
    fairUseMbps: fairUse ? fairUse.downKbps / 1_000 : null,
    devices,
    hours: shownHours(hours),
  };
}

function voucherAnswer(row: VoucherRow, now: number): Voucher {
  const terms = JSON.parse(row.terms) as Terms;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: row.id,
    code: row.foreignCode ?? formatVoucherCode(row.code),
    plan: planOf(terms),
    isUsed: row.usedAt !== null,
    isRevoked: row.revokedAt !== null,
    isOffline: row.offlineVoucherId !== null && row.usedAt === null,
    status: statusOf(row, now),
    batchId: row.batchId,
    usedBy: macOf(row.usedBy),
    usedAt: iso(row.usedAt),
    expiresAt: iso(row.expiresAt),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
