import type { VoucherBatch } from "../../contract/vouchers.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { isUnused } from "./store.ts";
import { planOf } from "./voucher-list.ts";

const batchesShown = 10;
/** No batch has more vouchers: so many rows hold that many batches and one more, whole. */
const mostOfABatch = 100;

type BatchRow = {
  id: string;
  terms: string;
  made: number;
  used: number;
  unused: number;
  createdAt: number;
  expiresAt: number | null;
};

/** Read along the index of the newest: of what a provider ever made only so many rows are looked at. */
export async function voucherBatches(
  db: TenantDb,
  after: string | undefined,
  now: number,
): Promise<{ batches: VoucherBatch[]; next: string | null }> {
  const { at, id } = placeOf(after);
  const rows = await db.all(
    sql<BatchRow>`SELECT batch_id AS id, min(terms) AS terms, count(*) AS made, count(used_at) AS used,
        count(iif(${isUnused} AND (expires_at IS NULL OR expires_at > ${now}), 1, NULL)) AS unused,
        created_at AS createdAt, min(expires_at) AS expiresAt
      FROM (SELECT batch_id, terms, used_at, revoked_at, created_at, expires_at FROM vouchers
        WHERE created_at <= ${at} AND import_id IS NULL
          AND (created_at < ${at} OR batch_id < ${id})
        ORDER BY created_at DESC, batch_id DESC LIMIT ${(batchesShown + 1) * mostOfABatch})
      GROUP BY created_at, batch_id ORDER BY created_at DESC, batch_id DESC LIMIT ${batchesShown + 1}`,
  );
  const shown = rows.slice(0, batchesShown);
  const last = rows.length > batchesShown ? shown.at(-1) : undefined;
  return { batches: shown.map(batchAnswer), next: last ? `${last.createdAt} ${last.id}` : null };
}

/** Anything else than what was answered as `next` begins at the newest. */
function placeOf(after: string | undefined): { at: number; id: string } {
  const match = /^(\d{1,15}) (.+)$/.exec(after ?? "");
  return match?.[1] && match[2]
    ? { at: Number(match[1]), id: match[2] }
    : { at: Number.MAX_SAFE_INTEGER, id: "" };
}

function batchAnswer({ id, terms, made, used, unused, createdAt, expiresAt }: BatchRow): VoucherBatch {
  return {
    id,
    made,
    used,
    left: unused,
    plan: planOf(JSON.parse(terms) as Terms),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}
