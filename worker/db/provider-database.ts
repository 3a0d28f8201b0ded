import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import journal from "../../migrations/provider/meta/_journal.json";
import { exec, type RunAnswer, runOn } from "./executor.ts";
import { type Query, sql } from "./sql.ts";

const files = import.meta.glob("../../migrations/provider/*.sql", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** As drizzle names them: `m0000`. */
const migrations = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [
    `m${path.slice(path.lastIndexOf("/") + 1).slice(0, 4)}`,
    text,
  ]),
);

/** The tables of one provider, in the storage of its object. */
export class ProviderDatabase {
  private readonly storage: DurableObjectStorage;
  private readonly isKnown: () => Promise<boolean>;
  private isMigrated = false;

  /** @param isKnown whether the platform has this provider; asked once, before the first table is made */
  constructor(storage: DurableObjectStorage, isKnown: () => Promise<boolean>) {
    this.storage = storage;
    this.isKnown = isKnown;
  }

  /** In order, as one transaction. A failure is answered, not thrown: the object itself is in order. */
  async run(queries: readonly Query[]): Promise<RunAnswer> {
    try {
      if (!(await this.isOpen())) return { failed: "unknown_provider", fault: "there is no such provider" };
      return this.storage.transactionSync(() => queries.map((query) => runOn(this.storage.sql, query)));
    } catch (cause) {
      return { failed: "error", fault: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  /** What asks for it afterwards finds no provider. */
  async erase(): Promise<void> {
    // First, so that a call that comes meanwhile asks no table that is gone.
    this.isMigrated = false;
    await this.storage.deleteAlarm();
    await this.storage.deleteAll();
  }

  /** Tables come with the first use, and only for providers that exist: a made-up id leaves nothing behind. */
  private async isOpen(): Promise<boolean> {
    if (this.isMigrated) return true;
    if (!this.hasTables() && !(await this.isKnown())) return false;
    // Repeatable: calls that come meanwhile find it done.
    await migrate(drizzle(this.storage), { journal, migrations });
    this.isMigrated = true;
    return true;
  }

  private hasTables(): boolean {
    const found = exec(
      this.storage.sql,
      sql<{ count: number }>`SELECT count(*) AS count FROM sqlite_master WHERE name = 'payments'`,
    );
    return found.one().count > 0;
  }
}
