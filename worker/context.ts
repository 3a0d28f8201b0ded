import type { InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { d1Executor, type Executor } from "./db/executor.ts";
import { type Lookup, lookup } from "./db/lookup.ts";
import { checkPlatformStatement } from "./db/statement-rules.ts";
import { type SelectOptions, selectFrom } from "./db/table-rows.ts";
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

/** The platform's own tables, and sums over all tenants for the operator. Never both kinds in one statement. */
type PlatformDb = Executor & {
  select<T extends SQLiteTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
};

function platformDb(d1: D1Database): PlatformDb {
  const select = selectFrom(d1);
  const executor = d1Executor(d1, (statement) => {
    const query = statement.query();
    checkPlatformStatement(query.sql);
    return query;
  });
  return { ...executor, select: (table, options = {}) => select(table, options) };
}
