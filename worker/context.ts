import type { InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { changeSeen, changesSeen, directoryChanged } from "./db/directory.ts";
import {
  type Answered,
  type Executor,
  executorOn,
  onD1,
  type RunAnswer,
  type RunQueries,
  sizeOf,
} from "./db/executor.ts";
import { type Lookup, lookup, lookupFirst } from "./db/lookup.ts";
import { checkSnapshotStatement, concernsSnapshots, undeliveredStatement } from "./db/snapshot.ts";
import { writesPlans } from "./db/statement-rules.ts";
import { type SelectOptions, selectFrom } from "./db/table-rows.ts";
import { type TenantDb, tenantDb } from "./db/tenant-db.ts";
import { type AtProvider, type Env, readSettings, type Settings } from "./env.ts";
import { refuse, refuseNotOpen } from "./errors.ts";
import { type Keys, makeKeys } from "./keys.ts";
import { logRejected } from "./log.ts";
import { withObjects } from "./objects.ts";
import { clock, within } from "./sleep.ts";

/** What every use case gets by argument: the outside world, replaceable in tests. */
export type Context = {
  readonly env: Env;
  /** The provider in whose object this runs; null at the entry and in other objects. */
  readonly atProvider: AtProvider["id"] | null;
  readonly settings: Settings;
  readonly keys: Keys;
  /** UTC ms. */
  readonly now: () => number;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  readonly lookup: Lookup;
  readonly platform: PlatformDb;
  /** Another one after each change of what a `VersionCache` keeps; null where that is not known. */
  version(): string | null;
  /**
   * The platform's rows that concern a provider, as its object was told them: read without D1, for what a visitor waits for. What
   * changes such a row reads it from `platform`.
   */
  snapshot(providerId: string): PlatformRows;
  tenant(providerId: string): TenantDb;
  /** A provider's object: no call away to what runs inside of it. */
  provider(providerId: string): ProviderCalls;
};

type ProviderCalls = AtProvider["calls"];

/** A context holds nothing of a request, so one serves an isolate; making it anew cost more than many a call. */
const contexts = new WeakMap<Env, Context>();

export function makeContext(
  env: Env,
  overrides?: Partial<Pick<Context, "now" | "fetch" | "sleep">>,
): Context {
  if (overrides) return { ...build(env, overrides.now), ...overrides };
  const known = contexts.get(env);
  if (known) return known;
  const made = build(env);
  contexts.set(env, made);
  return made;
}

/** A call of an object that hangs fails after this, like one that is lost: it may have been done, and is repeated as such. */
const patienceMs = 20_000;

/** Where nothing tells that something changed elsewhere, it is looked for so often. */
const lookEveryMs = 3_000;

/** The provider's object in which it is built. */
type Here = { id: string; object: ProviderCalls };

function build(bound: Env, now = () => Date.now(), here: Here | null = null): Context {
  const settings = readSettings(bound);
  const env = withObjects(bound);
  const { ROOT_SECRET, ROOT_SECRET_PREVIOUS, NAME_SECRET } = settings;
  const keys = makeKeys({ root: ROOT_SECRET, previous: ROOT_SECRET_PREVIOUS, name: NAME_SECRET });
  const run = onD1(env.DB);
  const provider = (id: string): ProviderCalls => {
    // An object without a name would speak for no provider; what somebody typed for one is none.
    if (id === "") throw refuse("not_found", "no_such_provider");
    return id === here?.id ? here.object : env.PROVIDER.getByName(id);
  };
  /** Here nothing is waited for. */
  const asked = <T>(id: string, answer: Promise<T>) =>
    id === here?.id ? answer : within(patienceMs, answer);
  return {
    env,
    atProvider: null,
    settings,
    keys,
    now,
    version: () => `${changesSeen()} ${Math.floor(now() / lookEveryMs)}`,
    fetch: (input, init) => fetch(input, init),
    sleep: (ms) => clock.sleep(ms),
    lookup: lookup(executorOn(run)),
    platform: {
      ...platformRows(delivering(run, (id) => provider(id).refreshSnapshot())),
      size: () => sizeOf(env.DB),
    },
    provider,
    tenant: (providerId) =>
      tenantDb(
        inObject((queries) => asked(providerId, provider(providerId).run(queries))),
        providerId,
      ),
    snapshot: (providerId) =>
      snapshotDb(async (queries) =>
        answered(await asked(providerId, provider(providerId).readSnapshot([...queries]))),
      ),
  };
}

/**
 * Runs statements in a provider's own database, by a call of its object.
 * @throws AppError not_found for a provider that the platform does not have
 */
export function inObject(run: ProviderCalls["run"]): RunQueries {
  return async (queries) => {
    const answers = answered(await run([...queries]));
    if (queries.some(({ sql }) => writesPlans(sql))) changeSeen();
    return answers;
  };
}

function answered(answer: RunAnswer): Answered[] {
  if (!("failed" in answer)) return answer;
  if (answer.failed === "unknown_provider") throw refuse("not_found", "no_such_provider");
  // Its object has written down why.
  if (answer.failed === "not_open") throw refuseNotOpen();
  throw new Error(`the provider's database: ${answer.fault}`);
}

/**
 * Inside of a provider's object: the same, and what is asked of that object is no call.
 * @param version as `Context` has it
 */
export function contextAt(
  env: Env,
  providerId: string,
  object: ProviderCalls,
  version: () => string | null,
): Context {
  const made = build(env, undefined, { id: providerId, object });
  const found = lookupFirst(lookup(made.snapshot(providerId)), made.lookup);
  return { ...made, atProvider: providerId, version, lookup: found };
}

/** Objects that are told in the act that changed something; the sweep tells those beyond (`deliverSnapshots`). */
const toldAtOnce = 20;

/** What snapshots hold is delivered with the statement that changes it. */
function delivering(run: RunQueries, refresh: (providerId: string) => Promise<void>): RunQueries {
  return async (queries) => {
    if (!queries.some(({ sql }) => concernsSnapshots(sql))) return run(queries);
    const answers = await run([...queries, undeliveredStatement(toldAtOnce).query()]);
    directoryChanged();
    const undelivered = (answers.pop()?.rows ?? []) as { id: string }[];
    logRejected("snapshot not delivered", await Promise.allSettled(undelivered.map(({ id }) => refresh(id))));
    return answers;
  };
}

/** Rows of the platform's own tables. */
export type PlatformRows = Pick<Executor, "all" | "first" | "batch"> & {
  select<T extends SQLiteTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
};

type PlatformDb = Executor &
  PlatformRows & {
    /** In bytes. */
    size(): Promise<number>;
  };

const platformRows = (run: RunQueries) => ({ ...executorOn(run), select: selectFrom(run) });

function snapshotDb(run: RunQueries): PlatformRows {
  return platformRows((queries) => {
    for (const { sql } of queries) checkSnapshotStatement(sql);
    return run(queries);
  });
}
