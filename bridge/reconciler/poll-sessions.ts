import type { SessionTotals } from "#contract/bridge";
import { type ActiveRow, readActive, readHosts } from "../commands/read-device.ts";
import type { Entitlement } from "../entitlement.ts";
import type { Router } from "../router.ts";
import { counted, isSame, type Session } from "../usage.ts";
import { devicesOn, type Site } from "./device-queue.ts";
import type { EntitlementStatuses } from "./entitlement-status.ts";
import { endIfUsedUp } from "./reconcile-device.ts";

export type Polled = {
  usage: SessionTotals[];
  devices: string[];
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

/** The sessions on the router beside those that were open when it was last read. */
type SessionReading = {
  /** Still running, with the new totals. */
  running: Session[];
  /** The same, as far as the totals differ. */
  changed: Session[];
  /** Devices whose session began, ended or was replaced. */
  turned: string[];
  active: ReadonlyMap<string, ActiveRow>;
};

/** One read of all sessions. Bytes are the router's own, from the device = up. */
async function readSessions(
  router: Router,
  open: readonly Session[],
  moment: { now: number; boot: string },
): Promise<SessionReading> {
  const active = new Map((await readActive(router)).map((row) => [row.mac, row]));
  const reading: SessionReading = { running: [], changed: [], turned: [], active };
  const followed = new Set<string>();
  for (const session of open) {
    const { mac } = session.totals;
    const row = active.get(mac);
    followed.add(mac);
    if (row?.user !== mac || !isSame(session, row, undefined, moment)) {
      reading.turned.push(mac);
      continue;
    }
    const next = counted(session, row, moment.now);
    reading.running.push(next);
    const { bytesUp, bytesDown } = session.totals;
    if (next.totals.bytesUp !== bytesUp || next.totals.bytesDown !== bytesDown) reading.changed.push(next);
  }
  for (const [mac, row] of active) if (row.user === mac && !followed.has(mac)) reading.turned.push(mac);
  return reading;
}
