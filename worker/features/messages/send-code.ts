import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import type { AskedKind } from "../../contract/values/message-templates.ts";
import { messages } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { portalBrand } from "../branding/index.ts";
import { monthOf } from "./claim-message.ts";
import { creditsCoverSegments } from "./credits.ts";
import type { StoredMessage } from "./message-rows.ts";
import { sendDue } from "./outbox.ts";
import { failedStatement, messageById, outboxOf } from "./send-now.ts";
import { goesOut } from "./settings.ts";
import { type AskedText, askedSegments } from "./text-of.ts";

type ToSend = {
  /** One message for each. */
  id: string;
  /** `254…` */
  phone: string;
  language: Language;
  /** Of no use from then on, UTC ms. */
  until: number;
};

/** @property id of what the code proves @property about minutes of the trial, or the package that it changes to */
type CodeToSend = ToSend & { about: { minutes: number } | { plan: string } };

/** Why a code was certainly not sent: by its number, or for a reason that holds for any number. */
export type NotSent = "phone" | "account";

/**
 * Sends a one-time code now, or not at all: nobody waits for one that comes later. A number on the list of those who get no messages
 * gets none, and who asked is told no more of that than of any other number.
 * @returns null where it was sent, may have been sent, or was held back for the number's own sake
 * @throws AppError refused where there is no account
 */
export function sendCode(
  ctx: Context,
  providerId: string,
  { id: codeId, about, ...to }: CodeToSend,
): Promise<NotSent | null> {
  return sendAsked(ctx, providerId, "code", { ...to, id: `code.${codeId}` }, { codeId, ...about });
}

/** Sends a customer the link to the own page, as `sendCode` does. @param account the number */
export function sendLink(
  ctx: Context,
  providerId: string,
  { account, id, ...to }: ToSend & { account: string },
): Promise<NotSent | null> {
  return sendAsked(ctx, providerId, "link", { ...to, id: `link.${id}` }, { account });
}

async function sendAsked(
  ctx: Context,
  providerId: string,
  kind: AskedKind,
  { id, phone, language, until }: ToSend,
  given: StoredMessage["given"],
): Promise<NotSent | null> {
  const outbox = await outboxOf(ctx, providerId);
  const { db } = outbox;
  const now = ctx.now();
  const row = { id, kind, phone, language, given };
  // The sweep leaves it alone until it has lapsed: it is sent here.
  await db.run(insertInto(messages, { ...row, state: "waiting", createdAt: now, nextAt: until, until }));
  const outcome = await sendDue(ctx, outbox, await messageById(db, id));
  if (outcome?.kind === "accepted" || outcome?.kind === "unclear") return null;
  await db.run(failedStatement(id, now));
  if (outcome?.kind === "failed") return outcome.reason === "network" ? "account" : "phone";
  const { reason } = await messageById(db, id);
  return reason === "opted_out" ? null : "account";
}

/** What counts of one in the budget: its text differs by provider and language. */
export async function segmentsOf(ctx: Context, providerId: string, about: AskedText): Promise<number> {
  const { brand } = await portalBrand(ctx, providerId, false);
  return askedSegments(brand.companyName, about);
}

/** @param minutes of the trial */
export const segmentsOfCode = (ctx: Context, providerId: string, minutes: number): Promise<number> =>
  segmentsOf(ctx, providerId, { minutes: String(minutes) });

/** Whether a code could be sent now: an account that takes messages, and room in the credits or in the month's budget. */
export const codesGo = (now: number, segments: number): Sql =>
  sql`EXISTS (SELECT 1 FROM message_settings s WHERE s.id = 'own' AND ${goesOut}
    AND coalesce(s.paused_until, 0) <= ${now}
    AND iif(s.sender = 'platform', ${creditsCoverSegments(segments)},
      coalesce((SELECT cents FROM message_months WHERE month = ${monthOf(now)}), 0)
        + s.segment_cents * ${segments} <= s.budget_cents))`;
