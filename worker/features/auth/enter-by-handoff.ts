import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { Role } from "../../contract/values/roles.ts";
import type { OperatorSession } from "../../db/lookup.ts";
import { sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import type { HeldSession } from "../../http/cookies.ts";
import { sha256 } from "../../keys.ts";
import { record, recordStatement } from "../audit/index.ts";
import { countHandoffAttempt } from "./log-in-limits.ts";
import { endHeld, firstAdmin } from "./provider-store.ts";
import { newOperatorSession } from "./session.ts";
import { revokeOrphans } from "./store.ts";

type HandoffTry = {
  code: string;
  /** Host with port at which it is tried. */
  host: string;
  network: string;
  userAgent: string | null;
  /** The sessions that this browser holds at this host. */
  held: { provider: HeldSession | undefined; platform: string | undefined };
};

type EnteredAdmin = {
  id: string;
  username: string;
  name: string;
  email: string;
  role: Role;
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
  const actor = code && (await ctx.lookup.operatorSession(code.actorSession));
  const held = {
    provider: await liveSession(ctx, given.held.provider?.tokenHash, given.host),
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
  const others = [held.provider, held.platform].filter((one) => one && one.operatorId !== code.actorId);
  if (others.length > 0) return refuse("other_actor");
  const { providerId } = code;
  const admin = await firstAdmin(ctx, providerId);
  if (!admin) return refuse("no_admin");

  const { confirmedAt } = actor;
  const session = newOperatorSession(ctx, {
    operatorId: code.actorId,
    host: given.host,
    userAgent: given.userAgent,
    acting: { providerId, adminId: admin.id, session: code.actorSession, confirmedAt },
  });
  await endHeld(ctx, given.held.provider);
  await ctx.platform.batch([
    session.statement,
    revokeOrphans(ctx, { operatorId: code.actorId, tokenHash: code.actorSession }),
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
  tokenHash: string | undefined,
  host: string,
): Promise<OperatorSession | undefined> {
  if (!tokenHash) return undefined;
  const session = await ctx.lookup.operatorSession(tokenHash);
  return session && session.host === host && session.expiresAt > ctx.now() ? session : undefined;
}
