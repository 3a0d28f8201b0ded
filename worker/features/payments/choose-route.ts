import type { Context } from "../../context.ts";
import { textIn } from "../../contract/texts.ts";
import { faultKind, type GatewayFault } from "../../contract/values/gateway-faults.ts";
import { gatewayTypes, promptOf } from "../../contract/values/gateway-types.ts";
import { isService, type Service, serviceNames } from "../../contract/values/services.ts";
import { AppError, refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { within } from "../../sleep.ts";
import {
  type CollectingRows,
  collectingPaybill,
  collectingRows,
  type FoundGateway,
  type Gateway,
  gatewayFor,
  gatewayOfProvider,
  platformApp,
  platformMpesa,
} from "../gateways/index.ts";
import {
  activeSwitches,
  type Diversion,
  type DivertingRows,
  type Rail,
  reserveAtSwitch,
  settleAtSwitch,
  switchToTry,
} from "../switch/index.ts";
import { paymentReference } from "./core/payment-id.ts";
import { canFallBack, type Intent, type PaymentEvent, type PaymentState } from "./core/payment-state.ts";
import { type App, isSale, type Route, type RouteDecision, type Verification } from "./core/route.ts";
import type { RouteChoice } from "./gateways/driver.ts";
import { adapters } from "./gateways/index.ts";
import { routeAsOtherKind } from "./gateways/mpesa.ts";
import { withAccountCode } from "./paybill/account-codes.ts";

/** What the provider's object knows when a sale begins. Credentials are sealed. */
type SaleRows = CollectingRows & DivertingRows;

async function saleRows(ctx: Context, providerId: string): Promise<SaleRows> {
  const [collecting, switches] = await Promise.all([
    collectingRows(ctx, providerId),
    activeSwitches(ctx.snapshot(providerId)),
  ]);
  return { ...collecting, switches };
}

/** Decided once, before the payment begins: it is frozen there. Never throws. */
export async function routePayment(ctx: Context, intent: Intent): Promise<RouteDecision> {
  try {
    if (intent.purpose.kind === "verification") return await routeOfVerification(ctx, intent, intent.purpose);
    if (intent.purpose.kind === "credits") return await routeToPlatform(ctx, intent);
    const rows = await saleRows(ctx, intent.providerId);
    const own = await chooseRoute(ctx, intent, rows);
    if ("fault" in own) return own;
    // Money typed at a pay bill goes to its own gateway: a switch diverts prompts only.
    if (intent.unprompted && !isTyped(own.route)) return { fault: "what is typed there is not reported" };
    const route = intent.unprompted ? own.route : await divertRoute(ctx, own.route, intent, rows);
    const { switchId } = route;
    const direct = switchId === null ? null : own.route;
    return { ...own, route: await withAccountCode(ctx, route, intent), direct };
  } catch (cause) {
    // Nothing went out and the visitor is waiting: a clear "not now" is better than a prompt minutes later.
    log("error", "payment not started", cause, { payment: intent.id });
    return { fault: databaseAway };
  }
}

export const databaseAway = "the database could not be reached";

const isTyped = (route: Route) => route.type === "mpesa" && route.paybill === true;

/** By the gateway of its router, before any switch is asked. */
export async function chooseRoute(
  ctx: Context,
  intent: Intent,
  known?: CollectingRows,
): Promise<RouteChoice> {
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

/** A gateway's verification keeps the other kind of account as its way around. */
async function routeOfVerification(
  ctx: Context,
  intent: Intent,
  { of, id }: Verification,
): Promise<RouteDecision> {
  const choice =
    of === "switch" ? await switchRouteToVerify(ctx, id, intent) : await routeToVerify(ctx, intent, id);
  return "fault" in choice ? choice : { ...choice, direct: routeAsOtherKind(choice.route) };
}

/** To the platform's own pay bill, by its own app: what a provider pays it. */
async function routeToPlatform(ctx: Context, intent: Intent): Promise<RouteDecision> {
  const app = platformMpesa(ctx);
  if (!app) return { fault: "the platform's M-Pesa credentials are not set" };
  const { shortCode, environment } = app;
  const route = {
    type: "mpesa",
    shortCode,
    partyB: shortCode,
    transactionType: "CustomerPayBillOnline",
    gatewayId: "",
    environment,
    credentials: "platform",
    accountReference: paymentReference(intent.id),
    settlement: "direct",
    switchId: null,
    centralAccount: null,
  } as const;
  return { route: await withAccountCode(ctx, route, intent), direct: null };
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
  const { gateway, secrets, sealed } = found;
  const choice = await withTyping(ctx, gateway, await routeOf(ctx, gateway, secrets(), paymentId));
  return gateway.useAutoApi || "fault" in choice || sealed === null
    ? choice
    : { ...choice, sealed: { gatewayId: gateway.id, secrets: sealed } };
}

/** What is typed at the platform's pay bill for a provider that consented. */
async function withTyping(
  ctx: Context,
  { collected, providerId }: Gateway,
  choice: RouteChoice,
): Promise<RouteChoice> {
  if (collected === null || "fault" in choice || choice.route.type !== "mpesa") return choice;
  const paybill = await collectingPaybill(ctx, ctx.snapshot(providerId));
  return paybill?.since == null ? choice : { ...choice, route: { ...choice.route, paybill: true } };
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

/** A switch that does not answer in this time diverts nothing: the visitor is waiting. */
const patienceMs = 3_000;

/** A switch's, if one admits it, else its own; only the platform's own apps can pay a central account. Never throws. */
async function divertRoute(ctx: Context, route: Route, intent: Intent, known: DivertingRows): Promise<Route> {
  if (known.switches.length === 0) return route;
  const rails = railsOf(ctx, route);
  if (rails.length === 0) return route;
  const { id: paymentId, providerId, amountCents: cents } = intent;
  try {
    const diversion = await within(
      patienceMs,
      reserveAtSwitch(ctx, { paymentId, providerId, cents, rails }, known),
    );
    if (!diversion) return route;
    const diverted = divertedRoute(ctx, route, diversion);
    if (diverted) return diverted;
    // The account cannot be paid after all: the room that was taken for it is free again.
    const { switchId } = diversion;
    await settleAtSwitch(ctx, { switchId, paymentId, providerId, cents, outcome: "failed", at: ctx.now() });
  } catch (cause) {
    // What was reserved without an answer is released when the switch asks what became of this payment: it went direct.
    log("error", "switch not asked", cause, { provider: providerId, payment: paymentId });
  }
  return route;
}

/** Which central accounts the platform's own app could be paid by instead, where it has one of this environment. */
export function railsOf(ctx: Context, { type, environment }: Pick<Route, "type" | "environment">): Rail[] {
  const service = promptOf(type);
  if (platformApp(ctx, service)?.environment !== environment) return [];
  return gatewayTypes.filter((type) => promptOf(type) === service);
}

function divertedRoute(
  ctx: Context,
  route: Pick<Route, "type" | "gatewayId" | "environment" | "accountReference">,
  diversion: Diversion,
): Route | null {
  const { switchId, centralAccountNumber: centralAccount } = diversion;
  const { gatewayId, environment, accountReference } = route;
  const common = {
    gatewayId,
    environment,
    accountReference,
    switchId,
    centralAccount,
    credentials: "platform",
    settlement: "diverted",
  } as const;
  return adapters[promptOf(route.type)].centralRoute(ctx, common, diversion);
}

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

/** The platform's own app, by which central accounts are paid. @throws AppError refused where there is none */
export function appOfSwitch(
  ctx: Context,
  { centralPaymentGatewayId }: { centralPaymentGatewayId: string },
): App & { type: Service } {
  const type = isService(centralPaymentGatewayId) ? centralPaymentGatewayId : "mpesa";
  const app = platformApp(ctx, type);
  if (!app) throw refuse("refused", "switch_no_app");
  return { type, gatewayId: "", environment: app.environment, credentials: "platform" };
}

/** The route of a diverted payment, but for the switch: it counts nothing of it, and there is no other way to go. */
async function switchRouteToVerify(ctx: Context, switchId: string, intent: Intent): Promise<RouteChoice> {
  try {
    const row = await switchToTry(ctx, switchId);
    const { type, gatewayId, environment } = appOfSwitch(ctx, row);
    const accountReference = paymentReference(intent.id);
    const route = divertedRoute(
      ctx,
      { type, gatewayId, environment, accountReference },
      { ...row, switchId, cycle: row.cycle },
    );
    if (!route) return { fault: "this account cannot be paid" };
    return { route: { ...route, switchId: null, centralAccount: null } };
  } catch (cause) {
    if (cause instanceof AppError) return { fault: cause.message };
    throw cause;
  }
}
