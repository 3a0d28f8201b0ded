import type { SessionTotals } from "#contract/bridge";
import { readHosts } from "../commands/read-device.ts";
import { readSessions } from "../commands/sessions.ts";
import type { Entitlement } from "../entitlement.ts";
import { devicesOn, type Site } from "./device-queue.ts";
import type { EntitlementStatuses } from "./entitlement-status.ts";
import { endIfUsedUp } from "./reconcile-device.ts";

export type Polled = {
  /** Totals of open sessions that changed. */
  usage: SessionTotals[];
  /** Devices whose session turned, or that came within reach. */
  devices: string[];
  /** Purchases whose data is used up. */
  ended: Entitlement[];
};

/** Reads all sessions, and the hosts if somebody is waited for; journals the totals. */
export async function poll(site: Site, statuses: EntitlementStatuses): Promise<Polled> {
  const { router, journal, assignment } = site;
  const { routerId } = assignment;
  const unsettled = journal.entitlements.unsettled(routerId);
  const open = journal.sessions.all(routerId);
  if (unsettled.length === 0 && open.length === 0) return { usage: [], devices: [], ended: [] };
  const moment = { now: journal.now(), boot: journal.routers.boot(routerId) };
  const { running, changed, turned, active } = await readSessions(router, open, moment);
  journal.sessions.follow(running);
  const known = new Set(unsettled.flatMap((one) => devicesOn(routerId, one)));
  for (const { totals } of open) known.add(totals.mac);
  const devices = new Set(turned.filter((mac) => known.has(mac)));
  const away = statuses.served().filter(([mac]) => !active.has(mac));
  if (away.length > 0) {
    const present = new Set((await readHosts(router)).map((host) => host.mac));
    for (const [mac, { state }] of away) if (present.has(mac) || state === "online") devices.add(mac);
  }
  return {
    usage: changed.map(({ totals }) => totals),
    devices: [...devices],
    ended: unsettled.filter((one) => endIfUsedUp(journal, one)),
  };
}
