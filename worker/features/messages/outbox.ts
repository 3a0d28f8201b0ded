import { and, asc, eq, sql as indexed, lte } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { smsSize } from "../../contract/values/sms-segments.ts";
import { messages } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { log } from "../../log.ts";
import { checkCampaign, isTooSoon, withStopCode } from "./campaign-messages.ts";
import { claimMessage, lostStatement, settleClaim } from "./claim-message.ts";
import { lowCreditsDue, tellLowCredits } from "./credits.ts";
import type { SendOutcome } from "./drivers/driver.ts";
import { judge } from "./judge-message.ts";
import type { StoredMessage } from "./message-rows.ts";
import { notePlatformOutcome } from "./platform-account.ts";
import { raiseReminders, remindersDue } from "./remind.ts";
import { goesOut, isReady, type StoredSettings, storedSettings } from "./settings.ts";
import { type OpenAccount, openAccount } from "./sms-account.ts";
import { textOf, type Writer, withSecrets, writerOf } from "./text-of.ts";

/** What is left is due at once: a sweep comes each minute. */
const messagesPerSweep = 60;
const atOnce = 4;
/** Sends that did not begin by then are the next sweep's. */
const sweepMs = 30_000;

/** Of a provider's sweep: raises reminders, and sends what is due. */
export async function sweepMessages(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const settings = await storedSettings(db);
  if (settings === null) return;
  const now = ctx.now();
  if (settings.sender === "platform") await tellLowCredits(ctx, providerId);
  await db.run(lostStatement(now));
  await raiseReminders(db, settings, now);
  if (!isReady(settings) || (settings.pausedUntil ?? 0) > now) return;
  const due = await dueMessages(db, now);
  if (due.length === 0) return;
  const account = await openAccount(ctx, providerId, settings);
  if (account === null) {
    // The operator took the account away: what is due now would wait for nothing.
    await db.batch(due.map(({ id }) => heldStatement(id, "off", now)));
    return;
  }
  const outbox = { db, settings, account, writer: await writerOf(ctx, db) };
  // An account that did not take the last one is asked with one message, not with all.
  const left = due.slice(0, settings.faults > 0 ? 1 : due.length).values();
  let isTaking = true;
  const lane = async () => {
    for (const message of left) {
      if (!isTaking || ctx.now() > now + sweepMs) return;
      const outcome = await sendDue(ctx, outbox, message);
      if (outcome?.kind === "account" || outcome?.kind === "unclear") isTaking = false;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** When there is next something to do; no row where nothing waits. */
export const messagesDue = () => [
  sql<{ at: number }>`SELECT max(m.next_at, coalesce(s.paused_until, 0)) AS at
    FROM message_settings s JOIN messages m ON m.state IN ('waiting', 'sending')
    WHERE s.id = 'own' AND ${goesOut} ORDER BY m.next_at LIMIT 1`,
  remindersDue,
  ...lowCreditsDue(),
];

const firstAsked = sql<{ at: number }>`SELECT ask_at AS at FROM messages WHERE ask_at IS NOT NULL
  ORDER BY ask_at LIMIT 1`;

/** When an account is next to be asked what arrived; no row where none is. */
export const deliveriesDue = () => [firstAsked];

/** Of a provider's sweep. Most services tell by themselves: what asks comes with the first message of one that does not. */
export async function sweepDeliveries(ctx: Context, providerId: string): Promise<void> {
  const first = await ctx.tenant(providerId).first(firstAsked);
  if (first && first.at <= ctx.now())
    await (await import("./ask-deliveries.ts")).askDeliveries(ctx, ctx.tenant(providerId));
}

function dueMessages(db: TenantDb, now: number): Promise<StoredMessage[]> {
  return db.select(messages, {
    // With the words of its partial index: without them all that was ever sent would be read.
    where: and(
      indexed`state IN ('waiting', 'sending')`,
      eq(messages.state, "waiting"),
      lte(messages.nextAt, now),
    ),
    // A receipt does not wait behind five hundred of a campaign.
    orderBy: [asc(eq(messages.kind, "campaign")), asc(messages.nextAt)],
    limit: messagesPerSweep,
  });
}

export type Outbox = { db: TenantDb; settings: StoredSettings; account: OpenAccount; writer: Writer };

/** Sends it, or says why not. @returns null where nothing was sent and its state says why */
export async function sendDue(
  ctx: Context,
  outbox: Outbox,
  message: StoredMessage,
): Promise<SendOutcome | null> {
  const { db, settings, account, writer } = outbox;
  const { id, kind, phone } = message;
  const now = ctx.now();
  const check = kind === "campaign" ? await checkCampaign(db, message, now) : null;
  const isUnwanted = check?.stopCode === null || (await isOptedOut(db, phone));
  const judged = judge(message, settings, isUnwanted, now);
  if (judged.act !== "send") {
    await db.run(putOffStatement(id, judged, now));
    return null;
  }
  if (check?.hold) {
    await db.run(heldStatement(id, check.hold, now));
    return null;
  }
  const kept = message.text ?? textOf(writer, message, now);
  const withCode = check?.stopCode ? withStopCode(kept, check.stopCode) : kept;
  const text = await withSecrets(ctx, db.providerId, writer, withCode, message.given);
  const { segments } = smsSize(text);
  const cents = segments * account.segmentCents;
  // What a person saw before is the most that it costs.
  if (cents > Number(message.given.mostCents ?? cents)) {
    await db.run(heldStatement(id, "price", now));
    return null;
  }
  const claimed = await claimMessage(
    db,
    {
      id,
      text: kept,
      segments,
      cents,
      accountId: account.accountId,
      isAsked: account.driver.askDelivery !== undefined,
    },
    account.purse,
    now,
    // Two of one phone may be due together.
    ...(check ? [sql`NOT ${isTooSoon(message, now)}`] : []),
  );
  if (claimed === null) {
    const hold = check && (await checkCampaign(db, message, now)).hold;
    await db.run(heldStatement(id, hold ?? account.purse.kind, now));
    return null;
  }
  const outcome = await account.driver.send(ctx, account.account, { phone, text });
  // The next ones of this sweep are counted with what a segment turned out to cost.
  if (outcome.kind === "accepted" && outcome.cents !== null && account.purse.kind === "budget")
    account.segmentCents = Math.max(account.segmentCents, Math.ceil(outcome.cents / segments));
  try {
    await settleClaim(db, claimed, outcome, settings, ctx.now());
    if (account.purse.kind === "credits") await notePlatformOutcome(ctx, db, outcome, phone);
  } catch (cause) {
    // It stays on its way, and counts as unclear in a while.
    log("error", "message outcome", cause, { provider: db.providerId });
  }
  return outcome;
}

const heldStatement = (id: string, reason: string, now: number) =>
  sql`UPDATE messages SET state = 'held', reason = ${reason}, ended_at = ${now} WHERE id = ${id} AND state = 'waiting'`;

function putOffStatement(
  id: string,
  judged: Exclude<ReturnType<typeof judge>, { act: "send" }>,
  now: number,
) {
  const isWaiting = sql`id = ${id} AND state = 'waiting'`;
  switch (judged.act) {
    case "hold":
      return heldStatement(id, judged.reason, now);
    case "wait":
      return sql`UPDATE messages SET reason = 'quiet_hours', next_at = ${judged.until} WHERE ${isWaiting}`;
    default:
      return sql`UPDATE messages SET state = 'failed', reason = 'late', ended_at = ${now} WHERE ${isWaiting}`;
  }
}

async function isOptedOut(db: TenantDb, phone: string): Promise<boolean> {
  const row = await db.first(sql<{ at: number }>`SELECT at FROM message_opt_outs WHERE phone = ${phone}`);
  return row !== undefined;
}
