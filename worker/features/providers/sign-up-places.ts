import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { bilingual, letterStatement } from "../mail/index.ts";

// How many sign-ups there may be at once. A flood fills the places of its own neighbourhood or mail domain, and its own rows are deleted.

/** Not proved yet: as many as half an hour's letters to strangers. */
const mostBegun = 200;
/** Of these from the networks around one. */
const mostBegunNear = 50;
/** Proved, and waiting for an operator. */
const mostWaiting = 500;
/** Of these by one holder of mailboxes. */
const mostWaitingOfHolder = 10;

/** Approved without an operator in a day, of one holder and in all; further ones wait for an operator. */
const mostByThemselves = { ofHolder: 5, inAll: 100 };

/** Event of the letter with the code, which is deleted with its sign-up. */
export const codeEvent = (id: string) => `sign-up code ${id}`;

/** Condition on `sign_ups`: its letter with the code meets this one on `mail`. */
export const hasCodeLetter = (which: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM mail WHERE event = ${codeLetter} AND ${which})`;

/** Key of that letter (`letterKey`), as a value beside `sign_ups`. */
const codeLetter = sql`'sign-up code ' || sign_ups.id || ' ' || sign_ups.email`;

/** With their letters, in a batch. @param which a list of ids */
export function dropSignUps(which: Sql): Sql[] {
  return [
    sql`DELETE FROM mail WHERE event IN
      (SELECT ${codeLetter} FROM sign_ups WHERE id IN ${which})`,
    sql`DELETE FROM sign_ups WHERE id IN ${which}`,
  ];
}

/** So long after its letter was sent a sign-up keeps its place. Seven such letters go a minute: at most half of all places. */
const typingMs = 14 * minuteMs;

/**
 * Stands before the insert, in its batch. Deletes the oldest sign-up of the same neighbourhood (`near`) where that is full, else the
 * oldest of the fullest neighbourhood; sign-ups whose letter was sent lately are deleted last.
 */
export function makeRoom(near: string, now: number): Sql[] {
  const isTyping = hasCodeLetter(sql`sent_at > ${now - typingMs}`);
  const begun = sql`SELECT count(*) FROM sign_ups WHERE state = 'begun'`;
  const neighbours = sql`(SELECT id FROM sign_ups WHERE state = 'begun' AND near = ${near}
    ORDER BY ${isTyping}, expires_at, id LIMIT max(0, (${begun} AND near = ${near}) - ${mostBegunNear - 1}))`;
  const crowd = sql`(SELECT id FROM
      (SELECT id, expires_at, ${isTyping} AS typing, count(*) OVER (PARTITION BY near) AS crowd
        FROM sign_ups WHERE state = 'begun')
    ORDER BY typing, crowd DESC, expires_at, id LIMIT max(0, (${begun}) - ${mostBegun - 1}))`;
  return [...dropSignUps(neighbours), ...dropSignUps(crowd)];
}

/** Condition: one more of this holder may wait. */
export function mayWait(holder: string): Sql {
  return sql`(SELECT count(*) FROM sign_ups WHERE state = 'waiting' AND mail_holder = ${holder}) < ${mostWaitingOfHolder}`;
}

/** Whether one more of this holder is made a provider without an operator, where sign-ups approve themselves. */
export async function mayApproveItself(ctx: Context, holder: string): Promise<boolean> {
  const found = await ctx.platform.first(
    sql<{ inAll: number; ofHolder: number }>`SELECT count(*) AS inAll,
        coalesce(sum(mail_holder = ${holder}), 0) AS ofHolder
      FROM sign_ups WHERE state = 'approved'`,
  );
  return !!found && found.inAll < mostByThemselves.inAll && found.ofHolder < mostByThemselves.ofHolder;
}

/** @throws AppError refused where as many of one holder wait as may */
export async function refuseCrowded(ctx: Context, holder: string): Promise<void> {
  const found = await ctx.platform.first(sql<{ may: number }>`SELECT ${mayWait(holder)} AS may`);
  if (found?.may === 0)
    throw refuse("refused", "sign_up_holder_full", { holder, count: mostWaitingOfHolder });
}

/**
 * Once one more waits than may: the oldest one of those who have the most is refused by itself, and told so by mail. With ten of each
 * holder at most it takes fifty of them to get there.
 */
export async function refuseOverfull(ctx: Context): Promise<void> {
  const row = await ctx.platform.first(
    sql<{
      id: string;
      email: string;
      name: string;
      business: string;
      network: string;
    }>`SELECT id, email, name,
        business_name AS business, near AS network
      FROM sign_ups WHERE state = 'waiting'
        AND (SELECT count(*) FROM sign_ups WHERE state = 'waiting') > ${mostWaiting}
      ORDER BY count(*) OVER (PARTITION BY mail_holder) DESC, proved_at, id LIMIT 1`,
  );
  if (!row) return;
  const { id, email, name, business, network } = row;
  const waits = sql`EXISTS (SELECT 1 FROM sign_ups WHERE id = ${id} AND state = 'waiting')`;
  await ctx.platform.batch([
    letterStatement(
      ctx,
      {
        ...bilingual(say("letter_refused_subject"), say("letter_overfull", { name, business })),
        recipient: email,
        event: `sign-up refused ${id}`,
        asked: { network, isProved: true },
      },
      waits,
    ),
    sql`UPDATE sign_ups SET state = 'refused', decided_at = ${ctx.now()}, password_hash = ''
      WHERE id = ${id} AND state = 'waiting'`,
  ]);
}
