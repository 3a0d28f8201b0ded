import type { Context } from "../../context.ts";
import type { PaymentSwitch } from "../../contract/switch.ts";
import { log, logRejected } from "../../log.ts";
import { paymentSwitch } from "./list-switches.ts";
import { staleId } from "./operate-switch.ts";
import { switchById, unarchivedSwitches } from "./store.ts";
import { settingsOf } from "./switch-settings.ts";

/** Tells the saved settings to the switch's object; where that fails, the next sweep does. Answers the switch as lists show it. */
export async function configureSwitch(ctx: Context, id: string): Promise<PaymentSwitch> {
  const saved = await switchById(ctx, id);
  if (!saved) throw staleId();
  try {
    await ctx.env.SWITCH.getByName(id).configure(id, settingsOf(saved));
  } catch (cause) {
    log("error", "switch not told", cause, { subject: id });
  }
  // A lower target, or hours that have begun, may have changed it already.
  return paymentSwitch(ctx, (await switchById(ctx, id)) ?? saved);
}

/** Each hears its settings once more, begins and ends its hours, and tells D1 what D1 missed. They are a handful. */
export async function sweepSwitches(ctx: Context): Promise<void> {
  const rows = await unarchivedSwitches(ctx);
  const results = await Promise.allSettled(
    rows.map((row) => ctx.env.SWITCH.getByName(row.id).configure(row.id, settingsOf(row))),
  );
  logRejected("switch sweep", results);
}
