import type { LineSettings } from "../../contract/line-life.ts";
import { parseTimeOfDay, shownHours, type Windows, windowsOf } from "../../contract/values/open-hours.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

/** Hours at which a provider answers the phone. */
const usual = { from: 8 * 60, until: 20 * 60 };

export type SettingsRow = { cutFrom: number | null; cutUntil: number | null };

/** No row: as usual. */
export const settingsStatement: Sql<SettingsRow> = sql<SettingsRow>`SELECT cut_from AS cutFrom, cut_until AS cutUntil FROM line_settings WHERE id = 1`;

function hoursOf(row: SettingsRow | undefined): typeof usual | null {
  if (row === undefined) return usual;
  const { cutFrom, cutUntil } = row;
  return cutFrom === null || cutUntil === null ? null : { from: cutFrom, until: cutUntil };
}

/** Within which lines are blocked; null = at any hour. */
export function cutWindows(row: SettingsRow | undefined): Windows | null {
  const hours = hoursOf(row);
  return hours && windowsOf(hours);
}

export async function readCutWindows(db: TenantDb): Promise<Windows | null> {
  return cutWindows((await db.first(settingsStatement)) ?? undefined);
}

export async function lineSettings(db: TenantDb): Promise<LineSettings> {
  const row = (await db.first(settingsStatement)) ?? undefined;
  return { cutHours: shownHours(hoursOf(row) ?? undefined) };
}

export async function writeLineSettings(db: TenantDb, { cutHours }: LineSettings): Promise<void> {
  const [from = null, until = null] = [cutHours?.from, cutHours?.until].map((time) =>
    time === undefined ? null : parseTimeOfDay(time),
  );
  await db.run(
    sql`INSERT INTO line_settings (id, cut_from, cut_until) VALUES (1, ${from}, ${until})
      ON CONFLICT (id) DO UPDATE SET cut_from = excluded.cut_from, cut_until = excluded.cut_until`,
  );
}
