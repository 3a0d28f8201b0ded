import type { PlatformRows } from "../../context.ts";
import type { FaultReport } from "../../contract/values/gateway-faults.ts";
import { gatewayBreakers } from "../../db/schema/platform.ts";

type Environment = "sandbox" | "production";

/** An app of the platform's own, as breakers know it. */
export function appSubject(driver: "mpesa" | "airtel_money", environment: Environment): string {
  return `app ${driver} ${environment}`;
}

export const relaySubject = "relay";

/** What is known to be out of order: what was said and since when, by subject. */
export type Health = ReadonlyMap<string, FaultReport & { trippedAt: number }>;

/** Read afresh: a sale that begins now must not go where nothing works. A handful of rows, mostly none. */
export async function healthNow(rows: PlatformRows): Promise<Health> {
  const known = await rows.select(gatewayBreakers);
  return new Map(known.map(({ subject, detail, trippedAt }) => [subject, { ...detail, trippedAt }]));
}
