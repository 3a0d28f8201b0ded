import { DurableObject } from "cloudflare:workers";
import { version } from "../package.json";
import { type Context, contextAt, makeContext } from "./context.ts";
import { platformBooks } from "./contract/values/platform-books.ts";
import type { PlacedPage } from "./db/carried-rows.ts";
import type { RunAnswer } from "./db/executor.ts";
import { ProviderAlarm } from "./db/provider-alarm.ts";
import { ProviderDatabase } from "./db/provider-database.ts";
import { ProviderFault } from "./db/provider-fault.ts";
import type { ProviderRestore, RestoreEnd } from "./db/provider-restore.ts";
import { ProviderSnapshot } from "./db/provider-snapshot.ts";
import { deliveredStatement, revStatement, snapshotOf, snapshotStatements } from "./db/snapshot.ts";
import type { Query } from "./db/sql.ts";
import type { LoadBegin, RowsOfTable } from "./db/whole-rows.ts";
import type { Env } from "./env.ts";
import type { BackedUp } from "./features/backups/index.ts";
import { deliverNow } from "./features/entitlements/index.ts";
import { type PaymentState, type PaymentWritten, writePayment } from "./features/payments/index.ts";
import { type LimitAct, Limits } from "./features/rate-limits/index.ts";
import type { OpenedAnswer, ProviderCalls } from "./provider-api.ts";

/** An object that keeps what goes over a restore of this provider's. */
const keeperOf = (providerId: string) => `restore of ${providerId}`;
/** A page has less than a megabyte. */
const pagesAtOnce = 8;

const idKey = "id";

/**
 * Whose object this is. Cloudflare wakes it by its name, and where it did not, its own storage says so.
 * @throws where neither does: as the object of a provider without a name it would speak for all of them
 */
function ownId({ id, storage }: DurableObjectState): string {
  const own = id.name ?? storage.kv.get<string>(idKey);
  if (!own) throw new Error("a provider's object was woken without a name");
  return own;
}

/** From the first row that is taken along to the last that is put back; the object ends in between, its isolate goes on. */
const goingBack = new Set<string>();

/** What a provider's object does with its rows beside answering them. */
export type ProviderWork = {
  /** When there is next something to sweep; null = nothing waits. */
  due(storage: SqlStorage, now: number): number | null;
  sweep(ctx: Context, providerId: string): Promise<void>;
  /** By when the cron shall wake the object; null = not at all. */
  tell(ctx: Context, providerId: string, wakeAt: number | null): Promise<void>;
};

/** A provider's object without the application: its rows, limits, snapshot and alarm, and what everything outside of it calls. */
export class ProviderStore extends DurableObject<Env> implements ProviderCalls {
  protected readonly id = ownId(this.ctx);
  /** What runs in here is given: to it, this object is no call away. */
  protected readonly context = contextAt(this.env, this.id, this, () => this.version());
  private readonly fault = new ProviderFault(this.ctx.storage, this.id, () => this.platform());
  protected readonly database = new ProviderDatabase(this.ctx.storage, {
    isKnown: () => this.isKnown(),
    isGoingBack: () => goingBack.has(this.id) || this.isLoading(),
    opened: async () => {
      this.keepId();
      await this.alarms?.opened();
      await this.fault.opened();
    },
    stuck: (cause) => this.fault.stuck(cause),
    written: () => this.alarms?.written(),
  });
  protected readonly snapshot = new ProviderSnapshot(this.ctx.storage, {
    rev: async () => {
      const [rev] = await this.platform().all(revStatement(this.id));
      return rev ?? { shared: 0, own: 0 };
    },
    read: async (parts) => snapshotOf(parts, await this.platform().batch(snapshotStatements(this.id, parts))),
    acknowledge: async (rev) => {
      await this.platform().run(deliveredStatement(this.id, rev));
    },
    isKept: () => this.database.hasTables(),
  });
  /** Of its devices, routers and visitors, beside its rows. A made-up or erased provider leaves nothing behind. */
  private readonly limits = new Limits(this.ctx.storage, () => this.database.hasTables());
  /** Rows of a backup are put in; null = not known yet. */
  private loading: boolean | null = null;
  /** While a store takes it. */
  private backingUp: Promise<BackedUp> | null = null;
  /** Null where nothing is swept. */
  private readonly alarms: ProviderAlarm | null;

  constructor(ctx: DurableObjectState, env: Env, work: ProviderWork | null = null) {
    super(ctx, env);
    const { id, context, database } = this;
    this.alarms =
      work &&
      new ProviderAlarm(ctx.storage, {
        providerId: id,
        open: () => database.open(),
        due: (now) => work.due(ctx.storage.sql, now),
        sweep: () => work.sweep(context, id),
        tell: (wakeAt) => work.tell(context, id, wakeAt),
      });
  }

