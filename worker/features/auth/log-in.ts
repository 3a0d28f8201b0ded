import type { Context } from "../../context.ts";
import type { Action } from "../../contract/texts/activity.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import type { HeldSession } from "../../http/cookies.ts";
import type { Tenant } from "../../http/tenant.ts";
import { type AuditEntry, record, recordStatement } from "../audit/index.ts";
import { providerOfName } from "./admin-names.ts";
import { markBrowser } from "./known-browser.ts";
import { countLogInAttempt } from "./log-in-limits.ts";
import { nobodysHash, verifyPassword } from "./password.ts";
import { endHeld, findAdmin } from "./provider-store.ts";
import { takeCode } from "./second-factor.ts";
import { newAdminSession, newOperatorSession } from "./session.ts";
import { findOperator, revokeWithActing, type SignInFound } from "./store.ts";
import { usernameKeyOf } from "./username.ts";

type LogInTry = {
  audience: "provider" | "platform";
  username: string;
  password: string;
  /** Of the second factor, where it is on. */
  code: string | undefined;
  tenant: Tenant;
  /** Host with port. */
  host: string;
  network: string;
  userAgent: string | null;
  /** Whether this browser is known for an admin: its id, or null. */
  browserOf: (adminId: string) => string | null;
  /** The session of this console that this browser has. */
  held: Held;
};

type Held = { provider: HeldSession | undefined; platform: string | undefined };

/**
 * Wrong password, unknown or disabled admin and a wrong host take the same steps and give the same answer. @throws
 * AppError invalid, not_signed_in, second_factor_needed (the password was right), too_many
 */
export async function logIn(
  ctx: Context,
  given: LogInTry,
): Promise<{ admin: SignInFound; setCookies: string[] }> {
  const usernameKey = usernameKeyOf(given.username);
  if (usernameKey === "" || given.password.trim() === "") throw refuse("invalid", "log_in_both");
  const [named, waitingHash] = await Promise.all([
    findNamed(ctx, given, usernameKey),
    waitingSignUp(ctx, given, usernameKey),
  ]);
  const { network } = given;
  const about = { actor: given.audience, actorId: null, network, detail: { host: given.host } };
  const providerId = named?.providerId ?? given.tenant.provider?.id ?? null;
  const refusal = await countLogInAttempt(ctx, {
    usernameKey,
    network,
    lastLogInAt: named?.lastLogInAt ?? null,
    browser: named ? given.browserOf(named.id) : null,
  });
  if (refusal) {
    const action = "admin.log_in_limited";
    if (refusal.isFirst) await record(ctx, { ...about, providerId, action, subject: named?.id ?? null });
    throw refusal.error;
  }
  const admin = named?.disabledAt === null ? named : undefined;
  const hash = admin?.passwordHash ?? (named ? undefined : waitingHash) ?? nobodysHash();
  const matches = await verifyPassword(given.password, hash);
  if (!admin || !matches) {
    await record(ctx, { ...about, providerId, action: "admin.log_in_failed", subject: named?.id ?? null });
    // Only to who knows the password.
    if (!named && waitingHash && matches) throw refuse("not_signed_in", "sign_up_waits");
    throw refuse("not_signed_in", "credentials_wrong");
  }
  if (admin.totpSince !== null) await passSecondFactor(ctx, admin, given);
  const setCookie = await begin(ctx, admin, given, {
    ...about,
    actorId: admin.id,
    providerId: admin.providerId,
    action: "admin.log_in",
    subject: admin.id,
  });
  return { admin, setCookies: [setCookie, markBrowser(ctx, given.audience, admin.id)] };
}

/**
 * A provider's admin enters at its own host or on the main domain; a super admin on the main domain only. For an unknown
 * name one object is asked as well: a quicker answer would tell that it is unknown.
 */
async function findNamed(
  ctx: Context,
  { audience, tenant }: LogInTry,
  usernameKey: string,
): Promise<SignInFound | undefined> {
  if (audience === "platform") return tenant.isMainHost ? findOperator(ctx, usernameKey) : undefined;
  const { onMain, provider } = tenant;
  const home = onMain ? await providerOfName(ctx, usernameKey) : provider?.id;
  return findAdmin(ctx, home ?? platformBooks, usernameKey);
}

/** The password's hash of a business that waits for its approval, which nobody signs in to; null = none of this name. */
async function waitingSignUp(
  ctx: Context,
  { audience, tenant }: LogInTry,
  usernameKey: string,
): Promise<string | null> {
  if (audience === "platform" || !tenant.onMain) return null;
  const row = await ctx.platform.first(
    sql<{ hash: string }>`SELECT password_hash AS hash FROM sign_ups
      WHERE username_key = ${usernameKey} AND state = 'waiting'`,
  );
  return row?.hash ?? null;
}

/** The session that this browser held ends. @returns the `Set-Cookie` header */
async function begin(
  ctx: Context,
  { id, providerId, passwordHash, totpSince }: SignInFound,
  { host, userAgent, held }: LogInTry,
  line: AuditEntry,
): Promise<string> {
  const told = recordStatement(ctx, line);
  if (providerId === null) {
    const session = newOperatorSession(ctx, { operatorId: id, host, userAgent });
    const before = held.platform === undefined ? [] : [revokeWithActing(ctx, held.platform)];
    await ctx.platform.batch([...before, session.statement, told]);
    return session.setCookie;
  }
  const secrets = { passwordHash, totpSince };
  const session = newAdminSession(ctx, { providerId, adminId: id, ...secrets, host, userAgent });
  const began = (await ctx.tenant(providerId).batch(session.statements)).at(-1);
  // The password or the second factor was changed, or the admin disabled, while this one was verified.
  if (began?.length !== 1) throw refuse("not_signed_in", "credentials_wrong");
  await endHeld(ctx, held.provider);
  await ctx.platform.run(told);
  return session.setCookie;
}

/** The audit trail records that the password was right; its next line says whether a right code followed. */
async function passSecondFactor(ctx: Context, admin: SignInFound, given: LogInTry): Promise<void> {
  const { host, network, code } = given;
  const refused = (action: Action) =>
    record(ctx, {
      actor: given.audience,
      actorId: null,
      providerId: admin.providerId,
      action,
      subject: admin.id,
      network,
      detail: { host },
    });
  if (!code) {
    await refused("admin.log_in_code_asked");
    throw refuse("second_factor_needed", "log_in_code");
  }
  try {
    const { id: adminId, providerId } = admin;
    await takeCode(ctx, { adminId, providerId, network, code }, "second_factor_needed");
  } catch (cause) {
    if (cause instanceof AppError) await refused("admin.log_in_code_wrong");
    throw cause;
  }
}
