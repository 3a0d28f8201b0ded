import type { FromBridge } from "../../contract/bridge.ts";
import type { RouterFacts } from "../../contract/router-facts.ts";
import type { Text } from "../../contract/texts.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { exec } from "../../db/executor.ts";
import { among, sql } from "../../db/sql.ts";
import {
  type EntitlementRecord,
  isOver,
  laterOf,
  type Reported,
  type ReportedState,
} from "../entitlements/index.ts";
import { quotas } from "../rate-limits/index.ts";
import { makeTables } from "./bridge-tables.ts";

/** `at`: when it was said. `seenAt`: when the router last answered; null for never, absent in what was kept before. */
export type RouterReport = {
  state: Extract<FromBridge, { type: "router" }>["state"];
  message: Text | null;
  version: string | null;
  at: number;
  seenAt?: number | null;
  /** Devices that are kept out by a user of another system. */
  foreignUsers?: string[];
};

/** What a bridge last read of a router, at `at`; `clockOffMs`: how far its clock was ahead of ours. */
export type KeptCheck = { at: number; facts: RouterFacts; note: Text | null; clockOffMs: number | null };

type Said = { rev: number | null; state: ReportedState | null };

const reportedOf = ({ rev, state }: Said): Reported | null =>
  rev === null || state === null ? null : { rev, state };

/** Of a later `rev`, or another state of the same. */
const isNews = (known: Reported | null, { rev, state }: Reported): boolean =>
  known === null || rev > known.rev || (rev === known.rev && state !== known.state);

