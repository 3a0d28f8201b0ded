import { type Lookup, lookup } from "./db/lookup.ts";
import { type PlatformDb, platformDb } from "./db/platform-db.ts";
import { type TenantDb, tenantDb } from "./db/tenant-db.ts";
import { type Env, readSettings, type Settings } from "./env.ts";
import { type Keys, makeKeys } from "./keys.ts";

/** What every use case gets by argument: the outside world, replaceable in tests. */
export type Context = {
  readonly env: Env;
  readonly settings: Settings;
  readonly keys: Keys;
  /** UTC ms. */
  readonly now: () => number;
  readonly fetch: typeof fetch;
  readonly lookup: Lookup;
  readonly platform: PlatformDb;
  tenant(providerId: string): TenantDb;
};

const keysOf = new Map<string, Keys>();

export function makeContext(env: Env, overrides: Partial<Pick<Context, "now" | "fetch">> = {}): Context {
  const settings = readSettings(env);
  let keys = keysOf.get(settings.ROOT_SECRET);
  if (!keys) {
    keys = makeKeys(settings.ROOT_SECRET);
    keysOf.set(settings.ROOT_SECRET, keys);
  }
  return {
    env,
    settings,
    keys,
    now: overrides.now ?? (() => Date.now()),
    fetch: overrides.fetch ?? ((input, init) => fetch(input, init)),
    lookup: lookup(env.DB),
    platform: platformDb(env.DB),
    tenant: (providerId) => tenantDb(env.DB, providerId),
  };
}
