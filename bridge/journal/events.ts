import type { Fact } from "#contract/bridge";
import type { JournalFile } from "./file.ts";

/** A fact before it has a number; of which router and when is said beside it. */
export type NewFact = Fact extends infer One
  ? One extends Fact
    ? Omit<One, "seq" | "ageMs" | "routerId">
    : never
  : never;

/** What happened and must not be lost: numbered from 1, kept until the worker has it. */
export class EventStore {
  readonly #file: JournalFile;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  /** The highest number given so far. */
  get lastSeq(): number {
    return Number(this.#file.meta("lastSeq") ?? 0);
  }

  /** To be called within the commit of what the fact is about. `at` is site time. */
  note(routerId: string, at: number, fact: NewFact): void {
    const seq = this.lastSeq + 1;
    this.#file.setMeta("lastSeq", String(seq));
    const sql = "INSERT INTO facts (seq, router_id, at, data) VALUES (?, ?, ?, ?)";
    this.#file.run(sql, seq, routerId, at, JSON.stringify(fact));
  }

  /** Unacknowledged ones after `seq`, at most `most`, in order and with their ages of now. */
  after(seq: number, most: number): Fact[] {
    const sql = "SELECT seq, router_id, at, data FROM facts WHERE seq > ? ORDER BY seq LIMIT ?";
    return this.#file.rows(sql, seq, most).map((row) => {
      const fact = JSON.parse(String(row.data)) as NewFact;
      const ageMs = Math.max(0, this.#file.now() - Number(row.at));
      return { ...fact, seq: Number(row.seq), routerId: String(row.router_id), ageMs };
    });
  }

  /** Within the commit that forgets the router. Vouchers that were redeemed there are counted, whoever has it now. */
  forget(routerId: string): void {
    const sql = "DELETE FROM facts WHERE router_id = ? AND json_extract(data, '$.loanId') IS NULL";
    this.#file.run(sql, routerId);
  }

  /** How many the worker has not acknowledged. */
  unacknowledged(): number {
    return Number(this.#file.rows("SELECT count(*) AS count FROM facts")[0]?.count);
  }

  /** The worker has everything up to `seq`. Losing this only means telling it twice. */
  acknowledge(seq: number): void {
    this.#file.commit("soon", () => this.#file.run("DELETE FROM facts WHERE seq <= ?", seq));
  }
}
