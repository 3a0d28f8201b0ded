import type { Context } from "../../context.ts";
import type { MessageSettingsInput } from "../../contract/messages.ts";
import type { Language } from "../../contract/texts.ts";
import {
  type MessageKind,
  placeholders,
  unknownPlaceholders,
} from "../../contract/values/message-templates.ts";
import { messageSettings } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { changed, insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import { platformAccount } from "./platform-account.ts";
import { settingsOf } from "./settings.ts";
import { readyAccount } from "./sms-account.ts";

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const cents = (shillings: number): number => Math.round(shillings * 100);

/** @throws AppError refused where a kind is turned on before the account took a test message */
export async function saveSettings(
  ctx: Context,
  providerId: string,
  input: MessageSettingsInput,
): Promise<void> {
  const db = ctx.tenant(providerId);
  const { receipt, ending, outage, language } = input;
  const before = await settingsOf(db);
  if ((receipt || ending || outage) && (await readyAccount(ctx, providerId, before)) === null)
    throw refuse(
      "refused",
      before.accountId === null ? "message_account_missing" : "message_account_untried",
    );
  const change = {
    receipt,
    ending,
    outage,
    language,
    // Of the platform's account the operator sets it.
    segmentCents: before.sender === "own" ? cents(input.segmentPrice) : before.segmentCents,
    budgetCents: cents(input.budget),
    quietFrom: minutesOf(input.quietFrom),
    quietTo: minutesOf(input.quietTo),
    // Ends that lay within the half hour while it was off tell of themselves no more, and no line of what it missed.
    ...(ending && !before.ending ? { remindedUntil: ctx.now(), linesRemindedUntil: ctx.now() } : {}),
  };
  await db.batch([
    insertInto(messageSettings, { id: "own" }),
    sql`UPDATE message_settings SET ${changed(messageSettings, change)} WHERE id = 'own'`,
  ]);
}

/** @returns by which account it was @throws AppError refused where there is none of that kind */
export async function chooseSender(
  ctx: Context,
  providerId: string,
  sender: "platform" | "own",
): Promise<"platform" | "own"> {
  const db = ctx.tenant(providerId);
  const before = await settingsOf(db);
  if (sender === "own" && before.triedAt === null)
    throw refuse(
      "refused",
      before.accountId === null ? "message_account_missing" : "message_account_untried",
    );
  if (sender === "platform" && (await platformAccount(ctx)) === null)
    throw refuse("refused", "credits_not_offered");
  await db.batch([
    insertInto(messageSettings, { id: "own" }),
    sql`UPDATE message_settings SET sender = ${sender}, paused_until = NULL, fault = NULL, faults = 0
      WHERE id = 'own' AND sender <> ${sender}`,
  ]);
  return before.sender;
}

/** @param text null: ours again @throws AppError invalid for a placeholder that means nothing in it */
export async function saveTemplate(
  ctx: Context,
  providerId: string,
  kind: MessageKind,
  language: Language,
  text: string | null,
): Promise<void> {
  const [unknown] = text === null ? [] : unknownPlaceholders(kind, text);
  if (unknown !== undefined) {
    const known = placeholders[kind].map((name) => `{${name}}`).join(", ");
    throw refuse("invalid", "message_placeholder", { names: `{${unknown.slice(0, 40)}}`, known });
  }
  await ctx.tenant(providerId).run(
    text === null
      ? sql`DELETE FROM message_templates WHERE kind = ${kind} AND language = ${language}`
      : sql`INSERT INTO message_templates (kind, language, text) VALUES (${kind}, ${language}, ${text})
        ON CONFLICT (kind, language) DO UPDATE SET text = excluded.text`,
  );
}
