import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import { databaseAway, routePayment } from "./choose-route.ts";
import { type Intent, newPayment } from "./core/payment-state.ts";
import { writeRow } from "./core/payment-store.ts";
import type { PaymentView } from "./core/payment-view.ts";
import type { Route } from "./core/route.ts";

/** Its row stands before its payment begins: what dies in between was never sent, and is called failed (`sweepPayments`). */
export async function beginSale(ctx: Context, intent: Intent): Promise<PaymentView> {
  const decision = await routePayment(ctx, intent);
  const isWritten = "fault" in decision || (await isRowWritten(ctx, intent, decision.route));
  return ctx.env.PAYMENT.getByName(intent.id).begin(
    intent,
    isWritten ? decision : { ...decision, fault: databaseAway },
  );
}

/** Of a lower `seq` than its payment's states. */
async function isRowWritten(ctx: Context, intent: Intent, route: Route): Promise<boolean> {
  try {
    await writeRow(ctx, { ...newPayment(intent), route });
    return true;
  } catch (cause) {
    log("error", "payment not started", cause, { payment: intent.id });
    return false;
  }
}
