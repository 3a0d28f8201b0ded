import { DurableObject } from "cloudflare:workers";
import { makeContext } from "../context.ts";
import { platformBooks } from "../contract/values/platform-books.ts";
import type { Env } from "../env.ts";
import type { RunAnswer } from "./executor.ts";
import { ProviderDatabase } from "./provider-database.ts";
import type { Query } from "./sql.ts";

/** A provider's object as a store, without the application: what everything outside of it calls. */
export class ProviderStore extends DurableObject<Env> {
  protected readonly id = this.ctx.id.name ?? "";
  protected readonly database = new ProviderDatabase(this.ctx.storage, {
    isKnown: () => this.isKnown(),
    opened: () => this.opened(),
    written: () => this.written(),
  });

  /** Statements on the provider's tables, in order, as one transaction. */
  async run(queries: readonly Query[]): Promise<RunAnswer> {
    return this.database.run(queries);
  }

  /** Removes all that is kept here. Asked again it does nothing. @throws for a provider that the platform still has */
  async erase(): Promise<void> {
    if (await this.isKnown()) throw new Error("a provider that is not being erased keeps its data");
    await this.closed();
    await this.database.erase();
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

  private async isKnown(): Promise<boolean> {
    if (this.id === platformBooks) return true;
    return (await makeContext(this.env).lookup.providerById(this.id)) !== undefined;
  }
}
