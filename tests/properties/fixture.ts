import { readdirSync, readFileSync } from "node:fs";
import { vi } from "vitest";
import { platformBooks } from "#contract/values/platform-books";
import { dayMs } from "#contract/values/time";
import { makeContext } from "#worker/context";
import { reviews } from "#worker/db/schema/tenant";
import { notifySite } from "#worker/features/billing/index";
import { customerPath } from "#worker/features/customers/index";
import { shownRecoveryCode } from "#worker/features/entitlements/index";
import { noteAbsence } from "#worker/features/owner-news/index";
import { divertedOutcome } from "#worker/features/payments/index";
import { offlineVoucherPorts } from "#worker/features/vouchers/index";
import { bindPorts } from "#worker/ports";
import { ProviderStore } from "#worker/provider-store";
import { seedGateways, seedTwoProviders, type TwoProviders } from "../seed/two-providers.ts";
import { cheapPasswords } from "../support/cheap-passwords.ts";
import { Database } from "../support/sqlite.ts";
import { type Databases, ObjectRuntime, type ObjectStorage } from "./object-runtime.ts";

// A data centre's cache that keeps nothing, as it may at any time.
vi.stubGlobal("caches", { default: { match: async () => undefined, put: async () => undefined } });

export const vars = {
  ROOT_SECRET: "5eed".repeat(16),
  NAME_SECRET: "4a3e".repeat(16),
  MAIN_ORIGIN: "http://hotspot.localhost",
  PLATFORM_MPESA_ENVIRONMENT: "sandbox",
  PLATFORM_MPESA_CONSUMER_KEY: "platform-key",
  PLATFORM_MPESA_CONSUMER_SECRET: "platform-secret",
  PLATFORM_MPESA_SHORT_CODE: "600100",
  PLATFORM_MPESA_PASSKEY: "platform-passkey",
  MPESA_SANDBOX_URL: "http://daraja.test",
};
export const startAt: number = Date.UTC(2031, 2, 4, 9, 0, 0);

/** The databases of all histories, which run one after the other, each with its own visitors and switch. */
export class Fixture implements Databases {
  readonly database = new Database();
  readonly providers = new Map<string, ObjectStorage>();
  seeded: TwoProviders | undefined;
  histories = 0;

  /** 09:00 after the next midnight: no two histories write to the same day. */
  nextStart(): number {
    return startAt + (Math.floor((Date.now() - startAt) / dayMs) + 2) * dayMs;
  }

  /** A provider's own tables. @throws before its first use */
  readonly tenantDatabase = (providerId: string): Database => {
    const storage = this.providers.get(`PROVIDER ${providerId}`);
    if (!storage) throw new Error(`nothing was kept of the provider ${providerId}`);
    return storage.database;
  };

  async seed(): Promise<void> {
    vi.setSystemTime(startAt);
    cheapPasswords();
    const folder = "migrations/platform";
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    for (const file of files.sort()) this.database.script(readFileSync(`${folder}/${file}`, "utf8"));
    const runtime = new ObjectRuntime(this, vars, { PROVIDER: ProviderStore }, Math.random);
    const ctx = makeContext(runtime.env);
    const passwords = { demo: "demo password", savanna: "savanna password", operator: "operator password" };
    const seeding = (async () => {
      this.seeded = await seedTwoProviders(ctx, passwords);
      await seedGateways(ctx, this.seeded);
      // The platform's own books have tables from now on, too.
      await ctx.tenant(platformBooks).select(reviews, { limit: 1 });
    })();
    await runUntil(runtime, seeding);
    bindPorts({
      customerPath,
      divertedOutcome,
      noteAbsence,
      notifySite,
      recoveryCode: shownRecoveryCode,
      ...offlineVoucherPorts,
    });
  }
}

export async function runUntil<T>(runtime: ObjectRuntime, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  while (!isDone) await runtime.drain();
  return work;
}
