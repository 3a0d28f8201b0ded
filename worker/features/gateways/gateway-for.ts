import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context, PlatformRows } from "../../context.ts";
import { asItIs, say, type Text } from "../../contract/texts.ts";
import { type FaultReport, outageWords } from "../../contract/values/gateway-faults.ts";
import { gatewayTypes, promptOf } from "../../contract/values/gateway-types.ts";
import { type Service, serviceNames, services } from "../../contract/values/services.ts";
import { gatewayBreakers, gateways } from "../../db/schema/platform.ts";
import { VersionCache } from "../../version-cache.ts";
import { gatewayKinds, platformApp } from "./gateway-kinds.ts";
import { type Gateway, openSecrets, type StoredGateway } from "./store.ts";

/** A gateway, what stands in its way, and its own credentials: as stored, and opened by a call, so that no answer ever carries them. */
export type FoundGateway = {
  gateway: Gateway;
  readiness: GatewayReadiness;
  sealed: string | null;
  secrets: () => unknown;
};

/**
 * The gateway that takes a router's money of one service: the router's own, if it has any, else one of all routers. Within
 * these, one that collects comes before one that cannot, M-Pesa before a bank. A router whose own gateway cannot collect
 * never falls back to that of all: its money would go to somebody else than was decided.
 */
export async function gatewayFor(
  ctx: Context,
  { providerId, routerId }: { providerId: string; routerId: string | null },
  service: Service,
  known?: CollectingRows,
): Promise<FoundGateway | null> {
  const rows = known ?? (await collectingRows(ctx, providerId));
  return chosen(ctx, rows, routerId, service);
}

/** What decides how a provider is paid, as stored: credentials are sealed. */
export type CollectingRows = { gateways: StoredGateway[]; breakers: BreakerRow[] };

export async function collectingRows(ctx: Context, providerId: string): Promise<CollectingRows> {
  const rows = ctx.snapshot(providerId);
  const [active, breakers] = await Promise.all([activeRows(rows, providerId), breakerRows(rows)]);
  return { gateways: active, breakers };
}

const kept = new VersionCache<Service[]>();

/** What can be paid by at this router now, M-Pesa first, for a shop window. */
export function servicesOf(ctx: Context, providerId: string, routerId: string | null): Promise<Service[]> {
  return kept.get(ctx, `${providerId} ${routerId ?? ""}`, async () => {
    const rows = await collectingRows(ctx, providerId);
    return services.filter(
      (service) => chosen(ctx, rows, routerId, service)?.readiness.status === "collects",
    );
  });
}

function activeRows(rows: PlatformRows, providerId: string): Promise<StoredGateway[]> {
  return rows.select(gateways, {
    where: and(eq(gateways.providerId, providerId), eq(gateways.isActive, true), isNull(gateways.archivedAt)),
    orderBy: [desc(gateways.createdAt)],
  });
}

function chosen(
  ctx: Context,
  rows: CollectingRows,
  routerId: string | null,
  service: Service,
): FoundGateway | null {
  const health = healthOf(rows.breakers);
  const ofService = gatewayTypes
    .filter((type) => promptOf(type) === service)
    .flatMap((type) => rows.gateways.filter((row) => row.type === type));
  const own = ofService.filter((row) => row.routerId !== null && row.routerId === routerId);
  const nearest = own.length > 0 ? own : ofService.filter((row) => row.routerId === null);
  const judged = nearest.map((row) => {
    const { secrets: sealed, ...gateway } = row;
    const secrets = openSecrets(ctx, row);
    return { gateway, sealed, secrets: () => secrets, readiness: readinessOf(ctx, gateway, secrets, health) };
  });
  return judged.find(({ readiness }) => readiness.status === "collects") ?? judged[0] ?? null;
}

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

type Environment = "sandbox" | "production";

/** An app of the platform's own, as breakers know it. */
export function appSubject(service: Service, environment: Environment): string {
  return `app ${service} ${environment}`;
}

export const relaySubject = "relay";

/** What is known to be out of order: what was said and since when, by subject. */
export type Health = ReadonlyMap<string, FaultReport & { trippedAt: number }>;

export type BreakerRow = typeof gatewayBreakers.$inferSelect;

/** A handful of rows, mostly none. */
export const breakerRows = (rows: PlatformRows): Promise<BreakerRow[]> => rows.select(gatewayBreakers);

export function healthOf(rows: readonly BreakerRow[]): Health {
  return new Map(rows.map(({ subject, detail, trippedAt }) => [subject, { ...detail, trippedAt }]));
}

/** Read afresh: a sale that begins now must not go where nothing works. */
export async function healthNow(rows: PlatformRows): Promise<Health> {
  return healthOf(await breakerRows(rows));
}
