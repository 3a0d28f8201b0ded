import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { OwnerNews, OwnerNewsInput } from "../../contract/owner-news.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { hourMs } from "../../contract/values/time.ts";
import { providers } from "../../db/schema/platform.ts";
import { ownerNews } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { changed, insertInto } from "../../db/table-rows.ts";
import { type StoredNews, smsStateOf, storedNews } from "../messages/index.ts";

const unset: StoredNews = {
  id: "own",
  morningBy: "off",
  morningHour: 7,
  alarms: false,
  language: "en",
  toldDay: "",
  alarmsAt: [],
};

/** @property phone null where it is no mobile number */
export type Owner = {
  businessName: string;
  email: string;
  phoneNumber: string;
  phone: string | null;
  subdomain: string;
  isActive: boolean;
};

export async function ownerOf(ctx: Context, providerId: string): Promise<Owner | null> {
  const where = eq(providers.id, providerId);
  const [row] = await ctx.snapshot(providerId).select(providers, { where, limit: 1 });
  if (!row) return null;
  const { businessName, email, phone: phoneNumber, subdomain, status } = row;
  const phone = parseKenyanMobile(phoneNumber) ?? null;
  return { businessName, email, phoneNumber, phone, subdomain, isActive: status === "active" };
}

/** Null: an SMS goes to the owner now, or once the account takes messages again. */
export async function smsHindrance(
  ctx: Context,
  providerId: string,
  { phone }: Pick<Owner, "phone">,
): Promise<OwnerNews["hindrance"]> {
  if (phone === null) return "no_phone";
  return (await smsStateOf(ctx, providerId, 0)).hindrance;
}

export async function newsNow(ctx: Context, providerId: string): Promise<OwnerNews> {
  const [stored, owner] = await Promise.all([storedNews(ctx.tenant(providerId)), ownerOf(ctx, providerId)]);
  const { morningBy, morningHour, alarms, language } = stored ?? unset;
  return {
    morning: morningBy,
    hour: morningHour,
    alarms,
    language,
    email: owner?.email ?? "",
    phoneNumber: owner?.phoneNumber ?? "",
    hindrance: await smsHindrance(ctx, providerId, { phone: owner?.phone ?? null }),
  };
}

export async function saveNews(ctx: Context, providerId: string, input: OwnerNewsInput): Promise<void> {
  const { morning, hour, alarms, language } = input;
  const now = ctx.now();
  const today = nairobiDay(now);
  const isOver = now >= dayStart(today) + hour * hourMs;
  await ctx.tenant(providerId).batch([
    insertInto(ownerNews, { id: "own" }),
    // What went away while no alarm was wanted is no news any more.
    sql`UPDATE absences SET state = 'untold' WHERE state <> 'over' AND state = 'open'
      AND EXISTS (SELECT 1 FROM owner_news WHERE NOT alarms)`,
    sql`UPDATE owner_news SET ${changed(ownerNews, { morningBy: morning, morningHour: hour, alarms, language })},
        told_day = iif(${isOver}, max(told_day, ${today}), told_day) WHERE id = 'own'`,
  ]);
}
