import { app } from "./app.ts";
import { makeContext } from "./context.ts";
import { ProviderAlarm } from "./db/provider-alarm.ts";
import type { SnapshotRev } from "./db/snapshot.ts";
import { snapshotHeader } from "./http/forward.ts";
import { logWith } from "./log.ts";
import { answerHome, type HomeAnswer, type HomeAsk } from "./pages/portal-home.ts";
import type { ProviderApi } from "./provider-api.ts";
import { ProviderStore } from "./provider-store.ts";
import { nextDue, sweepProvider } from "./sweep-provider.ts";
import { tellWake } from "./wake-providers.ts";

/** One per provider, by its id: the provider's own tables, the application beside them, and the sweeps of its rows. */
export class ProviderObject extends ProviderStore implements ProviderApi {
  private readonly alarms = new ProviderAlarm(this.ctx.storage, {
    providerId: this.id,
    open: () => this.database.open(),
    due: (now) => nextDue(this.ctx.storage.sql, now),
    sweep: () => sweepProvider(makeContext(this.own), this.id),
    tell: (wakeAt) => tellWake(makeContext(this.own), this.id, wakeAt),
  });

  /** A request that concerns this provider, as the entry forwarded it (worker/http/forward.ts). */
  override async fetch(request: Request): Promise<Response> {
    const known = JSON.parse(request.headers.get(snapshotHeader) ?? "") as SnapshotRev;
    await Promise.all([this.database.open(), this.snapshot.upTo(known)]);
    return app.fetch(request, this.own, this.ctx as unknown as ExecutionContext);
  }

  /** Home for a visitor, without what the entry has of it (worker/pages/portal-home-entry.ts). */
  async home(ask: HomeAsk): Promise<HomeAnswer | null> {
    return logWith({ requestId: ask.requestId, provider: this.id }, async () => {
      await Promise.all([this.database.open(), this.snapshot.upTo(ask.rev)]);
      return answerHome(makeContext(this.own), ask);
    });
  }

  override async alarm(): Promise<void> {
    await this.alarms.rang();
  }

  /** The cron's call: what is due is swept at once, and an alarm that was lost is set again. */
  override async wake(): Promise<void> {
    await this.alarms.sweepDue();
  }

  protected override opened(): Promise<void> {
    return this.alarms.opened();
  }

  protected override written(): void {
    this.alarms.written();
  }

  protected override closed(): Promise<void> {
    return this.alarms.close();
  }
}
