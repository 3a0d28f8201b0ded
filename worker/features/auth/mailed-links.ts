import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { inBoth, letterStatement } from "../mail/index.ts";
import { consoleOf } from "./person-invitations.ts";

// Links that a provider's people get by mail. Of the code only the hash is kept beside its admin; the link itself is in the letter.

export type MailedKind = "confirm" | "reset";

const lifeMs = { confirm: 24 * 3_600_000, reset: 30 * 60_000 };
const keptMs = 30 * 86_400_000;
const hourMs = 3_600_000;
const mostInAnHour = 3;

/** Condition on `mailed_links`. Once false it stays so. */
export const isOpenLink = (ctx: Context, kind: MailedKind, code: string): Sql =>
  sql`code_hash = ${sha256(code)} AND kind = ${kind} AND ended_at IS NULL AND expires_at > ${ctx.now()}`;

/** The admin of an open link whose address is still the one that it was sent to. */
export const adminOfLink = (ctx: Context, kind: MailedKind, code: string): Sql =>
  sql`SELECT admins.id FROM mailed_links JOIN admins ON admins.id = admin_id AND admins.email = mailed_links.email
    WHERE ${isOpenLink(ctx, kind, code)} AND disabled_at IS NULL`;

export const endLinksOf = (ctx: Context, kind: MailedKind, who: Sql): Sql =>
  sql`UPDATE mailed_links SET ended_at = ${ctx.now()}
    WHERE kind = ${kind} AND admin_id IN (${who}) AND ended_at IS NULL`;

/** At most three an hour. @param may condition on `admins` @returns whether a letter was written */
export async function mailLink(
  ctx: Context,
  { providerId, adminId, kind }: { providerId: string; adminId: string; kind: MailedKind },
  may: Sql,
): Promise<boolean> {
  const [id, code, now] = [randomHex(128), randomHex(256), ctx.now()];
  const [, made = []] = await ctx.tenant(providerId).batch([
    sql`DELETE FROM mailed_links WHERE expires_at < ${now - keptMs}`,
    sql<{
      email: string;
      username: string;
    }>`INSERT INTO mailed_links (id, code_hash, kind, admin_id, email, created_at, expires_at)
      SELECT ${id}, ${sha256(code)}, ${kind}, id, email, ${now}, ${now + lifeMs[kind]} FROM admins
      WHERE id = ${adminId} AND disabled_at IS NULL AND email LIKE '%_@_%' AND (${may})
        AND (SELECT count(*) FROM mailed_links
          WHERE admin_id = ${adminId} AND kind = ${kind} AND created_at > ${now - hourMs}) < ${mostInAnHour}
      RETURNING email, (SELECT username FROM admins WHERE id = admin_id) AS username`,
  ]);
  const [row] = made as { email: string; username: string }[];
  if (!row) return false;
  const link = `${await consoleOf(ctx, providerId)}#${kind}=${code}`;
  const { username } = row;
  const text =
    kind === "reset" ? say("letter_reset", { username, link }) : say("letter_confirm", { username, link });
  const subject = kind === "reset" ? say("letter_reset_subject") : say("letter_confirm_subject");
  const letter = {
    ...inBoth(subject, text),
    recipient: row.email,
    event: `link ${id}`,
  };
  await ctx.platform.run(letterStatement(ctx, letter, sql`true`));
  return true;
}
