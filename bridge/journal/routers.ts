import type { RouterAssignment } from "#contract/bridge";
import { leastPassed } from "../clock.ts";
import type { JournalFile } from "./file.ts";

/** What a router was last seen like. */
export type RouterSeen = {
  boots: number;
  /** Seconds; -1 before the first reading. */
  uptime: number;
  /** When `uptime` was read: site time, run of the bridge's machine, and box (see `Box`). Missing where the box does not say. */
  read?: { at: number; run: string; box: string };
  /** SHA-256 of its certificate, kept from the first visit. */
  fingerprint?: string;
};

/** Routers count in whole seconds, and answer after a moment. */
const readingsApartMs = 3_000;

/** It was not off, for certain: it counted at least as much as the machine beside it has been up for since. Seconds. */
const ranOn = (before: number, uptime: number, up: number): boolean =>
  uptime - before >= up - readingsApartMs / 1_000;

const unseen: RouterSeen = { boots: 1, uptime: -1 };

export class RouterStore {
  readonly #file: JournalFile;

  constructor(file: JournalFile) {
    this.#file = file;
  }

  all(): RouterAssignment[] {
    return this.#file.documents("SELECT assignment AS data FROM routers ORDER BY router_id");
  }

  assign(assignment: RouterAssignment): void {
    const sql = `INSERT INTO routers (router_id, assignment, seen) VALUES (?, ?, ?)
      ON CONFLICT (router_id) DO UPDATE SET assignment = excluded.assignment`;
    const { routerId } = assignment;
    const known = this.all().find((one) => one.routerId === routerId);
    this.#file.commit("now", () => {
      this.#file.run(sql, routerId, JSON.stringify(assignment), JSON.stringify(unseen));
      // Another address may be another router with another certificate; with another log-in, or after the set-up line was
      // pasted again, a person was at the router.
      const isOther = (["host", "port", "username", "password"] as const).some(
        (field) => known && known[field] !== assignment[field],
      );
      if (isOther) this.unpin(routerId);
    });
  }

  /** The next certificate is taken. */
  unpin(routerId: string): void {
    const { fingerprint: _, ...seen } = this.seen(routerId);
    this.see(routerId, seen);
  }

  seen(routerId: string): RouterSeen {
    const sql = "SELECT seen AS data FROM routers WHERE router_id = ?";
    return this.#file.documents<RouterSeen>(sql, routerId)[0] ?? unseen;
  }

  /** Losing the last one costs nothing: the router is read again. */
  see(routerId: string, seen: RouterSeen): void {
    const sql = "UPDATE routers SET seen = ? WHERE router_id = ?";
    this.#file.commit("soon", () => this.#file.run(sql, JSON.stringify(seen), routerId));
  }

  /** The first uptime read since this process began tells how long the bridge's machine was off. Gives the ms that site time rose. */
  witness(routerId: string, uptime: number, box: string): number {
    const { read, uptime: before } = this.seen(routerId);
    if (!read || read.run === this.#file.machineBoot || read.box !== box) return 0;
    const at = read.at + leastPassed(before, uptime) * 1_000;
    const raised = this.#file.raise(at);
    const isRight = Math.abs(at - this.#file.now()) <= readingsApartMs;
    // Unseen in a run of the machine it may have been off in it, or before it.
    const isSeenLast = read.run === this.#file.runBefore;
    if (isRight && isSeenLast && ranOn(before, uptime, this.#file.upMs() / 1_000))
      this.#file.countedSince(read.run);
    return raised;
  }

  /** Of now, for `RouterSeen`. @param ageMs how long ago it was read at most */
  reading(box: string, ageMs: number): NonNullable<RouterSeen["read"]> {
    return { at: this.#file.now() - ageMs, run: this.#file.machineBoot, box };
  }

  /** Keeps the certificate of the first visit. */
  pin(routerId: string, fingerprint: string): void {
    const seen = this.seen(routerId);
    if (seen.fingerprint === undefined) this.see(routerId, { ...seen, fingerprint });
  }

  /** Part of the key of its sessions: another one after each restart, and in each journal. */
  boot(routerId: string): string {
    return `${(this.#file.meta("journalId") ?? "").slice(0, 8)}.${this.seen(routerId).boots}`;
  }
}
