import type { Context } from "../../context.ts";
import { AppError, refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { sha256 } from "../../keys.ts";
import { record, recordStatement } from "../audit/index.ts";
import { markBrowser } from "./known-browser.ts";
import { countLogInAttempt } from "./log-in-limits.ts";
import { nobodysHash, verifyPassword } from "./password.ts";
import { takeCode } from "./second-factor.ts";
import { newSession } from "./session.ts";
import { type AdminFound, findAdmin, revokeSession } from "./store.ts";
import { usernameKeyOf } from "./username.ts";

export type LogInTry = {
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
  heldToken: string | undefined;
};

/**
 * Wrong password, unknown or disabled admin and a wrong host take the same steps and give the same answer. @throws
 * AppError invalid, not_signed_in, second_factor_needed (the password was right), too_many
 */
export async function logIn(
  ctx: Context,
  given: LogInTry,
): Promise<{ admin: AdminFound; setCookies: string[] }> {
  const usernameKey = usernameKeyOf(given.username);
  if (usernameKey === "" || given.password.trim() === "") throw refuse("invalid", "log_in_both");
  const named = await findAdmin(ctx, usernameKey);
  const { network } = given;
  const about = { actor: given.audience, actorId: null, network, detail: { host: given.host } };
  const providerId = named?.providerId ?? given.tenant.provider?.id ?? null;
  const refusal = await countLogInAttempt(ctx, {
    ...{ usernameKey, network, lastLogInAt: named?.lastLogInAt ?? null },
    browser: named ? given.browserOf(named.id) : null,
  });
  if (refusal) {
    const action = "admin.log_in_limited";
    if (refusal.isFirst) await record(ctx, { ...about, providerId, action, subject: named?.id ?? null });
    throw refusal.error;
  }
  const admin = named && mayEnter(named, given) ? named : undefined;
  const matches = await verifyPassword(given.password, admin?.passwordHash ?? nobodysHash);
  if (!admin || !matches) {
    await record(ctx, { ...about, providerId, action: "admin.log_in_failed", subject: named?.id ?? null });
    throw refuse("not_signed_in", "credentials_wrong");
  }
  if (admin.totpSince !== null) await passSecondFactor(ctx, admin, given);
  const { audience, host, userAgent } = given;
  const session = newSession(ctx, {
    ...{ audience, adminId: admin.id, providerId: admin.providerId, host, userAgent },
  });
  await ctx.platform.batch([
    ...(given.heldToken ? [revokeSession(ctx, sha256(given.heldToken))] : []),
    session.statement,
    recordStatement(ctx, {
      ...about,
      ...{ actorId: admin.id, providerId: admin.providerId, action: "admin.log_in", subject: admin.id },
    }),
  ]);
  return { admin, setCookies: [session.setCookie, markBrowser(ctx, audience, admin.id)] };
}

/** The audit trail records that the password was right; its next line says whether a right code followed. */
async function passSecondFactor(ctx: Context, admin: AdminFound, given: LogInTry): Promise<void> {
  const { host, network, code } = given;
  const refused = (action: string) =>
    record(ctx, {
      ...{ actor: given.audience, actorId: null, providerId: admin.providerId },
      ...{ action, subject: admin.id, network, detail: { host } },
    });
  if (!code) {
    await refused("admin.log_in_code_asked");
    throw refuse("second_factor_needed", "log_in_code");
  }
  try {
    await takeCode(ctx, { adminId: admin.id, network, code }, "second_factor_needed");
  } catch (cause) {
    if (cause instanceof AppError) await refused("admin.log_in_code_wrong");
    throw cause;
  }
}

/** A provider's admin enters at its own host or on the main domain; a platform admin on the main domain only. */
function mayEnter(admin: AdminFound, { audience, tenant }: LogInTry): boolean {
  if (admin.disabledAt !== null) return false;
  if (audience === "platform") return admin.providerId === null && tenant.isMainHost;
  return admin.providerId !== null && (tenant.onMain || tenant.provider?.id === admin.providerId);
}
