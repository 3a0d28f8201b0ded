import { eq } from "drizzle-orm";
import { messageSettings } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

export type StoredSettings = typeof messageSettings.$inferSelect;

/** What holds until a provider has chosen otherwise. */
const unset: StoredSettings = {
  id: "own",
  sender: "platform",
  accountId: null,
  driver: null,
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
};

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
