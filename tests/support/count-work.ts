import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import * as objects from "#worker/index";

// What Cloudflare is paid by: round trips to D1, calls and alarms of objects, rows written, messages queued.

/** How often, by name: `PAYMENT.poll`, `PaymentObject alarm`. */
type Tally = Map<string, number>;
export type Step = {
  name: string;
  trips: number;
  queued: number;
  calls: Tally;
  /** By the kind of object, `DB` for D1; an alarm that is set is a written row, and so is an entry. */
  rows: Tally;
};
/** A statement and the object that ran it; null = D1. */
type Met = { text: string; at: SqlStorage | null };
type Methods = Record<string, (...given: unknown[]) => unknown>;
type Plan = { detail: string };

/** Of the runtime, not of a table that grows. */
const harmless = /^SCAN (\d+-ROW|CONSTANT ROW|\(|json_each|sqlite_master|.*VIRTUAL TABLE)/;

const namespaces = Object.entries(env).filter(
  (entry): entry is [string, DurableObjectNamespace] =>
    Object.getPrototypeOf(entry[1]) === Object.getPrototypeOf(env.PAYMENT),
);

const prototype = Object.getPrototypeOf(env.PAYMENT) as DurableObjectNamespace;
const { getByName } = prototype;

export const sumOf = (tally: Tally) => [...tally.values()].reduce((sum, count) => sum + count, 0);

function add(tally: Tally, name: string, count: number): void {
  if (count > 0) tally.set(name, (tally.get(name) ?? 0) + count);
}

function watch(
  methods: Methods,
  name: string,
  look: (self: object, given: unknown[], made: unknown) => void,
) {
  const real = methods[name];
  vi.spyOn(methods, name).mockImplementation(function (this: object, ...given) {
    const made = real?.apply(this, given);
    look(this, given, made);
    return made;
  });
}

export class WorkCounter {
  readonly steps: Step[] = [];
  private readonly met: Met[] = [];
  /** By their names: an object that is loaded by its id alone does not know its own. */
  private readonly asked = new Map<string, Set<string>>();
  private readonly written: { step: Step; at: SqlStorage | SyncKvStorage; count: number }[] = [];

  /** Counts until `vi.restoreAllMocks`. */
  static async start(): Promise<WorkCounter> {
    const counter = new WorkCounter();
    counter.watchD1();
    await counter.watchStorage();
    counter.watchCalls();
    return counter;
  }

  /** What follows is counted under this name. */
  begin(name: string): Step {
    const step = { name, trips: 0, queued: 0, calls: new Map(), rows: new Map() };
    this.steps.push(step);
    return step;
  }

  private get step(): Step {
    return this.steps.at(-1) ?? this.begin("before the first step");
  }

  private watchD1(): void {
    const texts = new WeakMap<object, string>();
    const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1")) as Methods;
    const database = Object.getPrototypeOf(env.DB) as Methods;
    const trip = (statements: object[], answer: unknown) => {
      const { step } = this;
      step.trips += 1;
      for (const one of statements) this.met.push({ text: texts.get(one) ?? "", at: null });
      const count = (results: D1Result | D1Result[]) => {
        for (const { meta } of [results].flat()) add(step.rows, "DB", meta.rows_written);
      };
      void (answer as Promise<D1Result | D1Result[]>).then(count, () => undefined);
    };
    watch(database, "prepare", (_self, [text], made) => texts.set(made as object, String(text)));
    watch(statement, "bind", (self, _given, made) => texts.set(made as object, texts.get(self) ?? ""));
    watch(database, "batch", (_self, [statements], answer) => trip(statements as object[], answer));
    for (const name of ["all", "run"]) watch(statement, name, (self, _given, answer) => trip([self], answer));
  }

  private async watchStorage(): Promise<void> {
    const wrote = (at: SqlStorage | SyncKvStorage, count: number) =>
      this.written.push({ step: this.step, at, count });
    await runInDurableObject(env.LIMIT.getByName("shard 0"), (_object, { storage }) => {
      watch(Object.getPrototypeOf(storage.sql) as Methods, "exec", (self, [text], cursor) => {
        const at = self as SqlStorage;
        // An object that lives on makes its tables once, for all purchases.
        if (String(text).startsWith("CREATE TABLE IF NOT EXISTS")) return;
        this.met.push({ text: String(text), at });
        wrote(at, (cursor as SqlStorageCursor<never>).rowsWritten);
      });
      watch(Object.getPrototypeOf(storage) as Methods, "setAlarm", (self) =>
        wrote((self as DurableObjectStorage).sql, 1),
      );
      const entries = Object.getPrototypeOf(storage.kv) as Methods;
      watch(entries, "put", (self) => wrote(self as SyncKvStorage, 1));
      watch(entries, "delete", (self, _given, was) => wrote(self as SyncKvStorage, Number(was)));
    });
  }

  private watchCalls(): void {
    const called = (name: string) => add(this.step.calls, name, 1);
    const { asked } = this;
    vi.spyOn(prototype, "getByName").mockImplementation(function (this: DurableObjectNamespace, name) {
      const kind = namespaces.find(([, namespace]) => namespace === this)?.[0] ?? "";
      asked.set(kind, (asked.get(kind) ?? new Set()).add(name));
      return telling(getByName.call(this, name), (method) => called(`${kind}.${method}`));
    });
    for (const [name, made] of Object.entries(objects)) {
      const methods = typeof made === "function" ? (made.prototype as unknown as Methods) : {};
      if ("alarm" in methods) watch(methods, "alarm", () => called(`${name} alarm`));
    }
    watch(Object.getPrototypeOf(env.CALLBACKS) as Methods, "send", () => {
      this.step.queued += 1;
    });
  }

  /** Once, when counting has ended: whose rows were written. @returns each plan that reads a whole table, by where */
  async finish(): Promise<string[]> {
    const d1 = this.met.filter(({ at }) => at === null);
    const scans = await scansOf("DB", d1, async (text, values) => {
      const { results } = await env.DB.prepare(text)
        .bind(...values)
        .all<Plan>();
      return results;
    });
    for (const [kind, namespace] of namespaces)
      for (const name of this.asked.get(kind) ?? [])
        await runInDurableObject(
          getByName.call(namespace, name),
          async (_object, { storage: { sql, kv } }) => {
            for (const { step, at, count } of this.written)
              if (at === sql || at === kv) add(step.rows, kind, count);
            const own = this.met.filter(({ at }) => at === sql);
            const explain = (text: string, values: string[]) => sql.exec<Plan>(text, ...values).toArray();
            scans.push(...(await scansOf(kind, own, explain)));
          },
        );
    return [...new Set(scans)].sort();
  }
}

async function scansOf(
  where: string,
  met: readonly Met[],
  explain: (text: string, values: string[]) => Plan[] | Promise<Plan[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const text of new Set(met.map((one) => one.text))) {
    if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text)) continue;
    // Numbered in our own statements, not in drizzle's.
    const places = [...text.matchAll(/\?(\d*)/g)].map(([, number]) => Number(number));
    const count = Math.max(places.filter((number) => number === 0).length, ...places);
    const plan = await explain(
      `EXPLAIN QUERY PLAN ${text}`,
      Array.from({ length: count }, () => "[]"),
    );
    for (const { detail } of plan)
      if (detail.startsWith("SCAN ") && !harmless.test(detail)) found.push(`${where} ${detail}`);
  }
  return found;
}

