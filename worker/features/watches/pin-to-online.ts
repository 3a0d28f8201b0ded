import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { hourMs } from "../../contract/values/time.ts";
import { allOf } from "../../db/every-tenant.ts";
import { isThere } from "../../db/lookup.ts";
import { sql } from "../../db/sql.ts";

/** Providers that are asked at one reading: each is a call to its object. Others have their turn at the next minutes. */
const mostProviders = 20;
const mostSales = 200;

export type PinToOnline = { sales: number; seconds: { quantile: "0.5" | "0.95"; value: number }[] };

/**
 * From the gateway's "paid" to the router's "let in", of sales of the last hour; no quantiles where there are none. Who was not let in
 * waits until now, unless the router has the access already: that one's phone is away.
 * A top-up of a purchase that runs does not count: its device is online already.
 */
export async function pinToOnline(ctx: Context): Promise<PinToOnline> {
  const now = ctx.now();
  const turn = `${Math.floor(now / 60_000) % 10}`;
  const providers = await ctx.platform.all(
    sql<{ id: string }>`SELECT provider_id AS id FROM provider_sales
      WHERE provider_id IN (SELECT id FROM providers WHERE ${isThere}) AND day = ${nairobiDay(now)}
      GROUP BY provider_id ORDER BY replace(provider_id, ${turn}, '') LIMIT ${mostProviders}`,
  );
  const { rows: waited } = await allOf(
    ctx,
    providers.map(({ id }) => id),
    sql<{
      ms: number;
    }>`SELECT max(0, coalesce(entitlements.started_at, ${now}) - payments.completed_at) AS ms
      FROM payments JOIN entitlements ON entitlements.id = payments.entitlement_id
      WHERE payments.created_at > ${now - hourMs} AND payments.status = 'completed'
        AND payments.entitlement_id IS NOT payments.top_up_of
        AND (entitlements.started_at IS NOT NULL OR (entitlements.state = 'waiting'
          AND entitlements.confirmed_rev = 0 AND entitlements.subject IS NOT NULL))
      ORDER BY payments.created_at DESC LIMIT ${mostSales}`,
  );
  const all = waited.map(({ ms }) => ms / 1_000);
  all.sort((one, other) => one - other);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
  return {
    sales: all.length,
    seconds:
      all.length === 0
        ? []
        : (["0.5", "0.95"] as const).map((quantile) => ({ quantile, value: at(Number(quantile)) })),
  };
}
