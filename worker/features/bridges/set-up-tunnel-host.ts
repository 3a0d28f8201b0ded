import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { TunnelHost as Shown } from "../../contract/tunnels.ts";
import { among, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, record, recordStatement } from "../audit/index.ts";
import { handOver, knowsTunnelHost, siteNow, tunnelHostsThere } from "../routers/index.ts";
import {
  allHosts,
  hostNamed,
  issueForHost,
  privateKeyOf,
  removeHostStatement,
  saveHost,
  type TunnelHost,
} from "../tunnels/index.ts";
import { createBridgeCode, hashOfTyped } from "./enrol-bridge.ts";
import { hostFiles } from "./install/host-files.ts";
import { bridgeProgram, hostCommand } from "./install/install-command.ts";
import { revokeBridge } from "./own-bridges.ts";

export async function listHosts(ctx: Context): Promise<Shown[]> {
  const hosts = await allHosts(ctx);
  const counts = await routersOf(ctx, hosts);
  return Promise.all(
    hosts.map(async (host) => {
      const { id, name, address, publicKey, bridgeId } = host;
      const now = bridgeId === null ? null : await siteNow(ctx, bridgeId);
      return {
        id,
        name,
        address,
        publicKey,
        bridgeId,
        isOnline: now?.isOnline ?? false,
        lastSeen: now?.lastSeen ? new Date(now.lastSeen).toISOString() : null,
        ...bridgeProgram(ctx.settings.MAIN_ORIGIN, now),
        routers: counts.get(bridgeId ?? "") ?? 0,
        strangers: await strangersOf(ctx, host),
      };
    }),
  );
}

async function strangersOf(ctx: Context, host: TunnelHost): Promise<number> {
  const row = await ctx.platform.first(
    sql<{ count: number }>`SELECT count(*) AS count FROM tunnel_peers JOIN routers ON routers.id = router_id
      WHERE keyed_at IS NOT NULL AND archived_at IS NULL AND NOT ${knowsTunnelHost(host)}`,
  );
  return row?.count ?? 0;
}

async function routersOf(ctx: Context, hosts: readonly TunnelHost[]): Promise<Map<string, number>> {
  const ids = hosts.flatMap(({ bridgeId }) => bridgeId ?? []);
  const rows = await ctx.platform.all(
    sql<{ bridgeId: string; count: number }>`SELECT bridge_id AS bridgeId, count(*) AS count FROM routers
      WHERE archived_at IS NULL AND bridge_id IN ${among(ids)} GROUP BY bridge_id`,
  );
  return new Map(rows.map(({ bridgeId, count }) => [bridgeId, count]));
}

/** @throws AppError conflict while a host of this name is running, or where there is no room for more */
export async function setUpHost(
  ctx: Context,
  input: { name: string; address: string },
  actor: Actor,
): Promise<{ id: string; code: string; expiresAt: string; installCommand: string }> {
  const owner = { providerId: null, adminId: actor.actorId };
  // First: it refuses the name of a bridge that is running.
  const { code, expiresAt } = await createBridgeCode(ctx, owner, input.name, actor);
  const { id } = await saveHost(ctx, input, actor);
  const installCommand = hostCommand(ctx.settings.MAIN_ORIGIN, code, id);
  return { id, code, expiresAt: new Date(expiresAt).toISOString(), installCommand };
}

/** For root at the machine that the code was shown for. @throws AppError refused */
export async function filesOfHost(ctx: Context, code: string): Promise<string> {
  const made = await ctx.platform.first(
    sql<{ name: string }>`SELECT name FROM bridge_codes WHERE code_hash = ${hashOfTyped(code)}
      AND provider_id IS NULL AND used_at IS NULL AND expires_at > ${ctx.now()}`,
  );
  const host = made && (await hostNamed(ctx, made.name));
  if (!host) throw refuse("refused", "host_code_unknown");
  await record(ctx, {
    actor: "bridge",
    actorId: null,
    providerId: null,
    action: "tunnel_host.files",
    subject: host.id,
    detail: { name: host.name },
  });
  const [wireguardKey, openvpn] = await Promise.all([
    privateKeyOf(ctx, host.id),
    issueForHost(ctx, host.address),
  ]);
  return hostFiles({ wireguardKey, openvpn });
}

/** Asked again it does what failed. @throws AppError not_found; conflict where no other host could drive its routers */
export async function removeHost(ctx: Context, id: string, actor: Actor): Promise<Text> {
  const host = (await allHosts(ctx)).find((one) => one.id === id);
  if (!host) throw refuse("not_found", "no_such_host");
  const { name, bridgeId } = host;
  const count = bridgeId === null ? 0 : ((await routersOf(ctx, [host])).get(bridgeId) ?? 0);
  const left = bridgeId !== null && count > 0 ? (await handOver(ctx, bridgeId)).left : 0;
  if (left > 0)
    throw (await tunnelHostsThere(ctx, bridgeId)).length === 0
      ? refuse("conflict", "host_last", { name, count: left })
      : refuse("conflict", "host_known_alone", { count: left });
  if (bridgeId !== null) await revokeBridge(ctx, { ownedBy: null, id: bridgeId, actor });
  await ctx.platform.batch([
    removeHostStatement(id),
    recordStatement(ctx, { ...actor, action: "tunnel_host.remove", subject: id, detail: { name } }),
  ]);
  return say("host_removed", { name });
}
