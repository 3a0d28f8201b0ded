import type { DesiredEntitlement } from "#contract/bridge";
import { endAfter } from "#contract/values/open-hours";
import type { Subject } from "#contract/values/subject";
import { dayMs } from "#contract/values/time";
import {
  type AppliedState,
  type EndReason,
  type Entitlement,
  isDone,
  isEnded,
  isProgress,
  isShut,
  taken,
} from "../entitlement.ts";
import type { EventStore } from "./events.ts";
import type { JournalFile } from "./file.ts";

/** One that a desired entitlement changed. */
export type Change = { before: Entitlement | undefined; after: Entitlement };

const settledKeptMs = 30 * dayMs;

export class EntitlementStore {
  readonly #file: JournalFile;
  readonly #events: EventStore;

  constructor(file: JournalFile, events: EventStore) {
    this.#file = file;
    this.#events = events;
  }

  desired(desiredEntitlements: readonly DesiredEntitlement[]): Change[] {
    return this.#file.commit("now", () =>
      desiredEntitlements.flatMap((desired) => {
        const before = this.get(desired.id);
        const used = before ? this.used(desired.id) : 0;
        const after = taken(desired, before, used, this.#file.now(), this.#file.machineBoot);
        if (!after) return [];
        if (after.deadline !== (before?.deadline ?? null) || after.hours !== before?.hours) this.#file.date();
        this.#save(after);
        return [{ before, after }];
      }),
    );
  }

  get(id: string): Entitlement | undefined {
    return this.#file.documents<Entitlement>("SELECT data FROM entitlements WHERE id = ?", id)[0];
  }

  /** All that this device is or was let out for on this router and that is not settled. */
  ofDevice(routerId: string, subject: Subject): Entitlement[] {
    const sql = `SELECT e.data FROM devices d JOIN entitlements e ON e.id = d.entitlement_id
      WHERE d.router_id = ? AND d.subject = ? AND e.settled = 0`;
    return this.#file.documents(sql, routerId, subject);
  }

  /** Those that still need this router: live ones, and ends that are not yet confirmed. */
  unsettled(routerId: string): Entitlement[] {
    const sql = `SELECT data FROM entitlements WHERE settled = 0 AND
      (router_id = ? OR id IN (SELECT entitlement_id FROM devices WHERE router_id = ?))`;
    return this.#file.documents(sql, routerId, routerId);
  }

