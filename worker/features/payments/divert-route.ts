import type { Context } from "../../context.ts";
import { gatewayTypes, promptOf } from "../../contract/values/gateway-types.ts";
import { log } from "../../log.ts";
import { platformApp } from "../gateways/index.ts";
import {
  type Diversion,
  type DivertingRows,
  type Rail,
  reserveAtSwitch,
  settleAtSwitch,
} from "../switch/index.ts";
import type { Intent } from "./core/payment-state.ts";
import type { Route } from "./core/route.ts";
import { adapters } from "./gateways/index.ts";

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
  const service = promptOf(driver);
  if (platformApp(ctx, service)?.environment !== environment) return [];
  return gatewayTypes.filter((type) => promptOf(type) === service);
}

export function divertedRoute(
  ctx: Context,
  route: Pick<Route, "driver" | "gatewayId" | "environment" | "accountReference">,
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
  return adapters[promptOf(route.driver)].centralRoute(ctx, common, diversion);
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${patienceMs} ms`)), patienceMs);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
