import type { SiteEvent } from "#contract/bridge";
import type { JournalFile } from "./file.ts";

/** An event before it has a number; of which router and when is said beside it. */
export type NewSiteEvent = SiteEvent extends infer One
  ? One extends SiteEvent
    ? Omit<One, "seq" | "ageMs" | "routerId">
    : never
  : never;

/** What happened and must not be lost: numbered from 1, kept until the worker has it. */
export class EventStore {
  readonly #file: JournalFile;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  get lastSeq(): number {
    return Number(this.#file.meta("lastSeq") ?? 0);
  }

  /** To be called within the commit of what the event is about. `at` is site time. */
  note(routerId: string, at: number, event: NewSiteEvent): void {
    const seq = this.lastSeq + 1;
    this.#file.setMeta("lastSeq", String(seq));
    const sql = "INSERT INTO events (seq, router_id, at, data) VALUES (?, ?, ?, ?)";
    this.#file.run(sql, seq, routerId, at, JSON.stringify(event));
  }

  /** Unacknowledged ones after `seq`, at most `most`, in order and with their ages of now. */
  after(seq: number, most: number): SiteEvent[] {
    const sql = "SELECT seq, router_id, at, data FROM events WHERE seq > ? ORDER BY seq LIMIT ?";
    return this.#file.rows(sql, seq, most).map((row) => {
      const event = JSON.parse(String(row.data)) as NewSiteEvent;
      const ageMs = Math.max(0, this.#file.now() - Number(row.at));
      return { ...event, seq: Number(row.seq), routerId: String(row.router_id), ageMs };
    });
  }

  /** Within the commit that forgets the router. Vouchers that were redeemed there are counted, whoever has it now. */
  forget(routerId: string): void {
    const sql = "DELETE FROM events WHERE router_id = ? AND json_extract(data, '$.offlineVoucherId') IS NULL";
    this.#file.run(sql, routerId);
  }

  unacknowledged(): number {
    return Number(this.#file.rows("SELECT count(*) AS count FROM events")[0]?.count);
  }

  /** The worker has everything up to `seq`. Losing this only means telling it twice. */
  acknowledge(seq: number): void {
    this.#file.commit("soon", () => this.#file.run("DELETE FROM events WHERE seq <= ?", seq));
  }
}