  served(): number {
    const sql = "SELECT count(*) AS count FROM entitlements WHERE settled = 0 AND live = 1";
    return Number(this.#file.rows(sql)[0]?.count);
  }

  /** Whether there is any of those. */
  isNeeded(routerId: string): boolean {
    const sql = `SELECT 1 FROM entitlements WHERE settled = 0 AND router_id = ?
      UNION ALL SELECT 1 FROM devices d JOIN entitlements e ON e.id = d.entitlement_id
      WHERE d.router_id = ? AND e.settled = 0 LIMIT 1`;
    return this.#file.rows(sql, routerId, routerId).length > 0;
  }

  /** Live ones of this router whose deadline has passed. */
  due(routerId: string): Entitlement[] {
    const sql =
      "SELECT data FROM entitlements WHERE settled = 0 AND router_id = ? AND live = 1 AND deadline <= ?";
    return this.#file.documents(sql, routerId, this.#file.now());
  }

  /** Live ones of this router that are open at some hours only. */
  withHours(routerId: string): Entitlement[] {
    const sql = `SELECT data FROM entitlements WHERE router_id = ? AND live = 1 AND settled = 0
      AND json_extract(data, '$.hours') IS NOT NULL`;
    return this.#file.documents(sql, routerId);
  }

  /** Nobody is let in by it now, and it lives on. */
  isShut(entitlement: Entitlement): boolean {
    return isShut(entitlement, this.#file.now(), (run) => this.#file.isCounted(run));
  }

  /** Bytes used, both directions, by all its devices. */
  used(id: string): number {
    const sql = "SELECT coalesce(sum(bytes), 0) AS bytes FROM sessions WHERE entitlement_id = ?";
    return (this.get(id)?.usedBefore ?? 0) + Number(this.#file.rows(sql, id)[0]?.bytes ?? 0);
  }

  /** Before the router is asked to let this device out, or when it turns out that it was. */
  touch(id: string, routerId: string, subject: Subject, adoptedAt?: number): void {
    const known = this.get(id);
    if (!known || known.touched.some((one) => one.routerId === routerId && one.subject === subject)) return;
    const device = { routerId, subject, ...(adoptedAt !== undefined && { adoptedAt }) };
    const touched = [...known.touched, device];
    this.#file.commit("now", () => this.#save({ ...known, touched }));
  }

  /** After the router confirmed that nothing lets this device out for it any more. */
  untouch(id: string, routerId: string, subject: Subject): void {
    const known = this.get(id);
    const touched = known?.touched.filter((one) => one.routerId !== routerId || one.subject !== subject);
    if (!known || !touched || touched.length === known.touched.length) return;
    this.#file.commit("now", () => this.#save({ ...known, touched }));
  }

  /** The router confirmed the first session, which began at `at`: the bought time runs from there. Once only. */
  start(id: string, at: number): void {
    const known = this.get(id);
    if (!known || known.startedAt !== null || known.spec.kind !== "serve") return;
    const { spec, rev, routerId } = known;
    this.#file.commit("now", () => {
      this.#file.date();
      const deadline = endAfter(known.hours ?? null, at, spec.durationMs);
      this.#save({ ...known, startedAt: at, deadline });
      this.#events.note(routerId, at, { kind: "started", entitlementId: id, rev });
    });
  }

  /** Its time or data is used up. Once only. */
  end(id: string, reason: EndReason): void {
    const known = this.get(id);
    if (!known || isEnded(known)) return;
    const now = this.#file.now();
    const at = reason === "time" ? Math.min(now, known.deadline ?? now) : now;
    this.#file.commit("now", () => {
      this.#save({ ...known, endedAt: at, endReason: reason });
      this.#events.note(known.routerId, at, { kind: "ended", entitlementId: id, rev: known.rev, reason });
    });
  }

  applied(id: string, state: AppliedState): void {
    const known = this.get(id);
    if (!known || !isProgress(known.applied, known.rev, state)) return;
    const { rev, routerId } = known;
    this.#file.commit("now", () => {
      this.#save({ ...known, applied: { rev, state } });
      this.#events.note(routerId, this.#file.now(), { kind: "applied", entitlementId: id, rev, state });
    });
  }

  /** Within the commit that ends one of its sessions, or finds one that nobody here has counted. */
  addUsed(id: string, bytes: number): void {
    const known = this.get(id);
    if (known) this.#save({ ...known, usedBefore: known.usedBefore + bytes });
  }

  /** Within the commit that forgets the router. */
  forget(routerId: string): void {
    const sql =
      "SELECT data FROM entitlements WHERE id IN (SELECT entitlement_id FROM devices WHERE router_id = ?)";
    for (const entitlement of this.#file.documents<Entitlement>(sql, routerId)) {
      const touched = entitlement.touched.filter((one) => one.routerId !== routerId);
      this.#save({ ...entitlement, touched });
    }
    const own = this.#file.rows("SELECT id FROM entitlements WHERE router_id = ?", routerId);
    for (const { id } of own) this.#drop(String(id));
  }

  /** Drops what was settled a month ago; the worker keeps sending ends for 7 days. */
  purge(): void {
    const sql = "SELECT id FROM entitlements WHERE settled = 1 AND changed_at < ?";
    const old = this.#file.rows(sql, this.#file.now() - settledKeptMs);
    if (old.length === 0) return;
    this.#file.commit("now", () => {
      for (const { id } of old) this.#drop(String(id));
    });
  }

  #save(entitlement: Entitlement): void {
    const { id, routerId, spec, deadline, touched } = entitlement;
    this.#file.run(
      `INSERT OR REPLACE INTO entitlements (id, router_id, live, settled, deadline, changed_at, data)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      id,
      routerId,
      isEnded(entitlement) ? 0 : 1,
      isDone(entitlement) ? 1 : 0,
      deadline,
      this.#file.now(),
      JSON.stringify(entitlement),
    );
    this.#file.run("DELETE FROM devices WHERE entitlement_id = ?", id);
    for (const device of [...spec.subjects.map((subject) => ({ routerId, subject })), ...touched])
      this.#file.run("INSERT OR IGNORE INTO devices VALUES (?, ?, ?)", device.routerId, device.subject, id);
  }

  #drop(id: string): void {
    this.#file.run("DELETE FROM entitlements WHERE id = ?", id);
    this.#file.run("DELETE FROM devices WHERE entitlement_id = ?", id);
  }
}
