import type { Context } from "../../context.ts";
import { type OfflineVoucher, type RouterAssignment, redialWithinMostMs } from "../../contract/bridge.ts";
import type { DesiredLine } from "../../contract/bridge-lines.ts";
import { fromEach } from "../../db/every-tenant.ts";
import { boundPorts } from "../../ports.ts";
import type { EntitlementRecord } from "../entitlements/index.ts";
import { heldAtRouters, heldFrom } from "../entitlements/index.ts";
import { linesAtRouters, linesFrom } from "../lines/index.ts";
import { readAssignments } from "../routers/index.ts";

export type Site = {
  routers: RouterAssignment[];
  entitlements: EntitlementRecord[];
  lines: DesiredLine[];
  offlineVouchers: OfflineVoucher[];
  redialWithinMs: number;
  /** Whether the bridge stands at a host of the platform, where routers' tunnels end. */
  isTunnelHost: boolean;
  /** Those of its routers that D1 shows as reached. */
  listed: string[];
  /** Sellers that did not answer: what is held of theirs stays as it is. */
  silent: string[];
};

/** Each dial-in reads D1 twice, by eight statements, and the database of everyone who sold there: so many a second leave room for sales. */
const dialInsPerSecond = 80;

/** So that one lost link is back at once where bridges are few, and no more than the platform can take come together where they are many. */
export function redialWithinMs(bridgesInAll: number): number {
  return Math.min(redialWithinMostMs, Math.round((bridgesInAll * 1_000) / dialInsPerSecond));
}

/** A whole site waits for its slowest seller to be read: one that takes longer is read when its link is there. */
const patienceMs = 5_000;

/** What these sellers sold at these routers, and the offline vouchers that their bridge holds. */
export async function readSellers(
  ctx: Context,
  {
    bridgeId,
    routerIds,
    sellers,
  }: { bridgeId: string; routerIds: readonly string[]; sellers: readonly string[] },
): Promise<Pick<Site, "entitlements" | "lines" | "offlineVouchers" | "silent">> {
  const [sold, offline] = await Promise.all([
    fromEach(sellers, (id) => readSeller(ctx, id, routerIds), patienceMs),
    boundPorts().offlineVouchersOfBridge(ctx, bridgeId, sellers, patienceMs),
  ]);
  const silent = new Set([...sold.silent, ...offline.silent].map(({ providerId }) => providerId));
  return {
    entitlements: sold.rows.flatMap(({ entitlements }) => entitlements),
    lines: sold.rows.flatMap(({ lines }) => lines),
    offlineVouchers: offline.rows,
    silent: [...silent],
  };
}

/** By one call of its object. */
async function readSeller(ctx: Context, providerId: string, routerIds: readonly string[]) {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const [held, lines] = await db.batch([heldAtRouters(routerIds, now), linesAtRouters(routerIds, now)]);
  return [{ entitlements: heldFrom(db, held), lines: linesFrom(ctx, lines) }];
}

/** Read afresh; null when the bridge was revoked. @throws where none of its sellers answers */
export async function readSite(ctx: Context, bridgeId: string): Promise<Site | null> {
  const read = await readAssignments(ctx, bridgeId);
  if (!read) return null;
  const { bridge, served, assignments, sellers } = read;
  const sold = await readSellers(ctx, { bridgeId, routerIds: served.map(({ id }) => id), sellers });
  if (sellers.length > 0 && sellers.every((id) => sold.silent.includes(id)))
    throw new Error("no seller of this bridge answers");
  return {
    routers: assignments,
    ...sold,
    redialWithinMs: redialWithinMs(bridge.bridgesInAll),
    isTunnelHost: bridge.isTunnelHost,
    listed: served.flatMap(({ id, isListed }) => (isListed ? [id] : [])),
  };
}
