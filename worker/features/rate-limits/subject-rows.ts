import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { Counts } from "./attempts.ts";
import type { OpenLease } from "./lease.ts";

const dayMs = 86_400_000;
/** Under one name; the newest. */
const keptLeases = 50;

/** What is counted of one subject, and its leases by name and holder. */
export type Subject = { counts: Counts; leases: Record<string, Record<string, OpenLease>> };

/** One row for each subject in one object's storage: an act writes one, whatever is counted for it. */
export class SubjectRows {
  private readonly storage: SqlStorage;

  constructor(storage: SqlStorage) {
    this.storage = storage;
    exec(
      storage,
      sql`CREATE TABLE IF NOT EXISTS subjects (
        subject TEXT PRIMARY KEY, body TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID`,
    );
  }

  read(subject: string): Subject {
    const [row] = exec(
      this.storage,
      sql<{ body: string }>`SELECT body FROM subjects WHERE subject = ${subject}`,
    ).toArray();
    return row ? (JSON.parse(row.body) as Subject) : { counts: {}, leases: {} };
  }

  /** A lease is of no interest after a day. */
  write(subject: string, { counts, leases }: Subject, now: number): void {
    const kept: Subject = { counts, leases: {} };
    const untils = Object.values(counts).map(({ until }) => until);
    for (const [name, byHolder] of Object.entries(leases)) {
      const newest = Object.entries(byHolder)
        .filter(([, { until }]) => until > now - dayMs)
        .sort(([, one], [, other]) => other.takenAt - one.takenAt)
        .slice(0, keptLeases);
      kept.leases[name] = Object.fromEntries(newest);
      untils.push(...newest.map(([, { until }]) => until + dayMs));
    }
    exec(
      this.storage,
      sql`INSERT INTO subjects (subject, body, until)
        VALUES (${subject}, ${JSON.stringify(kept)}, ${Math.max(now, ...untils)})
        ON CONFLICT (subject) DO UPDATE SET body = excluded.body, until = excluded.until`,
    );
  }

  tidy(now: number): void {
    exec(this.storage, sql`DELETE FROM subjects WHERE until <= ${now}`);
  }
}
