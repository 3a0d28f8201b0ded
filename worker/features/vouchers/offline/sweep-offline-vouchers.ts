import type { Context } from "../../../context.ts";
import { sql } from "../../../db/sql.ts";
import { offer } from "./assign-vouchers.ts";
import { offlineVouchersWhere } from "./offline-voucher-store.ts";

const unconfirmedMs = 10_000;
/** Of one provider. */
const perRun = 300;

// The same words as the partial index of offline vouchers has that no bridge acknowledged.
const isWaiting = sql`offline_vouchers.state IN ('offered', 'returning')`;

/** Says again what no bridge acknowledged. */
export async function sweepOfflineVouchers(ctx: Context, providerId: string): Promise<void> {
  const waiting = sql`${isWaiting}
    AND coalesce(offline_vouchers.returning_at, offline_vouchers.created_at) <= ${ctx.now() - unconfirmedMs}
    ORDER BY random() LIMIT ${perRun}`;
  await offer(ctx, await offlineVouchersWhere(ctx.tenant(providerId), waiting));
}

/** By when it was offered: one that is asked back may be due a little later. */
export const offlineVouchersDue = () => [
  sql<{ at: number }>`SELECT created_at + ${unconfirmedMs} AS at FROM offline_vouchers
    WHERE ${isWaiting} ORDER BY created_at LIMIT 1`,
];
