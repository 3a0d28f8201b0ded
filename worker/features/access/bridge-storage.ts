import type { HeldEntitlement } from "./entitlement-want.ts";

export type ReportedState = "connecting" | "online" | "waiting_for_device" | "queued" | "ended";
export type RouterReport = { state: string; message: string; version: string | null; at: number };

/**
 * What a BridgeObject keeps: entitlements as the bridge shall hold them, what it reported of each, and how far each of
 * its journals is acknowledged. All of it but the acknowledgements can be lost and refilled from D1.
 */
export class BridgeStorage {
  private readonly storage: DurableObjectStorage;
  private ready = false;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  private sql(): SqlStorage {
    if (!this.ready) {
      this.storage.sql.exec(
        `CREATE TABLE IF NOT EXISTS held (id TEXT PRIMARY KEY, rev INTEGER NOT NULL, body TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS reported (id TEXT PRIMARY KEY, rev INTEGER NOT NULL, state TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS journal (id TEXT PRIMARY KEY, acked INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS router (id TEXT PRIMARY KEY, body TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS flushed (session TEXT PRIMARY KEY, at INTEGER NOT NULL);`,
      );
      this.ready = true;
    }
    return this.storage.sql;
  }

  /** Keeps the higher rev; within one rev the newer body (start and usage become known later). */
  hold(held: HeldEntitlement): void {
    this.sql().exec(
      `INSERT INTO held (id, rev, body) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, body = excluded.body WHERE excluded.rev >= held.rev`,
      held.id,
      held.rev,
      JSON.stringify(held),
    );
  }

  held(id: string): HeldEntitlement | null {
    const row = this.sql().exec<{ body: string }>("SELECT body FROM held WHERE id = ?1", id).toArray()[0];
    return row ? (JSON.parse(row.body) as HeldEntitlement) : null;
  }

  allHeld(): HeldEntitlement[] {
    return this.sql()
      .exec<{ body: string }>("SELECT body FROM held")
      .toArray()
      .map((row) => JSON.parse(row.body) as HeldEntitlement);
  }

  drop(id: string): void {
    this.sql().exec("DELETE FROM held WHERE id = ?1", id);
    this.sql().exec("DELETE FROM reported WHERE id = ?1", id);
  }

  report(id: string, rev: number, state: ReportedState): void {
    this.sql().exec(
      `INSERT INTO reported (id, rev, state) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET rev = excluded.rev, state = excluded.state WHERE excluded.rev >= reported.rev
        AND (excluded.rev > reported.rev OR excluded.state <> reported.state)`,
      id,
      rev,
      state,
    );
  }

  reported(id: string): { rev: number; state: ReportedState } | null {
    const rows = this.sql().exec<{ rev: number; state: ReportedState }>(
      "SELECT rev, state FROM reported WHERE id = ?1",
      id,
    );
    return rows.toArray()[0] ?? null;
  }

  acked(journalId: string): number {
    return (
      this.sql().exec<{ acked: number }>("SELECT acked FROM journal WHERE id = ?1", journalId).toArray()[0]
        ?.acked ?? 0
    );
  }

  setAcked(journalId: string, seq: number): void {
    this.sql().exec(
      `INSERT INTO journal (id, acked) VALUES (?1, ?2)
      ON CONFLICT (id) DO UPDATE SET acked = max(acked, excluded.acked)`,
      journalId,
      seq,
    );
  }

  setRouter(id: string, report: RouterReport): void {
    this.sql().exec(
      "INSERT INTO router (id, body) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
      id,
      JSON.stringify(report),
    );
  }

  router(id: string): RouterReport | null {
    const row = this.sql().exec<{ body: string }>("SELECT body FROM router WHERE id = ?1", id).toArray()[0];
    return row ? (JSON.parse(row.body) as RouterReport) : null;
  }

  /** True when this session's totals are due in D1: first a whole interval after it was first seen. */
  dueForFlush(session: string, now: number, intervalMs: number): boolean {
    const row = this.sql()
      .exec<{ at: number }>("SELECT at FROM flushed WHERE session = ?1", session)
      .toArray()[0];
    if (row && row.at + intervalMs > now) return false;
    this.sql().exec(
      "INSERT INTO flushed (session, at) VALUES (?1, ?2) ON CONFLICT (session) DO UPDATE SET at = excluded.at",
      session,
      now,
    );
    this.sql().exec("DELETE FROM flushed WHERE at < ?1", now - 86_400_000);
    return row !== undefined;
  }
}
