import type { Context } from "../../context.ts";
import { hourMs } from "../../contract/values/time.ts";
import { among, sql } from "../../db/sql.ts";
import { notifyOperatorsStatement, oneLine } from "../mail/index.ts";

// Who signed up is told to operators once an hour at most, all in one letter: however many prove an address, no mailbox is filled.

const betweenMs = hourMs;
/** The others are in the console. */
const mostNamed = 10;

type Row = { id: string; businessName: string; email: string; subdomain: string };

/** Of those who wait and were not told of, the newest first. The first one in an hour is told at once. */
export async function tellOperators(ctx: Context): Promise<void> {
  const now = ctx.now();
  const rows = await ctx.platform.all(
    sql<Row>`SELECT id, business_name AS businessName, email, subdomain FROM sign_ups
      WHERE state = 'waiting' AND told_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM sign_ups WHERE told_at > ${now - betweenMs})
      ORDER BY proved_at DESC, id`,
  );
  const [newest] = rows;
  if (!newest) return;
  const named = rows
    .slice(0, mostNamed)
    .map(({ businessName, email, subdomain }) => oneLine(`${businessName} (${email}, ${subdomain})`));
  const more = rows.length - named.length;
  const one = rows.length === 1;
  const text = [
    `${one ? "A business" : `${rows.length} businesses`} proved ${one ? "its" : "their"} address and ${one ? "waits" : "wait"} for you:`,
    ...[...named, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `- ${line}`),
    `Approve or refuse at ${ctx.settings.MAIN_ORIGIN}/superadmin/providers.`,
  ];
  await ctx.platform.batch([
    notifyOperatorsStatement(ctx, {
      event: `sign-up ${newest.id}`,
      subject: one ? `${newest.businessName} signs up` : `${rows.length} businesses sign up`,
      text: text.join("\n"),
    }),
    sql`UPDATE sign_ups SET told_at = ${now} WHERE id IN ${among(rows.map(({ id }) => id))} AND told_at IS NULL`,
  ]);
}
