import type { Router } from "../router.ts";
import { counted, isSame, type Session } from "../usage.ts";
import { type ActiveRow, readActive } from "./read-device.ts";

/** The sessions on the router beside those that were open when it was last read. */
export type SessionReading = {
  /** Still running, with the new totals. */
  running: Session[];
  /** The same, as far as the totals differ. */
  changed: Session[];
  /** Devices whose session began, ended or was replaced. */
  turned: string[];
  /** By device, whoever's user it is. */
  active: ReadonlyMap<string, ActiveRow>;
};

/** One read of all sessions. Bytes are the router's own, from the device = up. */
export async function readSessions(
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
