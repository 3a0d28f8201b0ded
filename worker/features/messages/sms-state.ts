import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { monthOf } from "./claim-message.ts";
import { settingsOf } from "./settings.ts";

export type SmsState = {
  /** Why nothing can be sent now. */
  hindrance: "no_account" | "untried" | "paused" | "budget" | null;
  segmentCents: number;
};

/** The same that `codesGo` asks, in words. */
export async function smsStateOf(ctx: Context, providerId: string): Promise<SmsState> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const [{ accountId, triedAt, pausedUntil, segmentCents, budgetCents }, month] = await Promise.all([
    settingsOf(db),
    db.first(sql<{ cents: number }>`SELECT cents FROM message_months WHERE month = ${monthOf(now)}`),
  ]);
  const hindrance =
    accountId === null
      ? "no_account"
      : triedAt === null
        ? "untried"
        : (pausedUntil ?? 0) > now
          ? "paused"
          : (month?.cents ?? 0) + segmentCents > budgetCents
            ? "budget"
            : null;
  return { hindrance, segmentCents };
}
