import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Delivery, deliverAgain } from "../entitlements/index.ts";
import { queryPayment } from "../payments/index.ts";
import { findTransaction, type Transaction, type Whose } from "./transactions.ts";

export type Retried = { success: boolean; message: Text; transaction: Transaction };

/** Asks the gateway about what is not paid, and hands what is paid to its bridge again. @throws AppError not_found */
export async function retryActivation(
  ctx: Context,
  { id, ...whose }: Whose & { id: string },
): Promise<Retried> {
  const before = await findTransaction(ctx, whose, id);
  if (!before) throw refuse("not_found", "transaction_unknown");
  const asked = before.status === "completed" ? "not-needed" : await ask(ctx, id);
  const paid = asked === "not-needed" ? before : ((await findTransaction(ctx, whose, id)) ?? before);
  if (paid.status !== "completed" || paid.entitlementId === null) {
    return { success: false, message: unpaid(paid, asked), transaction: paid };
  }
  const delivery = await deliverAgain(ctx, whose.providerId, paid.entitlementId);
  const transaction = (await findTransaction(ctx, whose, id)) ?? paid;
  const { success, message } = delivered[delivery];
  const said = asked === "not-needed" ? message : say("retry_arrived", { text: message });
  return { success, message: said, transaction };
}

type Asked = "asked" | "forgotten" | "silent" | "not-needed";

async function ask(ctx: Context, id: string): Promise<Asked> {
  try {
    return (await queryPayment(ctx, id)) ? "asked" : "forgotten";
  } catch (cause) {
    log("error", "payment retry", cause, { payment: id });
    return "silent";
  }
}

function unpaid({ status }: Transaction, asked: Asked): Text {
  if (asked === "silent") return say("retry_not_asked");
  if (asked === "forgotten") return say("retry_too_old");
  return status === "failed" ? say("retry_no_money") : say("retry_no_result");
}

const delivered: Record<Delivery, { success: boolean; message: Text }> = {
  online: { success: true, message: say("retry_online") },
  sent: { success: true, message: say("retry_sent") },
  "foreign-user": { success: false, message: say("retry_foreign_user") },
  closed: { success: true, message: say("retry_closed") },
  "device-away": { success: true, message: say("retry_waits_for_wifi") },
  "no-device": { success: false, message: say("retry_waits_for_device") },
  "router-gone": { success: false, message: say("retry_router_removed") },
  "no-bridge": { success: false, message: say("retry_no_bridge") },
  "bridge-away": { success: false, message: say("retry_bridge_away") },
  "router-away": { success: false, message: say("retry_router_away") },
  moving: { success: false, message: say("retry_moving") },
  "cut-off": { success: false, message: say("retry_cut_off") },
  over: { success: false, message: say("retry_over") },
  unknown: { success: false, message: say("retry_not_written") },
};
