import { formatVoucherCode } from "../../contract/values/voucher-code.ts";
import type { Voucher, VoucherStats } from "../../contract/vouchers.ts";
import { packed, unpacked } from "../../db/packed-rows.ts";
import type { Terms } from "../../db/schema/tenant.ts";
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
const hasStatus: Record<Status | "ended", (now: string) => string> = {
  used: () => "used_at IS NOT NULL",
  revoked: () => "used_at IS NULL AND revoked_at IS NOT NULL",
  expired: (now) => `${isUnused} AND expires_at <= ${now}`,
  active: (now) => `${isUnused} AND (expires_at IS NULL OR expires_at > ${now})`,
  ended: (now) => `used_at IS NULL AND (revoked_at IS NOT NULL OR expires_at <= ${now})`,
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
  ...(["redemptionId", "usedAt", "usedBy", "routerId", "loanId"] as const),
];

/** Newest first. */
export async function vouchersPage(
  db: TenantDb,
  wanted: VouchersWanted,
): Promise<{ vouchers: Voucher[]; total: number }> {
  const { fits, values } = fitting(wanted);
  const next = values.length + 2;
  // Where nothing is looked for, the total is counted on an index alone.
  const [rows, count] = await db.batch([
    packed(
      db,
      columns,
      `SELECT ${voucherColumns} FROM vouchers WHERE provider_id = ?1 ${fits} ORDER BY created_at DESC, id
      LIMIT ?${next} OFFSET ?${next + 1}`,
      ...values,
      wanted.limit,
      wanted.offset,
    ),
    db.statement(`SELECT count(*) AS total FROM vouchers WHERE provider_id = ?1 ${fits}`, ...values),
  ]);
  return {
    vouchers: unpacked<VoucherRow>(columns, rows).map((row) => voucherAnswer(row, wanted.now)),
    total: Number(count?.[0]?.total ?? 0),
  };
}

function fitting({ q: typed, status, planId, batchId, now }: VouchersWanted) {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const parameter = (value: string | number) => `?${values.push(value) + 1}`;
  if (status === "expired" || status === "active" || status === "ended")
    conditions.push(hasStatus[status](parameter(now)));
  else if (status) conditions.push(hasStatus[status](""));
  if (planId) conditions.push(`plan_id = ${parameter(planId)}`);
  if (batchId) conditions.push(`batch_id = ${parameter(batchId)}`);
  const q = typed?.trim().toUpperCase() ?? "";
  if (q !== "") {
    const places = [`instr(upper(json_extract(terms, '$.planName')), ${parameter(q)}) > 0`];
    const compact = q.replace(/[\s:.-]/g, "");
    if (compact !== "") {
      const code = compact.replace(/O/g, "0").replace(/[IL]/g, "1");
      places.push(`instr(code, ${parameter(code)}) > 0`);
      places.push(`instr(replace(used_by, ':', ''), ${parameter(compact)}) > 0`);
    }
    conditions.push(`(${places.join(" OR ")})`);
  }
  return { fits: conditions.map((condition) => `AND ${condition}`).join(" "), values };
}

/** Over all of them, each figure from an index of its own. */
export async function countVouchers(db: TenantDb, now: number): Promise<VoucherStats> {
  const count = (condition: string) =>
    `(SELECT count(*) FROM vouchers WHERE provider_id = ?1 AND ${condition})`;
  const [row] = await db.all<Omit<VoucherStats, "expired">>(
    db.statement(
      `SELECT (SELECT count(*) FROM vouchers WHERE provider_id = ?1) AS total,
        ${count("used_at IS NOT NULL")} AS used,
        ${count(`${isUnused} AND expires_at IS NULL`)} + ${count(`${isUnused} AND expires_at > ?2`)} AS active`,
      now,
    ),
  );
  const { total, active, used } = row ?? { total: 0, active: 0, used: 0 };
  return { total, active, used, expired: total - active - used };
}

/** One batch as it was made, in order. */
export async function vouchersOfBatch(db: TenantDb, batchId: string, now: number): Promise<Voucher[]> {
  // Ids of a batch start with it, so the primary key serves; a batch has at most 100.
  const rows = await db.all<VoucherRow>(
    db.statement(
      `SELECT ${voucherColumns} FROM vouchers WHERE provider_id = ?1 AND id > ?2 || '-' AND id < ?2 || '.' ORDER BY rowid`,
      batchId,
    ),
  );
  return rows.map((row) => voucherAnswer(row, now));
}

function voucherAnswer(row: VoucherRow, now: number): Voucher {
  const terms = JSON.parse(row.terms) as Terms;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: row.id,
    code: formatVoucherCode(row.code),
    plan: { id: terms.planId, name: terms.planName },
    isUsed: row.usedAt !== null,
    isRevoked: row.revokedAt !== null,
    isLent: row.loanId !== null && row.usedAt === null,
    status: statusOf(row, now),
    batchId: row.batchId,
    usedBy: row.usedBy,
    usedAt: iso(row.usedAt),
    expiresAt: iso(row.expiresAt),
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
