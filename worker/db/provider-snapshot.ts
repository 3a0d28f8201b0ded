import { log } from "../log.ts";
import type { Answered } from "./executor.ts";
import { readSnapshot, type Snapshot, type SnapshotRev, storedRev, storeSnapshot } from "./snapshot.ts";
import type { Query } from "./sql.ts";

/** D1's side of a snapshot. */
type SnapshotSource = {
  rev(): Promise<SnapshotRev>;
  read(): Promise<Snapshot>;
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
  private refreshing: Promise<void> | undefined;
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
    if (this.has(known)) return;
    this.refreshing ??= this.refresh().finally(() => {
      this.refreshing = undefined;
    });
    const refreshing = this.refreshing;
    await this.renew(async () => {
      await refreshing;
      // It may have begun before the change that is waited for.
      if (!this.has(known)) await this.refresh();
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

  /** Asks D1 anew. Two at once may end in any order: the younger one stays. */
  async refresh(): Promise<void> {
    const snapshot = await this.source.read();
    if (this.source.isKept() && !this.has(snapshot)) {
      this.storage.transactionSync(() => storeSnapshot(this.storage.sql, snapshot));
      this.held = { shared: snapshot.shared, own: snapshot.own };
    }
    await this.source.acknowledge(snapshot);
  }

  /** Its tables are gone. */
  forget(): void {
    this.held = null;
  }

  private has({ shared, own }: SnapshotRev): boolean {
    const held = this.rev();
    return held !== null && held.shared >= shared && held.own >= own;
  }

  /** What is held; null before the first. */
  rev(): SnapshotRev | null {
    if (this.held === undefined) this.held = storedRev(this.storage.sql);
    return this.held;
  }
}
