import type { RouterFacts } from "../../contract/router-facts.ts";
import type { Text } from "../../contract/texts.ts";
import type { Reported, ReportedState } from "../entitlements/index.ts";
import { type HeldEntitlement, isOver, laterOf } from "../entitlements/index.ts";
import { quotas } from "../rate-limits/index.ts";
import { makeTables } from "./bridge-tables.ts";

/** `at`: when it was said. `seenAt`: when the router last answered; null for never, absent in what was kept before. */
export type RouterReport = {
  state: string;
  message: Text | null;
  version: string | null;
  at: number;
  seenAt?: number | null;
};

/** What a bridge last read of a router, at `at`; `clockOffMs`: how far its clock was ahead of ours. */
export type KeptCheck = { at: number; facts: RouterFacts; note: Text | null; clockOffMs: number | null };

/**
 * What a BridgeObject keeps: entitlements as the bridge shall hold them, what it reported of each and of its routers, and
 * how far each of its journals is acknowledged. All of it but the acknowledgements can be lost and refilled from D1.
 * Nothing is written that is there already: rows written are what such an object costs.
 */
export class BridgeStorage {
  private readonly storage: DurableObjectStorage;
  private ready = false;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  sql(): SqlStorage {
    if (!this.ready) makeTables(this.storage);
    this.ready = true;
    return this.storage.sql;
  }

  hold(read: HeldEntitlement): void {
    const known = this.held(read.id);
    const body = JSON.stringify(known ? laterOf(known, read) : read);
    if (known && body === JSON.stringify(known)) return;
    this.sql().exec(
      `INSERT INTO held (id, router, body) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET router = excluded.router, body = excluded.body`,
      read.id,
      (JSON.parse(body) as HeldEntitlement).routerId,
      body,
    );
  }

  held(id: string): HeldEntitlement | null {
    const row = this.sql().exec<{ body: string }>("SELECT body FROM held WHERE id = ?1", id).toArray()[0];
    return row ? (JSON.parse(row.body) as HeldEntitlement) : null;
  }

  /** Everything of the routers that are assigned now. */
  allHeld(): HeldEntitlement[] {
    return this.sql()
      .exec<{ body: string }>(
        "SELECT body FROM held WHERE router IN (SELECT id FROM router WHERE assigned = 1)",
      )
      .toArray()
      .map((row) => JSON.parse(row.body) as HeldEntitlement);
  }

  /**
   * Takes over what D1 has for this bridge: all its routers, and of each what lives and what ended lately. Ends that D1
   * no longer lists are done with; anything else that is missing there is kept, because absence means nothing.
   */
  assign(routerIds: readonly string[], entitlements: readonly HeldEntitlement[]): void {
    const sql = this.sql();
    this.storage.transactionSync(() => {
      const ids = JSON.stringify(routerIds);
      sql.exec(
        `UPDATE router SET assigned = 0, report = NULL
        WHERE assigned = 1 AND id NOT IN (SELECT value FROM json_each(?1))`,
        ids,
      );
      sql.exec(
        `INSERT INTO router (id, assigned) SELECT value, 1 FROM json_each(?1) WHERE true
        ON CONFLICT (id) DO UPDATE SET assigned = 1 WHERE assigned = 0`,
        ids,
      );
      for (const read of entitlements) this.hold(read);
      const listed = new Set(entitlements.map((read) => read.id));
      for (const held of this.allHeld()) if (isOver(held) && !listed.has(held.id)) this.drop(held.id);
      sql.exec("DELETE FROM held WHERE router NOT IN (SELECT id FROM router WHERE assigned = 1)");
      sql.exec("DELETE FROM router_check WHERE router NOT IN (SELECT id FROM router WHERE assigned = 1)");
      sql.exec("DELETE FROM reported WHERE id NOT IN (SELECT id FROM held)");
    });
  }

  unassign(routerId: string): void {
    this.sql().exec("UPDATE router SET assigned = 0, report = NULL WHERE id = ?1", routerId);
    this.sql().exec("DELETE FROM held WHERE router = ?1", routerId);
    this.sql().exec("DELETE FROM router_check WHERE router = ?1", routerId);
    this.sql().exec("DELETE FROM reported WHERE id NOT IN (SELECT id FROM held)");
  }

  isAssigned(routerId: string): boolean {
    return (
      this.sql().exec("SELECT 1 FROM router WHERE id = ?1 AND assigned = 1", routerId).toArray().length > 0
    );
  }

  /** Routers that this bridge was once given and must not hold any more. */
  formerRouters(): string[] {
    return this.sql()
      .exec<{ id: string }>("SELECT id FROM router WHERE assigned = 0")
      .toArray()
      .map((row) => row.id);
  }

