import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import { chooseRoute } from "./choose-route.ts";
import type { Intent, PaymentEvent, PaymentState } from "./core/payment-state.ts";
import { writeRow } from "./core/payment-store.ts";
import { isSale } from "./core/purpose.ts";
import type { Route } from "./core/route.ts";
import type { SaleRows } from "./core/sale-rows.ts";
import { divertRoute } from "./divert-route.ts";
import { fallbackRoute } from "./fallback-route.ts";
import type { OpenedSecrets } from "./gateways/driver.ts";
import { gatewayOf } from "./gateways/index.ts";
import { routeAsOtherKind } from "./gateways/mpesa-routes.ts";
import { keepShortAddress } from "./gateways/short-address.ts";
import { withAccountCode } from "./paybill/account-codes.ts";

/** What a payment's own object offers here: its state now, and the only way to change it. */
export type Payment = { read(): PaymentState; apply(event: PaymentEvent): void };

/**
 * As far as the gateway's answer, and round a central account that it refuses. Never throws; every end is an event.
 * @param known what was read a moment ago; else it is read now
 */
export async function submitPayment(ctx: Context, payment: Payment, known?: SaleRows): Promise<void> {
  while (payment.read().status === "created") {
    const started = await startPush(ctx, payment, known);
    if (!started) return;
    await push(ctx, payment, started.opened);
  }
}

/** @returns null when it ended before anything went out; else the credentials where they were read for the route */
async function startPush(
  ctx: Context,
  payment: Payment,
  known?: SaleRows,
): Promise<{ opened: OpenedSecrets | undefined } | null> {
  const { intent } = payment.read();
  const notStarted = (detail: string) => {
    payment.apply({ type: "refused", reason: "service", detail });
    return null;
  };
  const isTooLate = () => payment.read().startBy < ctx.now();
  if (isTooLate()) return notStarted("interrupted before the prompt went out");
  let opened: OpenedSecrets | undefined;
  try {
    if (!payment.read().route) {
      const choice = await chooseRoute(ctx, intent, known);
      if ("fault" in choice) return notStarted(choice.fault);
      opened = choice.opened;
      payment.apply({ type: "routed", ...(await routesOf(ctx, choice.route, intent, known)) });
    }
    if (intent.unprompted) {
      payment.apply({ type: "unprompted" });
      return null;
    }
    await Promise.all([
      isSale(intent) ? writeRow(ctx, payment.read()) : null,
      hasShortAddress(payment.read().route) ? keepShortAddress(ctx, intent.id) : null,
    ]);
  } catch (cause) {
    // Nothing went out and the visitor is waiting: a clear "not now" is better than a prompt minutes later.
    log("error", "payment not started", cause, { payment: intent.id });
    return notStarted("the database could not be reached");
  }
  // Once more: routing may have waited long for a database or a switch, and nothing has gone out yet.
  if (isTooLate()) return notStarted("interrupted before the prompt went out");
  payment.apply({ type: "submitting" });
  return payment.read().status === "submitting" ? { opened } : null;
}

/** KCB is told an address that has to be looked up when its callback comes. */
function hasShortAddress(route: Route | null): boolean {
  return route?.driver === "bank" && route.bank === "kcb";
}

/** A gateway's trial keeps the other kind of account as its way around, a diverted sale the provider's own gateway. */
async function routesOf(
  ctx: Context,
  own: Route,
  intent: Intent,
  known?: SaleRows,
): Promise<{ route: Route; direct: Route | null }> {
  if (!isSale(intent)) return { route: own, direct: routeAsOtherKind(own) };
  // Money typed at a pay bill goes to its own gateway: a switch diverts prompts only.
  if (intent.unprompted) return { route: await withAccountCode(ctx, own, intent), direct: null };
  const route = await divertRoute(ctx, own, intent, known);
  return { route: await withAccountCode(ctx, route, intent), direct: route.switchId === null ? null : own };
}

async function push(ctx: Context, payment: Payment, opened: OpenedSecrets | undefined): Promise<void> {
  const { intent, route } = payment.read();
  if (!route) return;
  const gateway = gatewayOf(ctx, route, intent.id, opened);
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
