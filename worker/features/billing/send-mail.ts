import type { Context } from "../../context.ts";

type Letter = { id: string; recipient: string; subject: string; text: string; attempts: number };

const lettersPerMinute = 20;
/** Until then nobody else takes a letter that is on its way. */
const leaseMs = 5 * 60_000;
const longestWaitMs = 6 * 3_600_000;
const sendTimeoutMs = 8_000;

/**
 * Hands over what waits, at least once each; the letter's id goes along as Idempotency-Key, so that a sender that knows it
 * sends it once. Without MAIL_URL letters wait. What fails is tried again after 1, 2, 4 … minutes, at most every 6 hours.
 */
export async function sweepMail(ctx: Context): Promise<void> {
  const { MAIL_URL: url } = ctx.settings;
  if (!url) return;
  const now = ctx.now();
  const { platform } = ctx;
  // Taking and reading in one statement: two sweeps at once never hold the same letter.
  const letters = await platform.all<Letter>(
    platform.statement(
      `UPDATE mail SET attempts = attempts + 1, next_at = ?2 WHERE id IN
        (SELECT id FROM mail WHERE sent_at IS NULL AND next_at <= ?1 ORDER BY next_at LIMIT ?3)
      RETURNING id, recipient, subject, text, attempts`,
      now,
      now + leaseMs,
      lettersPerMinute,
    ),
  );
  await Promise.all(letters.map((letter) => send(ctx, url, letter)));
}

async function send(ctx: Context, url: string, letter: Letter): Promise<void> {
  const { platform } = ctx;
  const fault = await handOver(ctx, url, letter);
  const now = ctx.now();
  await platform.run(
    fault === null
      ? platform.statement("UPDATE mail SET sent_at = ?2, fault = NULL WHERE id = ?1", letter.id, now)
      : platform.statement(
          "UPDATE mail SET fault = ?2, next_at = ?3 WHERE id = ?1 AND sent_at IS NULL",
          letter.id,
          fault,
          now + Math.min(60_000 * 2 ** (letter.attempts - 1), longestWaitMs),
        ),
  );
}

/** @returns null when it was taken, otherwise why not: without the sender's own words, which may repeat the token */
async function handOver(ctx: Context, url: string, letter: Letter): Promise<string | null> {
  const { MAIL_TOKEN: token, MAIL_FROM: from } = ctx.settings;
  try {
    const response = await ctx.fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": letter.id,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ from, to: letter.recipient, subject: letter.subject, text: letter.text }),
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? null : `refused with status ${response.status}`;
  } catch (cause) {
    return cause instanceof Error && cause.name === "TimeoutError" ? "no answer in 8 s" : "not reached";
  }
}
