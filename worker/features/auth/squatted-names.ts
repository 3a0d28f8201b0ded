import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { recordIfStatement } from "../audit/index.ts";
import { usernameKeyOf } from "./username.ts";

// Who is named by an address that they never proved gives way to who proves it: the name leads to its owner everywhere but at the
// host of the provider whose object has it, and there it goes on signing the first one in.

type Squatter = { adminId: string; providerId: string; username: string };

/**
 * The person whose username is this address, who has not proved it or belongs to no provider any more. Null = the name is free, or its
 * owner keeps it.
 */
export async function squatterOf(ctx: Context, usernameKey: string): Promise<Squatter | null> {
  const named = await ctx.platform.first(
    sql<Squatter>`SELECT admin_id AS adminId, provider_id AS providerId, username FROM admin_names
      WHERE username_key = ${usernameKey} AND pending IS NULL`,
  );
  if (!named) return null;
  const admin = await ctx.tenant(named.providerId).first(
    sql<{ confirmed: string | null; removedAt: number | null }>`SELECT confirmed_email AS confirmed,
        removed_at AS removedAt
      FROM admins WHERE id = ${named.adminId}`,
  );
  const isTheirs = admin?.removedAt === null && usernameKeyOf(admin.confirmed ?? "") === usernameKey;
  return isTheirs ? null : named;
}

/**
 * In the batch that gives the name to its prover. The old owner's key gets a space, which no typed name has. @param fact judged inside
 * the batch
 */
export function giveWayStatements(ctx: Context, squatter: Squatter, fact: Sql): Sql[] {
  const { adminId, providerId, username } = squatter;
  return [
    sql`UPDATE admin_names SET username_key = username_key || ' ' || admin_id
      WHERE admin_id = ${adminId} AND instr(username_key, ' ') = 0 AND (${fact})`,
    recordIfStatement(
      ctx,
      {
        actor: "system",
        actorId: null,
        providerId,
        action: "admin.name_gave_way",
        subject: adminId,
        detail: { username },
      },
      sql`changes() > 0`,
    ),
  ];
}
