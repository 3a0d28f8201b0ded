import type { Context } from "../../context.ts";
import type { PaymentSwitch } from "../../contract/switch.ts";
import { log } from "../../log.ts";
import { paymentSwitch } from "./list-switches.ts";
import { staleId } from "./operate-switch.ts";
import { switchById } from "./store.ts";
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
