import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import type { FaultKind } from "../../contract/values/gateway-faults.ts";
import { gatewayTypes } from "../../contract/values/gateway-types.ts";
import { services } from "../../contract/values/services.ts";
import { hourMs } from "../../contract/values/time.ts";
import { watchIds, watchLimits } from "../../contract/values/watches.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { pinToOnline } from "./pin-to-online.ts";
import { readWatches } from "./read-watches.ts";

type Row = {
  sales: number;
  cents: number;
  routers: number;
  online: number;
  away: number;
  letters: number;
  untold: number;
  compared: number | null;
};

const faultKinds = ["account", "credentials", "unreachable", "busy"] as const satisfies readonly FaultKind[];

/** @throws AppError not_found where the platform has no token for it, not_signed_in */
export function requireMetricsToken(ctx: Context, request: Request): void {
  const token = ctx.settings.METRICS_TOKEN;
  if (token === undefined) throw refuse("not_found", "nothing_here");
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  // Digests: how long a comparison takes tells nothing of the token.
  if (sha256(given) !== sha256(token)) throw refuse("not_signed_in", "token_wrong");
}

/** What is watched and how much the platform does, in Prometheus' text format. */
export async function metricsText(ctx: Context): Promise<string> {
  const now = ctx.now();
  const waits = await pinToOnline(ctx);
  const [watches, refusals, row] = await Promise.all([
    readWatches(ctx, waits),
    ctx.platform.all(
      // The relay's rows have a gateway's beside them. A configuration's fault counts by its type, a bank's app by the bank's name.
      sql<{ gateway: string; kind: string; count: number }>`SELECT coalesce(gateways.type,
          (SELECT value FROM json_each(${JSON.stringify(services)}) WHERE subject LIKE '% ' || value || ' %'),
          'bank') AS gateway, kind, count(DISTINCT payment_id) AS count
        FROM gateway_faults LEFT JOIN gateways
          ON subject LIKE 'gateway %' AND gateways.id = substr(subject, length('gateway ') + 1)
        WHERE at > ${now - hourMs} AND subject <> 'relay' GROUP BY 1, 2`,
    ),
    ctx.platform.first(sql<Row>`SELECT
        (SELECT coalesce(sum(count), 0) FROM provider_sales
          WHERE provider_id IN (SELECT id FROM providers) AND day = ${nairobiDay(now)}) AS sales,
        (SELECT coalesce(sum(cents), 0) FROM provider_sales
          WHERE provider_id IN (SELECT id FROM providers) AND day = ${nairobiDay(now)}) AS cents,
        (SELECT count(provider_id) FROM routers WHERE archived_at IS NULL) AS routers,
        (SELECT count(iif(provider_id IS NULL, NULL, online_since)) FROM routers
          WHERE archived_at IS NULL) AS online,
        (SELECT count(*) FROM (SELECT 1 FROM routers
          WHERE archived_at IS NULL AND bridge_id IS NOT NULL AND provider_id IS NOT NULL
          GROUP BY bridge_id HAVING max(online_since) IS NULL)) AS away,
        (SELECT count(*) FROM mail WHERE sent_at IS NULL) AS letters,
        (SELECT count(*) FROM provider_snapshots WHERE rev > delivered_rev AND provider_id <> '') AS untold,
        (SELECT max(finished_at) FROM reconciliation_runs) AS compared`),
  ]);
  const age = row?.compared == null ? null : (now - row.compared) / 1_000;
  const lines = [
    ...gauge("mlango_watch", "What is watched, in seconds; database and largest in bytes.", [
      ...watchIds.map((id) => [`{watch="${id}"}`, watches[id].value] as const),
    ]),
    ...gauge("mlango_watch_limit", "Above it operators get a letter.", [
      ...watchIds.map((id) => [`{watch="${id}"}`, watchLimits[id]] as const),
    ]),
    ...gauge("mlango_sales_today", "Payments of this day in Nairobi.", [["", row?.sales ?? 0]]),
    ...gauge("mlango_sales_today_cents", "Their sum.", [["", row?.cents ?? 0]]),
    ...gauge("mlango_routers", "Routers that providers have.", [["", row?.routers ?? 0]]),
    ...gauge("mlango_routers_online", "Those that a bridge reaches.", [["", row?.online ?? 0]]),
    ...gauge("mlango_bridges_away", "Bridges of which no router is reached.", [["", row?.away ?? 0]]),
    ...gauge(
      "mlango_push_refusals",
      "Prompts of the last hour that the gateway's side failed, by whose fault it was.",
      [
        ...gatewayTypes.flatMap((gateway) =>
          faultKinds.map((kind) => {
            const found = refusals.find((one) => one.gateway === gateway && one.kind === kind);
            return [`{gateway="${gateway}",kind="${kind}"}`, found?.count ?? 0] as const;
          }),
        ),
      ],
    ),
    ...gauge("mlango_online_seconds", "From paid to let in, sales of the last hour at up to 20 providers.", [
      ...waits.seconds.map(({ quantile, value }) => [`{quantile="${quantile}"}`, value] as const),
    ]),
    ...gauge("mlango_online_seconds_count", "Of how many sales.", [["", waits.sales]]),
    ...gauge("mlango_letters_waiting", "Letters that were not handed over.", [["", row?.letters ?? 0]]),
    ...gauge("mlango_snapshots_waiting", "Providers that were not told of a change yet.", [
      ["", row?.untold ?? 0],
    ]),
    ...gauge("mlango_reconciliation_age_seconds", "Since a night's comparison was finished.", [["", age]]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Without a line where there is nothing to measure. */
function gauge(name: string, help: string, values: (readonly [labels: string, value: number | null])[]) {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.flatMap(([labels, value]) => (value === null ? [] : [`${name}${labels} ${value}`])),
  ];
}
