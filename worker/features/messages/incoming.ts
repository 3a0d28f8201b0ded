import type { Context } from "../../context.ts";
import { plain } from "../../contract/values/pasted.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";

// Messages to the account's short code that are no recognised opt-out. They may ask for one in other words, so the provider reads them.

const keptMs = 30 * dayMs;
/** Anybody can write; the list stays one that is read. */
const kept = 50;
/** Of one number, so that frequent writers do not fill the list. */
const keptOfOne = 3;
const longestText = 480;
const longestName = 40;

export type Incoming = {
  /** The service's own name of it; null where it gave none. */
  ref: string | null;
  /** `254…`; as it came where that is no mobile number. */
  from: string;
  text: string;
};

/** Keeps it once, however often it is told; what is old, or more than fits, goes. */
export function incomingStatements({ ref, from, text }: Incoming, now: number): Sql[] {
  const phone = plain(from).slice(0, longestName);
  const words = plain(text).slice(0, longestText);
  if (words === "") return [];
  const id = sha256(ref === null ? `${phone} ${words} ${Math.floor(now / 60_000)}` : `ref ${ref}`).slice(
    0,
    32,
  );
  return [
    sql`INSERT INTO incoming_messages (id, phone, text, at) VALUES (${id}, ${phone}, ${words}, ${now})
      ON CONFLICT DO NOTHING`,
    sql`DELETE FROM incoming_messages WHERE at < ${now - keptMs} OR id NOT IN (
      SELECT id FROM (SELECT id, at, row_number() OVER (PARTITION BY phone ORDER BY at DESC, id) AS place
        FROM incoming_messages)
      WHERE place <= ${keptOfOne} ORDER BY place, at DESC, id LIMIT ${kept})`,
  ];
}

/** Its writer gets nothing any more: there is nothing left to decide. */
export const incomingReadStatement = (phone: string): Sql =>
  sql`DELETE FROM incoming_messages WHERE phone = ${phone}`;

export async function listIncoming(
  ctx: Context,
  providerId: string,
): Promise<{ id: string; phoneNumber: string; text: string; at: string }[]> {
  const rows = await ctx.tenant(providerId).all(
    sql<{ id: string; phone: string; text: string; at: number }>`SELECT id, phone, text, at
      FROM incoming_messages WHERE at >= ${ctx.now() - keptMs} ORDER BY at DESC, id LIMIT ${kept}`,
  );
  return rows.map(({ id, phone, text, at }) => ({
    id,
    phoneNumber: phone,
    text,
    at: new Date(at).toISOString(),
  }));
}

/** Once it is read. @throws AppError not_found */
export async function removeIncoming(ctx: Context, providerId: string, id: string): Promise<void> {
  const removed = await ctx.tenant(providerId).run(sql`DELETE FROM incoming_messages WHERE id = ${id}`);
  if (removed === 0) throw refuse("not_found", "message_unknown");
}
