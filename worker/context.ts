import { getTableName, type InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  type Answered,
  type Executor,
  executorOn,
  onD1,
  type RunAnswer,
  type RunQueries,
} from "./db/executor.ts";
import { type Lookup, lookup } from "./db/lookup.ts";
import type { Query, Sql } from "./db/sql.ts";
import { checkPlatformStatement, platformTableNames } from "./db/statement-rules.ts";
import { type SelectOptions, selectFrom } from "./db/table-rows.ts";
import { type TenantDb, tenantDb } from "./db/tenant-db.ts";
import { type Env, readSettings, type Settings } from "./env.ts";
import { refuse } from "./errors.ts";
import { type Keys, makeKeys } from "./keys.ts";

/** What every use case gets by argument: the outside world, replaceable in tests. */
export type Context = {
  readonly env: Env;
  /** The provider in whose object this runs; null at the entry and in other objects. */
  readonly atProvider: string | null;
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
  const run = onD1(env.DB);
  return {
    env,
    atProvider: null,
    settings,
    keys,
    now: () => Date.now(),
    fetch: (input, init) => fetch(input, init),
    lookup: lookup(executorOn(run, platformQuery)),
    platform: platformDb(run),
    tenant: (providerId) => tenantDb(inObject(env, providerId), providerId),
  };
}

/**
 * Runs statements in a provider's own database, by a call of its object.
 * @throws AppError not_found for a provider that the platform does not have
 */
export function inObject(env: Env, providerId: string): RunQueries {
  return async (queries) => answered(await env.PROVIDER.getByName(providerId).run([...queries]));
}

function answered(answer: RunAnswer): Answered[] {
  if (!("failed" in answer)) return answer;
  if (answer.failed === "unknown_provider") throw refuse("not_found", "no_such_provider");
  throw new Error(`the provider's database: ${answer.fault}`);
}

/**
 * What the application is given inside of a provider's object: the same, and the provider's own rows without a call.
 * @param run on the object's own database
 */
export function envAtProvider(
  env: Env,
  providerId: string,
  run: (queries: readonly Query[]) => Promise<RunAnswer>,
): Env {
  const own: Env = Object.create(env);
  const outside = makeContext(env);
  const here: RunQueries = async (queries) => answered(await run(queries));
  contexts.set(own, {
    ...outside,
    env: own,
    atProvider: providerId,
    tenant: (id) => (id === providerId ? tenantDb(here, id) : outside.tenant(id)),
  });
  return own;
}

/** The platform's own tables. */
type PlatformDb = Executor & {
  select<T extends SQLiteTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
};

function platformDb(run: RunQueries): PlatformDb {
  const select = selectFrom(run);
  return {
    ...executorOn(run, platformQuery),
    async select(table, options = {}) {
      const name = getTableName(table);
      if (!platformTableNames.includes(name)) throw new Error(`${name} is no table of the platform`);
      return select(table, options);
    },
  };
}

function platformQuery(statement: Sql): Query {
  const query = statement.query();
  checkPlatformStatement(query.sql);
  return query;
}
