import type { Speed } from "#contract/values/speed";
import type { Journal } from "../journal.ts";
import type { Site } from "../reconciler/device-queue.ts";
import type { RouterRow } from "../router.ts";
import { parseDuration } from "../router-values.ts";
import { type Line, type LineSession, stateOf } from "./line.ts";
import { entrySteps, sessionOf } from "./plan.ts";
import { countDialled, type LinesView, readLive } from "./router-lines.ts";

/** All sessions and entries are read this often while the number of sessions says nothing new. */
const readEveryMs = 30_000;
/** Routers count in whole seconds, and answer after a moment. */
const readingsApartMs = 5_000;

/** Looks who is dialled in: one number between two readings of all, whatever the number of lines. */
export class LineWatch {
  readonly #site: Site;
  readonly #told: () => void;
  #readAt = Number.NEGATIVE_INFINITY;
  #dialled: number | undefined;

  constructor(site: Site, told: () => void) {
    this.#site = site;
    this.#told = told;
  }

  startOver(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
    this.#dialled = undefined;
  }

  /** Some or all were just read for another reason: the next number that differs is news. */
  seen({ sessions }: LinesView, now: number): void {
    if (this.#readAt !== Number.NEGATIVE_INFINITY) return;
    this.#readAt = now;
    this.#dialled = sessions.length;
  }

  /** Journals who dialled in and who hung up. Gives the lines whose entries are not as their sessions need them. @param now monotonic @param hasSix the router gives lines prefixes */
  async poll(now: number, hasSix: boolean): Promise<string[]> {
    const { router, journal, assignment } = this.#site;
    const dialled = await countDialled(router);
    const isNews = dialled === undefined || dialled !== this.#dialled;
    if (!isNews && now - this.#readAt < readEveryMs) return [];
    const live = await readLive(router, hasSix ? "blocked" : "none");
    const { sessions } = live;
    this.#readAt = now;
    this.#dialled = sessions.length;
    // The others' names may be rows that are not ours.
    const lines = journal.lines.live(assignment.routerId).filter(({ made }) => made !== null);
    followSessions(journal, lines, sessions, ({ spec, made }) => ({ name: spec.login, speed: made }));
    this.#told();
    const present = journal.now();
    return lines
      .filter((line) => {
        const session = sessionOf([line.spec.login], sessions);
        return entrySteps(line, stateOf(line, present), session, live).length > 0;
      })
      .map(({ id }) => id);
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
    const session = row && sessionOf([line.spec.login, row.name], sessions);
    const next = session ? sessionRead(session, row.speed, journal.now()) : null;
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
