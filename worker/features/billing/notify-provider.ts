import type { Context } from "../../context.ts";
import { type Text, textIn } from "../../contract/texts.ts";
import { emailsIn } from "../../contract/values/pasted.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { providerOrigin } from "../../http/tenant.ts";
import { randomHex } from "../../keys.ts";
import { letterStatement, oneLine } from "../mail/index.ts";

export type Told = {
  providerId: string;
  businessName: string;
  contactName: string;
  subdomain: string;
  /** Separated by commas; none = the console only. */
  notificationEmails: string;
};

export type Message = {
  /** What happened, once: `invoice <id> overdue`. */
  event: string;
  title: Text;
  message: Text;
  /** `site`: a bridge or a router went away, or is back. */
  type: "invoice" | "reminder" | "overdue" | "suspension" | "payment" | "site";
  /** What is to be done about it; stands in the letter only, because the console has it on the same page. */
  next?: Text;
};

/** For the batch that does what they tell; each event is told once. @param fact judged inside the batch */
export function notifyStatements(ctx: Context, told: Told, what: Message, fact: Sql): Sql[] {
  const [title, message] = [textIn("en", what.title), textIn("en", what.message)];
  const texts = JSON.stringify({ title: what.title, message: what.message });
  const notification = sql`
      INSERT INTO billing_notifications (id, provider_id, title, message, notification_type, event,
        created_at, texts)
      SELECT ${randomHex(128)}, ${told.providerId}, ${title}, ${message}, ${what.type}, ${what.event},
        ${ctx.now()}, ${texts}
      WHERE ${fact} ON CONFLICT DO NOTHING`;
  const letters = emailsIn(told.notificationEmails).map((recipient) =>
    letterStatement(
      ctx,
      {
        recipient,
        subject: `${title} - ${told.businessName}`,
        text: letterText(ctx, told, what),
        event: what.event,
      },
      fact,
    ),
  );
  return [notification, ...letters];
}

function letterText(ctx: Context, told: Told, { message, next, type }: Message): string {
  const console = providerOrigin(ctx, told.subdomain);
  return [
    `Hello ${oneLine(told.contactName)},`,
    textIn("en", message),
    ...(next ? [textIn("en", next)] : []),
    type === "site"
      ? `Your routers: ${console}/admin/routers`
      : `Your invoices and payments: ${console}/admin/billing`,
    `For ${oneLine(told.businessName)}, by Mlango`,
  ].join("\n\n");
}
