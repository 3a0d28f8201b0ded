import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { OwnGateway } from "../../contract/gateways.ts";
import type { Made } from "../../contract/texts.ts";
import { explained } from "../../contract/values/gateway-faults.ts";
import { gateways } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { readinessOf } from "./gateway-readiness.ts";
import { type Health, healthNow } from "./health.ts";
import { openSecrets, type StoredGateway } from "./store.ts";

/** How a provider is paid, those in use first, newest first. */
export async function ownGateways(ctx: Context, providerId: string): Promise<Made<typeof OwnGateway>[]> {
  const { platform } = ctx;
  const rows = await platform.select(gateways, {
    where: and(eq(gateways.providerId, providerId), isNull(gateways.archivedAt)),
    orderBy: [desc(gateways.isActive), desc(gateways.createdAt)],
  });
  const named = await platform.all(
    sql<{ id: string; name: string }>`SELECT id, name FROM routers
      WHERE id IN (SELECT router_id FROM gateways WHERE provider_id = ${providerId} AND archived_at IS NULL)`,
  );
  const health = await healthNow(ctx.platform);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return rows.map((row) =>
    shownToOwner(ctx, row, row.routerId && (names.get(row.routerId) ?? row.routerId), health),
  );
}

function shownToOwner(
  ctx: Context,
  row: StoredGateway,
  routerName: string | null,
  health: Health,
): Made<typeof OwnGateway> {
  const { id, type, environment, useAutoApi, accountNumber, isActive } = row;
  const readiness = readinessOf(ctx, row, useAutoApi ? null : openSecrets(ctx, row), health);
  return {
    ...{ id, type, service: type === "bank" ? row.service : type, accountEnd: accountNumber.slice(-4) },
    ...{ routerName, environment, status: isActive ? readiness.status : "waits" },
    credentials: useAutoApi ? "platform" : "own",
    // Airtel's push names no payee: by the platform's app it pays the platform's wallet.
    settlement: useAutoApi && type === "airtel_money" ? "collected" : "direct",
    verifiedAt: momentOf(row.verifiedAt),
    // What the platform's own app lacks is nothing that a provider could bring, but an outage is theirs to know.
    fault:
      readiness.status === "cannot_collect" && (!useAutoApi || readiness.passes === true)
        ? readiness.fault
        : null,
    suspendedAt: momentOf(row.suspendedAt),
    suspendedFor: row.suspendedFor === null ? null : explained(row.suspendedFor),
    paybillSince: momentOf(row.paybillSince),
  };
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
