import type { Context } from "../../context.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { bridgesOf } from "./choose-bridge.ts";
import { routerRow } from "./platform-routers.ts";
import { backByTunnel } from "./return-to-platform.ts";
import { type OwnedRouter, sealForRenewal } from "./store.ts";

// A router's log-in is known to the bridges that drive it. One of a provider's own has it only where the provider typed it, a
// set-up made it there, or the operator shared it; it is renewed when such a bridge drives the router no more.

/** The provider has the router no more, and may have read its log-in. A set-up that was never used ends. */
export async function endSharing(ctx: Context, routerId: string): Promise<Sql[]> {
  const router = await routerRow(ctx, routerId);
  if (!router) return [];
  const { logInSharedWith, secrets } = router;
  const unused = sql`DELETE FROM router_setups WHERE router_id = ${routerId} AND used_at IS NULL`;
  if (logInSharedWith === null) return [unused];
  // A box drives what has a tunnel: a host does again, and the box's log-in is renewed by it.
  const back = await backByTunnel(ctx, router);
  if (back) return [unused, back.statement];
  return [
    unused,
    sql`UPDATE routers SET log_in_known_to = log_in_shared_with, log_in_shared_with = NULL,
        secrets = CASE WHEN secrets = ${secrets} THEN ${sealForRenewal(ctx, router)} ELSE secrets END
      WHERE id = ${routerId} AND log_in_shared_with = ${logInSharedWith}`,
  ];
}

/** Whoever has the machine of a bridge that is trusted no more has the log-ins of its routers, too. */
export async function renewLogIns(ctx: Context, bridgeIds: readonly string[]): Promise<void> {
  if (bridgeIds.length === 0) return;
  const rows = await ctx.platform.all(
    sql<{ id: string; secrets: string }>`SELECT id, secrets FROM routers
      WHERE bridge_id IN ${among(bridgeIds)} AND archived_at IS NULL`,
  );
  if (rows.length === 0) return;
  await ctx.platform.batch(
    rows.map(
      (row) => sql`UPDATE routers SET secrets = ${sealForRenewal(ctx, row)}
        WHERE id = ${row.id} AND secrets = ${row.secrets}`,
    ),
  );
}

/** Those that wait for a log-in: a bridge of the provider's own is to drive them and may not have the one that is kept. */
export async function withoutLogIn(
  ctx: Context,
  providerId: string,
  rows: readonly OwnedRouter[],
): Promise<Set<string>> {
  const kept = rows.filter((row) => row.bridgeId !== null && row.logInSharedWith !== providerId);
  if (kept.length === 0) return new Set();
  const own = new Set((await bridgesOf(ctx, providerId)).map(({ id }) => id));
  return new Set(kept.flatMap(({ id, bridgeId }) => (own.has(bridgeId ?? "") ? [id] : [])));
}
