import type { Context } from "../../context.ts";
import { voucherAlphabet } from "../../contract/values/voucher-code.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { record } from "../audit/index.ts";

const codeLifeMs = 15 * 60_000;

/** An 80-bit code, shown once as four groups of four; only its hash is kept. */
export async function createBridgeCode(
  ctx: Context,
  owner: { providerId: string; adminId: string | null },
  name: string,
): Promise<{ code: string; expiresAt: number }> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const plain = Array.from(bytes, (byte) => voucherAlphabet[byte & 31]).join("");
  const now = ctx.now();
  const expiresAt = now + codeLifeMs;
  const { platform } = ctx;
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
  await record(ctx, {
    actor: "provider",
    actorId: owner.adminId,
    providerId: owner.providerId,
    action: "bridge.code",
    subject: name,
  });
  return { code: plain.match(/..../g)?.join("-") ?? plain, expiresAt };
}

/**
 * Exchanges a code and a public key for an identity. The provider's routers that have no bridge yet get this one, with a
 * new serving epoch.
 */
export async function enrolBridge(
  ctx: Context,
  code: string,
  publicKey: string,
): Promise<{ bridgeId: string; name: string }> {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(publicKey))
    throw new AppError("invalid", "The bridge did not send a usable key.");
  const now = ctx.now();
  const { platform } = ctx;
  const bridgeId = crypto.randomUUID();
  const codeHash = sha256(code.toUpperCase().replace(/[\s-]/g, ""));
  const [claimed] = await platform.all<{ providerId: string | null; name: string }>(
    platform.statement(
      `UPDATE bridge_codes SET used_at = ?2, bridge_id = ?3
      WHERE code_hash = ?1 AND used_at IS NULL AND expires_at > ?2 RETURNING provider_id AS providerId, name`,
      codeHash,
      now,
      bridgeId,
    ),
  );
  if (!claimed)
    throw new AppError(
      "refused",
      "This code is unknown, used or older than 15 minutes. Make a new one in the console.",
    );
  const { providerId, name } = claimed;
  await platform.run(
    platform.statement(
      "INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      bridgeId,
      providerId,
      name,
      publicKey,
      now,
    ),
  );
  if (providerId) {
    const db = ctx.tenant(providerId);
    const owned = await db.all<{ id: string }>(
      db.statement(
        "SELECT router_id AS id FROM provider_routers WHERE provider_id = ?1 AND unassigned_at IS NULL",
      ),
    );
    await platform.run(
      platform.statement(
        `UPDATE routers SET bridge_id = ?1, serving_epoch = serving_epoch + 1
        WHERE bridge_id IS NULL AND id IN (SELECT value FROM json_each(?2))`,
        bridgeId,
        JSON.stringify(owned.map((row) => row.id)),
      ),
    );
  }
  await record(ctx, {
    actor: "bridge",
    actorId: bridgeId,
    providerId,
    action: "bridge.enrol",
    subject: name,
  });
  return { bridgeId, name };
}
