import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/values/time.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { bilingual, letterKey, letterStatement } from "../mail/index.ts";
import { consoleOf } from "./person-invitations.ts";

// Links that a provider's people get by mail. Of the code only the hash is kept beside its admin; the link itself is in the letter.

type MailedKind = "confirm" | "reset";

/** Since its letter was sent. */
const lifeMs = { confirm: dayMs, reset: 30 * minuteMs };
/** A letter may wait for the service that sends it; none is worth anything after so long. */
const longestWaitMs = dayMs;
const keptMs = 30 * dayMs;
const mostInAnHour = 3;
/** With less time left a link counts as expired, and another is sent. */
const worthMs = 10 * minuteMs;
/** Within which who used a link may end what else opens the account. */
const afterUseMs = 30 * minuteMs;

/** Condition on `mailed_links`. Once false it stays so. */
export const isOpenLink = (ctx: Context, kind: MailedKind, code: string): Sql =>
  sql`code_hash = ${sha256(code)} AND kind = ${kind} AND ended_at IS NULL AND expires_at > ${ctx.now()}`;

/** The admin of an open link whose address is still the one that it was sent to. */
export const adminOfLink = (ctx: Context, kind: MailedKind, code: string): Sql =>
  sql`SELECT admins.id FROM mailed_links JOIN admins ON admins.id = admin_id AND admins.email = mailed_links.email
    WHERE ${isOpenLink(ctx, kind, code)} AND disabled_at IS NULL`;

/** The admin who set a password by this link a moment ago. */
export const adminOfUsedLink = (ctx: Context, code: string): Sql =>
  sql`SELECT admins.id FROM mailed_links JOIN admins ON admins.id = admin_id
    WHERE code_hash = ${sha256(code)} AND kind = 'reset' AND used_at > ${ctx.now() - afterUseMs}
      AND disabled_at IS NULL`;

/** @param code of the one that is used; the others end beside it */
export const endLinksOf = (ctx: Context, { kind, code }: { kind: MailedKind; code: string }, who: Sql): Sql =>
  sql`UPDATE mailed_links SET ended_at = ${ctx.now()}, used_at = iif(code_hash = ${sha256(code)}, ${ctx.now()}, used_at)
    WHERE kind = ${kind} AND admin_id IN (${who}) AND ended_at IS NULL`;

const linkEvent = (id: string) => `link ${id}`;

/**
 * The life of a link begins when its letter was sent, which the platform's outbox knows: brought to the links here before one is looked at.
 * @param which condition on `mailed_links`
 */
export async function beginLives(ctx: Context, providerId: string, which: Sql): Promise<void> {
  const now = ctx.now();
  const open = await ctx.tenant(providerId).all(
    sql<{ id: string; kind: MailedKind; email: string; expiresAt: number }>`SELECT id, kind, email,
        expires_at AS expiresAt
      FROM mailed_links WHERE (${which}) AND ended_at IS NULL AND expires_at > ${now}`,
  );
  if (open.length === 0) return;
  const keyOf = ({ id, email }: { id: string; email: string }) =>
    letterKey({ event: linkEvent(id), recipient: email });
  const sent = await ctx.platform.all(
    sql<{ event: string; sentAt: number }>`SELECT event, sent_at AS sentAt FROM mail
      WHERE event IN ${among(open.map(keyOf))} AND sent_at IS NOT NULL`,
  );
  const sentAt = new Map(sent.map((letter) => [letter.event, letter.sentAt]));
  const begun = open.flatMap((link) => {
    const at = sentAt.get(keyOf(link));
    return at === undefined || at + lifeMs[link.kind] >= link.expiresAt
      ? []
      : [sql`UPDATE mailed_links SET expires_at = ${at + lifeMs[link.kind]} WHERE id = ${link.id}`];
  });
  if (begun.length > 0) await ctx.tenant(providerId).batch(begun);
}

type Wanted = {
  providerId: string;
  adminId: string;
  kind: MailedKind;
  /** From which it is asked. */
  network: string;
};

/**
 * At most three an hour, and one more whenever none of them is good any longer: a stranger who asks for all three does not keep the
 * owner from one. @param may condition on `admins` @returns whether a letter was written
 */
export async function mailLink(
  ctx: Context,
  { providerId, adminId, kind, network }: Wanted,
  may: Sql,
): Promise<boolean> {
  const [id, code, now] = [randomHex(128), randomHex(256), ctx.now()];
  await beginLives(ctx, providerId, sql`admin_id = ${adminId} AND kind = ${kind}`);
  const ofTheirs = sql`admin_id = ${adminId} AND kind = ${kind}`;
  const [, made = []] = await ctx.tenant(providerId).batch([
    sql`DELETE FROM mailed_links WHERE expires_at < ${now - keptMs}`,
    sql<{
      email: string;
      username: string;
    }>`INSERT INTO mailed_links (id, code_hash, kind, admin_id, email, created_at, expires_at)
      SELECT ${id}, ${sha256(code)}, ${kind}, id, email, ${now}, ${now + longestWaitMs + lifeMs[kind]} FROM admins
      WHERE id = ${adminId} AND disabled_at IS NULL AND email LIKE '%_@_%' AND (${may})
        AND ((SELECT count(*) FROM mailed_links WHERE ${ofTheirs} AND created_at > ${now - hourMs}) < ${mostInAnHour}
          OR NOT EXISTS (SELECT 1 FROM mailed_links WHERE ${ofTheirs} AND ended_at IS NULL
            AND expires_at > ${now + worthMs}))
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
    ...bilingual(subject, text),
    recipient: row.email,
    event: linkEvent(id),
    asked: { network, isProved: kind === "reset" },
  };
  await ctx.platform.run(letterStatement(ctx, letter, sql`true`));
  return true;
}
