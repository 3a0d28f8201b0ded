import { type Answered, exec, type RunAnswer, runOn } from "./executor.ts";
import { migrate } from "./migrate.ts";
import { type Query, sql } from "./sql.ts";
import { writesPlans } from "./statement-rules.ts";

type Events = {
  /** Whether the platform has this provider; asked once, before the first table is made. */
  isKnown(): Promise<boolean>;
  /** Nothing may be asked meanwhile: what would be written would be lost. */
  isGoingBack(): boolean;
  /** The tables are there, for the first time since the object's start. */
  opened(): Promise<void>;
  /** They can't be made ready: what is asked meanwhile is refused, and each time tries once more. */
  stuck(cause: unknown): Promise<void>;
  /** Rows were written; what this does in its turn is committed with them. */
  written(): void;
};

/** A provider's database does not open. `message`: what its statement failed with. */
export class NotOpen extends Error {
  override readonly name = "NotOpen";
}

/** The tables of one provider, in the storage of its object. */
export class ProviderDatabase {
  private readonly storage: DurableObjectStorage;
  private readonly events: Events;
  /** How often statements changed plans or the free trial since the object's start. */
  planChanges = 0;
  private isReady = false;
  private opening: Promise<boolean> | null = null;

  constructor(storage: DurableObjectStorage, events: Events) {
    this.storage = storage;
    this.events = events;
  }

  /** In order, as one transaction. */
  run(queries: readonly Query[]): Promise<RunAnswer> {
    return this.whenOpen(async () => this.runNow(queries));
  }

  /** A failure is answered, not thrown: the object itself is in order. */
  async whenOpen(act: () => Promise<Answered[]>): Promise<RunAnswer> {
    try {
      if (!(await this.open())) return { failed: "unknown_provider", fault: "there is no such provider" };
      if (this.events.isGoingBack()) throw new Error("the storage is going back to an earlier moment");
      return await act();
    } catch (cause) {
      const fault = cause instanceof Error ? cause.message : String(cause);
      return { failed: cause instanceof NotOpen ? "not_open" : "error", fault };
    }
  }

  /** What asks for it afterwards finds no provider. */
  async erase(): Promise<void> {
    // First, so that a call that comes meanwhile asks no table that is gone.
    this.isReady = false;
    await this.storage.deleteAlarm();
    await this.storage.deleteAll();
  }

  /**
   * Tables come with the first use, and only for providers that exist: a made-up id leaves nothing behind.
   * @throws NotOpen where they can't be made ready
   */
  async open(): Promise<boolean> {
    if (this.isReady) return true;
    this.opening ??= this.migrated().finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  private runNow(queries: readonly Query[]): Answered[] {
    let rowsWritten = 0;
    if (queries.some(({ sql: text }) => writesPlans(text))) this.planChanges += 1;
    const act = () =>
      queries.map((query) => {
        const { written, ...answered } = runOn(this.storage.sql, query);
        rowsWritten += written;
        return answered;
      });
    // One statement is done or not done as it is.
    const answers = queries.length === 1 ? act() : this.storage.transactionSync(act);
    if (rowsWritten > 0) this.events.written();
    return answers;
  }

  private async migrated(): Promise<boolean> {
    if (!this.hasTables() && !(await this.events.isKnown())) return false;
    await this.migrate();
    return true;
  }

  /** Repeatable. */
  async migrate(): Promise<void> {
    try {
      migrate(this.storage);
    } catch (cause) {
      await this.events.stuck(cause);
      throw new NotOpen(cause instanceof Error ? cause.message : String(cause), { cause });
    }
    await this.events.opened();
    this.isReady = true;
  }

  hasTables(): boolean {
    if (this.isReady) return true;
    const found = exec(
      this.storage.sql,
      sql<{ count: number }>`SELECT count(*) AS count FROM sqlite_master WHERE name = 'payments'`,
    );
    return found.one().count > 0;
  }
}
