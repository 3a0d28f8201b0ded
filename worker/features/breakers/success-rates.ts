import type { Context } from "../../context.ts";
import type { SuccessRate } from "../../contract/gateway-alarms.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/values/time.ts";
import { allOf } from "../../db/every-tenant.ts";
import { among, sql } from "../../db/sql.ts";
import { TtlCache } from "../../ttl-cache.ts";

// Of what payers were asked for lately, how much was paid: by the platform's app, a provider's gateway or a switch. Nothing is
// counted for it with a sale; the providers that sell are asked, and what they answer is kept for a minute.

const recentMs = 15 * minuteMs;
const wholeMs = 2 * hourMs;
/** Beyond so many, the busiest are asked: their payments tell how a gateway does. */
const mostProviders = 200;
/** Fewer payments than this are chance. */
const enough = 5;

const kept = new TtlCache<SuccessRate[]>(60_000);

/** Those that fell first, then the busiest. */
export function successRates(ctx: Context): Promise<SuccessRate[]> {
  return kept.get("rates", ctx.now(), () => readRates(ctx));
}

type Ended = { gatewayId: string; switchId: string | null; isRecent: 0 | 1; ended: number; paid: number };
type Way = Pick<SuccessRate, "what" | "service" | "environment" | "name" | "id">;
type Counts = { ended: number; paid: number; endedBefore: number; paidBefore: number };

async function readRates(ctx: Context): Promise<SuccessRate[]> {
  const now = ctx.now();
  const sellers = await ctx.platform.all(
    sql<{
      id: string;
    }>`SELECT s.provider_id AS id FROM provider_sales s JOIN providers p ON p.id = s.provider_id
      WHERE p.status = 'active' AND s.day >= ${nairobiDay(now - dayMs)}
      GROUP BY s.provider_id ORDER BY sum(s.count) DESC LIMIT ${mostProviders}`,
  );
  // A figure of the whole platform: one provider that does not answer must not hide it.
  const { rows } = await allOf(
    ctx,
    sellers.map(({ id }) => id),
    sql<Ended>`SELECT gateway_id AS gatewayId, switch_id AS switchId, created_at >= ${now - recentMs} AS isRecent,
        count(*) AS ended, sum(status = 'completed') AS paid
      FROM payments
      WHERE created_at >= ${now - wholeMs} AND status <> 'pending'
      GROUP BY gateway_id, switch_id, isRecent`,
  );
  const ways = await waysOf(ctx, rows);
  const counted = new Map<string, { way: Way; counts: Counts }>();
  for (const row of rows)
    for (const way of ways(row)) {
      const key = JSON.stringify(way);
      const one = counted.get(key) ?? { way, counts: { ended: 0, paid: 0, endedBefore: 0, paidBefore: 0 } };
      add(one.counts, row);
      counted.set(key, one);
    }
  const rates = [...counted.values()].filter(({ counts }) => counts.ended > 0).map(rateOf);
  const isAppDown = rates.some(({ what, hasFallen }) => what === "app" && hasFallen);
  return (
    rates
      // Each provider's gateway is named where it fell alone.
      .filter(({ what, hasFallen }) => what !== "gateway" || (hasFallen && !isAppDown))
      .sort((a, b) => Number(b.hasFallen) - Number(a.hasFallen) || b.ended - a.ended)
  );
}

function add(counts: Counts, { isRecent, ended, paid }: Ended): void {
  if (isRecent) {
    counts.ended += ended;
    counts.paid += paid;
  } else {
    counts.endedBefore += ended;
    counts.paidBefore += paid;
  }
}

function rateOf({ way, counts }: { way: Way; counts: Counts }): SuccessRate {
  const { ended, paid, endedBefore, paidBefore } = counts;
  const before = endedBefore >= enough ? paidBefore / endedBefore : null;
  const now = paid / ended;
  const hasFallen = ended >= enough && (before === null ? paid === 0 : now < 0.5 && now <= before / 2);
  return { ...way, ended, paid, before: before === null ? null : Math.round(100 * before), hasFallen };
}

async function waysOf(ctx: Context, rows: readonly Ended[]): Promise<(row: Ended) => Way[]> {
  type Gateway = Omit<Way, "what"> & { gatewayId: string; isPlatforms: 0 | 1 };
  const [gateways, switches] = await ctx.platform.batch([
    sql<Gateway>`SELECT g.id AS gatewayId, p.id, p.business_name AS name, g.environment,
        iif(g.type = 'bank' AND g.use_auto_api = 1, 'mpesa', g.type) AS service, g.use_auto_api AS isPlatforms
      FROM gateways g JOIN providers p ON p.id = g.provider_id
      WHERE g.id IN ${among([...new Set(rows.map(({ gatewayId }) => gatewayId))])}`,
    sql<{ id: string; name: string }>`SELECT id, name FROM switches
      WHERE id IN ${among([...new Set(rows.flatMap(({ switchId }) => switchId ?? []))])}`,
  ]);
  return ({ gatewayId, switchId }) => {
    if (switchId !== null) {
      const name = switches.find(({ id }) => id === switchId)?.name ?? null;
      return [{ what: "switch", service: null, environment: null, name, id: switchId }];
    }
    const gateway = gateways.find((one) => one.gatewayId === gatewayId);
    if (!gateway) return [];
    const { service, environment, name, id, isPlatforms } = gateway;
    const own: Way = { what: "gateway", service, environment, name, id };
    return isPlatforms ? [{ what: "app", service, environment, name: null, id: null }, own] : [own];
  };
}
