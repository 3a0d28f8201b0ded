import type { Context } from "../../context.ts";
import { logRejected } from "../../log.ts";
import { unarchivedSwitches } from "./store.ts";
import { settingsOf } from "./switch-settings.ts";

/**
 * The minute cron's part: each switch hears its settings once more, whatever became of the call that changed them, lets its
 * hours begin and end, and tells D1 what D1 missed. An operator has a handful of switches, so all of them are told.
 */
export async function sweepSwitches(ctx: Context): Promise<void> {
  const rows = await unarchivedSwitches(ctx);
  const results = await Promise.allSettled(
    rows.map((row) => ctx.env.SWITCH.getByName(row.id).configure(row.id, settingsOf(row))),
  );
  logRejected("switch sweep", results);
}
