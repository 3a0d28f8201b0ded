import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { SessionFound } from "../../db/lookup.ts";
import { sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { record, recordStatement } from "../audit/index.ts";
import { countHandoffAttempt } from "./log-in-limits.ts";
import { firstAdmin } from "./provider-admins.ts";
import { newSession } from "./session.ts";
import { revokeOrphans, revokeSession } from "./store.ts";

type HandoffTry = {
  code: string;
  /** Host with port at which it is tried. */
  host: string;
  network: string;
  userAgent: string | null;
  /** The sessions that this browser holds at this host. */
  held: { provider: string | undefined; platform: string | undefined };
};

type EnteredAdmin = {
  id: string;
  username: string;
  name: string;
  email: string;
  role: string;
  providerId: string;
  actingAs: string;
};

type Reason = "unknown" | "used" | "expired" | "other_host" | "session_ended" | "other_actor" | "no_admin";

const notValid = say("handoff_invalid");
/** What the person can do something about is said; everything else is one answer. */
const sentences: Partial<Record<Reason, Text>> = {
  other_actor: say("handoff_other_actor"),
  no_admin: say("handoff_no_admin"),
};

type Code = { providerId: string; host: string; actorId: string; actorSession: string; expiresAt: number };

/**
 * Exchanges a one-time code for a session marked with the super admin who acts; the code is used up whatever the
 * outcome. @returns whom the session belongs to, and the `Set-Cookie` header @throws AppError forbidden, too_many
 */
export async function enterByHandoff(
  ctx: Context,
  given: HandoffTry,
): Promise<{ admin: EnteredAdmin; setCookie: string }> {
  await countHandoffAttempt(ctx, given.network);
  const codeHash = sha256(given.code);
  const code = await codeBy(ctx, codeHash);
  const isFirst = code !== undefined && (await takeUp(ctx, codeHash));
  const actor = code && (await ctx.lookup.sessionByHash(code.actorSession));
  const admin = code ? await firstAdmin(ctx, code.providerId) : null;
  const held = {
    provider: await liveSession(ctx, given.held.provider, given.host),
    platform: await liveSession(ctx, given.held.platform, given.host),
  };
  const refuse = async (reason: Reason): Promise<never> => {
    await record(ctx, {
      actor: "platform",
      actorId: null,
      providerId: code?.providerId ?? null,
      action: "handoff.refused",
      subject: code?.providerId ?? null,
      network: given.network,
      detail: { reason, host: given.host, ...(code ? { askedBy: code.actorId } : {}) },
    });
    throw new AppError("forbidden", sentences[reason] ?? notValid);
  };
  if (!code) return refuse("unknown");
  if (!isFirst) return refuse("used");
  if (code.expiresAt <= ctx.now()) return refuse("expired");
  if (code.host !== given.host) return refuse("other_host");
  if (!actor || actor.expiresAt <= ctx.now()) return refuse("session_ended");
  const others = [held.provider?.actingAs, held.platform?.adminId].filter((id) => id && id !== code.actorId);
  if (others.length > 0) return refuse("other_actor");
  if (!admin) return refuse("no_admin");

  const session = newSession(ctx, {
    audience: "provider",
    adminId: admin.id,
    providerId: code.providerId,
    host: given.host,
    userAgent: given.userAgent,
    acting: { adminId: code.actorId, session: code.actorSession, confirmedAt: actor.confirmedAt },
  });
  await ctx.platform.batch([
    ...(given.held.provider ? [revokeSession(ctx, sha256(given.held.provider))] : []),
    session.statement,
    revokeOrphans(ctx, { adminId: code.actorId, tokenHash: code.actorSession }),
    recordStatement(ctx, {
      actor: "platform",
      actorId: code.actorId,
      providerId: code.providerId,
      action: "handoff.enter",
      subject: code.providerId,
      network: given.network,
      detail: { host: given.host, admin: admin.id },
    }),
  ]);
  return {
    admin: { ...admin, providerId: code.providerId, actingAs: actor.name || actor.username },
    setCookie: session.setCookie,
  };
}

async function codeBy(ctx: Context, codeHash: string): Promise<Code | undefined> {
  const code = await ctx.platform.first(
    sql<Code>`SELECT provider_id AS providerId, host, actor_id AS actorId, actor_session AS actorSession,
        expires_at AS expiresAt
      FROM handoff_codes WHERE code_hash = ${codeHash}`,
  );
  return code;
}

/** One winner, of however many at once. */
async function takeUp(ctx: Context, codeHash: string): Promise<boolean> {
  const used = await ctx.platform.run(
    sql`UPDATE handoff_codes SET used_at = ${ctx.now()} WHERE code_hash = ${codeHash} AND used_at IS NULL`,
  );
  return used === 1;
}

async function liveSession(
  ctx: Context,
  token: string | undefined,
  host: string,
): Promise<SessionFound | undefined> {
  if (!token || token.length > 200) return undefined;
  const session = await ctx.lookup.sessionByHash(sha256(token));
  return session && session.host === host && session.expiresAt > ctx.now() ? session : undefined;
}
