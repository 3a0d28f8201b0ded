import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { creditEntries, messageSettings } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { sha256 } from "../../keys.ts";
import { bilingual, notifyProvider } from "../mail/index.ts";
import { platformAccount } from "./platform-account.ts";

// Prepaid credits for the platform's SMS account, in KES cents: what was bought or given, less what messages cost. A row for each
// purchase and gift, one for the messages of each day; the balance is their sum, kept by a trigger, and the platform has a copy of the rows.

export type CreditEntry = typeof creditEntries.$inferSelect;

const balance = sql`coalesce((SELECT balance_cents FROM message_credits WHERE id = 'own'), 0)`;

/** KES cents; below zero where a purchase was denied after it was used. */
export async function balanceOf(db: TenantDb): Promise<number> {
  const row = await db.first(sql<{ cents: number }>`SELECT ${balance} AS cents`);
  return row?.cents ?? 0;
}

/** Whether there is room for so much. */
export const creditsCover = (cents: number): Sql => sql`${balance} >= ${cents}`;
export const creditsCoverSegments = (segments: number): Sql =>
  sql`coalesce((SELECT balance_cents >= segment_cents * ${segments} FROM message_credits WHERE id = 'own'), 0)`;

/** After the entry that makes its row. */
export const segmentPriceStatement = (cents: number): Sql =>
  sql`UPDATE message_credits SET segment_cents = ${cents} WHERE id = 'own' AND segment_cents <> ${cents}`;

export const openDayStatement = (day: string, now: number): Sql =>
  sql`INSERT INTO credit_entries (id, kind, day, at, cents, segments) VALUES (${`used.${day}`}, 'used', ${day}, ${now}, 0, 0)
    ON CONFLICT DO NOTHING`;

/** Only where the statement before it changed a row. @param cents less than 0: given back */
export const usedStatement = (day: string, cents: number, segments: number): Sql =>
  sql`UPDATE credit_entries SET cents = cents - ${cents}, segments = segments + ${segments}
    WHERE id = ${`used.${day}`} AND changes() > 0`;

type Asked = { paymentId: string; cents: number; phone: string };

/** Written before anything goes out. */
export const askedStatement = ({ paymentId, cents, phone }: Asked, now: number): Sql =>
  insertInto(creditEntries, {
    id: `bought.${paymentId}`,
    kind: "bought",
    day: nairobiDay(now),
    at: now,
    cents: 0,
    state: "waiting",
    askedCents: cents,
    phone,
  });

type Ended = { paymentId: string; isPaid: boolean; receipt: string | null; detail: string | null };

/** What is paid counts once, however often it is told; where the gateway denies it later, it counts no more. */
export const purchaseStatement = ({ paymentId, isPaid, receipt, detail }: Ended, now: number): Sql =>
  sql`UPDATE credit_entries SET state = ${isPaid ? "paid" : "failed"}, cents = iif(${isPaid}, asked_cents, 0),
      receipt = ${receipt}, detail = ${detail}, at = iif(${isPaid} AND state <> 'paid', ${now}, at)
    WHERE id = ${`bought.${paymentId}`}
      AND (state <> ${isPaid ? "paid" : "failed"} OR receipt IS NOT ${receipt} OR detail IS NOT ${detail})`;

/** Once for what it is given for. */
export const givenStatement = (given: { for: string; cents: number; detail: string }, now: number): Sql =>
  sql`INSERT INTO credit_entries (id, kind, day, at, cents, detail)
    VALUES (${`given.${given.for}`}, 'given', ${nairobiDay(now)}, ${now}, ${given.cents}, ${given.detail})
    ON CONFLICT DO NOTHING`;

/** A provider that never looked at its messages has a row of settings from then on: its trial's codes ask for it. */
async function withEntry(ctx: Context, entry: Sql): Promise<Sql[]> {
  const platform = await platformAccount(ctx);
  return [
    insertInto(messageSettings, { id: "own" }),
    entry,
    ...(platform ? [segmentPriceStatement(platform.segmentCents)] : []),
  ];
}

/** Written before the prompt goes out. */
export async function beginCreditPurchase(ctx: Context, providerId: string, asked: Asked): Promise<void> {
  await ctx.tenant(providerId).batch(await withEntry(ctx, askedStatement(asked, ctx.now())));
}

