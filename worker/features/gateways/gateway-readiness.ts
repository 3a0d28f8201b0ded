import type { Context } from "../../context.ts";
import { asItIs, say, type Text } from "../../contract/texts.ts";
import { outageWords } from "../../contract/values/gateway-faults.ts";
import { promptOf } from "../../contract/values/gateway-types.ts";
import { serviceNames } from "../../contract/values/services.ts";
import { gatewayKinds, platformApp } from "./gateway-kinds.ts";
import { appSubject, type Health, relaySubject } from "./health.ts";
import type { Gateway } from "./store.ts";

/** Whether a gateway takes money now, and if it never could as it is saved: why. */
export type GatewayReadiness =
  | { status: "collects" }
  /** In production nothing is collected until KSh 1 has arrived; a suspended one waits for it anywhere. */
  | { status: "needs_verification" }
  /** `passes`: what the platform brings is out of order, is tried every minute, and comes back by itself. */
  | { status: "cannot_collect"; fault: Text; passes?: true };

/** @param secrets the provider's own, opened @param health what of the platform's own is known to be out of order */
export function readinessOf(
  ctx: Context,
  gateway: Gateway,
  secrets: unknown,
  health: Health,
): GatewayReadiness {
  const fault = gateway.useAutoApi ? autoFault(ctx, gateway) : ownFault(ctx, gateway, secrets);
  if (fault) return { status: "cannot_collect", fault };
  const outage = outageOf(gateway, health);
  if (outage) return { status: "cannot_collect", fault: outage, passes: true };
  const isUnproven = gateway.environment === "production" && gateway.verifiedAt === null;
  if (isUnproven || gateway.suspendedAt !== null) return { status: "needs_verification" };
  return { status: "collects" };
}

type Judged = Pick<Gateway, "id" | "type" | "routerId" | "isActive"> & { status: GatewayReadiness["status"] };

/**
 * Banks that could collect and are paid nothing: M-Pesa's prompt pays both, and an M-Pesa account of the same routers comes first.
 * @param all of one provider, those not in use among them
 */
export function standingBy(all: readonly Judged[]): ReadonlySet<string> {
  const collecting = all.filter(({ isActive, status }) => isActive && status === "collects");
  const isTakenBefore = ({ routerId }: Judged) =>
    collecting.some((other) => other.type === "mpesa" && other.routerId === routerId);
  return new Set(collecting.filter((one) => one.type === "bank" && isTakenBefore(one)).map(({ id }) => id));
}

function outageOf({ type, environment, useAutoApi }: Gateway, health: Health): Text | null {
  const service = promptOf(type);
  const app = useAutoApi ? health.get(appSubject(service, environment)) : undefined;
  if (app) return asItIs(outageWords(serviceNames[service], app.fault));
  return health.has(relaySubject) ? asItIs(outageWords(null, null)) : null;
}

function autoFault(ctx: Context, gateway: Gateway): Text | null {
  const service = promptOf(gateway.type);
  const app = platformApp(ctx, service);
  const name = serviceNames[service];
  if (!app) return say("standing_no_app", { name });
  if (app.environment !== gateway.environment)
    return say("standing_environment", { name, environment: app.environment });
  if (gateway.collected === "stopped") return say("standing_collection_off");
  return gatewayKinds[gateway.type].faultOf(ctx, gateway, null);
}

function ownFault(ctx: Context, gateway: Gateway, secrets: unknown): Text | null {
  const kind = gatewayKinds[gateway.type];
  const own = kind.secrets.safeParse(secrets);
  return own.success ? kind.faultOf(ctx, gateway, own.data) : say("standing_incomplete");
}
