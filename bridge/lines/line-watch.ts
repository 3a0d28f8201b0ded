import type { Speed } from "#contract/values/speed";
import type { Journal } from "../journal.ts";
import type { Site } from "../reconciler/device-queue.ts";
import type { RouterRow } from "../router.ts";
import { parseDuration, printDuration } from "../router-values.ts";
import { type Line, type LineSession, sameName, stateOf } from "./line.ts";
import { entrySteps, sessionsOf } from "./plan.ts";
import {
  byWay,
  countDialled,
  type LinesView,
  readDialled,
  readDialledIds,
  readEntries,
  readLive,
} from "./router-lines.ts";

/** Who is dialled in is read this often while their number says nothing new. */
const readEveryMs = 120_000;
/** Entries are renewed, and looked at, more often: they are few. */
const entriesEveryMs = 30_000;
/** Who hung up mostly dials again at once: both are read together. */
const hungUpMs = 20_000;
/** Routers count in whole seconds, and answer after a moment. */
const readingsApartMs = 5_000;
/** All rows are read anew after this long: RouterOS does not say that an `.id` is never given twice. */
const wholeEveryMs = 3_600_000;
/** More new sessions than these are read as one whole list. */
const mostNew = 40;

type Six = "none" | "blocked" | "all";
/** In how many are dialled in; `unknown` where the router does not say. */
type Change = "none" | "more" | "fewer" | "unknown";
type Live = Omit<LinesView, "secrets">;
type Dialled = Pick<LinesView, "sessions" | "tunnels">;
/** @property since of its uptime, monotonic */
type Known = { row: RouterRow; since: number | undefined };

/**
 * Looks who is dialled in: their number each time, the `.id` of the rows now and then, and a whole row once. Each dial has a row with an
 * `.id` of its own on the same connection.
 */
export class LineWatch {
  readonly #site: Site;
  readonly #told: () => void;
  #readAt = Number.NEGATIVE_INFINITY;
  #entriesAt = Number.NEGATIVE_INFINITY;
  #wholeAt = Number.NEGATIVE_INFINITY;
  #dialled: number | undefined;
  /** Since when there are fewer. */
  #fewerAt: number | undefined;
  /** By their `.id`. */
  #known = new Map<string, Known>();

  constructor(site: Site, told: () => void) {
    this.#site = site;
    this.#told = told;
  }

  startOver(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#entriesAt = Number.NEGATIVE_INFINITY;
    this.#wholeAt = Number.NEGATIVE_INFINITY;
    this.#dialled = undefined;
    this.#fewerAt = undefined;
    this.#known.clear();
  }

