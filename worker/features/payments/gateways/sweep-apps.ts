import type { Context } from "../../../context.ts";
import { type FaultReport, faultKind, isTriedBySales } from "../../../contract/values/gateway-faults.ts";
import { type Service, services } from "../../../contract/values/services.ts";
import { dayMs, minuteMs } from "../../../contract/values/time.ts";
import { logRejected } from "../../../log.ts";
import { askedFor, isTimeout } from "../../../sleep.ts";
import {
  appSubject,
  countedFaults,
  forgetFaults,
  healthNow,
  mendBreaker,
  platformApp,
  relaySubject,
  tripBreaker,
} from "../../gateways/index.ts";
import type { App } from "../core/route.ts";
import { tryToken } from "./try-token.ts";

/** What refused pushes, and not its token, is not proven by a token: sales try it again after this, and one refusal ends that. */
const tryAgainMs = 10 * minuteMs;
const faultsKept = 2;
const probeMs = 5_000;

/** Tries the platform's own apps and its relay apart from any sale; what was out of order comes back by itself. */
export async function sweepApps(ctx: Context): Promise<void> {
  const [health, faults] = await Promise.all([
    healthNow(ctx.platform),
    countedFaults(ctx, ctx.now() - dayMs),
  ]);
  const failed = new Set(faults.map(({ subject }) => subject));
  const results = await Promise.allSettled([
    ...platformApps(ctx).map(async (app) => {
      const subject = appSubject(app.type, app.environment);
      const tripped = health.get(subject);
      if (tripped) return mendIfItWorks(ctx, app, subject, tripped);
      const said = await tryToken(ctx, app, failed.has(subject) ? "anew" : "kept");
      // Once may be chance; what refuses twice in a moment refuses every sale.
      if (said !== null && blamesUs(said) && (await tryToken(ctx, app)) !== null)
        await tripBreaker(ctx, subject, said);
    }),
    sweepRelay(ctx, health.has(relaySubject), failed.has(relaySubject)),
    forgetFaults(ctx),
  ]);
  logRejected("app sweep", results);
}

async function mendIfItWorks(
  ctx: Context,
  app: PlatformApp,
  subject: string,
  tripped: FaultReport & { trippedAt: number },
): Promise<void> {
  const isOfToken = tripped.fault?.isOfToken === true;
  if (isTriedBySales(tripped.fault) && ctx.now() < tripped.trippedAt + tryAgainMs) return;
  if ((await tryToken(ctx, app)) === null) await mendBreaker(ctx, subject, isOfToken ? 0 : faultsKept);
}

export function blamesUs({ fault }: FaultReport): boolean {
  return fault !== null && faultKind(fault.code) === "credentials";
}

/** A relay that answers works, unless it answers with a 5xx. */
async function sweepRelay(ctx: Context, isTripped: boolean, hasFailed: boolean): Promise<void> {
  const { GATEWAY_RELAY_URL: relay } = ctx.settings;
  if (!relay) return isTripped ? mendBreaker(ctx, relaySubject, 0) : undefined;
  if (!isTripped && !hasFailed) return;
  const said = await probe(ctx, relay);
  if (said === null) await mendBreaker(ctx, relaySubject, 0);
  else if (!isTripped) await tripBreaker(ctx, relaySubject, said);
}

async function probe(ctx: Context, relay: string): Promise<FaultReport | null> {
  try {
    const response = await askedFor(probeMs, (signal) => ctx.fetch(relay, { signal }));
    await response.body?.cancel();
    const detail = `HTTP ${response.status} without a known answer`;
    return response.status < 500 ? null : { fault: { code: "not-json" }, detail };
  } catch (cause) {
    return isTimeout(cause)
      ? { fault: { code: "timed-out" }, detail: `no answer in ${probeMs} ms` }
      : { fault: { code: "not-reached" }, detail: `Error: ${String(cause)}` };
  }
}

type PlatformApp = App & { type: Service };

export function platformApps(ctx: Context): PlatformApp[] {
  return services.flatMap((service) => {
    const app = platformApp(ctx, service);
    return app
      ? [{ type: service, gatewayId: "", environment: app.environment, credentials: "platform" }]
      : [];
  });
}
