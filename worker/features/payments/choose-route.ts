import type { Context } from "../../context.ts";
import { textIn } from "../../contract/texts.ts";
import { serviceNames } from "../../contract/values/services.ts";
import {
  type CollectingRows,
  type FoundGateway,
  type Gateway,
  gatewayFor,
  gatewayOfProvider,
} from "../gateways/index.ts";
import { paymentReference } from "./core/payment-id.ts";
import type { Intent } from "./core/payment-state.ts";
import type { RouteChoice } from "./gateways/driver.ts";
import { adapters } from "./gateways/index.ts";
import { trialRoute } from "./switch-trial.ts";

/** Decides once, before any switch is asked. Without a route it fails as "service unavailable", with the fault for the provider. */
export async function chooseRoute(
  ctx: Context,
  intent: Intent,
  known?: CollectingRows,
): Promise<RouteChoice> {
  const { purpose } = intent;
  if (purpose.kind === "verification")
    return purpose.of === "switch"
      ? trialRoute(ctx, purpose.id, intent)
      : routeToVerify(ctx, intent, purpose.id);
  const found = await gatewayFor(ctx, intent, intent.service, known);
  if (!found) {
    return { fault: `no active ${serviceNames[intent.service]} gateway is configured for this router` };
  }
  const { readiness } = found;
  if (readiness.status === "cannot_collect") return { fault: textIn("en", readiness.fault) };
  if (readiness.status === "needs_verification")
    return { fault: "the gateway is not verified: it collects once its test push of KSh 1 was paid" };
  return routeBy(ctx, found, intent.id);
}

/** By the very configuration that is to be verified, whether it collects yet or not. */
async function routeToVerify(
  ctx: Context,
  { id: paymentId, providerId }: Intent,
  id: string,
): Promise<RouteChoice> {
  const found = await gatewayOfProvider(ctx, { providerId, id });
  if (!found) return { fault: "the gateway was deleted" };
  const { readiness } = found;
  return readiness.status === "cannot_collect"
    ? { fault: textIn("en", readiness.fault) }
    : routeBy(ctx, found, paymentId);
}

/** The route along which this very configuration takes a payment's money (docs/reference/gateways-mpesa.md, "Routes"). */
async function routeBy(ctx: Context, found: FoundGateway, paymentId: string): Promise<RouteChoice> {
  const { gateway, secrets } = found;
  const choice = await routeOf(ctx, gateway, secrets(), paymentId);
  return gateway.useAutoApi || "fault" in choice
    ? choice
    : { ...choice, opened: { gatewayId: gateway.id, secrets } };
}

async function routeOf(
  ctx: Context,
  gateway: Gateway,
  secrets: unknown,
  paymentId: string,
): Promise<RouteChoice> {
  const common = {
    gatewayId: gateway.id,
    environment: gateway.environment,
    credentials: gateway.useAutoApi ? "platform" : "provider",
    accountReference: paymentReference(paymentId),
    settlement: "direct",
    switchId: null,
    centralAccount: null,
  } as const;
  return adapters[gateway.type].route(ctx, gateway, secrets, common);
}
