import type { PlatformRows } from "../../context.ts";
import type { FaultReport } from "../../contract/values/gateway-faults.ts";
import type { Service } from "../../contract/values/services.ts";
import { gatewayBreakers } from "../../db/schema/platform.ts";

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
