import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { allHosts, notifyHosts } from "../tunnels/index.ts";
import { clientNamed } from "./store.ts";

// When a certificate is good no more: revoked by hand, with its router, by a newer one, or because nobody took it.

const untakenMs = dayMs;
const saidAgainMs = 10 * minuteMs;
type Ended = { username: string; routerId: string | null; fingerprint: string };

const system: Actor = { actor: "system", actorId: null, providerId: null };

/** Hosts cut its connection at once. One that is away is told when its bridge dials in, one that was not reached by the sweep. */
async function revoke(
  ctx: Context,
  actor: Actor,
  why: "by hand" | "router" | "replaced" | "not used",
  which: Sql,
): Promise<Ended[]> {
  const { platform } = ctx;
  const found = await platform.all(
    sql<Ended>`SELECT username, router_id AS routerId, fingerprint FROM vpn_clients
      WHERE revoked_at IS NULL AND ${which}`,
  );
  if (found.length === 0) return found;
  const now = ctx.now();
  const names = among(found.map(({ username }) => username));
  const [ended] = await platform.batch([
    sql<Ended>`UPDATE vpn_clients SET revoked_at = ${now} WHERE revoked_at IS NULL AND username IN ${names}
      RETURNING username, router_id AS routerId, fingerprint`,
    ...found.map(({ username, routerId }) =>
      recordIfStatement(
        ctx,
        { ...actor, action: "openvpn.revoke", subject: username, detail: { why, routerId } },
        sql`EXISTS (SELECT 1 FROM vpn_clients WHERE username = ${username} AND revoked_at = ${now})`,
      ),
    ),
  ]);
  await tellGone(ctx, ended);
  return ended;
}

async function tellGone(ctx: Context, ended: readonly Pick<Ended, "fingerprint">[]): Promise<void> {
  const gone = ended.map(({ fingerprint }) => fingerprint);
  await notifyHosts(ctx, await allHosts(ctx), { peers: [], gone: [], openvpn: { peers: [], gone } });
}

/** @throws AppError not_found for an id that is unknown or revoked already */
export async function revokeVpnClient(ctx: Context, actor: Actor, id: string): Promise<{ username: string }> {
  const [ended] = await revoke(ctx, actor, "by hand", sql`id = ${id}`);
  if (!ended) throw refuse("not_found", "vpn_certificate_unknown");
  return ended;
}

/** A router has left: its certificate is good no more, and its address is free. */
export async function revokeVpnClientsOf(
  ctx: Context,
  routerId: string,
  actor: Actor = system,
): Promise<void> {
  await revoke(ctx, actor, "router", sql`router_id = ${routerId}`);
}

/** In place of a former one; a name not generated here belongs to another server. @throws AppError conflict */
export async function linkVpnClient(
  ctx: Context,
  { username, routerId }: { username: string; routerId: string },
  actor: Actor = system,
): Promise<void> {
  const { platform } = ctx;
  const taken = await platform.run(
    sql`UPDATE vpn_clients SET router_id = ${routerId}
      WHERE username = ${username} AND revoked_at IS NULL AND (router_id IS NULL OR router_id = ${routerId})`,
  );
  if (taken === 0) {
    const known = await clientNamed(ctx, username);
    if (!known) return;
    throw new AppError(
      "conflict",
      known.revokedAt === null ? say("vpn_of_other_router") : say("vpn_openvpn_over"),
    );
  }
  await revoke(ctx, actor, "replaced", sql`router_id = ${routerId} AND username <> ${username}`);
}

/** Whether the router that took it is there and still comes in by it. */
const isUsed = sql`EXISTS (SELECT 1 FROM routers WHERE routers.id = vpn_clients.router_id
  AND routers.archived_at IS NULL AND routers.connection_type = 'ovpn_client')`;

/**
 * The minute cron's part: what no router took within a day, or whose router is gone; revocations of the last minutes once more, for a host
 * that was not reached; and rows whose certificate has expired anyway.
 */
export async function sweepVpnClients(ctx: Context): Promise<void> {
  const { platform } = ctx;
  const now = ctx.now();
  await revoke(ctx, system, "not used", sql`created_at <= ${now - untakenMs} AND NOT ${isUsed}`);
  const [late] = await platform.batch([
    sql<Pick<Ended, "fingerprint">>`SELECT fingerprint FROM vpn_clients
      WHERE revoked_at > ${now - saidAgainMs} AND revoked_at < ${now}`,
    sql`DELETE FROM vpn_clients WHERE revoked_at IS NOT NULL AND expires_at <= ${now}`,
  ]);
  if (late.length > 0) await tellGone(ctx, late);
}
