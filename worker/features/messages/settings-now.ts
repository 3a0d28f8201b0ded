import type { Context } from "../../context.ts";
import type { MessageSettings } from "../../contract/messages.ts";
import { languages } from "../../contract/texts.ts";
import { messageKinds } from "../../contract/values/message-templates.ts";
import { shillings } from "../../contract/values/money.ts";
import { sql } from "../../db/sql.ts";
import { monthOf } from "./claim-message.ts";
import { balanceOf } from "./credits.ts";
import { platformAccount } from "./platform-account.ts";
import { reportAddress } from "./report-address.ts";
import { type StoredSettings, serviceOf, settingsOf } from "./settings.ts";
import { openOwnAccount } from "./sms-account.ts";
import { writerOf } from "./text-of.ts";

export async function settingsNow(ctx: Context, providerId: string): Promise<MessageSettings> {
  const db = ctx.tenant(providerId);
  const [settings, writer, month, credits, platform] = await Promise.all([
    settingsOf(db),
    writerOf(ctx, db),
    db.first(sql<{ cents: number }>`SELECT cents FROM message_months WHERE month = ${monthOf(ctx.now())}`),
    balanceOf(db),
    platformAccount(ctx),
  ]);
  const { sender, receipt, ending, outage, language, quietFrom, quietTo } = settings;
  const segmentCents = sender === "platform" && platform ? platform.segmentCents : settings.segmentCents;
  return {
    sender,
    platform: platform && {
      segmentPrice: shillings(platform.segmentCents),
      credits: shillings(credits),
    },
    account: accountNow(ctx, providerId, settings),
    receipt,
    ending,
    outage,
    language,
    segmentPrice: shillings(segmentCents),
    budget: shillings(settings.budgetCents),
    spent: shillings(month?.cents ?? 0),
    quietFrom: timeOf(quietFrom),
    quietTo: timeOf(quietTo),
    templates: messageKinds.flatMap((kind) =>
      languages.map((one) => ({ kind, language: one, ...writer.template(kind, one) })),
    ),
    business: writer.business,
    page: writer.page,
  };
}

function accountNow(ctx: Context, providerId: string, settings: StoredSettings): MessageSettings["account"] {
  const { username, senderId, accountId, triedAt, pausedUntil, fault } = settings;
  const driver = serviceOf(settings);
  if (driver === null || username === null || accountId === null) return null;
  const isPaused = pausedUntil !== null && fault !== null;
  return {
    service: driver,
    username,
    senderId,
    apiKey: keyEnd(ctx, providerId, settings),
    triedAt: momentOf(triedAt),
    fault: isPaused ? (fault as NonNullable<MessageSettings["account"]>["fault"]) : null,
    pausedUntil: isPaused ? momentOf(pausedUntil) : null,
    reportsTo: reportAddress(ctx, { providerId, driver, accountId }),
  };
}

/** From this length on the last four characters help nobody to guess the rest. */
const longEnough = 10;

function keyEnd(ctx: Context, providerId: string, settings: StoredSettings): string {
  return endOfKey(openOwnAccount(ctx, providerId, settings)?.account.apiKey ?? "");
}

export function endOfKey(key: string): string {
  return key.length < longEnough ? "••••" : `•••• ${key.slice(-4)}`;
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
