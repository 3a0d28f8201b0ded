import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context, PlatformRows } from "../../context.ts";
import { gatewayTypes, promptOf } from "../../contract/values/gateway-types.ts";
import { type Service, services } from "../../contract/values/services.ts";
import { gateways } from "../../db/schema/platform.ts";
import { VersionCache } from "../../version-cache.ts";
import { type GatewayReadiness, readinessOf } from "./gateway-readiness.ts";
import { type BreakerRow, breakerRows, healthOf } from "./health.ts";
import { type Gateway, openSecrets, type StoredGateway } from "./store.ts";

/** A gateway, what stands in its way, and its own credentials, opened: by a call, so that no answer ever carries them. */
export type FoundGateway = { gateway: Gateway; readiness: GatewayReadiness; secrets: () => unknown };

/**
 * The gateway that takes a router's money of one service: the router's own, if it has any, else one of all routers. Within
 * these, one that collects comes before one that cannot, M-Pesa before a bank. A router whose own gateway cannot collect
 * never falls back to that of all: its money would go to somebody else than was decided.
 */
export async function gatewayFor(
  ctx: Context,
  { providerId, routerId }: { providerId: string; routerId: string | null },
  service: Service,
  known?: CollectingRows,
): Promise<FoundGateway | null> {
  const rows = known ?? (await collectingRows(ctx, providerId));
  return chosen(ctx, rows, routerId, service);
}

/** What decides how a provider is paid, as stored: credentials are sealed. */
export type CollectingRows = { gateways: StoredGateway[]; breakers: BreakerRow[] };

export async function collectingRows(ctx: Context, providerId: string): Promise<CollectingRows> {
  const rows = ctx.snapshot(providerId);
  const [active, breakers] = await Promise.all([activeRows(rows, providerId), breakerRows(rows)]);
  return { gateways: active, breakers };
}

const kept = new VersionCache<Service[]>();

/** What can be paid by at this router now, M-Pesa first, for a shop window. */
export function servicesOf(ctx: Context, providerId: string, routerId: string | null): Promise<Service[]> {
  return kept.get(ctx, `${providerId} ${routerId ?? ""}`, async () => {
    const rows = await collectingRows(ctx, providerId);
    return services.filter(
      (service) => chosen(ctx, rows, routerId, service)?.readiness.status === "collects",
    );
  });
}

function activeRows(rows: PlatformRows, providerId: string): Promise<StoredGateway[]> {
  return rows.select(gateways, {
    where: and(eq(gateways.providerId, providerId), eq(gateways.isActive, true), isNull(gateways.archivedAt)),
    orderBy: [desc(gateways.createdAt)],
  });
}

function chosen(
  ctx: Context,
  rows: CollectingRows,
  routerId: string | null,
  service: Service,
): FoundGateway | null {
  const health = healthOf(rows.breakers);
  const ofService = gatewayTypes
    .filter((type) => promptOf(type) === service)
    .flatMap((type) => rows.gateways.filter((row) => row.type === type));
  const own = ofService.filter((row) => row.routerId !== null && row.routerId === routerId);
  const nearest = own.length > 0 ? own : ofService.filter((row) => row.routerId === null);
  const judged = nearest.map((row) => {
    const { secrets: _sealed, ...gateway } = row;
    const secrets = openSecrets(ctx, row);
    return { gateway, secrets: () => secrets, readiness: readinessOf(ctx, gateway, secrets, health) };
  });
  return judged.find(({ readiness }) => readiness.status === "collects") ?? judged[0] ?? null;
}
