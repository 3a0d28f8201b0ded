import { AsyncLocalStorage } from "node:async_hooks";
import type { Env } from "#worker/env";
import { Database, d1On } from "../support/sqlite.ts";

// Runs the worker's own objects, queues and SQL. A scheduler decides the order of everything that waits: each call of an
// object, each statement of D1, each request to a gateway. An object can die between any two of them: what it had not
// stored is lost, and what it still does has no effect.

type ObjectClass = new (ctx: never, env: Env) => object;
/** What outlives a runtime: D1, and the storage of each provider's object, by its name in the runtime. */
export type Databases = { readonly database: Database; readonly providers: Map<string, ObjectStorage> };
type Methods = Record<string, (...values: unknown[]) => Promise<unknown>>;

/** The storage of one object; it outlives the instance. */
export class ObjectStorage {
  readonly database = new Database();
  alarmAt: number | null = null;
  /** Tables that are known to exist. */
  readonly tables = new Set<string>();
}

class Instance {
  isAlive = true;
  object: Methods | undefined;
  /** Rejects the calls that are under way when it dies. */
  readonly death: Promise<never>;
  die: () => void = () => undefined;

  constructor() {
    this.death = new Promise((_resolve, reject) => {
      this.die = () => {
        this.isAlive = false;
        reject(new Error("the object was reset"));
      };
    });
    this.death.catch(() => undefined);
  }
}

export class ObjectRuntime {
  readonly env: Env;
  /** Messages that wait in the queue. */
  readonly queue: unknown[] = [];
  private readonly classes: Record<string, ObjectClass>;
  private readonly vars: Record<string, string>;
  private readonly databases: Databases;
  private readonly storages = new Map<string, ObjectStorage>();
  private readonly instances = new Map<string, Instance>();
  deaths = 0;
  private readonly died = new Map<string, number>();
  private waiting: (() => void)[] = [];
  private readonly random: () => number;
  private readonly working = new AsyncLocalStorage<Instance>();
  private killIn: { turns: number; name: string } | null = null;

  constructor(
    databases: Databases,
    vars: Record<string, string>,
    classes: Record<string, ObjectClass>,
    random: () => number,
  ) {
    this.databases = databases;
    this.vars = vars;
    this.classes = classes;
    this.random = random;
    this.env = this.envOf(undefined);
  }

