import type { Context } from "../../context.ts";
import type { PlatformBridge } from "../../contract/bridges.ts";
import { among, sql } from "../../db/sql.ts";
import { cutOf, siteNow } from "../routers/index.ts";
import { bridgeProgram } from "./install/install-command.ts";

export type BridgesQuery = {
  page?: number | undefined;
  pageSize?: number | undefined;
  q?: string | undefined;
  /** A provider's id: its own and the platform's; `platform`: the platform's alone. */
  provider?: string | undefined;
};

type BridgeRow = {
  id: string;
  name: string;
  enrolledAt: number;
  providerId: string | null;
  businessName: string | null;
  total: number;
};

export async function listPlatformBridges(
  ctx: Context,
  query: BridgesQuery,
): Promise<{ bridges: PlatformBridge[]; total: number }> {
  const { limit, offset } = cutOf(query);
  const words = query.q?.trim().toLowerCase() ?? "";
  const whose = query.provider ?? "";
  const from = sql`FROM bridges b LEFT JOIN providers p ON p.id = b.provider_id
    WHERE b.revoked_at IS NULL
      AND (${words} = '' OR instr(lower(b.name), ${words}) > 0
        OR instr(lower(coalesce(p.business_name, '')), ${words}) > 0)
      AND (${whose} = '' OR b.provider_id IS NULL OR b.provider_id = ${whose})`;
  const [found, [count]] = await ctx.platform.batch([
    sql<BridgeRow>`SELECT b.id, b.name, b.enrolled_at AS enrolledAt, b.provider_id AS providerId,
        p.business_name AS businessName
      ${from} ORDER BY b.enrolled_at DESC, b.id LIMIT ${limit} OFFSET ${offset}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  const served = await routersServed(
    ctx,
    found.map(({ id }) => id),
  );
  const bridges = found.map(async ({ id, name, enrolledAt, providerId, businessName }) => {
    const now = await siteNow(ctx, id);
    return {
      id,
      name,
      provider: providerId === null ? null : { id: providerId, businessName: businessName ?? "" },
      isOnline: now?.isOnline ?? false,
      lastSeen: now?.lastSeen ? new Date(now.lastSeen).toISOString() : null,
      enrolledAt: new Date(enrolledAt).toISOString(),
      ...bridgeProgram(ctx.settings.MAIN_ORIGIN, now),
      routers: served.get(id) ?? [],
    };
  });
  return { bridges: await Promise.all(bridges), total: count?.total ?? 0 };
}

/** Names of routers in their alphabet's order, by bridge. */
async function routersServed(ctx: Context, bridgeIds: readonly string[]): Promise<Map<string, string[]>> {
  const { platform } = ctx;
  const rows = await platform.all(
    sql<{ bridgeId: string; name: string }>`SELECT bridge_id AS bridgeId, name FROM routers
      WHERE archived_at IS NULL AND bridge_id IN ${among(bridgeIds)} ORDER BY name COLLATE NOCASE, id`,
  );
  const byBridge = Map.groupBy(rows, ({ bridgeId }) => bridgeId);
  return new Map([...byBridge].map(([id, own]) => [id, own.map(({ name }) => name)]));
}
