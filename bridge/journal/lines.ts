import type { DesiredLine } from "#contract/bridge-lines";
import type { Speed } from "#contract/values/speed";
import { dayMs } from "#contract/values/time";
import {
  type AnyLine,
  type DeviceLine,
  type Hindrance,
  isLineDone,
  type Line,
  type LineSession,
  type LineState,
  lineLeft,
  lineTaken,
} from "../lines/line.ts";
import type { EventStore } from "./events.ts";
import type { JournalFile } from "./file.ts";
import type { LineUsageStore } from "./line-usage.ts";

const doneKeptMs = 30 * dayMs;

/** Of names, and of fixed devices: each has a keeper of its own. */
const kinds = { names: "('serve', 'close')", devices: "('device', 'close_device')" } as const;
export type LineKind = keyof typeof kinds;
const isOf = (kind: LineKind): string => `json_extract(data, '$.spec.kind') IN ${kinds[kind]}`;

/** Lines of homes and offices, by router: one that moved is still to be closed where it was. */
export class LineStore {
  readonly #file: JournalFile;
  readonly #events: EventStore;
  readonly #usage: LineUsageStore;

  constructor(file: JournalFile, events: EventStore, usage: LineUsageStore) {
    this.#file = file;
    this.#events = events;
    this.#usage = usage;
  }

  /** Gives those that changed. */
  desired(lines: readonly DesiredLine[]): AnyLine[] {
    return this.#file.commit("now", () => lines.flatMap((line) => this.#take(line)));
  }

  get(routerId: string, id: string): Line | undefined {
    return this.#get<Line>(routerId, id, "names");
  }

  device(routerId: string, id: string): DeviceLine | undefined {
    return this.#get<DeviceLine>(routerId, id, "devices");
  }

  /** Names that still need this router. */
  live(routerId: string): Line[] {
    return this.#live<Line>(routerId, "names");
  }

  liveDevices(routerId: string): DeviceLine[] {
    return this.#live<DeviceLine>(routerId, "devices");
  }

  /** Whether there is any of those. */
  isNeeded(routerId: string, kind: LineKind = "names"): boolean {
    const sql = `SELECT 1 FROM lines WHERE router_id = ? AND done = 0 AND ${isOf(kind)} LIMIT 1`;
    return this.#file.rows(sql, routerId).length > 0;
  }

  /** Whether the time of one is over since then, site time. */
  isAnyOver(routerId: string, since: number, kind: LineKind = "names"): boolean {
    const sql = `SELECT 1 FROM lines WHERE router_id = ? AND deadline > ? AND deadline <= ? AND ${isOf(kind)} LIMIT 1`;
    return this.#file.rows(sql, routerId, since, this.#file.now()).length > 0;
  }

  /** The router was read back so. Each revision tells a state once; true where that was news. */
  applied(
    { routerId, id }: Pick<AnyLine, "routerId" | "id">,
    rev: number,
    state: LineState,
    made: Speed | null,
  ): boolean {
    const known = this.#any(routerId, id);
    if (!known || known.rev !== rev) return false;
    const isNews =
      known.applied?.rev !== rev || known.applied.state !== state || known.hindered !== undefined;
    if (!isNews && JSON.stringify(known.made) === JSON.stringify(made)) return false;
    this.#file.commit("now", () => {
      this.#save({ ...known, applied: { rev, state }, made, hindered: undefined });
      if (isNews && !known.hasMoved)
        this.#events.note(routerId, this.#file.now(), { kind: "line_applied", lineId: id, rev, state });
    });
    return isNews;
  }

  /** It cannot be made as it is wanted. Each reason is told once for a revision; true where that was news. */
  hindered({ routerId, id }: AnyLine, rev: number, hindrance: Hindrance): boolean {
    const known = this.#any(routerId, id);
    if (!known || known.rev !== rev) return false;
    if (known.hindered?.rev === rev && known.hindered.hindrance === hindrance) return false;
    this.#file.commit("now", () => {
      this.#save({ ...known, hindered: { rev, hindrance } });
      if (!known.hasMoved)
        this.#events.note(routerId, this.#file.now(), { kind: "line_hindered", lineId: id, rev, hindrance });
    });
    return true;
  }

  /** It dialled in, or hung up; of a device: it is there, or gone. */
  dialled({ routerId, id }: Pick<AnyLine, "routerId" | "id">, session: LineSession | null): void {
    const known = this.#any(routerId, id);
    if (!known) return;
    const now = this.#file.now();
    this.#file.commit("now", () => {
      this.#save({ ...known, session });
      if (known.hasMoved) return;
      const told = session && {
        sessionMs: Math.max(0, now - session.since),
        address: session.address.slice(0, 64),
        callerId: session.callerId.slice(0, 64),
      };
      this.#events.note(routerId, now, { kind: "line_session", lineId: id, session: told });
    });
  }

  /** Within the commit that forgets the router. */
  forget(routerId: string): void {
    this.#file.run("DELETE FROM lines WHERE router_id = ?", routerId);
    this.#usage.forget(routerId);
  }

  /** Drops what was given up long ago. */
  purge(): void {
    this.#file.run("DELETE FROM lines WHERE done = 1 AND changed_at < ?", this.#file.now() - doneKeptMs);
    this.#usage.purge();
  }

  #any(routerId: string, id: string): AnyLine | undefined {
    const sql = "SELECT data FROM lines WHERE router_id = ? AND id = ?";
    return this.#file.documents<AnyLine>(sql, routerId, id)[0];
  }

  #get<One>(routerId: string, id: string, kind: LineKind): One | undefined {
    const sql = `SELECT data FROM lines WHERE router_id = ? AND id = ? AND ${isOf(kind)}`;
    return this.#file.documents<One>(sql, routerId, id)[0];
  }

  #live<One>(routerId: string, kind: LineKind): One[] {
    const sql = `SELECT data FROM lines WHERE router_id = ? AND done = 0 AND ${isOf(kind)} ORDER BY id`;
    return this.#file.documents<One>(sql, routerId);
  }

  #take(desired: DesiredLine): AnyLine[] {
    const known = this.#file.documents<AnyLine>("SELECT data FROM lines WHERE id = ?", desired.id);
    const here = known.find(({ routerId }) => routerId === desired.routerId);
    const elsewhere = known.filter((one) => one !== here && !one.hasMoved);
    // What an older revision says of another router is no news.
    if (elsewhere.some(({ rev }) => rev >= desired.rev)) return [];
    const after = lineTaken(desired, here, this.#file.now());
    if (!after) return [];
    if (after.deadline !== (here?.deadline ?? null)) this.#file.date();
    const changed = [after, ...elsewhere.map(lineLeft)];
    for (const line of changed) this.#save(line);
    if (!here) this.#usage.begin(after);
    return changed;
  }

  #save(line: AnyLine): void {
    this.#file.run(
      "INSERT OR REPLACE INTO lines (id, router_id, rev, deadline, done, changed_at, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
      line.id,
      line.routerId,
      line.rev,
      line.deadline,
      isLineDone(line) ? 1 : 0,
      this.#file.now(),
      JSON.stringify(line),
    );
  }
}
