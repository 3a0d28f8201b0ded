import { type Device, lookAtAll } from "../commands/look.ts";
import { devicesOn, type Site } from "./site.ts";

/** Everything on the router that is wanted or carries our mark. */
export type Scan = {
  /** Devices to be made right, with what was read of them. */
  devices: [mac: string, device: () => Device][];
  /** Users with our mark for purchases that nobody here knows. */
  strangers: Map<string, string>;
};

/** Reads the whole hotspot once. What is marked for a known purchase is journalled as let out for it. */
export async function scan(site: Site): Promise<Scan> {
  const { router, journal, assignment } = site;
  const { routerId } = assignment;
  const { marked, device } = await lookAtAll(router);
  const macs = new Set(journal.entitlements.unsettled(routerId).flatMap((one) => devicesOn(routerId, one)));
  for (const { totals } of journal.sessions.all(routerId)) macs.add(totals.mac);
  const strangers = new Map<string, string>();
  for (const { mac, entitlementId } of marked) {
    if (journal.entitlements.get(entitlementId)) {
      journal.entitlements.touch(entitlementId, routerId, mac);
      macs.add(mac);
    } else strangers.set(mac, entitlementId);
  }
  return { devices: [...macs].map((mac) => [mac, () => device(mac)]), strangers };
}
