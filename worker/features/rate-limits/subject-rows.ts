import { dayMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { Counts } from "./attempts.ts";
import type { OpenLease } from "./lease.ts";

/** Under one name; the newest. */
const keptLeases = 50;
/**
 * Counts of so short a time are in memory alone: an object that is asked so often that they matter does not sleep, and what a new
 * version forgets is a minute's.
 */
const briefMs = 60_000;
/** Subjects in memory; beyond, what is over is looked for, and again when they have doubled. */
const leastBrief = 2_000;

/** What is counted of one subject, and its leases by name and holder. */
export type Subject = { counts: Counts; leases: Record<string, Record<string, OpenLease>> };

/** One row for each subject in one object's storage: an act writes one, whatever is counted for it. */
export class SubjectRows {
  private readonly storage: SqlStorage;
  private readonly brief = new Map<string, Counts>();
  private mostBrief = leastBrief;

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
    const { counts, leases }: Subject = row ? JSON.parse(row.body) : { counts: {}, leases: {} };
    return { counts: { ...counts, ...this.brief.get(subject) }, leases };
  }

  /** A lease is of no interest after a day. @param before as it was read: what is the same is not written */
  write(subject: string, { counts, leases }: Subject, before: Subject, now: number): void {
    this.remember(subject, counts, now);
    const lasting = (all: Counts) => Object.entries(all).filter(([, { windowMs }]) => windowMs > briefMs);
    const isSame = JSON.stringify(lasting(counts)) === JSON.stringify(lasting(before.counts));
    if (isSame && leases === before.leases) return;
    const kept: Subject = { counts: Object.fromEntries(lasting(counts)), leases: {} };
    const untils = Object.values(kept.counts).map(({ until }) => until);
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

  private remember(subject: string, counts: Counts, now: number): void {
    const brief = Object.entries(counts).filter(([, { windowMs }]) => windowMs <= briefMs);
    if (brief.length > 0) this.brief.set(subject, Object.fromEntries(brief));
    else this.brief.delete(subject);
    if (this.brief.size <= this.mostBrief) return;
    for (const [known, all] of this.brief)
      if (Object.values(all).every(({ until }) => until <= now)) this.brief.delete(known);
    this.mostBrief = Math.max(leastBrief, 2 * this.brief.size);
  }

  tidy(now: number): void {
    exec(this.storage, sql`DELETE FROM subjects WHERE until <= ${now}`);
  }
}
