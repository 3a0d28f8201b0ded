import type { Context } from "../../context.ts";
import { recoveryCodeFrom } from "../../contract/values/recovery-code.ts";
import { sql } from "../../db/sql.ts";
import { sha256 } from "../../keys.ts";
import { firstIdOf } from "./purchase-id.ts";

/** Computed, never stored; kept when a purchase goes on under another id. @param version the current root secret unless told */
export function recoveryCodeOf(ctx: Context, entitlementId: string, version?: string): string {
  return recoveryCodeFrom(ctx.keys.proof("recovery", firstIdOf(entitlementId), 60, version));
}

/** What is stored of the code. */
export function recoveryHashFor(ctx: Context, entitlementId: string): string {
  return hashUnder(ctx.keys.current, recoveryCodeOf(ctx, entitlementId));
}

/** As what a typed code may be stored: codes of a root secret that was taken out are none. */
export function recoveryHashesOf(ctx: Context, code: string): string[] {
  return ctx.keys.accepted.map((version) => hashUnder(version, code));
}

/** All stored hashes of codes that this root secret made begin so. */
export const recoveryStart = (version: string): string => `${version}:`;

function hashUnder(version: string, code: string): string {
  return recoveryStart(version) + sha256(`recovery ${code}`);
}

/** While an earlier root secret is accepted, a purchase may still have that one's code: it is the one that works. */
export async function shownRecoveryCode(
  ctx: Context,
  providerId: string,
  entitlementId: string,
): Promise<string> {
  if (ctx.keys.accepted.length === 1) return recoveryCodeOf(ctx, entitlementId);
  const db = ctx.tenant(providerId);
  const row = await db.first(
    sql<{ hash: string | null }>`SELECT recovery_hash AS hash FROM entitlements
      WHERE id = ${entitlementId}`,
  );
  const version = ctx.keys.accepted.find((one) => row?.hash?.startsWith(recoveryStart(one)));
  return recoveryCodeOf(ctx, entitlementId, version);
}
