import { type Device, type Marked, readAllDevices } from "../commands/read-device.ts";
import { adopt } from "./adopt-user.ts";
import { devicesOn, type Site } from "./device-queue.ts";

export type Scan = {
  devices: [mac: string, device: () => Device][];
  /** Users with our mark for purchases that nobody here knows, by device. */
  unknownUsers: Map<string, Marked>;
};

/** Reads the whole hotspot once. What is marked for a known purchase is journalled as let out for it. */
export async function scan(site: Site): Promise<Scan> {
  const { router, journal, assignment } = site;
  const { routerId } = assignment;
  const { marked, device } = await readAllDevices(router);
  const macs = new Set(journal.entitlements.unsettled(routerId).flatMap((one) => devicesOn(routerId, one)));
  for (const { totals } of journal.sessions.all(routerId)) macs.add(totals.mac);
  const unknownUsers = new Map<string, Marked>();
  for (const user of marked) {
    const { mac, entitlementId, leftSeconds } = user;
    // A voucher that was redeemed before this disk was put in.
    journal.offlineVouchers.redeemedOnRouter(entitlementId, mac, leftSeconds * 1_000);
    if (journal.entitlements.get(entitlementId)) {
      adopt(site, user);
      macs.add(mac);
    } else unknownUsers.set(mac, user);
  }
  return { devices: [...macs].map((mac) => [mac, () => device(mac)]), unknownUsers };
}
