import type { Context } from "../../context.ts";
import { faultKind, type GatewayFault } from "../../contract/values/gateway-faults.ts";
import { log } from "../../log.ts";
import { canFallBack, type PaymentEvent, type PaymentState } from "./core/payment-state.ts";
import { isSale } from "./core/purpose.ts";
import { withAccountCode } from "./paybill/account-codes.ts";

/** By the route that is kept for it, in the same act. Null where the refusal is the payer's, or comes too late. Never throws. */
export async function fallbackRoute(
  ctx: Context,
  state: PaymentState,
  { detail, fault = null }: { detail: string; fault?: GatewayFault | null },
): Promise<PaymentEvent | null> {
  const { route, direct, intent } = state;
  if (!route || !direct || !canFallBack(state, ctx.now()) || fault === null) return null;
  // What is tried goes out again as another kind of account, by the same credentials.
  if (!isSale(intent) && faultKind(fault.code) !== "account") return null;
  try {
    return { type: "fell-back", route: await withAccountCode(ctx, direct, intent), detail, fault };
  } catch (cause) {
    log("error", "no way around the central account", cause, { payment: intent.id });
    return null;
  }
}
