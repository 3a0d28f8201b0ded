import { eq, inArray, isNull } from "drizzle-orm";
import * as z from "zod";
import type { Context } from "../../context.ts";
import type { RouterAssignment } from "../../contract/bridge.ts";
import { routers } from "../../db/schema/platform.ts";
import { providerRouters } from "../../db/schema/tenant.ts";

/** What only the router's bridge may know. */
export const RouterSecrets = z.object({ password: z.string(), macAuthPassword: z.string() });
export type RouterSecrets = z.infer<typeof RouterSecrets>;

const place = (id: string) => `routers ${id} secrets`;

type NewRouter = Omit<typeof routers.$inferInsert, "secrets"> & { secrets: RouterSecrets };

/** A router of the platform, assigned to a provider. */
export async function addRouter(
  ctx: Context,
  router: NewRouter,
  assignment: { providerId: string; location: string | null },
): Promise<void> {
  await ctx.platform.run(
    ctx.platform.insert(routers, {
      ...router,
      secrets: ctx.keys.seal(JSON.stringify(router.secrets), place(router.id)),
    }),
  );
  const db = ctx.tenant(assignment.providerId);
  await db.run(
    db.insert(providerRouters, {
      routerId: router.id,
      location: assignment.location,
      assignedAt: router.createdAt,
      unassignedAt: null,
    }),
  );
}

/** The assigned routers that name a bridge, with what it needs to drive them. */
export async function routerAssignment(ctx: Context, bridgeId: string): Promise<RouterAssignment[]> {
  const rows = await ctx.platform.select(routers, { where: eq(routers.bridgeId, bridgeId) });
  return rows
    .filter((row) => row.archivedAt === null)
    .map((row) => ({
      routerId: row.id,
      servingEpoch: row.servingEpoch,
      host: row.host,
      port: row.port,
      username: row.username,
      ...RouterSecrets.parse(JSON.parse(ctx.keys.unseal(row.secrets, place(row.id)))),
    }));
}

export type OwnedRouter = Omit<typeof routers.$inferSelect, "secrets"> & { location: string | null };

/** The routers a provider owns now. */
export async function assignedRouters(ctx: Context, providerId: string): Promise<OwnedRouter[]> {
  const owned = await ctx
    .tenant(providerId)
    .select(providerRouters, { where: isNull(providerRouters.unassignedAt) });
  if (owned.length === 0) return [];
  const rows = await ctx.platform.select(routers, {
    where: inArray(
      routers.id,
      owned.slice(0, 90).map((row) => row.routerId),
    ),
  });
  return rows.map(({ secrets: _, ...row }) => ({
    ...row,
    location: owned.find((pair) => pair.routerId === row.id)?.location ?? null,
  }));
}
