import type { Context } from "../../context.ts";
import { siteUser } from "../../contract/values/router-setup.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { voucherAlphabet } from "../../contract/values/voucher-code.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { type Actor, record } from "../audit/index.ts";
import { epochAboveAll, renewLogIns } from "../routers/index.ts";
import { takeHostStatement } from "../tunnels/index.ts";

const codeLifeMs = 15 * minuteMs;

/**
 * An 80-bit code, of which only the hash is kept. The name of a bridge that is not running makes a code that replaces
 * it. @param owner `providerId` null: the platform @throws AppError conflict while a bridge of this name is running
 */
export async function createBridgeCode(
  ctx: Context,
  owner: { providerId: string | null; adminId: string | null },
  name: string,
  actor: Actor = { actor: "provider", actorId: owner.adminId, providerId: owner.providerId },
): Promise<{ code: string; expiresAt: number }> {
  await refuseNamesake(ctx, owner.providerId, name);
  const { platform } = ctx;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const plain = Array.from(bytes, (byte) => voucherAlphabet[byte & 31]).join("");
  const now = ctx.now();
  const expiresAt = now + codeLifeMs;
  await platform.run(
    sql`INSERT INTO bridge_codes (code_hash, provider_id, name, created_at, expires_at)
      VALUES (${sha256(plain)}, ${owner.providerId}, ${name}, ${now}, ${expiresAt})`,
  );
  await record(ctx, { ...actor, providerId: owner.providerId, action: "bridge.code", subject: name });
  return { code: plain.match(/..../g)?.join("-") ?? plain, expiresAt };
}

/** A bridge that is running is replaced by no mere namesake. */
async function refuseNamesake(ctx: Context, providerId: string | null, name: string): Promise<void> {
  const { platform } = ctx;
  const namesakes = await platform.all(
    sql<{ id: string }>`SELECT id FROM bridges WHERE provider_id IS ${providerId}
      AND name = ${name} COLLATE NOCASE AND revoked_at IS NULL`,
  );
  for (const { id } of namesakes) {
    if (!(await ctx.env.BRIDGE.getByName(id).isAlive())) continue;
    throw refuse("conflict", "bridge_name_running");
  }
}

type Enrolled = { id: string; providerId: string | null; name: string; isNew: number };

/** The same code and key find the same bridge. It gets routers without one, or those of the bridge it replaces, under a new epoch. */
export async function enrolBridge(
  ctx: Context,
  code: string,
  publicKey: string,
): Promise<{ bridgeId: string; name: string }> {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(publicKey)) throw refuse("invalid", "bridge_key_unusable");
  const codeHash = hashOfTyped(code);
  await refuseUnclaimedNamesake(ctx, codeHash);
  const enrolled = await claimCode(ctx, codeHash, publicKey);
  if (!enrolled) throw refuse("refused", "enrolment_code_unknown");
  const { id, providerId, name } = enrolled;
  await takeOverRouters(ctx, enrolled);
  if (enrolled.isNew)
    await record(ctx, { actor: "bridge", actorId: id, providerId, action: "bridge.enrol", subject: name });
  return { bridgeId: id, name };
}

