import type { Context } from "../../context.ts";
import { sql, thisProvider } from "../../db/sql.ts";
import { TtlCache } from "../../ttl-cache.ts";

const kept = new TtlCache<number>(60_000);

/** A number that is counted once for as long as it can't have changed. @param what names it among this provider's */
export type Counted = (what: readonly unknown[], count: () => Promise<number>) => Promise<number>;

/**
 * For what follows from the rows of payments and redemptions alone: it changes when one begins, is paid, fails or is
 * redeemed, and all of that the tallies and the newest rows tell.
 */
export async function keptCounts(ctx: Context, providerId: string): Promise<Counted> {
  const db = ctx.tenant(providerId);
  const row = await db.first(
    sql`SELECT (SELECT group_concat(status || count) FROM payment_tallies
        WHERE provider_id = ${thisProvider}) AS payments,
      (SELECT sum(count) FROM voucher_daily WHERE provider_id = ${thisProvider}) AS vouchers,
      (SELECT id FROM payments WHERE provider_id = ${thisProvider} ORDER BY created_at DESC
        LIMIT 1) AS payment,
      (SELECT code FROM vouchers WHERE provider_id = ${thisProvider} AND used_at IS NOT NULL
        ORDER BY used_at DESC LIMIT 1) AS voucher`,
  );
  const state = JSON.stringify([providerId, row]);
  return (what, count) => kept.get(state + JSON.stringify(what), ctx.now(), count);
}
