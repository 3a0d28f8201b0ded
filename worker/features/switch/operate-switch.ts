import type { Context } from "../../context.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { switchNeeds } from "../../contract/values/switch-rules.ts";
import { AppError } from "../../errors.ts";
import { type Actor, lineOf } from "../audit/index.ts";
import { refuseProvidersAccount } from "./providers-account.ts";
import { switchById } from "./store.ts";
import type { SwitchAct } from "./switch-api.ts";
import { settingsOf } from "./switch-settings.ts";
import type { SwitchRefusal } from "./switch-state.ts";

const actions = {
  activated: "switch.activate",
  deactivated: "switch.deactivate",
  stopped: "switch.emergency_stop",
  archived: "switch.delete",
} as const;

const refusals: Record<SwitchRefusal, string> = {
  active: "This switch is active. Deactivate it before you delete it.",
  inactive: "This switch is not active, so there is nothing to stop.",
  "stop-not-allowed":
    "Emergency stop is not allowed for this switch. Deactivate it, or allow it in its settings.",
  archived: "This switch was deleted. The switch ID does not match any that is configured.",
  untried:
    "Nobody has tried this account yet. Send KES 1 to it first, and name who received it as the prompt says.",
  suspended:
    "This switch suspended itself, because its account refused payments. Try the account again with KES 1, then resume.",
};

/**
 * One act of the operator. The switch's own object decides, so that what is answered holds for the next payment; D1 shows
 * it before the operator is told. Repeating an act is harmless.
 * @returns the id of the switch that was acted on
 */
export async function operateSwitch(ctx: Context, id: string, act: SwitchAct, actor: Actor): Promise<string> {
  if (id === "") throw new AppError("invalid", switchNeeds.id);
  const row = await switchById(ctx, id);
  if (!row) throw staleId();
  if (act.type === "activated") await refuseProvidersAccount(ctx, row);
  const line = lineOf(ctx, {
    ...{ ...actor, action: actions[act.type], subject: id },
    detail: {
      name: row.name,
      account: `${row.centralPaymentGatewayId} ${row.centralAccountNumber}`,
      target: `KSh ${formatShillings(row.targetCents)}`,
      ...(act.type === "stopped" ? { reason: act.reason } : {}),
    },
  });
  const { refusal, shown } = await ctx.env.SWITCH.getByName(id).act(id, settingsOf(row), act, line);
  if (refusal) throw new AppError(refusal === "archived" ? "not_found" : "refused", refusals[refusal]);
  if (!shown) {
    throw new AppError(
      "unavailable",
      "The switch has changed, but the list could not be brought up to date. Please try again in a moment.",
    );
  }
  return id;
}

/** The console reads this sentence: it then loads its list again. */
export function staleId(): AppError {
  return new AppError(
    "not_found",
    "The switch ID does not match any payment gateway switch. Please choose again.",
  );
}