/** As typed: any case, with or without dashes, O for 0, I or L for 1. */
export function hashOfTyped(code: string): string {
  return sha256(code.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1"));
}

/** Two codes of one name may have been made before either was used. The code stays good. */
async function refuseUnclaimedNamesake(ctx: Context, codeHash: string): Promise<void> {
  const { platform } = ctx;
  const made = await platform.first(
    sql<{ providerId: string | null; name: string }>`SELECT provider_id AS providerId, name FROM bridge_codes
      WHERE code_hash = ${codeHash} AND used_at IS NULL`,
  );
  if (made) await refuseNamesake(ctx, made.providerId, made.name);
}

/** Claim and bridge are one transaction, so that no code is used up for nothing. */
async function claimCode(ctx: Context, codeHash: string, publicKey: string): Promise<Enrolled | undefined> {
  const { platform } = ctx;
  const now = ctx.now();
  const id = crypto.randomUUID();
  const [, , [enrolled]] = await platform.batch([
    sql`UPDATE bridge_codes SET used_at = ${now}, bridge_id = ${id}
      WHERE code_hash = ${codeHash} AND used_at IS NULL AND expires_at > ${now}`,
    sql`INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at)
      SELECT bridge_id, provider_id, name, ${publicKey}, used_at FROM bridge_codes
      WHERE code_hash = ${codeHash} AND bridge_id = ${id}`,
    sql<Enrolled>`SELECT b.id, b.provider_id AS providerId, b.name, b.id = ${id} AS isNew
      FROM bridge_codes c JOIN bridges b ON b.id = c.bridge_id
      WHERE c.code_hash = ${codeHash} AND c.expires_at > ${now} AND b.public_key = ${publicKey}
        AND b.revoked_at IS NULL`,
  ]);
  return enrolled;
}

/** A new bridge takes the place of its namesake, whose routers are its own now, under a new epoch. */
async function takeOverRouters(ctx: Context, bridge: Enrolled): Promise<void> {
  const { platform } = ctx;
  const { id, providerId, name } = bridge;
  const above = epochAboveAll(ctx.now());
  const namesakes = sql`provider_id IS ${providerId} AND name = ${name} COLLATE NOCASE AND id <> ${id}
    AND revoked_at IS NULL`;
  const former = await platform.all(sql<{ id: string }>`SELECT id FROM bridges WHERE ${namesakes}`);
  await renewLogIns(
    ctx,
    former.map((one) => one.id),
  );
  const replaced = sql<{ id: string }>`UPDATE bridges SET revoked_at = ${ctx.now()}
    WHERE ${namesakes} RETURNING id`;
  const [formers] = await platform.batch([
    replaced,
    ...(providerId
      ? [ownedRouters(id, providerId, above)]
      : [
          namesakesRouters(id, name, above),
          waitingRouters(id, name, above),
          takeHostStatement({ id, name }),
          orphanedRouters(id, above),
        ]),
  ]);
  for (const one of formers) await ctx.env.BRIDGE.getByName(one.id).revoke();
}

/**
 * The provider's that have no bridge, or one that is revoked. A tunnel ends at the platform's server, not at a site: of those with
 * one only what the replaced bridge drove.
 */
function ownedRouters(id: string, providerId: string, above: Sql): Sql {
  return sql`UPDATE routers SET bridge_id = ${id}, serving_epoch = ${above}
    WHERE provider_id = ${providerId} AND archived_at IS NULL
      AND (connection_type = 'direct' OR username = ${siteUser})
      AND (bridge_id IS NULL OR bridge_id IN (SELECT id FROM bridges WHERE revoked_at IS NOT NULL))`;
}

/** Where it stands at a host: routers with a tunnel that no bridge drives, and that know this host, or no host at all. */
function orphanedRouters(id: string, above: Sql): Sql {
  const known = sql`SELECT tunnel_hosts.bridge_id FROM tunnel_hosts JOIN tunnel_peers
    ON tunnel_peers.router_id = routers.id AND tunnel_peers.hosts_as_of >= tunnel_hosts.created_at`;
  return sql`UPDATE routers SET bridge_id = ${id}, serving_epoch = ${above}
    WHERE bridge_id IS NULL AND connection_type = 'tunnel' AND archived_at IS NULL
      AND EXISTS (SELECT 1 FROM tunnel_hosts WHERE bridge_id = ${id})
      AND (${id} IN (${known}) OR NOT EXISTS (${known}))`;
}

/**
 * With a configuration for this host, saved before its first bridge was there: until then none could be chosen for them. Before
 * `takeHostStatement`.
 */
function waitingRouters(id: string, name: string, above: Sql): Sql {
  return sql`UPDATE routers SET bridge_id = ${id}, serving_epoch = ${above}
    WHERE bridge_id IS NULL AND connection_type = 'ovpn_client' AND archived_at IS NULL
      AND ovpn_server_host IN (SELECT address FROM tunnel_hosts WHERE name = ${name} COLLATE NOCASE AND bridge_id IS NULL)`;
}

function namesakesRouters(id: string, name: string, above: Sql): Sql {
  return sql`UPDATE routers SET bridge_id = ${id}, serving_epoch = ${above}
    WHERE bridge_id <> ${id} AND bridge_id IN (SELECT id FROM bridges
      WHERE provider_id IS NULL AND name = ${name} COLLATE NOCASE AND revoked_at IS NOT NULL)`;
}
