import type { Context } from "../../context.ts";
import { type FaultReport, faultKind, type GatewayFault } from "../../contract/values/gateway-faults.ts";
import type { GatewayType } from "../../contract/values/gateway-types.ts";
import {
  appSubject,
  type Fault,
  gatewayKinds,
  gatewaySubject,
  noteFault,
  noteGatewayFault,
  notePlatformFault,
  noteWorked,
  relaySubject,
} from "../gateways/index.ts";
import { noteSwitchOutcome } from "../switch/index.ts";

/** What a breaker has to know of the route that one push took. */
export type TakenRoute = {
  type: GatewayType;
  bank?: string;
  gatewayId: string;
  environment: "sandbox" | "production";
  credentials: "platform" | "provider";
  /** The switch that diverted it; null = it went where the provider's gateway says. */
  switchId: string | null;
};

export type Outcome = {
  route: TakenRoute;
  /** What the gateway's answer blames; null = it works: a payer got as far as the PIN. */
  failure: (FaultReport & { fault: GatewayFault }) | null;
  paymentId: string;
  /** UTC ms. */
  at: number;
};

/**
 * Called, at least once, when a push showed something of its route: a payment counts once for each. Three faults in a
 * row stop what is to blame: a switch or a provider's configuration (account, credentials), the platform's app
 * (credentials, silence), the relay (silence). @throws when it could not be noted
 */
export async function noteOutcome(ctx: Context, { route, failure, paymentId, at }: Outcome): Promise<void> {
  const { type, gatewayId, switchId } = route;
  const host = `host ${route.bank ?? type} ${route.environment}`;
  // A bank's own push always goes by the provider's credentials.
  const app =
    route.credentials === "platform" && type !== "bank" ? appSubject(type, route.environment) : null;
  const isOwnWallet = app !== null && gatewayKinds[type].paysOwnWallet;
  const relay = ctx.settings.GATEWAY_RELAY_URL ? relaySubject : null;
  const kind = failure && faultKind(failure.fault.code);
  if (switchId !== null && (kind === null || kind === "account"))
    await noteSwitchOutcome(ctx, { switchId, paymentId, failure });
  if (failure === null || kind === null) {
    const gateway = switchId === null ? gatewaySubject(gatewayId) : null;
    const subjects = [host, app, relay, gateway].filter((subject) => subject !== null);
    return noteWorked(ctx, subjects, at);
  }
  const fault: Fault = { ...failure, paymentId, kind, at };
  switch (kind) {
    case "account":
      if (switchId !== null) return undefined;
      return isOwnWallet ? notePlatformFault(ctx, app, fault) : noteGatewayFault(ctx, gatewayId, type, fault);
    case "credentials":
      return app === null
        ? noteGatewayFault(ctx, gatewayId, type, fault)
        : notePlatformFault(ctx, app, fault);
    case "unreachable":
      await noteFault(ctx, host, fault);
      if (relay !== null) await noteFault(ctx, relay, fault);
      return app === null ? undefined : notePlatformFault(ctx, app, fault);
    case "busy":
      return noteFault(ctx, host, fault);
    default:
      return kind satisfies never;
  }
}
