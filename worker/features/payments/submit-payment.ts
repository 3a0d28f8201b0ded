import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import { databaseAway, fallbackRoute } from "./choose-route.ts";
import type { PaymentEvent, PaymentState } from "./core/payment-state.ts";
import type { Route, RouteDecision, SealedSecrets } from "./core/route.ts";
import { gatewayOf } from "./gateways/index.ts";
import { keepShortAddress } from "./gateways/short-address.ts";

/** What a payment's own object offers here: its state now, and the only way to change it. */
export type Payment = { read(): PaymentState; apply(event: PaymentEvent): void };

/**
 * As far as the gateway's answer, and round a central account that it refuses. Never throws; every end is an event.
 * @param decision as it was decided for this payment; null = what has no way yet is not sent
 */
export async function submitPayment(
  ctx: Context,
  payment: Payment,
  decision: RouteDecision | null,
): Promise<void> {
  const sealed = decision && "sealed" in decision ? decision.sealed : undefined;
  while (payment.read().status === "created" && (await startPush(ctx, payment, decision)))
    await push(ctx, payment, sealed);
}

/** @returns false when it ended before anything went out */
async function startPush(ctx: Context, payment: Payment, decision: RouteDecision | null): Promise<boolean> {
  const { intent, startBy, route } = payment.read();
  const notStarted = (detail: string) => {
    payment.apply({ type: "refused", reason: "service", detail });
    return false;
  };
  const isTooLate = () => startBy < ctx.now();
  if (!route && decision && "route" in decision)
    payment.apply({ type: "routed", route: decision.route, direct: decision.direct });
  if (isTooLate()) return notStarted(interrupted);
  if (!route && (!decision || "fault" in decision)) return notStarted(decision?.fault ?? interrupted);
  if (intent.unprompted) {
    payment.apply({ type: "unprompted" });
    return false;
  }
  try {
    if (hasShortAddress(payment.read().route)) await keepShortAddress(ctx, intent.id);
  } catch (cause) {
    log("error", "payment not started", cause, { payment: intent.id });
    return notStarted(databaseAway);
  }
  // Once more: that may have waited long for a database, and nothing has gone out yet.
  if (isTooLate()) return notStarted(interrupted);
  payment.apply({ type: "submitting" });
  return payment.read().status === "submitting";
}

const interrupted = "interrupted before the prompt went out";

/** KCB is told an address that has to be looked up when its callback comes. */
function hasShortAddress(route: Route | null): boolean {
  return route?.type === "bank" && route.bank === "kcb";
}

async function push(ctx: Context, payment: Payment, sealed: SealedSecrets | undefined): Promise<void> {
  const { intent, route } = payment.read();
  if (!route) return;
  const gateway = gatewayOf(ctx, route, intent.id, sealed);
  const result = await gateway.push({
    paymentId: intent.id,
    providerId: intent.providerId,
    phone: intent.phone,
    shillings: intent.amountCents / 100,
    description: "WiFi",
  });
  switch (result.kind) {
    case "accepted":
      return payment.apply({ type: "accepted", handle: result.handle });
    case "refused": {
      const { reason, detail, fault } = result;
      return payment.apply(
        (await fallbackRoute(ctx, payment.read(), result)) ?? { type: "refused", reason, detail, fault },
      );
    }
    case "unclear": {
      const { detail, fault } = result;
      return payment.apply({ type: "unclear", detail, fault, handle: gateway.ownHandle });
    }
    default:
      return result satisfies never;
  }
}
