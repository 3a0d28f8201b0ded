import type { Context } from "../../context.ts";
import { isService, type Service } from "../../contract/values/services.ts";
import { AppError, refuse } from "../../errors.ts";
import { platformApp } from "../gateways/index.ts";
import { switchToTry } from "../switch/index.ts";
import { paymentReference } from "./core/payment-id.ts";
import type { Intent } from "./core/payment-state.ts";
import type { App } from "./core/route.ts";
import { divertedRoute } from "./divert-route.ts";
import type { RouteChoice } from "./gateways/driver.ts";

/** The platform's own app, by which central accounts are paid. @throws AppError refused where there is none */
export function appOfSwitch(
  ctx: Context,
  { centralPaymentGatewayId }: { centralPaymentGatewayId: string },
): App & { driver: Service } {
  const driver = isService(centralPaymentGatewayId) ? centralPaymentGatewayId : "mpesa";
  const app = platformApp(ctx, driver);
  if (!app) throw refuse("refused", "trial_no_app");
  return { driver, gatewayId: "", environment: app.environment, credentials: "platform" };
}

/** The route of a diverted payment, but for the switch: it counts nothing of it, and there is no other way to go. */
export async function trialRoute(ctx: Context, switchId: string, intent: Intent): Promise<RouteChoice> {
  try {
    const row = await switchToTry(ctx, switchId);
    const { driver, gatewayId, environment } = appOfSwitch(ctx, row);
    const accountReference = paymentReference(intent.id);
    const route = divertedRoute(
      ctx,
      { driver, gatewayId, environment, accountReference },
      { ...row, switchId, cycle: row.cycle },
    );
    if (!route) return { fault: "this account cannot be paid" };
    return { route: { ...route, switchId: null, centralAccount: null } };
  } catch (cause) {
    if (cause instanceof AppError) return { fault: cause.message };
    throw cause;
  }
}
