import { minuteMs } from "../contract/values/time.ts";
import { log } from "../log.ts";
import type { Executor } from "./executor.ts";
import { sql } from "./sql.ts";

/** While it lasts it is said again so often: each request for it tries to open it. */
const sayEveryMs = 5 * minuteMs;
const logEveryMs = minuteMs;

/** Tells the platform that a provider's database does not open, and that it does again. Never throws. */
export class ProviderFault {
  private readonly storage: DurableObjectStorage;
  private readonly providerId: string;
  private readonly platform: () => Pick<Executor, "run">;
  private saidAt = 0;
  private loggedAt = 0;

  constructor(storage: DurableObjectStorage, providerId: string, platform: () => Pick<Executor, "run">) {
    this.storage = storage;
    this.providerId = providerId;
    this.platform = platform;
  }

  async stuck(cause: unknown): Promise<void> {
    const now = Date.now();
    if (now >= this.loggedAt + logEveryMs) {
      this.loggedAt = now;
      log("error", "provider's database does not open", cause, { provider: this.providerId });
    }
    if (now < this.saidAt + sayEveryMs) return;
    const fault = cause instanceof Error ? cause.message : String(cause);
    await this.quietly(async () => {
      await this.platform().run(
        sql`INSERT INTO provider_faults (provider_id, fault, since, at)
          VALUES (${this.providerId}, ${fault}, ${now}, ${now})
          ON CONFLICT (provider_id) DO UPDATE SET fault = excluded.fault, at = excluded.at`,
      );
      this.saidAt = now;
      this.storage.kv.put("fault-said", true);
    });
  }

  async opened(): Promise<void> {
    if (!this.storage.kv.get("fault-said")) return;
    await this.quietly(async () => {
      await this.platform().run(sql`DELETE FROM provider_faults WHERE provider_id = ${this.providerId}`);
      this.storage.kv.delete("fault-said");
      this.saidAt = 0;
      this.loggedAt = 0;
    });
  }

  private async quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      log("error", "provider fault not told", cause, { provider: this.providerId });
    }
  }
}
