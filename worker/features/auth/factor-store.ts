import type { Context } from "../../context.ts";
import type { Executor } from "../../db/executor.ts";
import { type SealedPlace, sealedPlace } from "../../db/sealed-columns.ts";
import { names, type Sql, sql } from "../../db/sql.ts";
import { type AuditEntry, record, recordIfStatement } from "../audit/index.ts";
import { revokeSessions } from "./provider-store.ts";
import { revokeOtherSessions } from "./store.ts";

// The second factor in the row of who has it: a super admin's in D1, that of a provider's person in the provider's object.

/** @property providerId null = a super admin */
export type Holder = { adminId: string; providerId: string | null };

type KeptFactor = { key: string | null; since: number | null; recovery: string | null };

const tableOf = ({ providerId }: Holder) => (providerId === null ? "operators" : "admins");

export const holdersTable = (who: Holder): Sql => names(tableOf(who));

export const placeOf = (who: Holder): SealedPlace => sealedPlace(tableOf(who), who.adminId);

export const storeOf = (ctx: Context, { providerId }: Holder): Executor =>
  providerId === null ? ctx.platform : ctx.tenant(providerId);

export async function keptFactor(ctx: Context, who: Holder): Promise<KeptFactor> {
  const row = await storeOf(ctx, who).first(
    sql<KeptFactor>`SELECT totp_key AS key, totp_since AS since, recovery_hashes AS recovery
      FROM ${holdersTable(who)} WHERE id = ${who.adminId}`,
  );
  if (!row) throw new Error("a second factor of nobody");
  return row;
}

export const hashesIn = ({ recovery }: KeptFactor): string[] => (recovery ? JSON.parse(recovery) : []);

/** What a second factor consists of, taken away. */
export const withoutFactor: Sql = sql`totp_key = NULL, totp_since = NULL, totp_step = NULL, recovery_hashes = NULL`;

/** @param token hash of the session that stays */
export const endOtherSessions = (ctx: Context, { adminId, providerId }: Holder, token: string): Sql =>
  providerId === null
    ? revokeOtherSessions(ctx, adminId, token)
    : revokeSessions(ctx, sql`admin_id = ${adminId} AND token_hash <> ${token}`);

/**
 * One change of the row, with what follows from it and its line of the audit, which is written in the same batch where the row is
 * the platform's. @param update answers a row if it changed one @returns whether it did
 */
export async function changeFactor(
  ctx: Context,
  who: Holder,
  { update, line, ...given }: { update: Sql; after?: readonly Sql[]; line: AuditEntry },
): Promise<boolean> {
  const after = given.after ?? [];
  if (who.providerId === null) {
    const told = recordIfStatement(ctx, line, sql`changes() > 0`);
    const [changed = []] = await ctx.platform.batch([update, told, ...after]);
    return changed.length > 0;
  }
  const [changed = []] = await ctx.tenant(who.providerId).batch([update, ...after]);
  if (changed.length > 0) await record(ctx, line);
  return changed.length > 0;
}
