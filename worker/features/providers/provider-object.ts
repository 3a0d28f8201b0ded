import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import journal from "../../../migrations/provider/meta/_journal.json";
import { makeContext } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { exec, type RunAnswer, runOn } from "../../db/executor.ts";
import { type Query, sql } from "../../db/sql.ts";
import type { Env } from "../../env.ts";
import type { ProviderApi } from "./provider-api.ts";

const files = import.meta.glob("../../../migrations/provider/*.sql", {
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

/** One per provider, by its id: the provider's own tables. */
export class ProviderObject extends DurableObject<Env> implements ProviderApi {
  private isMigrated = false;

  /** In order, as one transaction. A failure is answered, not thrown: the object itself is in order. */
  async run(queries: readonly Query[]): Promise<RunAnswer> {
    try {
      if (!(await this.isOpen())) return { failed: "unknown_provider", fault: "there is no such provider" };
      const { storage } = this.ctx;
      return storage.transactionSync(() => queries.map((query) => runOn(storage.sql, query)));
    } catch (cause) {
      return { failed: "error", fault: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  /** Tables come with the first use, and only for providers that exist: a made-up id leaves nothing behind. */
  private async isOpen(): Promise<boolean> {
    if (this.isMigrated) return true;
    if (!this.hasTables() && !(await this.isKnown())) return false;
    // Repeatable: calls that come meanwhile find it done.
    await migrate(drizzle(this.ctx.storage), { journal, migrations });
    this.isMigrated = true;
    return true;
  }

  private hasTables(): boolean {
    const found = exec(
      this.ctx.storage.sql,
      sql<{ count: number }>`SELECT count(*) AS count FROM sqlite_master WHERE name = 'payments'`,
    );
    return found.one().count > 0;
  }

  private async isKnown(): Promise<boolean> {
    const id = this.ctx.id.name ?? "";
    return id === platformBooks || (await makeContext(this.env).lookup.providerById(id)) !== undefined;
  }
}
