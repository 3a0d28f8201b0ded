import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { monthOf } from "./claim-message.ts";
import { balanceOf } from "./credits.ts";
import { offersWaitUntil } from "./judge-message.ts";
import { settingsOf } from "./settings.ts";
import { readyAccount } from "./sms-account.ts";

/** What a provider could send by now. @property leftCents what is left to pay with; less than 0 where more was used than paid */
export type SendingNow = {
  hindrance: "no_account" | "untried" | null;
  segmentCents: number;
  purse: "credits" | "budget";
  leftCents: number;
  language: Language;
  /** Offers wait until then, UTC ms; null where they go out now. */
  waitUntil: number | null;
};

export async function sendingNow(ctx: Context, providerId: string): Promise<SendingNow> {
  const db = ctx.tenant(providerId);
  const settings = await settingsOf(db);
  const account = await readyAccount(ctx, providerId, settings);
  const { language, segmentCents, sender, budgetCents } = settings;
  const waitUntil = offersWaitUntil(settings, ctx.now());
  if (account === null) {
    const hindrance = sender === "own" && settings.accountId !== null ? "untried" : "no_account";
    return { hindrance, segmentCents, purse: "credits", leftCents: 0, language, waitUntil };
  }
  const isByCredits = account.purse.kind === "credits";
  const month = isByCredits
    ? undefined
    : await db.first(
        sql<{ cents: number }>`SELECT cents FROM message_months WHERE month = ${monthOf(ctx.now())}`,
      );
  const leftCents = isByCredits ? await balanceOf(db) : budgetCents - (month?.cents ?? 0);
  const purse = account.purse.kind;
  return { hindrance: null, segmentCents: account.segmentCents, purse, leftCents, language, waitUntil };
}
