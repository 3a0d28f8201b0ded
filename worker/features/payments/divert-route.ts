import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import { platformAirtel, platformMpesa } from "../gateways/index.ts";
import {
  type Diversion,
  type DivertingRows,
  type Rail,
  reserveAtSwitch,
  settleAtSwitch,
} from "../switch/index.ts";
import { tillOrPayBillPush } from "./account-kind.ts";
import { payBillPush } from "./choose-route.ts";
import type { Intent } from "./core/payment-state.ts";
import type { Route } from "./core/route.ts";

/** A switch that does not answer in this time diverts nothing: the visitor is waiting. */
const patienceMs = 3_000;

/** A switch's, if one admits it, else its own; only the platform's own apps can pay a central account. Never throws. */
export async function divertRoute(
  ctx: Context,
  route: Route,
  intent: Intent,
  known?: DivertingRows,
): Promise<Route> {
  const rails = railsOf(ctx, route);
  if (rails.length === 0) return route;
  const { id: paymentId, providerId, amountCents: cents } = intent;
  try {
    const diversion = await inTime(reserveAtSwitch(ctx, { paymentId, providerId, cents, rails }, known));
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
export function railsOf(
  ctx: Context,
  { driver, environment }: Pick<Route, "driver" | "environment">,
): Rail[] {
  if (driver === "airtel_money")
    return platformAirtel(ctx)?.environment === environment ? ["airtel_money"] : [];
  return platformMpesa(ctx)?.environment === environment ? ["mpesa", "bank"] : [];
}

export function divertedRoute(
  ctx: Context,
  route: Pick<Route, "driver" | "gatewayId" | "environment" | "accountReference">,
  diversion: Diversion,
): Route | null {
  const { switchId, accountType, centralPaymentGatewayId, centralAccountNumber: account } = diversion;
  const { gatewayId, environment, accountReference } = route;
  const common = {
    ...{ gatewayId, environment, accountReference, switchId, centralAccount: account },
    credentials: "platform",
    settlement: "diverted",
  } as const;
  if (route.driver === "airtel_money") {
    // Airtel's push names no payee: only the wallet behind the platform's app can be the central account.
    const merchantCode = platformAirtel(ctx)?.merchantCode;
    return merchantCode === account ? { ...common, driver: "airtel_money", merchantCode } : null;
  }
  const shortCode = platformMpesa(ctx)?.shortCode;
  if (!shortCode) return null;
  if (accountType === "mobile_money") return { ...common, ...tillOrPayBillPush(shortCode, account) };
  const paid = payBillPush(shortCode, centralPaymentGatewayId, account);
  return "fault" in paid ? null : { ...common, ...paid };
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patienceMs} ms`)), patienceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
