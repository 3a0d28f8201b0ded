import { log } from "../log.ts";
import type { Answered } from "./executor.ts";
import {
  makeTables,
  readSnapshot,
  type Snapshot,
  type SnapshotPart,
  type SnapshotRev,
  snapshotParts,
  storedRev,
  storeSnapshot,
} from "./snapshot.ts";
import type { Query } from "./sql.ts";

/** D1's side of a snapshot. */
type SnapshotSource = {
  rev(): Promise<SnapshotRev>;
  read(parts: readonly SnapshotPart[]): Promise<Snapshot>;
  acknowledge(rev: SnapshotRev): Promise<void>;
  /** Where the provider's own tables are not, nothing is kept: it was never called, or it was erased. */
  isKept(): boolean;
};

/**
 * What concerns one provider is told to its object; what concerns all is asked for, by a request that says that it changed
 * (worker/http/forward.ts), else after this time.
 */
const askEveryMs = 5_000;

/** The platform's rows that concern one provider, in the storage of its object (worker/db/snapshot.ts). */
export class ProviderSnapshot {
  private readonly storage: DurableObjectStorage;
  private readonly source: SnapshotSource;
  private held: SnapshotRev | null | undefined;
  private refreshing: Promise<SnapshotRev> | undefined;
  /** UTC ms. */
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(storage: DurableObjectStorage, source: SnapshotSource) {
    this.storage = storage;
    this.source = source;
  }

  async read(queries: readonly Query[]): Promise<Answered[]> {
    await this.ask();
    return readSnapshot(this.storage.sql, queries);
  }

  private async ask(): Promise<void> {
    if (this.rev() === null) return this.refresh();
    if (Math.abs(Date.now() - this.askedAt) < askEveryMs) return;
    this.askedAt = Date.now();
    await this.renew(async () => this.upTo(await this.source.rev()));
  }

  /** Before a request that is known to be younger than what is held. With D1 away the older one serves on. */
  async upTo(known: SnapshotRev): Promise<void> {
    this.askedAt = Date.now();
    if (this.behind(known).length === 0) return;
    this.refreshing ??= this.readAnew(this.behind(known)).finally(() => {
      this.refreshing = undefined;
    });
    const refreshing = this.refreshing;
    await this.renew(async () => {
      await refreshing;
      // It may have begun before the change that is waited for, or have been of the other part.
      const behind = this.behind(known);
      if (behind.length > 0) await this.readAnew(behind);
    });
  }

  private async renew(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (cause) {
      if (this.rev() === null) throw cause;
      log("error", "snapshot not renewed", cause);
    }
  }

  /** The platform changed what concerns the provider alone. */
  async refresh(): Promise<void> {
    const found = await this.readAnew(this.rev() ? ["own"] : snapshotParts);
    const behind = this.source.isKept() ? this.behind(found) : [];
    if (behind.length > 0) await this.readAnew(behind);
  }

  /** Asks D1 for these parts. Two at once may end in any order: of each part the younger one stays. */
  private async readAnew(parts: readonly SnapshotPart[]): Promise<SnapshotRev> {
    const snapshot = await this.source.read(parts);
    const fresh = parts.filter((part) => this.behind(snapshot).includes(part));
    if (this.source.isKept() && fresh.length > 0) this.store(snapshot, fresh);
    if (parts.includes("own")) await this.source.acknowledge(snapshot);
    return snapshot;
  }

  private store(snapshot: Snapshot, fresh: readonly SnapshotPart[]): void {
    const held = this.rev();
    // One part alone is no snapshot: that of before went while this was read.
    if (!held && fresh.length < snapshotParts.length) return;
    const rev = (part: SnapshotPart) => (fresh.includes(part) || !held ? snapshot[part] : held[part]);
    const next = { shared: rev("shared"), own: rev("own") };
    this.storage.transactionSync(() => {
      if (!held) makeTables(this.storage.sql);
      storeSnapshot(this.storage.sql, snapshot, fresh, next);
    });
    this.held = next;
  }

  /** Its tables are gone. */
  forget(): void {
    this.held = null;
  }

  /** Which parts of what is held are older. */
  private behind(known: SnapshotRev): SnapshotPart[] {
    const held = this.rev();
    return snapshotParts.filter((part) => held === null || held[part] < known[part]);
  }

  /** What is held; null before the first. */
  rev(): SnapshotRev | null {
    if (this.held === undefined) this.held = storedRev(this.storage.sql);
    return this.held;
  }
}
