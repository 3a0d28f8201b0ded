import type { Context } from "../../context.ts";
import { providerRouters } from "../../db/schema/tenant.ts";
import { type Sql, sql, thisProvider } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { type AppError, refuse } from "../../errors.ts";
import { type OwnedRouter, type RouterSecrets, routersChanged, sealSecrets } from "./store.ts";

/** Another router in use at this bridge and address; one box is driven by one row. */
export const taken = ({
  bridgeId,
  host,
  port,
}: {
  bridgeId: string;
  host: string;
  port: number;
}): Sql<{ name: string }> =>
  sql<{ name: string }>`SELECT name FROM routers
    WHERE bridge_id = ${bridgeId} AND host = ${host} COLLATE NOCASE AND port = ${port}
      AND archived_at IS NULL`;

export type OwnRouter = {
  name: string;
  host: string;
  port: number;
  username: string;
  password: string;
  bridgeId: string;
  location: string | null;
};

/** The caller has made sure that the bridge is the provider's. @throws AppError conflict when it has a router at that address */
export async function addOwnRouter(
  ctx: Context,
  providerId: string,
  { name, host, port, username, password, bridgeId, location }: OwnRouter,
): Promise<OwnedRouter> {
  const { platform } = ctx;
  const isTaken = taken({ bridgeId, host, port });
  const known = await platform.first(isTaken);
  if (known) throw alreadyThere(known.name);
  const id = crypto.randomUUID();
  const createdAt = ctx.now();
  const servingEpoch = firstEpoch(createdAt);
  // The MAC login of a router that we did not set up has no password.
  const secrets: RouterSecrets = { password, macAuthPassword: "" };
  const db = ctx.tenant(providerId);
  const pair = { routerId: id, location, assignedAt: createdAt, unassignedAt: null };
  await db.run(insertInto(providerRouters, { providerId: thisProvider, ...pair }));
  const written = await platform.run(
    sql`INSERT INTO routers (id, name, host, port, username, secrets, bridge_id, added_by, created_at,
        serving_epoch)
      SELECT ${id}, ${name}, ${host}, ${port}, ${username}, ${sealSecrets(ctx, id, secrets)}, ${bridgeId},
        ${providerId}, ${createdAt}, ${servingEpoch}
      WHERE NOT EXISTS (${isTaken})`,
  );
  if (written === 0) {
    await db.run(unassignStatement(ctx, id));
    throw alreadyThere(name);
  }
  routersChanged(providerId);
  return {
    ...{ id, name, host, port, username, bridgeId, createdAt, location },
    ...{ routerosVersion: "7.x", connectionType: "direct", status: "active" },
    ...{ servingEpoch, lastSeenAt: null, archivedAt: null, addedBy: providerId },
    ...{ ovpnServerHost: null, ovpnServerPort: null, ovpnUsername: null, ovpnTunnelIp: null },
    ...{ ovpnCertificate: null, ovpnCaFile: null },
  };
}

/** Seconds since 2026: above the epoch of any row that the box had before. A bridge is not enrolled every second. */
export function firstEpoch(now: number): number {
  return Math.max(1, Math.floor((now - Date.UTC(2026, 0, 1)) / 1_000));
}

export function alreadyThere(name: string): AppError {
  return refuse("conflict", "address_served_already", { name });
}

/** A provider has this router no more; the pair stays, because its history refers to it. */
export function unassignStatement(ctx: Context, routerId: string): Sql {
  return sql`UPDATE provider_routers SET unassigned_at = ${ctx.now()}
    WHERE provider_id = ${thisProvider} AND router_id = ${routerId} AND unassigned_at IS NULL`;
}

/** A router that it added itself is archived. @returns for a batch of the tenant's tables, and then one of the platform's */
export function retireStatements(
  ctx: Context,
  providerId: string,
  routerId: string,
): { tenant: Sql; platform: Sql } {
  return {
    tenant: unassignStatement(ctx, routerId),
    platform: sql`UPDATE routers SET archived_at = CASE WHEN added_by = ${providerId} THEN ${ctx.now()}
        ELSE archived_at END,
        bridge_id = CASE WHEN bridge_id IN (SELECT id FROM bridges WHERE provider_id = ${providerId})
          THEN NULL ELSE bridge_id END
      WHERE id = ${routerId} AND archived_at IS NULL`,
  };
}
