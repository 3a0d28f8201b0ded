import type { Context } from "../../context.ts";
import { type Text, textIn } from "../../contract/texts.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { nearOf } from "../../http/network.ts";
import { randomHex } from "../../keys.ts";

type NewLetter = {
  recipient: string;
  subject: string;
  text: string;
  /** What it tells of. One letter is written for each event and address, however often it is told. */
  event: string;
  /** Who is not signed in and wants it: it goes in turn with others of its kind, and never in front of the platform's own. */
  asked?: { network: string; isProved: boolean };
};

/** To addresses that the platform keeps. */
type News = Omit<NewLetter, "recipient" | "asked">;

/** In the batch that does what it tells of. @param fact when it is true at all, judged inside the batch */
export function letterStatement(ctx: Context, letter: NewLetter, fact: Sql): Sql {
  const now = ctx.now();
  const { asked, recipient, text } = letter;
  const lane = asked === undefined ? "own" : asked.isProved ? "asked" : "stranger";
  return sql`INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at, lane, asked_from, asked_near)
    SELECT ${randomHex(128)}, ${recipient}, ${oneLine(letter.subject)}, ${text}, ${letterKey(letter)},
      ${now}, ${now}, ${lane}, ${asked?.network ?? null}, ${asked ? nearOf(asked.network) : null}
    WHERE ${fact} ON CONFLICT DO NOTHING`;
}

/** By which a letter is found again, and written once. */
export function letterKey({ event, recipient }: Pick<NewLetter, "event" | "recipient">): string {
  return `${event} ${recipient}`;
}

/** Names are typed by people: control characters that could begin a new line of a letter's head become a space. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** The same letter to every operator who may sign in and has an address. */
export async function notifyOperators(ctx: Context, letter: News): Promise<void> {
  await ctx.platform.run(notifyOperatorsStatement(ctx, letter));
}

/** In the batch that does what it tells of. */
export function notifyOperatorsStatement(ctx: Context, { subject, text, event }: News): Sql {
  const now = ctx.now();
  return sql`INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at)
    SELECT lower(hex(randomblob(16))), email, ${oneLine(subject)}, ${text}, ${event} || ' ' || email, ${now},
      ${now}
    FROM operators
    WHERE disabled_at IS NULL AND email LIKE '%_@_%' ON CONFLICT DO NOTHING`;
}

/** One letter to a provider's own address, the one the operator keeps for it. */
export async function notifyProvider(ctx: Context, providerId: string, letter: News): Promise<void> {
  await ctx.platform.run(notifyProviderStatement(ctx, providerId, letter, sql`true`));
}

/** In the batch that does what it tells of. @param fact when it is true at all, judged inside the batch */
export function notifyProviderStatement(
  ctx: Context,
  providerId: string,
  { subject, text, event }: News,
  fact: Sql,
): Sql {
  const now = ctx.now();
  return sql`INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at)
    SELECT lower(hex(randomblob(16))), email, ${oneLine(subject)}, ${text}, ${event} || ' ' || email, ${now},
      ${now}
    FROM providers
    WHERE id = ${providerId} AND email LIKE '%_@_%' AND (${fact}) ON CONFLICT DO NOTHING`;
}

/** A letter in both languages, for a reader whose language is unknown. */
export function bilingual(subject: Text, text: Text): { subject: string; text: string } {
  const both = (one: Text, between: string) => `${textIn("en", one)}${between}${textIn("sw", one)}`;
  return { subject: both(subject, " / "), text: both(text, "\n\n") };
}
