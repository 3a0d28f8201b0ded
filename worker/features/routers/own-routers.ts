import type { Context } from "../../context.ts";
import { providerRouters } from "../../db/schema/tenant.ts";
import type { Statement } from "../../db/tenant-db.ts";
import { type AppError, refuse } from "../../errors.ts";
import { type OwnedRouter, type RouterSecrets, routersChanged, sealSecrets } from "./store.ts";

/** Another router in use at this bridge and address; one box is driven by one row. */
export const taken = `SELECT name FROM routers WHERE bridge_id = ?1 AND host = ?2 COLLATE NOCASE AND port = ?3
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

/**
 * A router that its provider adds at a bridge of its own; the caller has made sure that the bridge is. It is served from
 * the bridge's next assignment on.
 * @throws AppError conflict when this bridge has a router at that address
 */
export async function addOwnRouter(
  ctx: Context,
  providerId: string,
  { name, host, port, username, password, bridgeId, location }: OwnRouter,
): Promise<OwnedRouter> {
  const { platform } = ctx;
  const [known] = await platform.all<{ name: string }>(platform.statement(taken, bridgeId, host, port));
  if (known) throw alreadyThere(known.name);
  const id = crypto.randomUUID();
  const createdAt = ctx.now();
  const servingEpoch = firstEpoch(createdAt);
  // The MAC login of a router that we did not set up has no password.
  const secrets: RouterSecrets = { password, macAuthPassword: "" };
  const db = ctx.tenant(providerId);
  const pair = { routerId: id, location, assignedAt: createdAt, unassignedAt: null };
  await db.run(db.insert(providerRouters, pair));
  const written = await platform.run(
    platform.statement(
      `INSERT INTO routers (id, name, host, port, username, secrets, bridge_id, added_by, created_at, serving_epoch)
      SELECT ?4, ?5, ?2, ?3, ?6, ?7, ?1, ?8, ?9, ?10 WHERE NOT EXISTS (${taken})`,
      bridgeId,
      host,
      port,
      id,
      name,
      username,
      sealSecrets(ctx, id, secrets),
      providerId,
      createdAt,
      servingEpoch,
    ),
  );
  if (written === 0) {
    await db.run(unassignStatement(ctx, providerId, id));
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

/**
 * The box may carry the epoch of a row that it had before, under this provider or another. Seconds since 2026 are above
 * whatever that one was raised to: nobody enrols a bridge once a second.
 */
export function firstEpoch(now: number): number {
  return Math.max(1, Math.floor((now - Date.UTC(2026, 0, 1)) / 1_000));
}

export function alreadyThere(name: string): AppError {
  return refuse("conflict", "address_served_already", { name });
}

/** A provider has this router no more; the pair stays, because its history refers to it. */
export function unassignStatement(ctx: Context, providerId: string, routerId: string): Statement {
  return ctx.tenant(providerId).statement(
    `UPDATE provider_routers SET unassigned_at = ?3
    WHERE provider_id = ?1 AND router_id = ?2 AND unassigned_at IS NULL`,
    routerId,
    ctx.now(),
  );
}

/**
 * A provider has this router no more: its history stays, and a router that it added itself is archived.
 * @returns for a batch of the tenant's tables, and then one of the platform's
 */
export function retireStatements(
  ctx: Context,
  providerId: string,
  routerId: string,
): { tenant: Statement; platform: Statement } {
  return {
    tenant: unassignStatement(ctx, providerId, routerId),
    platform: ctx.platform.statement(
      `UPDATE routers SET archived_at = CASE WHEN added_by = ?2 THEN ?3 ELSE archived_at END,
        bridge_id = CASE WHEN bridge_id IN (SELECT id FROM bridges WHERE provider_id = ?2) THEN NULL ELSE bridge_id END
      WHERE id = ?1 AND archived_at IS NULL`,
      routerId,
      providerId,
      ctx.now(),
    ),
  };
}