  private drop(id: string): void {
    this.sql().exec("DELETE FROM held WHERE id = ?1", id);
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

  reported(id: string): Reported | null {
    const rows = this.sql().exec<Reported>("SELECT rev, state FROM reported WHERE id = ?1", id);
    return rows.toArray()[0] ?? null;
  }

  /** Devices of what was reported as online, as far as that is what is wanted now. */
  onlineDevices(providerId: string, routerIds: readonly string[], now: number): string[] {
    const rows = this.sql().exec<{ mac: string }>(
      `SELECT DISTINCT devices.value AS mac FROM reported JOIN held ON held.id = reported.id
        JOIN json_each(held.body, '$.macs') AS devices
      WHERE reported.state = 'online' AND held.router IN (SELECT value FROM json_each(?2))
        AND held.body ->> '$.providerId' = ?1 AND held.body ->> '$.state' IN ('waiting', 'running')
        AND held.body ->> '$.rev' <= reported.rev AND coalesce(held.body ->> '$.endsAt', ?3 + 1) > ?3`,
      providerId,
      JSON.stringify(routerIds),
      now,
    );
    return rows.toArray().map(({ mac }) => mac);
  }

  acked(journalId: string): number {
    const rows = this.sql().exec<{ acked: number }>("SELECT acked FROM journal WHERE id = ?1", journalId);
    return rows.toArray()[0]?.acked ?? 0;
  }

  setAcked(journalId: string, seq: number): void {
    this.sql().exec(
      `INSERT INTO journal (id, acked) VALUES (?1, ?2)
      ON CONFLICT (id) DO UPDATE SET acked = excluded.acked WHERE acked < excluded.acked`,
      journalId,
      seq,
    );
    // A bridge names its journals itself; of those before the last ones nothing more is to come.
    this.sql().exec(
      `DELETE FROM journal WHERE id <> ?1
        AND rowid NOT IN (SELECT rowid FROM journal WHERE id <> ?1 ORDER BY rowid DESC LIMIT ?2)`,
      journalId,
      quotas.bridge.journals - 1,
    );
  }

  setRouter(id: string, report: RouterReport): void {
    this.sql().exec("UPDATE router SET report = ?2 WHERE id = ?1", id, JSON.stringify(report));
  }

  router(id: string): RouterReport | null {
    const rows = this.sql().exec<{ report: string | null }>("SELECT report FROM router WHERE id = ?1", id);
    const report = rows.toArray()[0]?.report;
    return report ? (JSON.parse(report) as RouterReport) : null;
  }

  check(routerId: string): KeptCheck | null {
    const rows = this.sql().exec<{ body: string }>(
      "SELECT body FROM router_check WHERE router = ?1",
      routerId,
    );
    const body = rows.toArray()[0]?.body;
    return body ? (JSON.parse(body) as KeptCheck) : null;
  }

  keepCheck(routerId: string, check: KeptCheck): void {
    this.sql().exec(
      "INSERT OR REPLACE INTO router_check (router, body) VALUES (?1, ?2)",
      routerId,
      JSON.stringify(check),
    );
  }

  /** Those assigned now, with what was last said of each. */
  assignedRouters(): { id: string; report: RouterReport | null }[] {
    return this.sql()
      .exec<{ id: string; report: string | null }>(
        "SELECT id, report FROM router WHERE assigned = 1 ORDER BY id",
      )
      .toArray()
      .map(({ id, report }) => ({ id, report: report ? (JSON.parse(report) as RouterReport) : null }));
  }

  /** True when the totals of this session, which was admitted, were last written by then. */
  isUsageDue(session: string, writtenBy: number): boolean {
    const rows = this.sql().exec<{ at: number }>(
      "SELECT written_at AS at FROM usage WHERE session = ?1",
      session,
    );
    const known = rows.toArray()[0];
    return known !== undefined && known.at <= writtenBy;
  }

  usageWritten(sessions: readonly string[], now: number): void {
    for (const session of sessions)
      this.sql().exec(
        `INSERT INTO usage (session, written_at) VALUES (?1, ?2)
        ON CONFLICT (session) DO UPDATE SET written_at = excluded.written_at`,
        session,
        now,
      );
    this.sql().exec("DELETE FROM usage WHERE written_at < ?1", now - 86_400_000);
  }

  /**
   * Whether there is room for what is told of this session: it is known, or one of as many new ones a day (UTC) as a
   * bridge may tell of. A bridge names its sessions itself, and each is a row.
   */
  admitsSession(session: string, now: number): boolean {
    const sql = this.sql();
    if (sql.exec("SELECT 1 FROM usage WHERE session = ?1", session).toArray().length > 0) return true;
    const room = sql.exec(
      `INSERT INTO sessions_told (one, day, count) VALUES (1, ?1, 1)
      ON CONFLICT (one) DO UPDATE SET day = excluded.day, count = CASE WHEN day = excluded.day THEN count + 1 ELSE 1 END
        WHERE day <> excluded.day OR count < ?2`,
      Math.floor(now / 86_400_000),
      quotas.bridge.sessionsPerDay,
    );
    if (room.rowsWritten === 0) return false;
    this.usageWritten([session], now);
    return true;
  }

  /** True at most once an hour for the same thing, so that a bridge that goes astray does not fill the audit. */
  mayAudit(what: string, now: number): boolean {
    const written = this.sql().exec(
      `INSERT INTO audited (what, at) VALUES (?1, ?2)
      ON CONFLICT (what) DO UPDATE SET at = excluded.at WHERE at <= ?2 - 3600000`,
      what,
      now,
    );
    return written.rowsWritten > 0;
  }
}
