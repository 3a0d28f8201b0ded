import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type AppError, refuse } from "../../errors.ts";
import { firstEpoch } from "./serving-epoch.ts";
import { beginPair, endPair, type OwnedRouter, type RouterSecrets, sealSecrets } from "./store.ts";

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

type OwnRouter = {
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
  await db.run(beginPair(id, createdAt));
  const written = await platform.run(
    sql`INSERT INTO routers (id, name, host, port, username, secrets, bridge_id, provider_id, location,
        log_in_shared_with, added_by, created_at, serving_epoch)
      SELECT ${id}, ${name}, ${host}, ${port}, ${username}, ${sealSecrets(ctx, id, secrets)}, ${bridgeId},
        ${providerId}, ${location}, ${providerId}, ${providerId}, ${createdAt}, ${servingEpoch}
      WHERE NOT EXISTS (${isTaken})`,
  );
  if (written === 0) {
    await db.run(endPair(id, createdAt));
    throw alreadyThere(name);
  }
  return {
    id,
    name,
    host,
    port,
    username,
    bridgeId,
    providerId,
    location,
    createdAt,
    routerosVersion: "7.x",
    connectionType: "direct",
    status: "active",
    servingEpoch,
    lastSeenAt: null,
    onlineSince: null,
    blocks: 0,
    archivedAt: null,
    addedBy: providerId,
    logInSharedWith: providerId,
    logInKnownTo: null,
    ovpnServerHost: null,
    ovpnServerPort: null,
    ovpnUsername: null,
    ovpnTunnelIp: null,
    ovpnCertificate: null,
    ovpnCaFile: null,
  };
}

export function alreadyThere(name: string): AppError {
  return refuse("conflict", "address_served_already", { name }).at("host");
}

/** The provider has it no more. One that it added itself is archived. */
export function retireStatement(ctx: Context, providerId: string, routerId: string): Sql {
  return sql`UPDATE routers SET provider_id = NULL, location = NULL,
      archived_at = CASE WHEN added_by = ${providerId} THEN ${ctx.now()} ELSE archived_at END,
      bridge_id = CASE WHEN bridge_id IN (SELECT id FROM bridges WHERE provider_id = ${providerId})
        THEN NULL ELSE bridge_id END
    WHERE id = ${routerId} AND provider_id = ${providerId} AND archived_at IS NULL`;
}
