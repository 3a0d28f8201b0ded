import {
  createScheduledController,
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { platformBooks } from "#contract/values/platform-books";
import { dayMs } from "#contract/values/time";
import worker from "#worker/index";
import type { TwoProviders } from "../seed/two-providers.ts";
import { forgetCopies } from "../support/copies.ts";
import { type Sold, sell, setEntitlement } from "../support/sell.ts";
import { emptyTenantTables } from "../support/tenant-rows.ts";
import { seedBoth } from "../support/worker-context.ts";

// Objects of providers at a clock that moves only when told. It is far ahead of the real one, so that no alarm rings by itself.

let seeded: TwoProviders;
let now = Date.UTC(2031, 4, 6, 9, 30);

/** Call it once in a file: each test begins with no alarm, nothing due, and the cron's round of today done. */
export function alarmWorld(): void {
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    seeded = await seedBoth();
  });
  beforeEach(async () => {
    vi.restoreAllMocks();
    await emptyTenantTables("moves", "devices", "entitlements", "offline_vouchers", "refunds", "payments");
    await emptyTenantTables("reviews");
    await forgetCopies();
    for (const id of [seeded.demo.id, seeded.savanna.id, platformBooks]) {
      await runInDurableObject(object(id), async (_object, { storage }) => {
        storage.kv.delete("told");
        await storage.deleteAlarm();
      });
      await evictDurableObject(object(id));
    }
    await env.DB.batch(
      ["provider_alarms", "provider_walk"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    );
    await walked(now + 10 * dayMs);
    pass(dayMs);
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}

export const providers = (): TwoProviders => seeded;
export const time = (): number => now;

export function pass(ms: number): void {
  now += ms;
  vi.setSystemTime(now);
}

/** The cron's last round over all providers began then. */
export const walked = (beganAt: number) =>
  env.DB.prepare("INSERT OR REPLACE INTO provider_walk (id, began_at) VALUES (1, ?1)").bind(beganAt).run();

export const object = (id = seeded.demo.id) => env.PROVIDER.getByName(id);
export const alarmAt = (id?: string) =>
  runInDurableObject(object(id), (_object, { storage }) => storage.getAlarm());
export const loseAlarm = (id?: string) =>
  runInDurableObject(object(id), (_object, { storage }) => storage.deleteAlarm());
export const ring = (id?: string) => runDurableObjectAlarm(object(id));
export const cron = () => worker.scheduled(createScheduledController({ cron: "* * * * *" }), env);

/** A purchase that runs until then, and of which all was told: the alarm after its sale has come. */
export async function running(endsAt: number, provider = seeded.demo): Promise<Sold> {
  const sold = await sell(provider, { undelivered: true, createdAt: now });
  await setEntitlement(sold, { state: "running", started_at: now - 1, ends_at: endsAt, confirmed_rev: 1 });
  await ring(provider.id);
  return sold;
}

/** One of which a bridge has said nothing, and none is there that could. */
export const unconfirmed = () => sell(seeded.demo, { undelivered: true, createdAt: now });
