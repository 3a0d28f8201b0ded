import type { SessionTotals } from "#contract/bridge";
import type { Speed } from "#contract/values/speed";
import { macOf } from "#contract/values/subject";

/** Counters of one row of the router: seconds and bytes, up = from the device. */
export type Counters = { seconds: number; up: number; down: number };

/** A device's session on the router as the journal follows it. Moments are site time. */
export type Session = {
  totals: SessionTotals;
  /** What was bought, in kilobits (1000) per second. */
  speed: Speed;
  /** `.id` and address of the row in `/ip/hotspot/active`; both come back with later sessions. */
  rowId: string;
  address: string;
  /** When it began, reckoned from the last reading, so that the drift of two clocks does not add up. */
  beganAt: number;
  /** The row's own counters when last read. */
  seen: Counters;
  /** The user's counters before it. */
  before: Counters;
  /** What another journal has already reported of it. */
  skipped: Counters;
  /** What is to be added to the row's bytes since they fell while its time went on. Absent in older journals. */
  carried?: { up: number; down: number };
};

export type ActiveCounters = Counters & { rowId: string; address: string };
type Counted = Counters & { rowId: string };

const none: Counters = { seconds: 0, up: 0, down: 0 };

/** Reads of a few milliseconds, uptimes in whole seconds. */
const sameStartMs = 5_000;
/** Where the counters of old boards begin anew. */
const wrapAt = 2 ** 32;
/** The longest plan there is: what says more is no uptime. */
const longestSeconds = 366 * 86_400;

/**
 * Is the row read now the session that is being followed? Ids and addresses repeat, so it must not have fallen back,
 * and either began at the same moment or found the user's counters as they were before: a session that ends adds itself
 * to them, which tells the two apart even after the bridge was away and its clock is not to be trusted. Bytes alone that
 * fell back are a counter that wrapped or was reset, if both are so.
 */
export function isSame(
  session: Session,
  row: Counted,
  user: Counters | undefined,
  moment: { now: number; boot: string },
): boolean {
  const { seen, before, totals } = session;
  if (row.seconds < seen.seconds || row.rowId !== session.rowId || totals.boot !== moment.boot) return false;
  const sameStart = Math.abs(moment.now - row.seconds * 1000 - session.beganAt) <= sameStartMs;
  const unfolded = user?.seconds === before.seconds && user.up === before.up && user.down === before.down;
  if (row.up < seen.up || row.down < seen.down) return sameStart && unfolded;
  return sameStart || unfolded;
}

/** One that began before this journal is in another journal's report up to now: counted again, it would take the buyer's data. */
export function firstSight(
  totals: Pick<SessionTotals, "routerId" | "boot" | "entitlementId" | "subject">,
  speed: Speed,
  row: ActiveCounters,
  user: Counters,
  moment: { now: number; journalBegan: number },
): Session {
  const beganAt = moment.now - row.seconds * 1000;
  const older = beganAt < moment.journalBegan - sameStartMs;
  const session: Session = {
    totals: {
      ...totals,
      session: `${macOf(totals.subject).replaceAll(":", "")}-${Math.round(beganAt)}`,
      bytesUp: 0,
      bytesDown: 0,
      seconds: 0,
      open: true,
    },
    speed,
    rowId: row.rowId,
    address: row.address,
    beganAt,
    before: user,
    seen: none,
    skipped: older ? pick(row) : none,
  };
  return counted(session, row, moment.now);
}

export function counted(session: Session, row: Counters, now: number): Session {
  const { totals, skipped, seen, speed } = session;
  const seconds = Math.max(totals.seconds, Math.min(row.seconds - skipped.seconds, longestSeconds));
  const since = Math.max(0, row.seconds - seen.seconds);
  const before = session.carried ?? none;
  const carried = {
    up: before.up + fell(seen.up, row.up, lineCarries(speed.upKbps, since)),
    down: before.down + fell(seen.down, row.down, lineCarries(speed.downKbps, since)),
  };
  const up = row.up + carried.up - skipped.up;
  const down = row.down + carried.down - skipped.down;
  return {
    ...session,
    carried,
    beganAt: now - row.seconds * 1000,
    seen: pick(row),
    totals: {
      ...totals,
      seconds,
      bytesUp: Math.max(totals.bytesUp, Math.min(up, lineCarries(speed.upKbps, seconds))),
      bytesDown: Math.max(totals.bytesDown, Math.min(down, lineCarries(speed.downKbps, seconds))),
    },
  };
}

/** By how much the row says less than before: a whole turn of its counter if the line can have carried that, or all of it. */
function fell(seen: number, now: number, most: number): number {
  if (now >= seen) return 0;
  return now + wrapAt - seen <= most ? wrapAt : seen;
}

/** The session once it is over, by the user's counters, which include it; without them (a power cut) the last reading stands. */
export function closed(session: Session, user: Counters | undefined): Session {
  const { before, seen, carried = none } = session;
  // Where the row began anew, the user may have all of it or no more than the row.
  const added = (all: number, row: number, more: number) => (all >= row + more ? all - more : all);
  const folded = user && {
    seconds: user.seconds - before.seconds,
    up: added(user.up - before.up, seen.up, carried.up),
    down: added(user.down - before.down, seen.down, carried.down),
  };
  const onwards =
    folded && folded.seconds >= seen.seconds && folded.up >= seen.up && folded.down >= seen.down;
  const last = onwards ? counted(session, folded, session.beganAt) : session;
  return { ...last, totals: { ...last.totals, open: false } };
}

/** The most bytes that time can carry, with a fifth more and a second for readings that round down. */
function lineCarries(kbps: number, seconds: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.floor(kbps * 125 * (seconds + 1) * 1.2));
}

const pick = ({ seconds, up, down }: Counters): Counters => ({ seconds, up, down });
