import { type Sql, sql } from "../../db/sql.ts";

// Which letters go next. Those to operators go first: a power cut writes to a thousand sites' owners, and the alarm about it is theirs.
// Letters to unproved addresses come after all others, and a sender of many letters does not delay those of others.

const lettersPerMinute = 100;
/** Of these; they go after all others. */
const ofStrangers = 7;
/** So many of the platform's own letters go before the next of lane `asked`, while both wait. */
const ownBeforeAsked = 3;
/** So many letters to one mailbox go in the order in which they were written; further ones come after those to other mailboxes. */
const inOrder = 10;

/**
 * Ids, at most a minute's. Networks take turns in lane `asked`; of networks with as many turns, those with the fewest neighbours
 * come first, so that a flood delays only itself.
 */
export function nextLetters(now: number): Sql {
  return sql`SELECT id FROM (
      SELECT id, lane, row_number() OVER (PARTITION BY lane ORDER BY is_other, turn, near_turn, next_at, place) AS rank
      FROM (SELECT id, lane, next_at, rowid AS place,
          recipient NOT IN (SELECT email FROM operators WHERE disabled_at IS NULL) AS is_other,
          CASE lane WHEN 'own' THEN max(0, row_number() OVER (PARTITION BY lane, recipient ORDER BY next_at, rowid)
            - ${inOrder}) ELSE row_number() OVER (PARTITION BY lane, asked_from ORDER BY next_at, rowid) END AS turn,
          CASE lane WHEN 'own' THEN 0
            ELSE row_number() OVER (PARTITION BY lane, asked_near ORDER BY next_at, rowid) END AS near_turn
        FROM mail WHERE sent_at IS NULL AND next_at <= ${now}))
    WHERE lane <> 'stranger' OR rank <= ${ofStrangers}
    ORDER BY lane = 'stranger', iif(lane = 'asked', rank * ${ownBeforeAsked}, rank), lane LIMIT ${lettersPerMinute}`;
}
