import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { messages } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { portalBrand } from "../branding/index.ts";
import { monthOf } from "./claim-message.ts";
import { creditsCoverSegments } from "./credits.ts";
import { sendDue } from "./outbox.ts";
import { failedStatement, messageById, outboxOf } from "./send-now.ts";
import { goesOut } from "./settings.ts";
import { codeSegments } from "./text-of.ts";

type CodeToSend = {
  /** Of what the code proves; one message for each. */
  id: string;
  /** `254…` */
  phone: string;
  language: Language;
  /** Of the trial. */
  minutes: number;
  /** Of no use from then on, UTC ms. */
  until: number;
};

/** Why a code was certainly not sent: by its number, or for a reason that holds for any number. */
export type NotSent = "phone" | "account";

/**
 * Sends a one-time code now, or not at all: nobody waits for one that comes later. A number on the list of those who get no messages
 * gets none, and who asked is told no more of that than of any other number.
 * @returns null where it was sent, may have been sent, or was held back for the number's own sake
 * @throws AppError refused where there is no account
 */
export async function sendCode(
  ctx: Context,
  providerId: string,
  { id: codeId, phone, language, minutes, until }: CodeToSend,
): Promise<NotSent | null> {
  const outbox = await outboxOf(ctx, providerId);
  const { db } = outbox;
  const now = ctx.now();
  const id = `code.${codeId}`;
  const row = { id, kind: "code" as const, phone, language, given: { codeId, minutes } };
  // The sweep leaves it alone until it has lapsed: it is sent here.
  await db.run(insertInto(messages, { ...row, state: "waiting", createdAt: now, nextAt: until, until }));
  const outcome = await sendDue(ctx, outbox, await messageById(db, id));
  if (outcome?.kind === "accepted" || outcome?.kind === "unclear") return null;
  await db.run(failedStatement(id, now));
  if (outcome?.kind === "failed") return outcome.reason === "network" ? "account" : "phone";
  const { reason } = await messageById(db, id);
  return reason === "opted_out" ? null : "account";
}

/** What counts of a code in the budget: its text differs by provider and language. @param minutes of the trial */
export async function segmentsOfCode(ctx: Context, providerId: string, minutes: number): Promise<number> {
  const { brand } = await portalBrand(ctx, providerId, false);
  return codeSegments({ business: brand.companyName, minutes: String(minutes) });
}

/** Whether a code could be sent now: an account that takes messages, and room in the credits or in the month's budget. */
export const codesGo = (now: number, segments: number): Sql =>
  sql`EXISTS (SELECT 1 FROM message_settings s WHERE s.id = 'own' AND ${goesOut}
    AND coalesce(s.paused_until, 0) <= ${now}
    AND iif(s.sender = 'platform', ${creditsCoverSegments(segments)},
      coalesce((SELECT cents FROM message_months WHERE month = ${monthOf(now)}), 0)
        + s.segment_cents * ${segments} <= s.budget_cents))`;
