import { macOf, type Subject } from "#contract/values/subject";
import { type Device, type Marked, readAllDevices } from "../commands/read-device.ts";
import { adopt } from "./adopt-user.ts";
import { devicesOn, type Site } from "./device-queue.ts";

export type Scan = {
  devices: [subject: Subject, device: () => Device][];
  /** Users with our mark for purchases that nobody here knows, by device. */
  unknownUsers: Map<Subject, Marked>;
};

/** Reads the whole hotspot once. What is marked for a known purchase is journalled as let out for it. */
export async function scan(site: Site): Promise<Scan> {
  const { router, journal, assignment } = site;
  const { routerId } = assignment;
  const { marked, device } = await readAllDevices(router);
  const subjects = new Set(
    journal.entitlements.unsettled(routerId).flatMap((one) => devicesOn(routerId, one)),
  );
  for (const { totals } of journal.sessions.all(routerId)) subjects.add(totals.subject);
  const unknownUsers = new Map<Subject, Marked>();
  for (const user of marked) {
    const { subject, entitlementId, leftSeconds } = user;
    // A voucher that was redeemed before this disk was put in.
    journal.offlineVouchers.redeemedOnRouter(entitlementId, subject, leftSeconds * 1_000);
    if (journal.entitlements.get(entitlementId)) {
      adopt(site, user);
      subjects.add(subject);
    } else unknownUsers.set(subject, user);
  }
  return { devices: [...subjects].map((subject) => [subject, () => device(macOf(subject))]), unknownUsers };
}