  /** The isolate goes on where the object ends, and the next one may have gone back to an earlier moment. */
  private readonly started = crypto.randomUUID();

  /** Another one after each change of the provider's plans or of its snapshot; null while there is none. */
  private version(): string | null {
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
      await (await this.past()).begin(at, begunAt);
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
    const end = await (await this.past()).end(begunAt);
    goingBack.delete(this.id);
    this.alarms?.written();
    return end;
  }

  /** Loaded by the few objects that ever go back. */
  private async past(): Promise<ProviderRestore> {
    const { ProviderRestore } = await import("./db/provider-restore.ts");
    return new ProviderRestore(this.ctx.storage, () =>
      this.context.env.PROVIDER.getByName(keeperOf(this.id)),
    );
  }

  /** All of the provider, into the store for backups. May be repeated. @throws where it is not there as a whole */
  async backUp(night: string): Promise<BackedUp> {
    // Asked again while a slow store takes the first: two would put different files under one name, and the list name one of them.
    this.backingUp ??= this.putAway(night).finally(() => {
      this.backingUp = null;
    });
    return this.backingUp;
  }

  private async putAway(night: string): Promise<BackedUp> {
    await this.database.migrate();
    const { backUpProvider } = await import("./features/backups/index.ts");
    return backUpProvider(this.context, this.id, this.ctx.storage, night);
  }

  /** Makes room for the rows of a backup. From then on this object answers nothing, until `endLoad`. May be repeated. */
  async beginLoad(night: string, replaces: boolean): Promise<LoadBegin> {
    const begun = await (await this.wholeRows()).begin(night, replaces);
    if (begun === "other") return begun;
    this.loading = true;
    this.snapshot.forget();
    this.limits.forgetAll();
    this.keepId();
    return begun;
  }

  /** May be repeated. */
  async loadRows(pages: readonly RowsOfTable[]): Promise<void> {
    const rows = await this.wholeRows();
    for (const page of pages) rows.put(page);
  }

  /** May be repeated. @param settle what has to be so before anything else happens here */
  async endLoad(settle: readonly Query[]): Promise<void> {
    (await this.wholeRows()).end(settle);
    this.loading = false;
    await this.database.migrate();
    this.alarms?.written();
  }

  private async wholeRows() {
    const { WholeRows } = await import("./db/whole-rows.ts");
    return new WholeRows(this.ctx.storage);
  }

  /** As `WholeRows` says it, without that file. */
  private isLoading(): boolean {
    this.loading ??= this.ctx.storage.kv.get("loading") !== undefined;
    return this.loading;
  }

  /** Removes all that is kept here. Asked again it does nothing. @throws for a provider that the platform still has */
  async erase(): Promise<void> {
    if (await this.isKnown()) throw new Error("a provider that is not being erased keeps its data");
    await this.alarms?.close();
    this.snapshot.forget();
    this.limits.forgetAll();
    await this.database.erase();
  }

  /** A payment's change: row, books, access, and delivery of what was bought (`writePayment`). @throws to be repeated */
  async paymentChanged(state: PaymentState, isNew: boolean): Promise<PaymentWritten> {
    return writePayment(this.context, state, isNew);
  }

  async deliver(entitlementId: string): Promise<void> {
    await deliverNow(this.context, this.id, entitlementId);
  }

  /** In bytes; an object's own limit is 10 GB. */
  async size(): Promise<number> {
    return this.ctx.storage.sql.databaseSize;
  }

  /** Makes the tables ready. A failure is answered, not thrown: the object itself is in order. */
  async open(): Promise<OpenedAnswer> {
    try {
      await this.database.open();
      return { version };
    } catch (cause) {
      return { version, fault: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  async limit(act: LimitAct, given: readonly unknown[]): Promise<unknown> {
    return this.limits.answer(act, given);
  }

  override async alarm(): Promise<void> {
    await this.alarms?.rang();
  }

  /** The cron's call: what is due is swept at once, and an alarm that was lost is set again. */
  async wake(): Promise<void> {
    await this.alarms?.sweepDue();
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
    return this.database.whenOpen(() => this.snapshot.read(queries));
  }

  /** The platform changed something that concerns the provider. */
  async refreshSnapshot(): Promise<void> {
    await this.snapshot.refresh();
  }

  /** One row, once. */
  private keepId(): void {
    const { kv } = this.ctx.storage;
    if (kv.get(idKey) !== this.id) kv.put(idKey, this.id);
  }

  private platform() {
    return makeContext(this.env).platform;
  }

  private async isKnown(): Promise<boolean> {
    if (this.id === platformBooks) return true;
    return (await makeContext(this.env).lookup.providerById(this.id)) !== undefined;
  }
}