  /** Waits until the scheduler picks the caller. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Runs waiting calls in random order until none waits. */
  async drain(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.waiting.length === 0) return;
      this.step();
    }
  }

  /** Runs a few of the waiting calls. */
  async runTurns(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      this.step();
    }
  }

  private step(): void {
    const at = Math.floor(this.random() * this.waiting.length);
    const [next] = this.waiting.splice(at, 1);
    if (this.killIn) {
      this.killIn.turns -= 1;
      if (this.killIn.turns <= 0) {
        this.kill(this.killIn.name);
        this.killIn = null;
      }
    }
    next?.();
  }

  /** @param name binding and name, as `PAYMENT abc` */
  kill(name: string): void {
    const instance = this.instances.get(name);
    if (!instance) return;
    instance.die();
    this.instances.delete(name);
    this.deaths += 1;
    this.died.set(name, this.deathsOf(name) + 1);
  }

  deathsOf(name: string): number {
    return this.died.get(name) ?? 0;
  }

  /** @returns tells later whether the object that is running now still lives */
  isAlive(): () => boolean {
    const instance = this.working.getStore();
    return () => instance?.isAlive ?? true;
  }

  killLater(name: string, turns: number): void {
    this.killIn = { name, turns };
  }

  /** Names of all objects that have storage, by their binding. */
  names(binding: string): string[] {
    return [...this.storages.keys()].filter((name) => name.startsWith(`${binding} `)).sort();
  }

  /** What an object has stored by now; empty while it has no such table. */
  query<Row>(name: string, table: string, sql: string): Row[] {
    const storage = this.storages.get(name);
    if (!storage) return [];
    if (!storage.tables.has(table)) {
      const { rows } = storage.database.query("SELECT 1 FROM sqlite_master WHERE name = ?1", [table]);
      if (rows.length === 0) return [];
      storage.tables.add(table);
    }
    return storage.database.query(sql, []).rows as Row[];
  }

  /** Rings every alarm that is due, all at once. */
  ring(now: number): void {
    for (const [name, storage] of this.storages) {
      if (storage.alarmAt === null || storage.alarmAt > now) continue;
      storage.alarmAt = null;
      this.call(name, "alarm", []).catch(() => {
        // The runtime rings again when the object died of it.
        storage.alarmAt ??= now;
      });
    }
  }

  nextAlarmAt(): number | null {
    const times = [...this.storages.values()].flatMap(({ alarmAt }) => alarmAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  close(): void {
    for (const name of this.instances.keys()) this.kill(name);
    for (const { database } of this.storages.values()) database.close();
  }

  async call(name: string, method: string, values: unknown[]): Promise<unknown> {
    await this.turn();
    const instance = this.start(name);
    const sent = values.map((value) => structuredClone(value));
    const answer = this.working.run(instance, async () => instance.object?.[method]?.(...sent));
    const result = await Promise.race([answer, instance.death]);
    return structuredClone(result);
  }

  private start(name: string): Instance {
    const known = this.instances.get(name);
    if (known) return known;
    const [binding = ""] = name.split(" ");
    const Class = this.classes[binding];
    if (!Class) throw new Error(`no object class ${binding}`);
    const storages = name.startsWith("PROVIDER ") ? this.databases.providers : this.storages;
    const storage = storages.get(name) ?? new ObjectStorage();
    storages.set(name, storage);
    const instance = new Instance();
    const ctx = {
      storage: storageOf(storage, instance),
      id: { name: name.slice(binding.length + 1), toString: () => name },
    };
    instance.object = new Class(ctx as never, this.envOf(instance)) as Methods;
    this.instances.set(name, instance);
    return instance;
  }

  /** Calls of a dead instance never happen. */
  private envOf(owner: Instance | undefined): Env {
    const turn = async () => {
      await this.turn();
      if (owner && !owner.isAlive) await new Promise(() => undefined);
    };
    const namespace = (binding: string) => ({
      getByName: (name: string) =>
        new Proxy(
          {},
          {
            get: (_target, method) =>
              method === "then"
                ? undefined
                : (...values: unknown[]) =>
                    owner && !owner.isAlive
                      ? new Promise(() => undefined)
                      : this.call(`${binding} ${name}`, String(method), values),
          },
        ),
    });
    const namespaces = Object.keys(this.classes).map((binding) => [binding, namespace(binding)]);
    const env = {
      ...this.vars,
      ...Object.fromEntries(namespaces),
      DB: d1On(this.databases.database, turn),
      CALLBACKS: {
        send: async (message: unknown) => {
          await turn();
          this.queue.push(structuredClone(message));
        },
      },
    };
    return env as unknown as Env;
  }
}

/** As much of `DurableObjectStorage` as our objects use. */
function storageOf(storage: ObjectStorage, instance: Instance) {
  const assertAlive = () => {
    if (!instance.isAlive) throw new Error("the object was reset");
  };
  return {
    sql: {
      exec(sql: string, ...values: unknown[]) {
        assertAlive();
        const isScript = values.length === 0 && /;\s*\S/.test(sql);
        if (isScript) storage.database.script(sql);
        const { rows, changes } = isScript ? { rows: [], changes: 0 } : storage.database.query(sql, values);
        return {
          rowsWritten: changes,
          toArray: () => rows,
          raw: () => ({ toArray: () => rows.map((row) => Object.values(row)) }),
          one: () => {
            if (rows.length !== 1) throw new Error(`one() of ${rows.length} rows`);
            return rows[0];
          },
          [Symbol.iterator]: () => rows[Symbol.iterator](),
        };
      },
    },
    kv: entriesOf(storage.database, assertAlive),
    transactionSync<T>(work: () => T): T {
      assertAlive();
      return storage.database.transaction(work);
    },
    async getAlarm() {
      assertAlive();
      return storage.alarmAt;
    },
    async setAlarm(at: number | Date) {
      assertAlive();
      storage.alarmAt = Number(at);
    },
    async deleteAlarm() {
      assertAlive();
      storage.alarmAt = null;
    },
    async deleteAll() {
      assertAlive();
      const { rows } = storage.database.query("SELECT name FROM sqlite_master WHERE type = 'table'", []);
      for (const { name } of rows) storage.database.script(`DROP TABLE "${name}"`);
    },
  };
}

/** Table of a storage's entries, as JSON. */
export const entriesTable = "entries_of_object";

function entriesOf(database: Database, assertAlive: () => void) {
  const ready = () => {
    assertAlive();
    database.script(`CREATE TABLE IF NOT EXISTS ${entriesTable} (key TEXT PRIMARY KEY, value TEXT NOT NULL)`);
  };
  const parsed = ({ key, value }: Record<string, unknown>) => [key, JSON.parse(String(value))];
  return {
    get(key: string): unknown {
      ready();
      const { rows } = database.query(`SELECT key, value FROM ${entriesTable} WHERE key = ?1`, [key]);
      return rows.map(parsed)[0]?.[1];
    },
    list({ prefix }: { prefix: string }) {
      ready();
      return database
        .query(`SELECT key, value FROM ${entriesTable} WHERE key GLOB ?1 ORDER BY key`, [`${prefix}*`])
        .rows.map(parsed);
    },
    put(key: string, value: unknown): void {
      ready();
      database.query(`INSERT OR REPLACE INTO ${entriesTable} VALUES (?1, ?2)`, [key, JSON.stringify(value)]);
    },
  };
}
