import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import journal from "../../../migrations/provider/meta/_journal.json";
import { makeContext } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { exec, type RunAnswer, runOn, unknownProvider } from "../../db/executor.ts";
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
  private opened: Promise<void> | undefined;

  /** In order, as one transaction. A fault is answered, not thrown: the object itself is in order. */
  async run(queries: readonly Query[]): Promise<RunAnswer> {
    try {
      await this.open();
      const { storage } = this.ctx;
      return storage.transactionSync(() => queries.map((query) => runOn(storage.sql, query)));
    } catch (cause) {
      return { fault: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  private open(): Promise<void> {
    this.opened ??= this.migrate().catch((cause: unknown) => {
      this.opened = undefined;
      throw cause;
    });
    return this.opened;
  }

  /** Tables come with the first use, and only for providers that exist: a made-up id leaves nothing behind. */
  private async migrate(): Promise<void> {
    if (!this.hasTables() && !(await this.isKnown())) throw new Error(unknownProvider);
    await migrate(drizzle(this.ctx.storage), { journal, migrations });
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
