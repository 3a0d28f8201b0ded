import type { Context } from "../../context.ts";
import { say, textIn } from "../../contract/texts.ts";
import type { Morning } from "../../contract/transactions.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { noonHour } from "../../contract/values/morning.ts";
import { hourMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { providerOrigin } from "../../http/tenant.ts";
import { notifyProvider } from "../mail/index.ts";
import { ownerMessageStatement, type StoredNews } from "../messages/index.ts";
import { readMorning } from "../transactions/index.ts";
import { amountOf, joinedIn, morningLines } from "./news-text.ts";
import { type Owner, ownerOf, smsHindrance } from "./settings.ts";

/** Once a day, from its hour until noon, however often this runs or is cut off. */
export async function tellMorning(ctx: Context, providerId: string, stored: StoredNews): Promise<void> {
  const { morningBy, morningHour, toldDay } = stored;
  const now = ctx.now();
  const today = nairobiDay(now);
  const hour = (now - dayStart(today)) / hourMs;
  if (morningBy === "off" || toldDay >= today || hour < morningHour) return;
  const db = ctx.tenant(providerId);
  const owner = await ownerOf(ctx, providerId);
  const morning = hour < noonHour && owner?.isActive ? await readMorning(ctx, providerId) : null;
  if (!owner || !morning) {
    await db.run(toldStatement(today));
    return;
  }
  const { phone } = owner;
  const isSms = morningBy === "sms" && (await smsHindrance(ctx, providerId, owner)) === null;
  if (!isSms || phone === null) {
    // Written once by its event: cut off after it, the same letter is not written again.
    await notifyProvider(ctx, providerId, letterOf(ctx, { providerId, owner, morning, stored, today }));
    await db.run(toldStatement(today));
    return;
  }
  const { language } = stored;
  const text = joinedIn(language, morningLines(morning, owner.businessName), " ");
  const until = dayStart(today) + noonHour * hourMs;
  const id = `morning.${today}`;
  await db.batch([
    ownerMessageStatement(now, { kind: "morning", id, phone, language, text, until }, notYetTold(today)),
    toldStatement(today),
  ]);
}

const notYetTold = (today: string): Sql =>
  sql`EXISTS (SELECT 1 FROM owner_news WHERE id = 'own' AND told_day < ${today})`;

const toldStatement = (today: string): Sql =>
  sql`UPDATE owner_news SET told_day = ${today} WHERE id = 'own' AND told_day < ${today}`;

type ToTell = { providerId: string; owner: Owner; morning: Morning; stored: StoredNews; today: string };

function letterOf(ctx: Context, { providerId, owner, morning, stored: { language }, today }: ToTell) {
  const { businessName: business, subdomain } = owner;
  const address = `${providerOrigin(ctx, subdomain)}/admin/dashboard`;
  const subject = say("morning_subject", { business, amount: amountOf(morning.revenue) });
  const lines = [...morningLines(morning, business), say("morning_more_at", { address })];
  return {
    subject: textIn(language, subject),
    text: joinedIn(language, lines, "\n\n"),
    event: `morning ${providerId} ${today}`,
  };
}
