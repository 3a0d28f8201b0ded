import { deviceSubject } from "#contract/values/subject";
import { type DeviceToGive, giveDevice } from "#worker/features/entitlements/index";
import type { FakeLink } from "../../support/fake-bridge.ts";
import { newMac, type Sold } from "../../support/sell.ts";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";

// What tests of moved purchases share.

export type Ask = Partial<Omit<DeviceToGive, "subject">> & { mac: string };

export function give(
  sold: Pick<Sold, "id" | "providerId" | "routerId">,
  { mac, ...ask }: Ask,
  now?: () => number,
) {
  const { id: entitlementId, providerId, routerId } = sold;
  const proof = { by: "recovery", buyerHash: null, instead: null } as const;
  return giveDevice(testContext(now ? { now } : {}), {
    providerId,
    entitlementId,
    routerId,
    subject: deviceSubject(mac),
    ...proof,
    ...ask,
  });
}

export type MoveRow = { from_mac: string | null; to_mac: string; done_at: number | null; by: string };

export const movesOf = (id: string) =>
  rowsOfAllTenants<MoveRow>(
    "SELECT *, substr(from_subject, 8) AS from_mac, substr(to_subject, 8) AS to_mac FROM moves WHERE entitlement_id = ?1 ORDER BY at, rowid",
    id,
  );

/** Attached devices, the longest first. */
export const attachedTo = async (id: string) =>
  (
    await rowsOfAllTenants<{ mac: string }>(
      "SELECT substr(subject, 8) AS mac FROM devices WHERE entitlement_id = ?1 AND detached_at IS NULL ORDER BY attached_at, subject",
      id,
    )
  ).map(({ mac }) => mac);

export const userOf = async (mac: string) =>
  (
    await rowsOfAllTenants<{ entitlement_id: string | null; router_id: string }>(
      "SELECT entitlement_id, router_id FROM hotspot_users WHERE subject = 'device:' || ?1",
      mac,
    )
  )[0];

/** The bridge at this link let the purchase's device in a moment ago. */
export async function started(link: FakeLink, { id, routerId }: Sold, ageMs = 0): Promise<void> {
  const about = { routerId, entitlementId: id, rev: 1, ageMs };
  await link.report({ kind: "started", ...about }, { kind: "applied", ...about, state: "online" });
}

/** The bridge took its devices off. */
export async function letGo(
  link: FakeLink,
  { id, routerId }: Pick<Sold, "id" | "routerId">,
  rev = 2,
): Promise<void> {
  await link.report({ kind: "applied", routerId, entitlementId: id, rev, ageMs: 0, state: "ended" });
}

export { newMac };
