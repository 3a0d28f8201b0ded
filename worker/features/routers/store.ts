import { and, eq, inArray, isNull } from "drizzle-orm";
import * as z from "zod";
import type { Context } from "../../context.ts";
import type { RouterAssignment } from "../../contract/bridge.ts";
import { routers } from "../../db/schema/platform.ts";
import { providerRouters } from "../../db/schema/tenant.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { among, sql, thisProvider } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { TtlCache } from "../../ttl-cache.ts";

/** What only the router's bridge may know. */
export const RouterSecrets = z.object({
  password: z.string(),
  macAuthPassword: z.string(),
  /** Of its log-in at the platform's OpenVPN server; no bridge is told. */
  ovpnPassword: z.string().optional(),
});
export type RouterSecrets = z.infer<typeof RouterSecrets>;

/** Sealed for this router's row alone. */
const place = (id: string) => sealedPlace("routers", id);

export function sealSecrets(ctx: Context, id: string, secrets: RouterSecrets): string {
  return ctx.keys.seal(JSON.stringify(secrets), place(id));
}

export function openSecrets(ctx: Context, row: { id: string; secrets: string }): RouterSecrets {
  return RouterSecrets.parse(JSON.parse(ctx.keys.unseal(row.secrets, place(row.id))));
}

/** In place of an address: the tunnel's, which is not known until its configuration was generated. */
export const tunnelUnknown = "auto-detect";

type NewRouter = Omit<typeof routers.$inferInsert, "secrets"> & { secrets: RouterSecrets };

/** A router of the platform, assigned to a provider. */
export async function addRouter(
  ctx: Context,
  router: NewRouter,
  assignment: { providerId: string; location: string | null },
): Promise<void> {
  await ctx.platform.run(
    insertInto(routers, {
      ...router,
      secrets: sealSecrets(ctx, router.id, router.secrets),
    }),
  );
  const db = ctx.tenant(assignment.providerId);
  await db.run(
    insertInto(providerRouters, {
      providerId: thisProvider,
      routerId: router.id,
      location: assignment.location,
      assignedAt: router.createdAt,
      unassignedAt: null,
    }),
  );
}

export type ServedRouter = { providerId: string; assignment: RouterAssignment };

/** Those that name it and are assigned now. A provider's own bridge gets only that provider's. */
export async function routersOfBridge(
  ctx: Context,
  bridge: { id: string; providerId: string | null },
): Promise<ServedRouter[]> {
  const { platform } = ctx;
  const named = await platform.select(routers, {
    where: and(eq(routers.bridgeId, bridge.id), isNull(routers.archivedAt)),
  });
  const rows = named.filter(({ host }) => host !== tunnelUnknown);
  const owners = await platform.all(
    sql<{ routerId: string; providerId: string }>`SELECT router_id AS routerId, provider_id AS providerId
      FROM provider_routers WHERE unassigned_at IS NULL AND router_id IN ${among(rows.map((row) => row.id))}`,
  );
  const ownerOf = new Map(owners.map(({ routerId, providerId }) => [routerId, providerId]));
  return rows.flatMap((row) => {
    const providerId = ownerOf.get(row.id);
    if (!providerId || (bridge.providerId !== null && bridge.providerId !== providerId)) return [];
    const { host, port, username, servingEpoch } = row;
    const { password, macAuthPassword } = openSecrets(ctx, row);
    const box = { host, port, username, password, macAuthPassword };
    return [{ providerId, assignment: { routerId: row.id, servingEpoch, ...box } }];
  });
}

export type OwnedRouter = Omit<typeof routers.$inferSelect, "secrets"> & { location: string | null };

export async function assignedRouters(ctx: Context, providerId: string): Promise<OwnedRouter[]> {
  const owned = await ctx
    .tenant(providerId)
    .select(providerRouters, { where: isNull(providerRouters.unassignedAt) });
  const locations = new Map(owned.map((pair) => [pair.routerId, pair.location]));
  const ids = [...locations.keys()];
  const found: OwnedRouter[] = [];
  // D1 takes at most 100 parameters in a statement.
  for (let at = 0; at < ids.length; at += 90) {
    const rows = await ctx.platform.select(routers, { where: inArray(routers.id, ids.slice(at, at + 90)) });
    found.push(
      ...rows.map(({ secrets: _, ...row }) => ({ ...row, location: locations.get(row.id) ?? null })),
    );
  }
  return found;
}

const kept = new TtlCache<OwnedRouter[]>(3_000);

/** The same up to three seconds later, for whoever shows their names; a router that this isolate adds is there at once. */
export function routersBriefly(ctx: Context, providerId: string): Promise<OwnedRouter[]> {
  return kept.get(providerId, ctx.now(), () => assignedRouters(ctx, providerId));
}

export function routersChanged(providerId: string): void {
  kept.forget(providerId);
}
