import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { monthOf } from "./claim-message.ts";
import { segmentsOfCode } from "./send-code.ts";
import { settingsOf } from "./settings.ts";

export type SmsState = {
  /** Why nothing can be sent now. */
  hindrance: "no_account" | "untried" | "paused" | "budget" | null;
  /** What a code costs at most. */
  codeCents: number;
};

/** The same that `codesGo` asks, in words. @param minutes of the trial, which stand in a code's text */
export async function smsStateOf(ctx: Context, providerId: string, minutes: number): Promise<SmsState> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const [{ accountId, triedAt, pausedUntil, segmentCents, budgetCents }, segments, month] = await Promise.all(
    [
      settingsOf(db),
      segmentsOfCode(ctx, providerId, minutes),
      db.first(sql<{ cents: number }>`SELECT cents FROM message_months WHERE month = ${monthOf(now)}`),
    ],
  );
  const codeCents = segments * segmentCents;
  const hindrance =
    accountId === null
      ? "no_account"
      : triedAt === null
        ? "untried"
        : (pausedUntil ?? 0) > now
          ? "paused"
          : (month?.cents ?? 0) + codeCents > budgetCents
            ? "budget"
            : null;
  return { hindrance, codeCents };
}
