import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod";
import type { Context, PlatformRows } from "../../context.ts";
import { routers } from "../../db/schema/platform.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { randomHex } from "../../keys.ts";
import { VersionCache } from "../../version-cache.ts";

/** What only the router's bridge may know. */
export const RouterSecrets = z.object({
  password: z.string(),
  /** A set-up of ours made user and password, so that they may be changed without asking anybody. */
  isMade: z.literal(true).optional(),
  /** What the next bridge changes it to, because another one could read the present one. */
  renewal: z.object({ id: z.string(), password: z.string() }).optional(),
  /**
   * The log-in of the way by which the router is not driven now: of a box at its site while a host drives it, of the hosts
   * meanwhile. `isKnown`: a box that drives it no more can read what it is renewed to, too.
   */
  away: z
    .object({
      password: z.string(),
      renewal: z.object({ id: z.string(), password: z.string() }).optional(),
      isKnown: z.literal(true).optional(),
    })
    .optional(),
  macAuthPassword: z.string(),
  /** Of its generated OpenVPN configuration; no bridge is told. */
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

/** Before a provider is given the router: its history refers to this pair. It decides nothing, so a repeat changes nothing. */
export function beginPair(routerId: string, at: number): Sql {
  return sql`INSERT INTO provider_routers (router_id, assigned_at, unassigned_at)
    VALUES (${routerId}, ${at}, NULL)
    ON CONFLICT (router_id) DO UPDATE SET assigned_at = excluded.assigned_at, unassigned_at = NULL
      WHERE provider_routers.unassigned_at IS NOT NULL`;
}

/** After the router was taken from the provider. The pair stays, because the provider's history refers to it. */
export function endPair(routerId: string, at: number): Sql {
  return sql`UPDATE provider_routers SET unassigned_at = ${at}
    WHERE router_id = ${routerId} AND unassigned_at IS NULL`;
}

/** 138 random bits in letters and digits that mean nothing to RouterOS. */
export const newPassword = () => randomBytes(24).toString("base64url").replace(/[-_]/g, "x");

/**
 * For when a bridge that could read the log-in drives the router no more: the next one is to change the password. One that a
 * person typed stays, because only that person can change it.
 */
export function withRenewal(secrets: RouterSecrets): RouterSecrets {
  return secrets.isMade ? { ...secrets, renewal: newRenewal() } : secrets;
}

export const newRenewal = () => ({ id: randomHex(64), password: newPassword() });

export function sealForRenewal(ctx: Context, row: { id: string; secrets: string }): string {
  return sealSecrets(ctx, row.id, withRenewal(openSecrets(ctx, row)));
}

export type OwnedRouter = Omit<typeof routers.$inferSelect, "secrets">;

/** Those that the provider has now. */
export function assignedRouters(ctx: Context, providerId: string): Promise<OwnedRouter[]> {
  return ownedRouters(ctx.platform, providerId);
}

async function ownedRouters(rows: PlatformRows, providerId: string): Promise<OwnedRouter[]> {
  const owned = await rows.select(routers, {
    where: and(eq(routers.providerId, providerId), isNull(routers.archivedAt)),
  });
  return owned.map(({ secrets: _, ...row }) => row);
}

const kept = new VersionCache<OwnedRouter[]>();

/** The same, for lists that show their names. */
export function routersBriefly(ctx: Context, providerId: string): Promise<OwnedRouter[]> {
  return kept.get(ctx, providerId, () => ownedRouters(ctx.snapshot(providerId), providerId));
}
