import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { AppError, refuse } from "../../errors.ts";
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

const refusals: Record<SwitchRefusal, Text> = {
  active: say("switch_is_active"),
  inactive: say("switch_is_inactive"),
  "stop-not-allowed": say("switch_no_stop"),
  archived: say("switch_deleted_before"),
  untried: say("switch_untried"),
  suspended: say("switch_suspended"),
};

/** Its object decides; D1 shows it before the operator is told. Repeatable. @returns the id of the switch */
export async function operateSwitch(ctx: Context, id: string, act: SwitchAct, actor: Actor): Promise<string> {
  if (id === "") throw refuse("invalid", "switch_id");
  const row = await switchById(ctx, id);
  if (!row) throw staleId();
  if (act.type === "activated") await refuseProvidersAccount(ctx, row);
  const line = lineOf(ctx, {
    ...actor,
    action: actions[act.type],
    subject: id,
    detail: {
      name: row.name,
      account: `${row.centralPaymentGatewayId} ${row.centralAccountNumber}`,
      target: `KSh ${formatShillings(row.targetCents)}`,
      ...(act.type === "stopped" ? { reason: act.reason } : {}),
    },
  });
  const { refusal, shown } = await ctx.env.SWITCH.getByName(id).act(id, settingsOf(row), act, line);
  if (refusal) throw new AppError(refusal === "archived" ? "not_found" : "refused", refusals[refusal]);
  if (!shown) throw refuse("unavailable", "switch_not_shown");
  return id;
}

/** The console loads its list again for it. */
export function staleId(): AppError {
  return refuse("not_found", "switch_unknown");
}
