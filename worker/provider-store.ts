import { envAtProvider, makeContext } from "./context.ts";
import { platformBooks } from "./contract/values/platform-books.ts";
import type { PlacedPage } from "./db/carried-rows.ts";
import type { RunAnswer } from "./db/executor.ts";
import { ProviderDatabase } from "./db/provider-database.ts";
import { ProviderRestore, type RestoreEnd } from "./db/provider-restore.ts";
import { ProviderSnapshot } from "./db/provider-snapshot.ts";
import { deliveredStatement, revStatement, snapshotOf, snapshotStatements } from "./db/snapshot.ts";
import type { Query } from "./db/sql.ts";
import type { Env } from "./env.ts";
import { deliverNow } from "./features/entitlements/index.ts";
import { type PaymentState, type PaymentWritten, writePayment } from "./features/payments/index.ts";
import { LimitObject } from "./features/rate-limits/limit-object.ts";
import type { ProviderCalls } from "./provider-api.ts";

/** An object that keeps what goes over a restore of this provider's. */
const keeperOf = (providerId: string) => `restore of ${providerId}`;
/** A page has less than a megabyte. */
const pagesAtOnce = 8;

/** From the first row that is taken along to the last that is put back; the object ends in between, its isolate goes on. */
const goingBack = new Set<string>();

/**
 * A provider's object as a store, without the application: what everything outside of it calls. Limits of its devices, routers and
 * visitors are counted beside its rows.
 */
export class ProviderStore extends LimitObject<Env> implements ProviderCalls {
  protected readonly id = this.ctx.id.name ?? "";
  /** What runs in here is given: to it, this object is no call away. */
  protected readonly own = envAtProvider(this.env, this.id, this, () => this.version());
  protected readonly database = new ProviderDatabase(this.ctx.storage, {
    isKnown: () => this.isKnown(),
    isGoingBack: () => goingBack.has(this.id),
    opened: () => this.opened(),
    written: () => this.written(),
  });
  protected readonly snapshot = new ProviderSnapshot(this.ctx.storage, {
    rev: async () => {
      const [rev] = await this.platform().all(revStatement(this.id));
      return rev ?? { shared: 0, own: 0 };
    },
    read: async () => snapshotOf(await this.platform().batch(snapshotStatements(this.id))),
    acknowledge: async (rev) => {
      await this.platform().run(deliveredStatement(this.id, rev));
    },
    isKept: () => this.database.hasTables(),
  });

  private readonly past = new ProviderRestore(this.ctx.storage, () =>
    this.env.PROVIDER.getByName(keeperOf(this.id)),
  );

  /** The isolate goes on where the object ends, and the next one may have gone back to an earlier moment. */
  private readonly started = crypto.randomUUID();

  /** Another one after each change of the provider's plans or of its snapshot; null while there is none. */
  protected version(): string | null {
    const rev = this.snapshot.rev();
    return rev && `${this.started} ${this.database.planChanges} ${rev.shared} ${rev.own}`;
  }

  /** Statements on the provider's tables, in order, as one transaction. */
  async run(queries: readonly Query[]): Promise<RunAnswer> {
    return this.database.run(queries);
  }

  /**
   * Begins to take the storage back to a moment (UTC ms), and ends this object: then the call itself fails. `endRestore` finds out
   * how it went. @returns what was in the way; nothing has changed then
   */
  async restore(at: number, begunAt: number): Promise<{ fault: string }> {
    goingBack.add(this.id);
    try {
      await this.past.begin(at, begunAt);
    } catch (cause) {
      return { fault: cause instanceof Error ? cause.message : String(cause) };
    }
    this.ctx.abort("the storage goes back to an earlier moment");
    return { fault: "" };
  }

  /** Puts back what came since about money and access. May be repeated. */
  async endRestore(begunAt: number): Promise<RestoreEnd> {
    // The moment may lie before the last change of the tables.
    await this.database.migrate();
    const end = await this.past.end(begunAt);
    goingBack.delete(this.id);
    this.written();
    return end;
  }

  /** Removes all that is kept here. Asked again it does nothing. @throws for a provider that the platform still has */
  async erase(): Promise<void> {
    if (await this.isKnown()) throw new Error("a provider that is not being erased keeps its data");
    await this.closed();
    this.snapshot.forget();
    this.forgetLimits();
    await this.database.erase();
  }

  /** A payment's change: row, books, access, and delivery of what was bought (`writePayment`). @throws to be repeated */
  async paymentChanged(state: PaymentState, isNew: boolean): Promise<PaymentWritten> {
    return writePayment(makeContext(this.own), state, isNew);
  }

  async deliver(entitlementId: string): Promise<void> {
    await deliverNow(makeContext(this.own), this.id, entitlementId);
  }

  /** In bytes; an object's own limit is 10 GB. */
  async size(): Promise<number> {
    return this.ctx.storage.sql.databaseSize;
  }

  async wake(): Promise<void> {
    // A store alone sweeps nothing.
  }

  /** A made-up or erased provider leaves nothing behind. */
  protected override mayKeep(): boolean {
    return this.database.hasTables();
  }

  /** The tables are there, for the first time since the object's start. */
  protected async opened(): Promise<void> {
    // A store alone sweeps nothing.
  }

  /** In the turn of a write. */
  protected written(): void {
    // A store alone sweeps nothing.
  }

  /** The tables are about to go. */
  protected async closed(): Promise<void> {
    // A store alone sweeps nothing.
  }

  /** Of another provider's restore, in an object that has nothing else (`keeperOf`). */
  async keep(page: PlacedPage): Promise<void> {
    await this.ctx.storage.put(page.place, page);
  }

  /** A few, in the order of their places. */
  async kept(after: string): Promise<PlacedPage[]> {
    const pages = await this.ctx.storage.list<PlacedPage>({ startAfter: after, limit: pagesAtOnce });
    return [...pages.values()];
  }

  async forgetKept(): Promise<void> {
    if (this.id.startsWith(keeperOf(""))) await this.ctx.storage.deleteAll();
  }

  /** Statements on the platform's rows that concern the provider, as they were told to this object. */
  async readSnapshot(queries: readonly Query[]): Promise<RunAnswer> {
    return this.readHere(queries);
  }

  /** The platform changed something that concerns the provider. */
  async refreshSnapshot(): Promise<void> {
    await this.snapshot.refresh();
  }

  protected readHere(queries: readonly Query[]): Promise<RunAnswer> {
    return this.database.whenOpen(() => this.snapshot.read(queries));
  }

  private platform() {
    return makeContext(this.env).platform;
  }

  private async isKnown(): Promise<boolean> {
    if (this.id === platformBooks) return true;
    return (await makeContext(this.env).lookup.providerById(this.id)) !== undefined;
  }
}
