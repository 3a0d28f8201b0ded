import type { Context } from "../../context.ts";
import { logRejected } from "../../log.ts";
import { unarchivedSwitches } from "./store.ts";
import { settingsOf } from "./switch-settings.ts";

/** Each hears its settings once more, begins and ends its hours, and tells D1 what D1 missed. They are a handful. */
export async function sweepSwitches(ctx: Context): Promise<void> {
  const rows = await unarchivedSwitches(ctx);
  const results = await Promise.allSettled(
    rows.map((row) => ctx.env.SWITCH.getByName(row.id).configure(row.id, settingsOf(row))),
  );
  logRejected("switch sweep", results);
}
