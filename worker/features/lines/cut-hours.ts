import type { Context } from "../../context.ts";
import type { LineSettings } from "../../contract/line-life.ts";
import { sql } from "../../db/sql.ts";
import { lineNowOf, saveStatements, selectLines } from "./line-rows.ts";
import { lineSettings, readCutWindows, writeLineSettings } from "./line-settings.ts";
import { blockedFrom } from "./line-state.ts";

const atOnce = 100;

/** The hours within which lines are blocked, and with them when each line that is on will be. Its bridge is told by the sweep. */
export async function saveLineSettings(
  ctx: Context,
  providerId: string,
  settings: LineSettings,
): Promise<LineSettings> {
  const db = ctx.tenant(providerId);
  await writeLineSettings(db, settings);
  const hours = await readCutWindows(db);
  const now = ctx.now();
  const on = await db.all(selectLines(sql`closed_at IS NULL AND blocks_at > ${now}`));
  const changed = on.map(lineNowOf).flatMap((line) => {
    const blocksAt = blockedFrom(line, hours, now);
    return blocksAt === line.blocksAt ? [] : saveStatements(line, { ...line, blocksAt }, now);
  });
  for (let from = 0; from < changed.length; from += atOnce)
    await db.batch(changed.slice(from, from + atOnce));
  return lineSettings(db);
}
