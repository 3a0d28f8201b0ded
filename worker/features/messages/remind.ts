import { hourMs, minuteMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { raiseStatement } from "./message-rows.ts";
import { goesOut, isReady, type StoredSettings } from "./settings.ts";

/** So long before a plan ends its buyer is told; of a shorter plan than `leastMs` nobody is. */
const beforeMs = 30 * minuteMs;
const leastMs = 3 * hourMs;

// The same words as the partial index of live purchases has: without them the whole history would be read.
const isLive = sql`e.state IN ('waiting', 'running', 'cut_off')`;

/** For purchases that end within the next half hour, each end once. One that moved to another router goes on under its first id. */
export async function raiseReminders(db: TenantDb, settings: StoredSettings, now: number): Promise<void> {
  const { ending, remindedUntil } = settings;
  if (!ending || !isReady(settings)) return;
  const until = now + beforeMs;
  const ends = sql`${isLive} AND e.ends_at > ${Math.max(remindedUntil, now)} AND e.ends_at <= ${until}`;
  const [next] = await db.all(sql<{ id: string }>`SELECT e.id FROM entitlements e WHERE ${ends} LIMIT 1`);
  if (!next) return;
  await db.batch([
    raiseStatement(now, {
      kind: "ending",
      id: sql`'ending.' || substr(e.id, 1, instr(e.id || '.', '.') - 1) || '.' || e.ends_at`,
      phone: sql`p.phone`,
      language: sql`p.language`,
      given: sql`json_object('plan', json_extract(e.terms, '$.planName'), 'endsAt', e.ends_at)`,
      until: sql`e.ends_at`,
      from: sql`JOIN entitlements e ON ${ends} JOIN payments p ON p.id = e.source_id`,
      where: sql`e.state = 'running' AND json_extract(e.terms, '$.durationMs') >= ${leastMs}`,
    }),
    sql`UPDATE message_settings SET reminded_until = ${until} WHERE id = 'own' AND reminded_until < ${until}`,
  ]);
}

/** When the next one is to be raised. */
export const remindersDue: Sql<{ at: number }> = sql<{ at: number }>`SELECT e.ends_at - ${beforeMs} AS at
  FROM message_settings s JOIN entitlements e ON e.ends_at > s.reminded_until AND ${isLive}
  WHERE s.id = 'own' AND s.ending AND ${goesOut} ORDER BY e.ends_at LIMIT 1`;
