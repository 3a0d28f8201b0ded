import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { Message, SmsService } from "../../contract/messages.ts";
import { say, type Text, type TextKey } from "../../contract/texts.ts";
import { formatPhone } from "../../contract/values/phone.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { messages } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import type { SendOutcome } from "./drivers/driver.ts";
import { messageAnswer } from "./list-messages.ts";
import type { StoredMessage } from "./message-rows.ts";
import { type Outbox, sendDue } from "./outbox.ts";
import { whyRefused } from "./platform-account.ts";
import { settingsOf } from "./settings.ts";
import { openAccount, openOwnAccount, readyAccount } from "./sms-account.ts";
import { writerOf } from "./text-of.ts";

/** What is sent again by hand is of use for a while more. */
const againMs = 60 * minuteMs;

/** @throws AppError refused where there is no account, before anything is sent */
export async function outboxOf(
  ctx: Context,
  providerId: string,
  of: "chosen" | "own" = "chosen",
): Promise<Outbox> {
  const db = ctx.tenant(providerId);
  const settings = await settingsOf(db);
  const account =
    of === "own" ? openOwnAccount(ctx, providerId, settings) : await openAccount(ctx, providerId, settings);
  if (account === null) throw refuse("refused", "message_account_missing");
  return { db, settings, account, writer: await writerOf(ctx, db) };
}

/** One that the provider's own account takes lets it be used. @returns the number @throws AppError invalid, refused with why it was not taken */
export async function sendTest(ctx: Context, providerId: string, phone: string): Promise<Text> {
  const outbox = await outboxOf(ctx, providerId, "own");
  const { db, settings, account } = outbox;
  const now = ctx.now();
  const id = `test.${randomHex(64)}`;
  const until = now + 5 * minuteMs;
  const row = { id, kind: "test" as const, phone, language: settings.language, given: {} };
  await db.run(insertInto(messages, { ...row, state: "waiting", createdAt: now, nextAt: now, until }));
  const outcome = await sendDue(ctx, outbox, await messageById(db, id));
  if (outcome?.kind !== "accepted") {
    // Somebody is looking.
    await db.run(failedStatement(id, now));
    throw refuse("refused", "message_failed", {
      why: whyNot(outcome, await messageById(db, id), account.service),
    });
  }
  await db.run(
    sql`UPDATE message_settings SET tried_at = coalesce(tried_at, ${now}), sender = 'own'
      WHERE id = 'own' AND account_id = ${account.accountId}`,
  );
  return say("message_test_sent", { phone: formatPhone(phone) });
}

/** It is not tried again by itself. */
export const failedStatement = (id: string, now: number): Sql =>
  sql`UPDATE messages SET state = 'failed', reason = coalesce(reason, 'network'), ended_at = ${now}
    WHERE id = ${id} AND state = 'waiting'`;

/** @throws AppError not_found; conflict where it was sent, or is on its way; refused */
export async function sendAgain(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<{ success: boolean; message: Text; sent: Message }> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const before = await messageById(db, id);
  const { state, kind } = before;
  if (state === "sent" || state === "delivered") throw refuse("conflict", "message_sent_already");
  if (state === "sending") throw refuse("conflict", "message_on_its_way");
  const isOver = before.until <= now && ["ending", "morning", "router_down", "link"].includes(kind);
  if (kind === "code" || isOver) throw refuse("refused", "message_over");
  const settings = await settingsOf(db);
  if ((await readyAccount(ctx, providerId, settings)) === null) {
    const message = say(settings.accountId === null ? "message_account_missing" : "message_account_untried");
    return { success: false, message, sent: messageAnswer(await writerOf(ctx, db), before) };
  }
  const outbox = await outboxOf(ctx, providerId);
  const until = kind === "ending" ? before.until : Math.max(before.until, now + againMs);
  await db.run(
    sql`UPDATE messages SET state = 'waiting', reason = NULL, next_at = ${now}, until = ${until}, ended_at = NULL
      WHERE id = ${id} AND state = ${state}`,
  );
  const outcome = await sendDue(ctx, outbox, await messageById(db, id));
  const after = await messageById(db, id);
  const sent = messageAnswer(outbox.writer, after);
  if (outcome?.kind === "accepted") return { success: true, message: say("message_sent_again"), sent };
  const message =
    after.state === "unclear"
      ? say("message_unclear")
      : after.state === "waiting"
        ? say("message_waits")
        : say("message_failed", { why: whyNot(outcome, after, outbox.account.service) });
  return { success: false, message, sent };
}

export async function messageById(db: TenantDb, id: string): Promise<StoredMessage> {
  const [row] = await db.select(messages, { where: eq(messages.id, id), limit: 1 });
  if (!row) throw refuse("not_found", "message_unknown");
  return row;
}

/** Why it was not taken. @param reason of its row, where the account is not at fault */
export function whyNot(
  outcome: SendOutcome | null,
  { reason }: Pick<StoredMessage, "reason">,
  service: SmsService,
): Text {
  if (outcome?.kind === "unclear") return say("message_unclear");
  if (outcome?.kind === "account") return whyRefused(outcome.fault, service);
  return { say: `message_why_${reason ?? "network"}` as TextKey };
}
