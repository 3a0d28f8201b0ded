import type { Context } from "../../context.ts";
import type { SmsService } from "../../contract/messages.ts";
import { say, type Text, textIn } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { smsServices } from "../../contract/values/sms-services.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { smsAccounts } from "../../db/schema/platform.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { notifyOperators } from "../mail/index.ts";
import type { AccountFault, DeliveryReport, SendOutcome } from "./drivers/driver.ts";

/** In the place of a provider's own account: in messages, and in the address of delivery reports. */
export const platformSender = "platform";

export type PlatformAccount = typeof smsAccounts.$inferSelect;

/** Its price may be so old. */
const accounts = new TtlCache<PlatformAccount | null>(10_000);

/** The operator's SMS account, as it was typed; null where there is none. */
export function storedPlatformAccount(ctx: Context): Promise<PlatformAccount | null> {
  return accounts.get(platformSender, ctx.now(), async () => {
    const [row] = await ctx.platform.select(smsAccounts, { limit: 1 });
    return row ?? null;
  });
}

/** The next read is a fresh one: it was just changed. */
export const platformAccountChanged = (): void => accounts.forget(platformSender);

/** Once it took a test message. */
export async function platformAccount(ctx: Context): Promise<PlatformAccount | null> {
  const account = await storedPlatformAccount(ctx);
  return account?.triedAt ? account : null;
}

export const platformKeyPlace = sealedPlace("sms_accounts", platformSender);

/** A fault is written down again after this. */
const faultEveryMs = 10 * minuteMs;

/** Silence is not told apart from what cannot be reached. */
export function whyRefused(fault: AccountFault, service: SmsService): Text {
  if (fault === "silent") return say("message_why_account_unreachable");
  if (fault === "key" && !smsServices[service].hasUserName) return say("message_why_account_key_alone");
  return say(`message_why_account_${fault}`);
}

/** What the account refuses for all providers: seen on the operator's page, and in a letter where it lasts. */
export async function notePlatformFault(ctx: Context, fault: AccountFault | null): Promise<void> {
  const before = await storedPlatformAccount(ctx);
  if (!before) return;
  const now = ctx.now();
  const isSame = before.fault === fault && (fault === null || (before.faultAt ?? 0) > now - faultEveryMs);
  if (isSame) return;
  const changed = await ctx.platform.run(
    sql`UPDATE sms_accounts SET fault = ${fault}, fault_at = ${fault === null ? null : now}
      WHERE id = ${platformSender} AND fault IS ${before.fault} AND fault_at IS ${before.faultAt}`,
  );
  platformAccountChanged();
  // A fault of a moment passes by itself: the letter tells of one that is there still.
  if (changed === 0 || fault === null || fault !== before.fault) return;
  await notifyOperators(ctx, {
    event: `sms-account ${fault} ${nairobiDay(now)}`,
    subject: "The SMS account takes no messages",
    text: `Messages of providers without an account of their own wait: ${textIn("en", whyRefused(fault, before.driver))} They are tried again within an hour. See SMS.`,
  });
}

/** Moves the one message that this account sent to this number under this name, from sent to its end. */
export function reportStatement(
  { ref, phone, outcome }: DeliveryReport,
  accountId: string,
  now: number,
): Sql {
  const reason = outcome.state === "failed" ? outcome.reason : null;
  return sql`UPDATE messages SET state = ${outcome.state}, reason = ${reason}, ended_at = ${now}
    WHERE ref = ${ref} AND phone = ${phone} AND account_id = ${accountId} AND state = 'sent'`;
}

/** After a message went out by the platform's account, or did not. */
export async function notePlatformOutcome(
  ctx: Context,
  db: TenantDb,
  outcome: SendOutcome,
  phone: string,
): Promise<void> {
  if (outcome.kind === "account") return notePlatformFault(ctx, outcome.fault);
  if (outcome.kind === "unclear") return notePlatformFault(ctx, "silent");
  if (outcome.kind !== "accepted") return;
  await notePlatformFault(ctx, null);
  if (outcome.ref === null) return;
  const now = ctx.now();
  const [[known] = []] = await ctx.platform.batch([
    sql<{ said: string | null }>`INSERT INTO sms_reports (ref, provider_id, phone, at)
      VALUES (${outcome.ref}, ${db.providerId}, ${phone}, ${now})
      ON CONFLICT (ref) DO UPDATE SET provider_id = coalesce(provider_id, excluded.provider_id), phone = coalesce(phone, excluded.phone)
      RETURNING said`,
  ]);
  if (known?.said) await db.run(reportStatement(JSON.parse(known.said), platformSender, now));
}

const reportsKeptMs = 7 * dayMs;

/** Of the platform's sweep. */
export async function sweepSmsReports(ctx: Context): Promise<void> {
  await ctx.platform.run(sql`DELETE FROM sms_reports WHERE at < ${ctx.now() - reportsKeptMs}`);
}
