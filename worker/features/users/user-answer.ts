import type { HotspotUser } from "../../contract/users.ts";
import { macOf, type Subject } from "../../contract/values/subject.ts";
import { hourMs } from "../../contract/values/time.ts";
import { trialPlanId } from "../trials/index.ts";
import { sumOf, type Unwritten } from "./unwritten-usage.ts";
import { termsOfRow, type UserRow } from "./user-rows.ts";
import { type Around, whyOffline } from "./why-offline.ts";

export type NamedRouter = { id: string; name: string; host: string; port: number; bridgeId: string | null };

export type Surroundings = Around & {
  /** Those that the provider has now: another one may have had a router since. */
  routers: ReadonlyMap<string, NamedRouter>;
  online: ReadonlySet<Subject>;
};

/** @param unwritten of whichever devices */
export function userAnswer(
  row: UserRow,
  { routers, online, ...around }: Surroundings,
  unwritten: readonly Unwritten[],
): HotspotUser {
  const more = unwritten.filter(({ subject }) => subject === row.subject);
  const ofPurchase = more.filter(({ entitlementId }) => entitlementId === row.eId);
  const used = (row.eUsedBytes ?? 0) + sumOf(ofPurchase, "bytesUp") + sumOf(ofPurchase, "bytesDown");
  const router = routers.get(row.routerId);
  const terms = termsOfRow(row);
  const dataBytes = terms?.dataBytes ?? null;
  return {
    id: macOf(row.subject),
    username: null,
    macAddress: macOf(row.subject),
    phoneNumber: row.phone,
    router: router ? { id: router.id, name: router.name, host: router.host, port: router.port } : null,
    plan: terms && {
      name: terms.planName,
      speedMbps: terms.downKbps / 1_000,
      durationHours: terms.durationMs / hourMs,
    },
    isTrial: terms?.planId === trialPlanId,
    isActive: row.eState === "running" || row.eState === "waiting",
    isOnline: online.has(row.subject),
    offline: online.has(row.subject) ? null : whyOffline(row, around),
    status: row.status,
    expiresAt: iso(endOf({ endsAt: row.eEndsAt, endedAt: row.eEndedAt })),
    bytesUploaded: row.bytesUp + sumOf(more, "bytesUp"),
    bytesDownloaded: row.bytesDown + sumOf(more, "bytesDown"),
    sessionTime: row.seconds + sumOf(more, "seconds"),
    dataLeftBytes: dataBytes === null ? null : Math.max(0, dataBytes - used),
    entitlementId: row.eId,
    firstSeen: new Date(row.firstSeenAt).toISOString(),
    lastSeen: new Date(Math.max(row.lastSeenAt, ...more.map(({ at }) => at))).toISOString(),
  };
}

/** When it was or will be over: data may run out before the time does. UTC ms; null = not started. */
export function endOf({ endsAt, endedAt }: { endsAt: number | null; endedAt: number | null }): number | null {
  return endedAt ?? endsAt;
}

export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
