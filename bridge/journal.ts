import { mkdirSync } from "node:fs";
import type { Clock } from "./clock.ts";
import { openDatabase } from "./journal/database.ts";
import { EntitlementStore } from "./journal/entitlements.ts";
import { EventStore } from "./journal/events.ts";
import { JournalFile } from "./journal/file.ts";
import { LineUsageStore } from "./journal/line-usage.ts";
import { LineStore } from "./journal/lines.ts";
import { lockFolder } from "./journal/lock.ts";
import { OfflineVoucherStore, type RouterView } from "./journal/offline-vouchers.ts";
import { RouterStore } from "./journal/routers.ts";
import { SessionStore } from "./journal/sessions.ts";
import type { Log } from "./log.ts";

export type { Change } from "./journal/entitlements.ts";
export { JournalHeld } from "./journal/lock.ts";
export type { RouterView } from "./journal/offline-vouchers.ts";

/** What shall be and what is not yet told, in one folder. Each change is on disk when its method returns; memory has no copy. */
export class Journal {
  readonly routers: RouterStore;
  readonly entitlements: EntitlementStore;
  readonly sessions: SessionStore;
  readonly offlineVouchers: OfflineVoucherStore;
  readonly lines: LineStore;
  readonly lineUsage: LineUsageStore;
  readonly events: EventStore;
  readonly #file: JournalFile;
  readonly #unlock: () => void;

  /** Creates the folder if need be. Throws `JournalHeld` while another process has it. */
  static open(folder: string, clock: Clock, log: Log): Journal {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const unlock = lockFolder(folder);
    try {
      const database = openDatabase(folder, (message) => log("journal.unreadable", { message }));
      return new Journal(new JournalFile(database, clock), unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private constructor(file: JournalFile, unlock: () => void) {
    this.#file = file;
    this.#unlock = unlock;
    this.events = new EventStore(file);
    this.routers = new RouterStore(file);
    this.entitlements = new EntitlementStore(file, this.events);
    this.sessions = new SessionStore(file, this.events, this.entitlements);
    this.offlineVouchers = new OfflineVoucherStore(file, this.events, this.entitlements);
    this.lineUsage = new LineUsageStore(file);
    this.lines = new LineStore(file, this.events, this.lineUsage);
  }

  get id(): string {
    return this.#file.meta("journalId") ?? "";
  }

  get began(): number {
    return Number(this.#file.meta("began"));
  }

  /** Site time in milliseconds; see `SiteTime`. */
  now(): number {
    return this.#file.now();
  }

  /** Everything that `change` does is one commit, or nothing of it is. */
  atOnce<T>(change: () => T): T {
    return this.#file.commit("now", change);
  }

  /** Housekeeping, about once a minute: notes the clocks for a restart and drops what is long settled. */
  keep(): void {
    this.#file.commit("soon", () => {
      this.entitlements.purge();
      this.offlineVouchers.purge();
      this.lines.purge();
    });
  }

  /** Drops the router's credentials and everything about it, unacknowledged events included, but for those of offline vouchers. */
  forget(routerId: string, view: RouterView): void {
    this.atOnce(() => {
      this.entitlements.forget(routerId);
      this.lines.forget(routerId);
      for (const table of ["routers", "sessions"])
        this.#file.run(`DELETE FROM ${table} WHERE router_id = ?`, routerId);
      this.events.forget(routerId);
      this.offlineVouchers.forget(routerId, view);
    });
    this.#file.scrub();
  }

  reset(): void {
    this.#file.begin();
    this.#file.scrub();
  }

  close(): void {
    this.#file.close();
    this.#unlock();
  }
}
