import { AsyncLocalStorage } from "node:async_hooks";
import type { Env } from "#worker/env";
import { Database, d1On } from "./sqlite.ts";

// The worker's own objects, queues and SQL, run by a scheduler that decides the order of everything that waits: each call
// of an object, each statement of D1, each request to a gateway. An object can die between any two of them; what it had
// not stored is gone, and whatever it still does reaches nobody.

type ObjectClass = new (ctx: never, env: Env) => object;
type Methods = Record<string, (...values: unknown[]) => Promise<unknown>>;

/** The storage of one object, which outlives it. */
class Kept {
  readonly database = new Database();
  alarmAt: number | null = null;
  /** Known to exist. */
  readonly tables = new Set<string>();
}

class Living {
  isAlive = true;
  instance: Methods | undefined;
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

export class MachineRoom {
  readonly env: Env;
  /** Messages of the queue that nobody has taken yet. */
  readonly queue: unknown[] = [];
  private readonly classes: Record<string, ObjectClass>;
  private readonly vars: Record<string, string>;
  private readonly database: Database;
  private readonly kept = new Map<string, Kept>();
  private readonly living = new Map<string, Living>();
  deaths = 0;
  private readonly died = new Map<string, number>();
  private waiting: (() => void)[] = [];
  private readonly random: () => number;
  private readonly working = new AsyncLocalStorage<Living>();
  private killIn: { turns: number; name: string } | null = null;

  constructor(
    database: Database,
    vars: Record<string, string>,
    classes: Record<string, ObjectClass>,
    random: () => number,
  ) {
    this.database = database;
    this.vars = vars;
    this.classes = classes;
    this.random = random;
    this.env = this.envOf(undefined);
  }

  /** Waits until the scheduler picks whoever called. */
  turn(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Lets everything run, in an order of chance, until nothing waits. */
  async drain(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.waiting.length === 0) return;
      this.step();
    }
  }

  /** Lets a few of those that wait run. */
  async some(turns: number): Promise<void> {
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
    const living = this.living.get(name);
    if (!living) return;
    living.die();
    this.living.delete(name);
    this.deaths += 1;
    this.died.set(name, this.deathsOf(name) + 1);
  }

  deathsOf(name: string): number {
    return this.died.get(name) ?? 0;
  }

  /** Of the object that is at work here and now, for later: whether it has lived on. */
  isAlive(): () => boolean {
    const living = this.working.getStore();
    return () => living?.isAlive ?? true;
  }

  killLater(name: string, turns: number): void {
    this.killIn = { name, turns };
  }

  /** Names of all objects that keep something, by their binding. */
  names(binding: string): string[] {
    return [...this.kept.keys()].filter((name) => name.startsWith(`${binding} `)).sort();
  }

  /** What an object has stored by now; empty while it has no such table. */
  stored<Row>(name: string, table: string, sql: string): Row[] {
    const kept = this.kept.get(name);
    if (!kept) return [];
    if (!kept.tables.has(table)) {
      const { rows } = kept.database.query("SELECT 1 FROM sqlite_master WHERE name = ?1", [table]);
      if (rows.length === 0) return [];
      kept.tables.add(table);
    }
    return kept.database.query(sql, []).rows as Row[];
  }

  /** Rings every alarm that is due, all at once. */
  ring(now: number): void {
    for (const [name, kept] of this.kept) {
      if (kept.alarmAt === null || kept.alarmAt > now) continue;
      kept.alarmAt = null;
      this.call(name, "alarm", []).catch(() => {
        // The runtime rings again when the object died of it.
        kept.alarmAt ??= now;
      });
    }
  }

  nextAlarmAt(): number | null {
    const times = [...this.kept.values()].flatMap(({ alarmAt }) => alarmAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  close(): void {
    for (const name of this.living.keys()) this.kill(name);
    for (const { database } of this.kept.values()) database.close();
  }

  async call(name: string, method: string, values: unknown[]): Promise<unknown> {
    await this.turn();
    const living = this.start(name);
    const sent = values.map((value) => structuredClone(value));
    const answer = this.working.run(living, async () => living.instance?.[method]?.(...sent));
    const result = await Promise.race([answer, living.death]);
    return structuredClone(result);
  }

  private start(name: string): Living {
    const known = this.living.get(name);
    if (known) return known;
    const [binding = ""] = name.split(" ");
    const Class = this.classes[binding];
    if (!Class) throw new Error(`no object class ${binding}`);
    const kept = this.kept.get(name) ?? new Kept();
    this.kept.set(name, kept);
    const living = new Living();
    const ctx = { storage: storageOf(kept, living), id: { name, toString: () => name } };
    living.instance = new Class(ctx as never, this.envOf(living)) as Methods;
    this.living.set(name, living);
    return living;
  }

  /** What the dead ask for is never done. */
  private envOf(owner: Living | undefined): Env {
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
      DB: d1On(this.database, turn),
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
function storageOf(kept: Kept, living: Living) {
  const mustLive = () => {
    if (!living.isAlive) throw new Error("the object was reset");
  };
  return {
    sql: {
      exec(sql: string, ...values: unknown[]) {
        mustLive();
        const isScript = values.length === 0 && /;\s*\S/.test(sql);
        if (isScript) kept.database.script(sql);
        const { rows, changes } = isScript ? { rows: [], changes: 0 } : kept.database.query(sql, values);
        return {
          rowsWritten: changes,
          toArray: () => rows,
          one: () => {
            if (rows.length !== 1) throw new Error(`one() of ${rows.length} rows`);
            return rows[0];
          },
          [Symbol.iterator]: () => rows[Symbol.iterator](),
        };
      },
    },
    transactionSync<T>(work: () => T): T {
      mustLive();
      return kept.database.transaction(work);
    },
    async getAlarm() {
      mustLive();
      return kept.alarmAt;
    },
    async setAlarm(at: number | Date) {
      mustLive();
      kept.alarmAt = Number(at);
    },
    async deleteAlarm() {
      mustLive();
      kept.alarmAt = null;
    },
    async deleteAll() {
      mustLive();
      const { rows } = kept.database.query("SELECT name FROM sqlite_master WHERE type = 'table'", []);
      for (const { name } of rows) kept.database.script(`DROP TABLE "${name}"`);
    },
  };
}
