import type { Context } from "../../context.ts";
import { voucherAlphabet } from "../../contract/values/voucher-code.ts";
import type { Statement } from "../../db/tenant-db.ts";
import { refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { type Actor, record } from "../audit/index.ts";

const codeLifeMs = 15 * 60_000;

/**
 * An 80-bit code, shown once as four groups of four; only its hash is kept. The name of a bridge that is not running
 * makes a code by which another one takes its place.
 * @param owner `providerId` null: the platform, for routers of several providers
 * @throws AppError conflict while a bridge of this name is running
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
    platform.statement(
      "INSERT INTO bridge_codes (code_hash, provider_id, name, created_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      sha256(plain),
      owner.providerId,
      name,
      now,
      expiresAt,
    ),
  );
  await record(ctx, { ...actor, providerId: owner.providerId, action: "bridge.code", subject: name });
  return { code: plain.match(/..../g)?.join("-") ?? plain, expiresAt };
}

/** A bridge that is running is replaced by no mere namesake. */
async function refuseNamesake(ctx: Context, providerId: string | null, name: string): Promise<void> {
  const { platform } = ctx;
  const namesakes = await platform.all<{ id: string }>(
    platform.statement(
      "SELECT id FROM bridges WHERE provider_id IS ?1 AND name = ?2 COLLATE NOCASE AND revoked_at IS NULL",
      providerId,
      name,
    ),
  );
  for (const { id } of namesakes) {
    if (!(await ctx.env.BRIDGE.getByName(id).isAlive())) continue;
    throw refuse("conflict", "bridge_name_running");
  }
}

type Enrolled = { id: string; providerId: string | null; name: string; isNew: number };

/**
 * Exchanges a code and a public key for an identity. The same code with the same key again finds the same bridge: only
 * the answer was lost. The provider's routers that no bridge serves get this one, with a new serving epoch; one of the
 * platform gets those of the bridge whose name and place it takes.
 */
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
function hashOfTyped(code: string): string {
  return sha256(code.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1"));
}

/** Two codes of one name may have been made before either was used. The code stays good. */
async function refuseUnclaimedNamesake(ctx: Context, codeHash: string): Promise<void> {
  const { platform } = ctx;
  const [made] = await platform.all<{ providerId: string | null; name: string }>(
    platform.statement(
      "SELECT provider_id AS providerId, name FROM bridge_codes WHERE code_hash = ?1 AND used_at IS NULL",
      codeHash,
    ),
  );
  if (made) await refuseNamesake(ctx, made.providerId, made.name);
}

/** Claim and bridge are one transaction, so that no code is used up for nothing. */
async function claimCode(ctx: Context, codeHash: string, publicKey: string): Promise<Enrolled | undefined> {
  const { platform } = ctx;
  const now = ctx.now();
  const id = crypto.randomUUID();
  const results = await platform.batch([
    platform.statement(
      `UPDATE bridge_codes SET used_at = ?2, bridge_id = ?3
      WHERE code_hash = ?1 AND used_at IS NULL AND expires_at > ?2`,
      codeHash,
      now,
      id,
    ),
    platform.statement(
      `INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at)
      SELECT bridge_id, provider_id, name, ?3, used_at FROM bridge_codes WHERE code_hash = ?1 AND bridge_id = ?2`,
      codeHash,
      id,
      publicKey,
    ),
    platform.statement(
      `SELECT b.id, b.provider_id AS providerId, b.name, b.id = ?4 AS isNew
      FROM bridge_codes c JOIN bridges b ON b.id = c.bridge_id
      WHERE c.code_hash = ?1 AND c.expires_at > ?2 AND b.public_key = ?3 AND b.revoked_at IS NULL`,
      codeHash,
      now,
      publicKey,
      id,
    ),
  ]);
  return results.at(-1)?.[0] as Enrolled | undefined;
}

/** A new bridge takes the place of its namesake, whose routers are its own now; each under a new epoch. */
async function takeOverRouters(ctx: Context, bridge: Enrolled): Promise<void> {
  const { platform } = ctx;
  const { id, providerId, name } = bridge;
  const replaced = platform.statement(
    `UPDATE bridges SET revoked_at = ?4 WHERE provider_id IS ?1 AND name = ?2 COLLATE NOCASE AND id <> ?3
      AND revoked_at IS NULL RETURNING id`,
    ...[providerId, name, id, ctx.now()],
  );
  const results = await platform.batch([
    replaced,
    providerId ? await ownedRouters(ctx, id, providerId) : namesakesRouters(ctx, id, name),
  ]);
  for (const { id: former } of results[0] ?? []) await ctx.env.BRIDGE.getByName(String(former)).revoke();
}

/** The provider's that have no bridge, or one that is revoked. A tunnel ends at the platform's server, not at a site. */
async function ownedRouters(ctx: Context, id: string, providerId: string): Promise<Statement> {
  const db = ctx.tenant(providerId);
  const owned = await db.all<{ id: string }>(
    db.statement(
      "SELECT router_id AS id FROM provider_routers WHERE provider_id = ?1 AND unassigned_at IS NULL",
    ),
  );
  return ctx.platform.statement(
    `UPDATE routers SET bridge_id = ?1, serving_epoch = serving_epoch + 1
    WHERE id IN (SELECT value FROM json_each(?2)) AND connection_type = 'direct'
      AND (bridge_id IS NULL OR bridge_id IN (SELECT id FROM bridges WHERE revoked_at IS NOT NULL))`,
    id,
    JSON.stringify(owned.map((router) => router.id)),
  );
}

function namesakesRouters(ctx: Context, id: string, name: string): Statement {
  return ctx.platform.statement(
    `UPDATE routers SET bridge_id = ?1, serving_epoch = serving_epoch + 1
    WHERE bridge_id <> ?1 AND bridge_id IN (SELECT id FROM bridges
      WHERE provider_id IS NULL AND name = ?2 COLLATE NOCASE AND revoked_at IS NOT NULL)`,
    id,
    name,
  );
}
