import type { Context } from "../../context.ts";
import type { Letter as ShownLetter } from "../../contract/billing-notifications.ts";
import { hourMs, minuteMs } from "../../contract/values/time.ts";
import { among, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { askedFor, isTimeout } from "../../sleep.ts";
import { type Actor, record } from "../audit/index.ts";
import { nextLetters } from "./next-letters.ts";

type Letter = { id: string; recipient: string; subject: string; text: string; attempts: number };

/** Until then nobody else takes a letter that is on its way. */
const leaseMs = 5 * minuteMs;
const longestWaitMs = 6 * hourMs;
const sendTimeoutMs = 8_000;

/** At least once each, the id as Idempotency-Key. Without MAIL_URL letters wait. Tries after 1, 2, 4 … minutes, at most 6 hours, or once another one is taken. */
export async function sweepMail(ctx: Context): Promise<void> {
  const { MAIL_URL: url } = ctx.settings;
  if (!url) return;
  const now = ctx.now();
  const { platform } = ctx;
  // Taking and reading in one statement: two sweeps at once never hold the same letter.
  const letters = await platform.all(
    sql<Letter>`UPDATE mail SET attempts = attempts + 1, next_at = ${now + leaseMs} WHERE id IN
        (${nextLetters(now)})
      RETURNING id, recipient, subject, text, attempts`,
  );
  const taken = await Promise.all(letters.map((letter) => send(ctx, url, letter)));
  if (taken.includes(true)) await hurryOthers(ctx);
}

/** Statuses that blame the letter, not the service. */
const ofLetter = [400, 413, 422].map(refusedWith);

/** The service takes letters again: those that it failed wait no longer, however often they were tried meanwhile. */
async function hurryOthers(ctx: Context): Promise<void> {
  const now = ctx.now();
  await ctx.platform.run(
    sql`UPDATE mail SET next_at = ${now}
      WHERE sent_at IS NULL AND next_at > ${now + 60_000} AND fault IS NOT NULL AND fault NOT IN ${among(ofLetter)}`,
  );
}

/** Does not wait for its turn. @throws AppError not_found; refused where it was sent, or there is no address to hand it to */
export async function sendLetterNow(ctx: Context, id: string, actor: Actor): Promise<ShownLetter> {
  const { MAIL_URL: url } = ctx.settings;
  const { platform } = ctx;
  const found = await platform.first(sql<LetterRow>`SELECT ${letterColumns} FROM mail m WHERE m.id = ${id}`);
  if (!found) throw refuse("not_found", "no_such_letter");
  if (found.sentAt !== null) throw refuse("refused", "letter_sent");
  if (!url) throw refuse("refused", "letter_no_sender");
  const letter = await platform.first(
    sql<Letter>`UPDATE mail SET attempts = attempts + 1, next_at = ${ctx.now() + leaseMs}
      WHERE id = ${id} AND sent_at IS NULL
      RETURNING id, recipient, subject, text, attempts`,
  );
  await record(ctx, {
    ...actor,
    action: "billing.send_letter",
    subject: id,
    detail: { to: found.recipient },
  });
  if (letter) await send(ctx, url, letter);
  const row = await platform.first(sql<LetterRow>`SELECT ${letterColumns} FROM mail m WHERE m.id = ${id}`);
  return letterAnswer(row ?? found);
}

export type LetterRow = {
  id: string;
  recipient: string;
  fault: string | null;
  attempts: number;
  sentAt: number | null;
  nextAt: number;
};
const letterColumns = sql`m.id, m.recipient, m.fault, m.attempts, m.sent_at AS sentAt, m.next_at AS nextAt`;

export function letterAnswer({ id, recipient, fault, attempts, sentAt, nextAt }: LetterRow): ShownLetter {
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const state = sentAt !== null ? "sent" : fault !== null ? "failed" : "waiting";
  return {
    id,
    recipient,
    state,
    fault: state === "failed" ? fault : null,
    attempts,
    sentAt: moment(sentAt),
    nextAt: sentAt === null ? moment(nextAt) : null,
  };
}

/** @returns whether it was taken */
async function send(ctx: Context, url: string, letter: Letter): Promise<boolean> {
  const { platform } = ctx;
  const fault = await handOver(ctx, url, letter);
  const now = ctx.now();
  await platform.run(
    fault === null
      ? sql`UPDATE mail SET sent_at = ${now}, fault = NULL, asked_from = NULL, asked_near = NULL WHERE id = ${letter.id}`
      : sql`UPDATE mail SET fault = ${fault},
        next_at = ${now + Math.min(60_000 * 2 ** (letter.attempts - 1), longestWaitMs)}
        WHERE id = ${letter.id} AND sent_at IS NULL`,
  );
  return fault === null;
}

function refusedWith(status: number): string {
  return `refused with status ${status}`;
}

/** @returns null when it was taken, otherwise why not: without the sender's own words, which may repeat the token */
async function handOver(ctx: Context, url: string, letter: Letter): Promise<string | null> {
  const { MAIL_TOKEN: token, MAIL_FROM: from } = ctx.settings;
  try {
    const response = await askedFor(sendTimeoutMs, (signal) =>
      ctx.fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "idempotency-key": letter.id,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({ from, to: letter.recipient, subject: letter.subject, text: letter.text }),
        signal,
      }),
    );
    await response.body?.cancel();
    return response.ok ? null : refusedWith(response.status);
  } catch (cause) {
    return isTimeout(cause) ? "no answer in 8 s" : "not reached";
  }
}
