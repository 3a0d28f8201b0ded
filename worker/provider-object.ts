import { app } from "./app.ts";
import { NotOpen } from "./db/provider-database.ts";
import type { SnapshotRev } from "./db/snapshot.ts";
import type { Env } from "./env.ts";
import { notOpen, snapshotHeader } from "./http/forward.ts";
import { logWith } from "./log.ts";
import { answerHome, type HomeAnswer, type HomeAsk } from "./pages/portal-home.ts";
import type { ProviderApi } from "./provider-api.ts";
import { ProviderStore } from "./provider-store.ts";
import { nextDue, sweepProvider } from "./sweep-provider.ts";
import { tellWake } from "./wake-providers.ts";

/** One per provider, by its id: the provider's own tables, the application beside them, and the sweeps of its rows. */
export class ProviderObject extends ProviderStore implements ProviderApi {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, { due: nextDue, sweep: sweepProvider, tell: tellWake });
  }

  /** A request that concerns this provider, as the entry forwarded it (worker/http/forward.ts). */
  override async fetch(request: Request): Promise<Response> {
    const known = JSON.parse(request.headers.get(snapshotHeader) ?? "") as SnapshotRev;
    try {
      await Promise.all([this.database.open(), this.snapshot.upTo(known)]);
    } catch (cause) {
      if (cause instanceof NotOpen) return notOpen();
      throw cause;
    }
    return app.inside.fetch(request, this.context, this.ctx as unknown as ExecutionContext);
  }

  /** Home for a visitor, without what the entry has of it (worker/pages/portal-home-entry.ts). */
  async home(ask: HomeAsk): Promise<HomeAnswer | null> {
    return logWith({ requestId: ask.requestId, provider: this.id }, async () => {
      try {
        await Promise.all([this.database.open(), this.snapshot.upTo(ask.rev)]);
      } catch (cause) {
        if (cause instanceof NotOpen) return null;
        throw cause;
      }
      return answerHome(this.context, ask);
    });
  }
}
