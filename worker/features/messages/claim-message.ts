import { nairobiDay } from "../../contract/values/duration.ts";
import { hourMs, minuteMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { creditsCover, openDayStatement, segmentPriceStatement, usedStatement } from "./credits.ts";
import type { AccountFault, SendOutcome } from "./drivers/driver.ts";
import type { StoredSettings } from "./settings.ts";

// A message goes out under a claim: its price is counted before anything is sent, in the month's sum of the provider's own account or in
// its credits for the platform's, and taken out again only where it certainly was not. Each step is one transaction of the provider's own
// database.

/** Until its answer must be there: the driver's own limit is 10 s. */
const sendingMs = 2 * minuteMs;
const longestPauseMs = hourMs;

/** After a message was sent. What it says after a day is of no use to anybody. */
const askedAfterMs = [minuteMs / 2, 5 * minuteMs, hourMs, 6 * hourMs, 23 * hourMs];

/** Null: it was asked as often as it is worth. @param sentAt, now UTC ms */
export function nextAskAt(sentAt: number, now: number): number | null {
  const after = askedAfterMs.find((ms) => sentAt + ms > now);
  return after === undefined ? null : sentAt + after;
}

export const monthOf = (at: number): string => nairobiDay(at).slice(0, 7);

/** What messages are paid with. */
export type Purse = { kind: "budget"; budgetCents: number } | { kind: "credits" };

type Claimed = {
  id: string;
  segments: number;
  cents: number;
  /** Its account has to be asked what became of it. */
  isAsked: boolean;
  purse: Purse;
  claimedAt: number;
};

type Sending = Omit<Claimed, "purse" | "claimedAt"> & { text: string; accountId: string };

/** Null where the purse has no room for it, it is not waiting any more, or `onlyIf` does not hold at that moment. */
export async function claimMessage(
  db: TenantDb,
  { id, text, segments, cents, accountId, isAsked }: Sending,
  purse: Purse,
  now: number,
  onlyIf: Sql = sql`true`,
): Promise<Claimed | null> {
  const claimed: Claimed = { id, segments, cents, isAsked, purse, claimedAt: now };
  const hasRoom =
    purse.kind === "credits"
      ? creditsCover(cents)
      : sql`(SELECT cents FROM message_months WHERE month = ${monthOf(now)}) + ${cents} <= ${purse.budgetCents}`;
  const [, taken = []] = await db.batch([
    openStatement(claimed),
    sql<{
      id: string;
    }>`UPDATE messages SET state = 'sending', reason = NULL, text = ${text}, segments = ${segments},
        cents = ${cents}, account_id = ${accountId}, next_at = ${now + sendingMs}
      WHERE id = ${id} AND state = 'waiting' AND ${hasRoom} AND ${onlyIf}
      RETURNING id`,
    spentStatement(claimed, cents, segments),
  ]);
  return taken.length > 0 ? claimed : null;
}

const openStatement = ({ purse, claimedAt }: Claimed): Sql =>
  purse.kind === "credits"
    ? openDayStatement(nairobiDay(claimedAt), claimedAt)
    : sql`INSERT INTO message_months (month, cents) VALUES (${monthOf(claimedAt)}, 0) ON CONFLICT DO NOTHING`;

/** Only where the statement before it changed the message: its claim is settled once. */
const spentStatement = ({ purse, claimedAt }: Claimed, cents: number, segments: number): Sql =>
  purse.kind === "credits"
    ? usedStatement(nairobiDay(claimedAt), cents, segments)
    : sql`UPDATE message_months SET cents = cents + ${cents} WHERE month = ${monthOf(claimedAt)} AND changes() > 0`;

/** What became of it. Its claim is given back where it certainly was not sent. */
export async function settleClaim(
  db: TenantDb,
  claimed: Claimed,
  outcome: SendOutcome,
  { faults }: Pick<StoredSettings, "faults">,
  now: number,
): Promise<void> {
  const { id } = claimed;
  const isMine = sql`id = ${id} AND state = 'sending'`;
  switch (outcome.kind) {
    case "accepted": {
      // What the platform's account was charged with is not what the provider pays.
      const cents = claimed.purse.kind === "credits" ? claimed.cents : (outcome.cents ?? claimed.cents);
      const askAt = claimed.isAsked && outcome.ref !== null ? nextAskAt(now, now) : null;
      await db.batch([
        sql`UPDATE messages SET state = 'sent', ref = ${outcome.ref}, cents = ${cents}, sent_at = ${now}, ask_at = ${askAt}
          WHERE ${isMine}`,
        spentStatement(claimed, cents - claimed.cents, 0),
        sql`UPDATE message_settings SET faults = 0, fault = NULL, paused_until = NULL WHERE id = 'own'`,
        priceStatement(claimed.purse, Math.ceil(cents / claimed.segments)),
      ]);
      return;
    }
    case "failed":
      await db.batch([
        sql`UPDATE messages SET state = 'failed', reason = ${outcome.reason}, cents = NULL, ended_at = ${now}
          WHERE ${isMine}`,
        spentStatement(claimed, -claimed.cents, -claimed.segments),
      ]);
      return;
    case "account":
      await db.batch([
        sql`UPDATE messages SET state = 'waiting', cents = NULL, next_at = ${now} WHERE ${isMine}`,
        spentStatement(claimed, -claimed.cents, -claimed.segments),
        pauseStatement(outcome.fault, faults, now),
      ]);
      return;
    case "unclear":
      await db.batch([
        sql`UPDATE messages SET state = 'unclear', ended_at = ${now} WHERE ${isMine}`,
        // One that keeps silent would lose all of them.
        pauseStatement("silent", faults, now),
      ]);
      return;
    default:
      outcome satisfies never;
  }
}

/** What a segment really costs counts from now on, so that the budget holds; with credits what it costs now. */
const priceStatement = (purse: Purse, cents: number): Sql =>
  purse.kind === "credits"
    ? segmentPriceStatement(cents)
    : sql`UPDATE message_settings SET segment_cents = max(segment_cents, ${cents}) WHERE id = 'own'`;

/** Tried again after 1, 2, 4 … minutes, at most an hour. @param faults in a row, before this one */
function pauseStatement(fault: AccountFault, faults: number, now: number): Sql {
  const pauseMs = Math.min(60_000 * 2 ** Math.min(faults, 10), longestPauseMs);
  return sql`UPDATE message_settings SET fault = ${fault}, faults = ${faults + 1}, paused_until = ${now + pauseMs}
    WHERE id = 'own'`;
}

/** Sent by a process that is gone: it may have gone out, and is not sent again by itself. */
export const lostStatement = (now: number): Sql =>
  sql`UPDATE messages SET state = 'unclear', ended_at = ${now}
    WHERE state IN ('waiting', 'sending') AND state = 'sending' AND next_at <= ${now}`;
