import { app } from "./app.ts";
import { envAtProvider } from "./context.ts";
import { ProviderStore } from "./db/provider-store.ts";
import type { ProviderApi } from "./provider-api.ts";

/** One per provider, by its id: the provider's own tables, and the application beside them. */
export class ProviderObject extends ProviderStore implements ProviderApi {
  private readonly own = envAtProvider(this.env, this.id, (queries) => this.database.run(queries));

  /** A request that concerns this provider, as the entry forwarded it (worker/http/forward.ts). */
  override async fetch(request: Request): Promise<Response> {
    return app.fetch(request, this.own, this.ctx as unknown as ExecutionContext);
  }
}
