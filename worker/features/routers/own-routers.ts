import type { Context } from "../../context.ts";
import type { NewRouter } from "../../contract/routers.ts";
import { providerRouters } from "../../db/schema/tenant.ts";
import type { Statement } from "../../db/tenant-db.ts";
import { AppError } from "../../errors.ts";
import { type OwnedRouter, place, type RouterSecrets, routersChanged } from "./store.ts";

/** Another router in use at this bridge and address; one box is driven by one row. */
const taken = `SELECT name FROM routers WHERE bridge_id = ?1 AND host = ?2 COLLATE NOCASE AND port = ?3
  AND archived_at IS NULL`;

/**
 * A router that its provider adds at a bridge of its own; the caller has made sure that the bridge is. It is served from
 * the bridge's next assignment on.
 * @throws AppError conflict when this bridge has a router at that address
 */
export async function addOwnRouter(
  ctx: Context,
  providerId: string,
  { name, host, port, username, password, bridgeId, ...more }: NewRouter,
): Promise<OwnedRouter> {
  const location = more.location ?? null;
  const { platform, keys } = ctx;
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
      keys.seal(JSON.stringify(secrets), place(id)),
      providerId,
      createdAt,
      servingEpoch,
    ),
  );
  if (written === 0) {
    await db.run(unassigned(ctx, providerId, id));
    throw alreadyThere(name);
  }
  routersChanged(providerId);
  return {
    ...{ id, name, host, port, username, bridgeId, createdAt, location },
    ...{ routerosVersion: "7.x", connectionType: "direct", status: "active" },
    ...{ servingEpoch, lastSeenAt: null, archivedAt: null, addedBy: providerId },
  };
}

/**
 * The box may carry the epoch of a row that it had before, under this provider or another. Seconds since 2026 are above
 * whatever that one was raised to: nobody enrols a bridge once a second.
 */
function firstEpoch(now: number): number {
  return Math.max(1, Math.floor((now - Date.UTC(2026, 0, 1)) / 1_000));
}

function alreadyThere(name: string): AppError {
  return new AppError("conflict", `This bridge already serves a router at that address: ${name}.`);
}

function unassigned(ctx: Context, providerId: string, routerId: string): Statement {
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
    tenant: unassigned(ctx, providerId, routerId),
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