/** All of it but the acknowledgements, and events that wait for a provider, can be refilled from D1. Nothing is written that is there: rows written cost. */
export class BridgeStorage {
  private readonly storage: DurableObjectStorage;
  /** Of a `rev` that is not written yet. */
  private readonly unwritten = new Map<string, Reported>();
  private ready = false;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
  }

  sql(): SqlStorage {
    if (!this.ready) makeTables(this.storage);
    this.ready = true;
    return this.storage.sql;
  }

  /** @param said what the bridge says of it, durably */
  hold(read: EntitlementRecord, said?: Reported): void {
    if (said && (this.unwritten.get(read.id)?.rev ?? Number.POSITIVE_INFINITY) <= said.rev)
      this.unwritten.delete(read.id);
    const known = this.held(read.id);
    const held = known ? laterOf(known, read) : read;
    const body = JSON.stringify(held);
    const before = this.kept(read.id);
    const now = said && isNews(before, said) ? said : before;
    if (known && now === before && body === JSON.stringify(known)) return;
    exec(
      this.sql(),
      sql`INSERT INTO held (id, router, body, said_rev, said_state)
        VALUES (${read.id}, ${held.routerId}, ${body}, ${now?.rev ?? null}, ${now?.state ?? null})
        ON CONFLICT (id) DO UPDATE SET router = excluded.router, body = excluded.body,
          said_rev = excluded.said_rev, said_state = excluded.said_state`,
    );
  }

  held(id: string): EntitlementRecord | null {
    const row = exec(this.sql(), sql<{ body: string }>`SELECT body FROM held WHERE id = ${id}`).toArray()[0];
    return row ? (JSON.parse(row.body) as EntitlementRecord) : null;
  }

  allHeld(): EntitlementRecord[] {
    return exec(
      this.sql(),
      sql<{ body: string }>`SELECT body FROM held WHERE router IN (SELECT id FROM router WHERE assigned = 1)`,
    )
      .toArray()
      .map((row) => JSON.parse(row.body) as EntitlementRecord);
  }

  /**
   * All its routers from D1, with what lives and ended lately. Ends that D1 no longer lists are done; absence means nothing else.
   * @param silent providers whose purchases could not be read
   */
  assign(
    routers: readonly { id: string; isListed: boolean }[],
    entitlements: readonly EntitlementRecord[],
    silent: readonly string[],
  ): void {
    this.storage.transactionSync(() => {
      const ids = JSON.stringify(routers.map(({ id }) => id));
      const rows = JSON.stringify(routers.map(({ id, isListed }) => [id, Number(isListed)]));
      exec(
        this.sql(),
        sql`UPDATE router SET assigned = 0, report = NULL
          WHERE assigned = 1 AND id NOT IN (SELECT value FROM json_each(${ids}))`,
      );
      exec(
        this.sql(),
        // D1 was read a moment ago: what was written since is known here. A bridge that was replaced took it back there.
        sql`INSERT INTO router (id, assigned, listed) SELECT value ->> 0, 1, value ->> 1 FROM json_each(${rows}) WHERE true
          ON CONFLICT (id) DO UPDATE SET assigned = 1,
            listed = iif(assigned = 0, excluded.listed, min(listed, excluded.listed))
          WHERE assigned = 0 OR listed > excluded.listed`,
      );
      for (const read of entitlements) this.hold(read);
      const listed = new Set(entitlements.map((read) => read.id));
      const isDone = (held: EntitlementRecord) =>
        isOver(held) && !listed.has(held.id) && !silent.includes(held.providerId);
      for (const held of this.allHeld()) if (isDone(held)) this.drop(held.id);
      exec(this.sql(), sql`DELETE FROM held WHERE router NOT IN (SELECT id FROM router WHERE assigned = 1)`);
      exec(
        this.sql(),
        sql`DELETE FROM router_check WHERE router NOT IN (SELECT id FROM router WHERE assigned = 1)`,
      );
      this.forgetUnheld();
    });
  }

  unassign(routerId: string): void {
    exec(this.sql(), sql`UPDATE router SET assigned = 0, report = NULL WHERE id = ${routerId}`);
    exec(this.sql(), sql`DELETE FROM held WHERE router = ${routerId}`);
    exec(this.sql(), sql`DELETE FROM router_check WHERE router = ${routerId}`);
    this.forgetUnheld();
  }

  private forgetUnheld(): void {
    for (const id of this.unwritten.keys()) if (!this.held(id)) this.unwritten.delete(id);
  }

  isAssigned(routerId: string): boolean {
    return (
      exec(this.sql(), sql`SELECT 1 FROM router WHERE id = ${routerId} AND assigned = 1`).toArray().length > 0
    );
  }

  /** Routers that this bridge was once given and must not hold any more. */
  formerRouters(): string[] {
    return exec(this.sql(), sql<{ id: string }>`SELECT id FROM router WHERE assigned = 0`)
      .toArray()
      .map((row) => row.id);
  }

  private drop(id: string): void {
    exec(this.sql(), sql`DELETE FROM held WHERE id = ${id}`);
  }

  /**
   * What a bridge says of a purchase as it changes. Of a `rev` that it has not yet told durably it is only remembered: that event
   * comes right behind.
   */
  saysNow(id: string, said: Reported): void {
    if (!isNews(this.reported(id), said)) return;
    const held = this.held(id);
    if (held && this.kept(id)?.rev === said.rev) this.hold(held, said);
    else this.unwritten.set(id, said);
  }

  /** The last that the bridge said of it. */
  reported(id: string): Reported | null {
    return this.lastSaid(id, this.kept(id));
  }

  private lastSaid(id: string, kept: Reported | null): Reported | null {
    const live = this.unwritten.get(id);
    return live && isNews(kept, live) ? live : kept;
  }

  private kept(id: string): Reported | null {
    const [row] = exec(
      this.sql(),
      sql<Said>`SELECT said_rev AS rev, said_state AS state FROM held WHERE id = ${id}`,
    ).toArray();
    return row ? reportedOf(row) : null;
  }

  /** Devices of what was reported as online, as far as that is what is wanted now. */
  onlineDevices(providerId: string, routerIds: readonly string[], now: number): Subject[] {
    const rows = exec(
      this.sql(),
      sql<Said & { id: string; body: string }>`SELECT id, body, said_rev AS rev, said_state AS state FROM held
        WHERE router IN ${among(routerIds)}`,
    ).toArray();
    const subjects = rows.flatMap((row) => {
      const held = JSON.parse(row.body) as EntitlementRecord;
      const said = this.lastSaid(row.id, reportedOf(row));
      const isWanted = held.state === "waiting" || held.state === "running";
      const isIt = held.providerId === providerId && isWanted && (held.endsAt ?? now + 1) > now;
      return isIt && said?.state === "online" && held.rev <= said.rev ? held.subjects : [];
    });
    return [...new Set(subjects)];
  }

  acked(journalId: string): number {
    const rows = exec(this.sql(), sql<{ acked: number }>`SELECT acked FROM journal WHERE id = ${journalId}`);
    return rows.toArray()[0]?.acked ?? 0;
  }

  setAcked(journalId: string, seq: number): void {
    exec(
      this.sql(),
      sql`INSERT INTO journal (id, acked) VALUES (${journalId}, ${seq})
        ON CONFLICT (id) DO UPDATE SET acked = excluded.acked WHERE acked < excluded.acked`,
    );
    // A bridge names its journals itself; of those before the last ones nothing more is to come.
    exec(
      this.sql(),
      sql`DELETE FROM journal WHERE id <> ${journalId}
        AND rowid NOT IN (SELECT rowid FROM journal WHERE id <> ${journalId} ORDER BY rowid DESC
          LIMIT ${quotas.bridge.journals - 1})`,
    );
  }

  setRouter(id: string, report: RouterReport): void {
    exec(this.sql(), sql`UPDATE router SET report = ${JSON.stringify(report)} WHERE id = ${id}`);
  }

  router(id: string): RouterReport | null {
    const rows = exec(this.sql(), sql<{ report: string | null }>`SELECT report FROM router WHERE id = ${id}`);
    const report = rows.toArray()[0]?.report;
    return report ? (JSON.parse(report) as RouterReport) : null;
  }

  check(routerId: string): KeptCheck | null {
    const rows = exec(
      this.sql(),
      sql<{ body: string }>`SELECT body FROM router_check WHERE router = ${routerId}`,
    );
    const body = rows.toArray()[0]?.body;
    return body ? (JSON.parse(body) as KeptCheck) : null;
  }

  keepCheck(routerId: string, check: KeptCheck): void {
    exec(
      this.sql(),
      sql`INSERT OR REPLACE INTO router_check (router, body) VALUES (${routerId}, ${JSON.stringify(check)})`,
    );
  }

  /** @property isListed D1 shows it as reached */
  assignedRouters(): { id: string; report: RouterReport | null; isListed: boolean }[] {
    return exec(
      this.sql(),
      sql<{ id: string; report: string | null; listed: number }>`SELECT id, report, listed FROM router
        WHERE assigned = 1 ORDER BY id`,
    )
      .toArray()
      .map(({ id, report, listed }) => ({
        id,
        report: report ? (JSON.parse(report) as RouterReport) : null,
        isListed: listed === 1,
      }));
  }

  setListed(routerIds: readonly string[], isListed: boolean): void {
    exec(this.sql(), sql`UPDATE router SET listed = ${isListed} WHERE id IN ${among(routerIds)}`);
  }

  /** True at most once an hour for the same thing, so that a bridge that goes astray does not fill the audit. */
  mayAudit(what: string, now: number): boolean {
    const written = exec(
      this.sql(),
      sql`INSERT INTO audited (what, at) VALUES (${what}, ${now})
        ON CONFLICT (what) DO UPDATE SET at = excluded.at WHERE at <= ${now} - 3600000`,
    );
    return written.rowsWritten > 0;
  }
}
