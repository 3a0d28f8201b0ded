import { type LineCounters, type LineUsage, lineCounted } from "../lines/line-counters.ts";
import type { JournalFile } from "./file.ts";

/** So far back a report is told again on a new connection: it may have been on its way as the one before broke. */
const surelyToldMs = 900_000;

/** @property isOlder see `lineCounted` */
export type LineReading = { lineId: string; counters: LineCounters; isOlder: boolean };
export type UntoldUsage = { routerId: string; lineId: string; since: number; up: number; down: number };

type LineName = { routerId: string; id: string };

/** What went through the lines, by router, and what of it the worker was told. The router has the counters: nothing here waits for a disk. */
export class LineUsageStore {
  readonly #file: JournalFile;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  /** Within the commit that takes the line into the journal. */
  begin({ routerId, id }: LineName): void {
    const sql = `INSERT OR IGNORE INTO line_usage (router_id, line_id, since, up, down, told_up, told_down, told_at)
      VALUES (?, ?, ?, 0, 0, 0, 0, 0)`;
    this.#file.run(sql, routerId, id, this.#file.now());
  }

  /** When the line came into the journal, site time; of one that an earlier version took: now. */
  since({ routerId, id }: LineName): number {
    return this.#known(routerId, id)?.since ?? this.#file.now();
  }

  counted(routerId: string, readings: readonly LineReading[], boot: string): void {
    const changed = readings.flatMap(({ lineId, counters, isOlder }) => {
      const known = this.#known(routerId, lineId);
      const before = known ?? { since: this.#file.now(), up: 0, down: 0, seen: null };
      const after = lineCounted(before, counters, { boot, isOlder: isOlder || known === undefined });
      return known && JSON.stringify(after) === JSON.stringify(known) ? [] : [{ lineId, after }];
    });
    if (changed.length === 0) return;
    const sql = `UPDATE line_usage SET up = ?, down = ?, seen = ? WHERE router_id = ? AND line_id = ?`;
    this.#file.commit("soon", () => {
      for (const { lineId, after } of changed) {
        this.begin({ routerId, id: lineId });
        this.#file.run(sql, after.up, after.down, JSON.stringify(after.seen), routerId, lineId);
      }
    });
  }

  /** Lines through which something went since that was told, router by router. */
  untold(): UntoldUsage[] {
    const sql = `SELECT router_id AS routerId, line_id AS lineId, since, up, down FROM line_usage
      WHERE up <> told_up OR down <> told_down ORDER BY router_id, line_id`;
    return this.#file.rows(sql).map((row) => ({
      routerId: String(row.routerId),
      lineId: String(row.lineId),
      since: Number(row.since),
      up: Number(row.up),
      down: Number(row.down),
    }));
  }

  /** They are on their way. */
  told(all: readonly UntoldUsage[]): void {
    const sql = `UPDATE line_usage SET told_up = ?, told_down = ?, told_at = ? WHERE router_id = ? AND line_id = ?`;
    this.#file.commit("soon", () => {
      for (const { routerId, lineId, up, down } of all)
        this.#file.run(sql, up, down, this.#file.now(), routerId, lineId);
    });
  }

  /** The connection is new: what was told just before it may not have arrived. */
  tellAgain(): void {
    const sql = "UPDATE line_usage SET told_up = -1 WHERE told_up >= 0 AND told_at > ?";
    this.#file.commit("soon", () => this.#file.run(sql, this.#file.now() - surelyToldMs));
  }

  /** Within the commit that forgets the router. */
  forget(routerId: string): void {
    this.#file.run("DELETE FROM line_usage WHERE router_id = ?", routerId);
  }

  /** Drops those of lines that were given up long ago. */
  purge(): void {
    this.#file.run(`DELETE FROM line_usage WHERE NOT EXISTS (SELECT 1 FROM lines
      WHERE lines.id = line_usage.line_id AND lines.router_id = line_usage.router_id)`);
  }

  #known(routerId: string, lineId: string): LineUsage | undefined {
    const sql = "SELECT since, up, down, seen FROM line_usage WHERE router_id = ? AND line_id = ?";
    const [row] = this.#file.rows(sql, routerId, lineId);
    return (
      row && {
        since: Number(row.since),
        up: Number(row.up),
        down: Number(row.down),
        seen: row.seen === null ? null : (JSON.parse(String(row.seen)) as LineUsage["seen"]),
      }
    );
  }
}