/** The stub, telling each call of its object. */
function telling<Stub extends object>(stub: Stub, called: (method: string) => void): Stub {
  return new Proxy(stub, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        called(String(name));
        return Reflect.apply(member, target, given);
      };
    },
  });
}

export const rowsInD1 = ({ rows }: Step) => rows.get("DB") ?? 0;
export const rowsOfObjects = (step: Step) => sumOf(step.rows) - rowsInD1(step);

/** One line. */
export const said = ({ name, trips, queued, calls, rows }: Step) => {
  const list = (tally: Tally) => [...tally].map(([what, count]) => `${what} ${count}`).join(", ");
  return `${name}: ${trips} D1 trips; ${sumOf(calls)} calls (${list(calls)}); ${sumOf(rows)} rows (${list(rows)}); ${queued} queued`;
};

/** The sum of several steps. */
export function together(name: string, steps: readonly Step[]): Step {
  const sum = (of: (step: Step) => number) => steps.reduce((total, step) => total + of(step), 0);
  const tally = (of: (step: Step) => Tally) => {
    const names = new Set(steps.flatMap((step) => [...of(step).keys()]));
    return new Map([...names].map((what) => [what, sum((step) => of(step).get(what) ?? 0)]));
  };
  return {
    name,
    trips: sum(({ trips }) => trips),
    queued: sum(({ queued }) => queued),
    calls: tally(({ calls }) => calls),
    rows: tally(({ rows }) => rows),
  };
}
