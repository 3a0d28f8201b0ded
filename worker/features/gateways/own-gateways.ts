import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { OwnGateway } from "../../contract/own-gateways.ts";
import type { Made } from "../../contract/texts.ts";
import { explained } from "../../contract/values/gateway-faults.ts";
import { gateways } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { verificationOf } from "./configuration.ts";
import { type GatewayReadiness, healthNow, readinessOf, standingBy } from "./gateway-for.ts";
import { gatewayKinds } from "./gateway-kinds.ts";
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
  const judged = rows.map((row) => ({
    row,
    readiness: readinessOf(ctx, row, row.useAutoApi ? null : openSecrets(ctx, row), health),
  }));
  const standBy = standingBy(judged.map(({ row, readiness: { status } }) => ({ ...row, status })));
  return judged.map(({ row, readiness }) => {
    const shown = shownToOwner(row, row.routerId && (names.get(row.routerId) ?? row.routerId), readiness);
    return standBy.has(row.id) ? { ...shown, status: "stands_by" as const } : shown;
  });
}

function shownToOwner(
  row: StoredGateway,
  routerName: string | null,
  readiness: GatewayReadiness,
): Made<typeof OwnGateway> {
  const { id, type, environment, useAutoApi, accountNumber, paidAs, isActive } = row;
  return {
    id,
    type,
    service: type === "bank" ? row.service : type,
    accountEnd: accountNumber.slice(-4),
    paidAs,
    routerName,
    environment,
    status: isActive ? readiness.status : "waits",
    credentials: useAutoApi ? "platform" : "own",
    settlement: settlementOf(row),
    verification: verificationOf(row),
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

/** Whose account the money arrives at. */
export function settlementOf({
  type,
  useAutoApi,
  collected,
}: Pick<StoredGateway, "type" | "useAutoApi" | "collected">): "direct" | "collected" {
  return collected !== null || (useAutoApi && gatewayKinds[type].paysOwnWallet) ? "collected" : "direct";
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
