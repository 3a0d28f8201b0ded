import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Site } from "./site.ts";

/**
 * A running site whose bridge was last heard so much longer ago: its worker stops for it and comes again. The bridge must
 * have stopped before. An alarm of the time between is due now: late it would mean that the worker had been away.
 */
export async function ageSilence(site: Site, ms: number): Promise<void> {
  await site.worker?.stop();
  const now = Date.now();
  const aged = (nanoseconds: string) => `max(${nanoseconds} - ${ms}000000, ${now}000000)`;
  const folder = join(site.dir, "state", "do", "mlango-BridgeObject");
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".sqlite"))) {
    const database = new DatabaseSync(join(folder, name));
    // What was only ever named has no link, and what waits for nothing no alarm.
    const has = database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?1");
    try {
      if (has.get("_cf_ALARM"))
        database.exec(`UPDATE _cf_ALARM SET scheduled_time = ${aged("scheduled_time")}`);
      if (has.get("_cf_METADATA"))
        database.exec(`UPDATE _cf_METADATA SET value = ${aged("value")} WHERE key = 1`);
      if (has.get("line_ended"))
        database.exec(`UPDATE line_ended SET at = at - ${ms};
          UPDATE router SET report = json_set(report, '$.seenAt', (report ->> '$.seenAt') - ${ms}) WHERE report IS NOT NULL`);
    } finally {
      database.close();
    }
  }
  await site.startWorker();
}