/** Told as often as its payment changes: it counts while it is paid. */
export async function endCreditPurchase(ctx: Context, providerId: string, ended: Ended): Promise<void> {
  const now = ctx.now();
  await ctx.tenant(providerId).batch([purchaseStatement(ended, now), goOnStatement(now)]);
}

/**
 * What was due and held back for want of credits is sent after all, where it is still of use: nothing is for longer than a day. A campaign
 * goes on by a person alone, and a code or a link is not waited for any more.
 */
const goOnStatement = (now: number): Sql =>
  sql`UPDATE messages SET state = 'waiting', reason = NULL, ended_at = NULL WHERE created_at > ${now - dayMs}
    AND state = 'held' AND reason = 'credits' AND until > ${now} AND kind NOT IN ('campaign', 'code', 'link') AND ${creditsCover(1)}`;

/** Its own object looks after a purchase before. */
const untouchedMs = 3 * minuteMs;

/** When the oldest open purchase is looked after. */
export const creditPurchasesDue = (): Sql<{ at: number }>[] => [
  sql<{ at: number }>`SELECT at + ${untouchedMs} AS at FROM credit_entries WHERE state = 'waiting'
    ORDER BY credit_entries.at LIMIT 1`,
];

/** Of purchases without an end that are to be looked after, a few at a time. */
export async function openCreditPurchases(ctx: Context, providerId: string): Promise<string[]> {
  const rows = await ctx.tenant(providerId).all(
    sql<{ paymentId: string }>`SELECT substr(id, 8) AS paymentId FROM credit_entries
      WHERE state = 'waiting' AND at <= ${ctx.now() - untouchedMs} ORDER BY at LIMIT 20`,
  );
  return rows.map(({ paymentId }) => paymentId);
}

/** Once for what it is given for. @returns the balance */
export async function addCredits(
  ctx: Context,
  providerId: string,
  given: { for: string; cents: number; detail: string },
): Promise<number> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  await db.batch([...(await withEntry(ctx, givenStatement(given, now))), goOnStatement(now)]);
  return balanceOf(db);
}

/** An account at which KSh 1 has arrived brings the operator's gift: once for the provider, and once for the account. */
export async function giveForProof(ctx: Context, providerId: string, account: string): Promise<void> {
  const platform = await platformAccount(ctx);
  if (!platform || platform.giftCents === 0) return;
  const key = sha256(`proven account ${account.trim().toLowerCase()}`);
  await ctx.platform.run(
    sql`INSERT INTO credit_gifts (account, provider_id, cents, at)
      VALUES (${key}, ${providerId}, ${platform.giftCents}, ${ctx.now()}) ON CONFLICT DO NOTHING`,
  );
  const gift = await ctx.platform.first(
    sql<{
      cents: number;
    }>`SELECT cents FROM credit_gifts WHERE account = ${key} AND provider_id = ${providerId}`,
  );
  if (gift) await addCredits(ctx, providerId, { for: "proof", cents: gift.cents, detail: "" });
}

/** A letter goes out once the balance is under this part of what it was after credits came last. */
export const lowCreditsPart = 5;

/** A row where they have become few, and the owner was not told. */
const fromLow = sql`FROM message_credits JOIN message_settings s USING (id) WHERE id = 'own' AND sender = 'platform'
  AND low_told_at IS NULL AND full_cents > 0 AND balance_cents * ${lowCreditsPart} <= full_cents`;

/** When credits have become few: at once. */
export const lowCreditsDue = (): Sql<{ at: number }>[] => [sql<{ at: number }>`SELECT 0 AS at ${fromLow}`];

/** One letter for each time that credits came. */
export async function tellLowCredits(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const row = await db.first(
    sql<{ cents: number; cameAt: number }>`SELECT balance_cents AS cents,
      (SELECT max(at) FROM credit_entries WHERE kind <> 'used' AND cents > 0) AS cameAt ${fromLow}`,
  );
  if (!row) return;
  const platform = await platformAccount(ctx);
  const segments = platform ? Math.max(0, Math.floor(row.cents / platform.segmentCents)) : 0;
  const left = formatShillings(row.cents);
  const letter = bilingual(say("credits_low_subject", { left }), say("credits_low_text", { left, segments }));
  await notifyProvider(ctx, providerId, { ...letter, event: `credits-low ${providerId} ${row.cameAt}` });
  await db.run(
    sql`UPDATE message_credits SET low_told_at = ${ctx.now()} WHERE id = 'own' AND low_told_at IS NULL`,
  );
}
