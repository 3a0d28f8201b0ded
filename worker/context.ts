import { d1Executor } from "./db/executor.ts";
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

/** A context holds nothing of a request, so one serves an isolate; making it anew cost more than many a call. */
const contexts = new WeakMap<Env, Context>();

export function makeContext(env: Env, overrides?: Partial<Pick<Context, "now" | "fetch">>): Context {
  if (overrides) return { ...build(env), ...overrides };
  const known = contexts.get(env);
  if (known) return known;
  const made = build(env);
  contexts.set(env, made);
  return made;
}

function build(env: Env): Context {
  const settings = readSettings(env);
  const { ROOT_SECRET, ROOT_SECRET_PREVIOUS, NAME_SECRET } = settings;
  const keys = makeKeys({ root: ROOT_SECRET, previous: ROOT_SECRET_PREVIOUS, name: NAME_SECRET });
  return {
    env,
    settings,
    keys,
    now: () => Date.now(),
    fetch: (input, init) => fetch(input, init),
    lookup: lookup(d1Executor(env.DB, (statement) => statement.query())),
    platform: platformDb(env.DB),
    tenant: (providerId) => tenantDb(env.DB, providerId),
  };
}