  /** All were just read for another reason. */
  seen({ sessions, tunnels }: Dialled, now: number): void {
    this.#readAt = now;
    this.#entriesAt = now;
    this.#dialled = sessions.length;
    this.#fewerAt = undefined;
    this.#known = new Map(
      [...sessions, ...tunnels].map((row) => [row[".id"] ?? "", this.#knownOf(row, now)]),
    );
  }

  /** Sessions of some names were just read. */
  seenOf(names: readonly string[], { sessions, tunnels }: Dialled, now: number): void {
    for (const [id, { row }] of this.#known)
      if (names.some((name) => sameName(row.name, name))) this.#known.delete(id);
    for (const row of [...sessions, ...tunnels]) this.#known.set(row[".id"] ?? "", this.#knownOf(row, now));
  }

  /** A known row keeps the start that its first reading gave: computed from rounded times again and again it would drift. */
  #knownOf(row: RouterRow, now: number): Known {
    const uptime = parseDuration(row.uptime);
    const since = uptime === undefined ? undefined : now - uptime * 1_000;
    const before = this.#known.get(row[".id"] ?? "")?.since;
    const isSame = since !== undefined && before !== undefined && Math.abs(since - before) < readingsApartMs;
    return { row, since: isSame ? before : since };
  }

  /**
   * Journals who dialled in and who hung up. Gives the lines whose entries are not as their sessions need them.
   * @param now monotonic @param hasSix the router gives lines prefixes @param routesOf of a line's row, as last seen
   */
  async poll(
    now: number,
    hasSix: boolean,
    routesOf: (lineId: string) => readonly string[],
  ): Promise<string[]> {
    const { router, journal, assignment } = this.#site;
    const change = this.#changeIn(await countDialled(router), now);
    const isDue = this.#isReadingDue(change, now);
    if (!isDue && now - this.#entriesAt < entriesEveryMs) return [];
    const six = hasSix ? "blocked" : "none";
    const live = isDue
      ? await this.read(now, six, change === "more" || change === "fewer")
      : await this.#withEntries(this.#kept(now), six);
    const { sessions } = live;
    this.#entriesAt = now;
    // The others' names may be rows that are not ours.
    const lines = journal.lines.live(assignment.routerId).filter(({ made }) => made !== null);
    if (isDue) {
      this.seen(live, now);
      followSessions(journal, lines, sessions, ({ spec, made }) => ({ name: spec.login, speed: made }));
      this.#told();
    }
    const present = journal.now();
    return lines
      .filter((line) => {
        const own = { sessions: sessionsOf([line.spec.login], sessions), routes: routesOf(line.id) };
        return entrySteps(line, stateOf(line, present), own, live).length > 0;
      })
      .map(({ id }) => id);
  }

  /** Since the last reading. `more`: or as many again, after there were fewer. Notes since when there are fewer. */
  #changeIn(dialled: number | undefined, now: number): Change {
    if (dialled === undefined || this.#dialled === undefined) return "unknown";
    if (dialled < this.#dialled) {
      this.#fewerAt ??= now;
      return "fewer";
    }
    return dialled > this.#dialled || this.#fewerAt !== undefined ? "more" : "none";
  }

  #isReadingDue(change: Change, now: number): boolean {
    const [age, fewerFor] = [now - this.#readAt, now - (this.#fewerAt ?? now)];
    switch (change) {
      case "more":
        return true;
      case "fewer":
        return fewerFor >= hungUpMs;
      case "unknown":
        return age >= hungUpMs;
      default:
        return age >= readEveryMs;
    }
  }

  /** All who are dialled in; what is known of a row is not asked again. @param hasChanged their number differs: the rows that are known cannot be all */
  async read(now: number, six: Six, hasChanged = false): Promise<Live> {
    const { router } = this.#site;
    const isOld = now - this.#wholeAt >= wholeEveryMs;
    if (isOld || this.#known.size === 0) return this.#readWhole(now, six);
    const ids = new Set(await readDialledIds(router));
    const known = this.#kept(now).filter((row) => ids.has(row[".id"] ?? ""));
    for (const row of known) ids.delete(row[".id"] ?? "");
    const isSame = ids.size === 0 && known.length === this.#known.size;
    if (ids.size > mostNew || (hasChanged && isSame)) return this.#readWhole(now, six);
    return this.#withEntries([...known, ...(await readDialled(router, [...ids]))], six);
  }

  async #readWhole(now: number, six: Six): Promise<Live> {
    const live = await readLive(this.#site.router, six);
    this.#wholeAt = now;
    return live;
  }

  async #withEntries(rows: readonly RouterRow[], six: Six): Promise<Live> {
    return { ...byWay(rows), ...(await readEntries(this.#site.router, six, rows)) };
  }

  /** As they would be read now. */
  #kept(now: number): RouterRow[] {
    return [...this.#known.values()].map(({ row, since }) =>
      since === undefined ? row : { ...row, uptime: printDuration(Math.max(0, now - since) / 1_000) },
    );
  }
}

/** @param own the name and the speed of the line's own row; undefined where it has none */
export function followSessions(
  journal: Journal,
  lines: readonly Line[],
  sessions: readonly RouterRow[],
  own: (line: Line) => { name: string; speed: Speed | null } | undefined,
): void {
  for (const { id, routerId } of lines) {
    const line = journal.lines.get(routerId, id);
    if (!line) continue;
    const row = own(line);
    const [session] = row ? sessionsOf([line.spec.login, row.name], sessions) : [];
    const next = session && row ? sessionRead(session, row.speed, journal.now()) : null;
    if (!next && !line.session) continue;
    if (next && line.session && isSame(line.session, next)) continue;
    journal.lines.dialled(line, next);
  }
}

function sessionRead(row: RouterRow, speed: Speed | null, now: number): LineSession {
  return {
    id: row["session-id"] ?? row[".id"] ?? "",
    address: row.address ?? "",
    callerId: row["caller-id"] ?? "",
    since: now - (parseDuration(row.uptime) ?? 0) * 1_000,
    speed,
  };
}

/** A router that restarted counts its sessions from the beginning. */
function isSame(one: LineSession, other: LineSession): boolean {
  const isOld = other.since - one.since < readingsApartMs;
  return one.id === other.id && one.address === other.address && isOld;
}
