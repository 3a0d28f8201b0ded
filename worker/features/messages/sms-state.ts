import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { monthOf } from "./claim-message.ts";
import { balanceOf } from "./credits.ts";
import { platformAccount } from "./platform-account.ts";
import { segmentsOf, segmentsOfCode } from "./send-code.ts";
import { settingsOf } from "./settings.ts";
import type { AskedText } from "./text-of.ts";

export type SmsState = {
  /** Why nothing can be sent now. */
  hindrance: "no_account" | "untried" | "paused" | "budget" | "credits" | null;
  /** What a code costs at most. */
  codeCents: number;
};

/** The same that `codesGo` asks, in words. @param minutes of the trial, which stand in a code's text */
export async function smsStateOf(ctx: Context, providerId: string, minutes: number): Promise<SmsState> {
  return stateBySegments(ctx, providerId, await segmentsOfCode(ctx, providerId, minutes));
}

/** Whether a text that a person waits for could be sent now. */
export async function messageGoes(ctx: Context, providerId: string, about: AskedText): Promise<boolean> {
  const { hindrance } = await stateBySegments(ctx, providerId, await segmentsOf(ctx, providerId, about));
  return hindrance === null;
}

async function stateBySegments(ctx: Context, providerId: string, segments: number): Promise<SmsState> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const [settings, month, credits, platform] = await Promise.all([
    settingsOf(db),
    db.first(sql<{ cents: number }>`SELECT cents FROM message_months WHERE month = ${monthOf(now)}`),
    balanceOf(db),
    platformAccount(ctx),
  ]);
  const { sender, accountId, triedAt, pausedUntil, budgetCents } = settings;
  const isOwn = sender === "own";
  const codeCents =
    segments * (isOwn ? settings.segmentCents : (platform?.segmentCents ?? settings.segmentCents));
  const isPaused = (pausedUntil ?? 0) > now;
  const hindranceOf = (): SmsState["hindrance"] => {
    if (isOwn ? accountId === null : platform === null) return accountId === null ? "no_account" : "untried";
    if (isOwn && triedAt === null) return "untried";
    if (isPaused) return "paused";
    if (isOwn) return (month?.cents ?? 0) + codeCents > budgetCents ? "budget" : null;
    return credits < codeCents ? "credits" : null;
  };
  return { hindrance: hindranceOf(), codeCents };
}
