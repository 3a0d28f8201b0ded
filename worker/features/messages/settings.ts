import { eq } from "drizzle-orm";
import type { SmsService } from "../../contract/messages.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, hourMs, nairobiMs } from "../../contract/values/time.ts";
import { messageSettings, ownerNews } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

export type StoredSettings = typeof messageSettings.$inferSelect;

/** What holds until a provider has chosen otherwise. */
const unset: StoredSettings = {
  id: "own",
  sender: "platform",
  accountId: null,
  driver: null,
  service: null,
  username: null,
  senderId: null,
  apiKey: null,
  triedAt: null,
  pausedUntil: null,
  fault: null,
  faults: 0,
  receipt: false,
  ending: false,
  outage: false,
  language: "en",
  segmentCents: 80,
  budgetCents: 50_000,
  quietFrom: 21 * 60,
  quietTo: 7 * 60,
  remindedUntil: 0,
  linesRemindedUntil: 0,
};

/** Where the provider's own account is; null where it has none. */
export const serviceOf = ({
  driver,
  service,
}: Pick<StoredSettings, "driver" | "service">): SmsService | null => service ?? driver;

/** As it is kept. */
export const serviceColumns = (named: SmsService | null): Pick<StoredSettings, "driver" | "service"> =>
  named === "talksasa" ? { driver: null, service: named } : { driver: named, service: null };

/** Whether anything goes out: the platform's account was tried by the operator, the provider's own by itself. `s`: message_settings. */
export const goesOut = sql`(s.sender = 'platform' OR s.tried_at IS NOT NULL)`;
export const isReady = ({ sender, triedAt }: Pick<StoredSettings, "sender" | "triedAt">): boolean =>
  sender === "platform" || triedAt !== null;

/** Null where the provider never set anything: most do not. */
export async function storedSettings(db: TenantDb): Promise<StoredSettings | null> {
  const [row] = await db.select(messageSettings, { where: eq(messageSettings.id, "own"), limit: 1 });
  return row ?? null;
}

export async function settingsOf(db: TenantDb): Promise<StoredSettings> {
  return (await storedSettings(db)) ?? unset;
}

export type StoredNews = typeof ownerNews.$inferSelect;

/** What the owner is told; null where nothing was ever chosen: nothing is told then. */
export async function storedNews(db: TenantDb): Promise<StoredNews | null> {
  const [row] = await db.select(ownerNews, { where: eq(ownerNews.id, "own"), limit: 1 });
  return row ?? null;
}

/** What goes away within it is one message: a power cut takes a site's routers one after the other. */
export const gatherMs = 15_000;
/** In an hour; what is beyond waits, and is told together, or not at all where it is back by then. */
export const alarmsPerHour = 4;

/** Absences that are to be told, by the words of their index. */
export const untoldAbsence = sql`absences.state <> 'over' AND absences.state IN ('open', 'back')`;

const alarmsDue: Sql<{ at: number }> = sql<{ at: number }>`SELECT max(min(absences.changed_at) + ${gatherMs},
    iif(json_array_length(alarms_at) >= ${alarmsPerHour}, (alarms_at ->> '$[0]') + ${hourMs}, 0)) AS at
  FROM owner_news s JOIN absences ON ${untoldAbsence} WHERE s.id = 'own' AND s.alarms HAVING count(*) > 0`;

function morningDue(now: number): Sql<{ at: number }> {
  const midnight = Math.floor((now + nairobiMs) / dayMs) * dayMs - nairobiMs;
  return sql<{
    at: number;
  }>`SELECT ${midnight} + iif(told_day < ${nairobiDay(now)}, 0, ${dayMs}) + morning_hour * ${hourMs} AS at
    FROM owner_news s WHERE s.id = 'own' AND morning_by <> 'off'`;
}

/** When there is next something to tell the owner; no row where nothing waits. */
export const ownerNewsDue = (now: number): Sql<{ at: number }>[] => [alarmsDue, morningDue(now)];
