import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { RunAnswer } from "#worker/db/executor";
import { ProviderDatabase } from "#worker/db/provider-database";
import type { Query } from "#worker/db/sql";

// A database away, D1 or a provider's own, or a transaction that dies on its way: for all that runs in this test's worker,
// objects included.

type Prototype = Record<string, (...parameters: never[]) => unknown>;

const databasePrototype = Object.getPrototypeOf(env.DB) as Prototype;
const statementPrototype = Object.getPrototypeOf(env.DB.prepare("SELECT 1")) as Prototype;

type Run = (queries: readonly Query[]) => Promise<RunAnswer>;

/** Stands before the providers' databases. */
function replaceRun(replacement: (real: Run, queries: readonly Query[]) => Promise<RunAnswer>) {
  return replace(
    ProviderDatabase.prototype as unknown as Prototype,
    "run",
    (real, queries: readonly Query[]) => replacement(real as Run, queries),
  );
}

const anyMatches = (queries: readonly Query[], matches: RegExp) =>
  queries.some(({ sql }) => matches.test(sql));

export type Fault = { heal(): void; readonly count: number };

/** @param count how often it struck */
function faultOf(spies: readonly { mockRestore(): void }[], count: () => number): Fault {
  return {
    heal: () => {
      for (const spy of spies) spy.mockRestore();
    },
    get count() {
      return count();
    },
  };
}

/** Every statement whose text matches is refused as if the connection had been lost, alone or in a batch. */
export function failStatements(matches: RegExp): Fault {
  const doomed = new WeakSet<object>();
  let count = 0;
  const lost = () => {
    count += 1;
    return Promise.reject(new Error("D1_ERROR: Network connection lost."));
  };
  const spies = [
    silence(),
    replace(databasePrototype, "prepare", (real, sql: string) => {
      const statement = real(sql) as object;
      if (matches.test(sql)) doomed.add(statement);
      return statement;
    }),
    replace(databasePrototype, "batch", (real, statements: object[]) =>
      statements.some((statement) => doomed.has(statement)) ? lost() : real(statements),
    ),
    replace(statementPrototype, "bind", function (this: object, real, ...values: unknown[]) {
      const bound = real(...values) as object;
      if (doomed.has(this)) doomed.add(bound);
      return bound;
    }),
    ...["all", "run", "first", "raw"].map((name) =>
      replace(statementPrototype, name, function (this: object, real, ...rest: unknown[]) {
        return doomed.has(this) ? lost() : real(...rest);
      }),
    ),
    replaceRun(async (real, queries) => {
      if (!anyMatches(queries, matches)) return real(queries);
      count += 1;
      return { failed: "error", fault: "Network connection lost." };
    }),
  ];
  return faultOf(spies, () => count);
}

/** D1 alone, all of it: the providers' databases answer. */
export function loseD1(): Fault {
  let count = 0;
  const lost = () => {
    count += 1;
    return Promise.reject(new Error("D1_ERROR: Network connection lost."));
  };
  const spies = [
    silence(),
    replace(databasePrototype, "batch", lost),
    ...["all", "run", "first", "raw"].map((name) => replace(statementPrototype, name, lost)),
  ];
  return faultOf(spies, () => count);
}

/** Every batch with a statement that matches runs, and then fails at its very end: the database takes all of it back. */
export function abortBatches(matches: RegExp): Fault {
  const texts = new WeakMap<object, string>();
  let count = 0;
  const spies = [
    silence(),
    replace(databasePrototype, "prepare", (real, sql: string) => {
      const statement = real(sql) as object;
      texts.set(statement, sql);
      return statement;
    }),
    replace(statementPrototype, "bind", function (this: object, real, ...values: unknown[]) {
      const bound = real(...values) as object;
      texts.set(bound, texts.get(this) ?? "");
      return bound;
    }),
    replace(databasePrototype, "batch", (real, statements: object[]) => {
      if (!statements.some((statement) => matches.test(texts.get(statement) ?? ""))) return real(statements);
      count += 1;
      return real([...statements, env.DB.prepare("INSERT INTO bridges (id) VALUES (NULL)")]);
    }),
    replaceRun((real, queries) => {
      if (queries.length < 2 || !anyMatches(queries, matches)) return real(queries);
      count += 1;
      return real([...queries, { sql: "INSERT INTO customers (phone) VALUES (NULL)", params: [] }]);
    }),
  ];
  return faultOf(spies, () => count);
}

/** The first query that matches is read from the database, and its rows wait until `heal`: a reading that grows old. */
export function holdRead(matches: RegExp): { reached: Promise<void>; heal(): void } {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const chosen = new WeakSet<object>();
  let isHeld = false;
  const hold = async () => {
    if (isHeld) return;
    isHeld = true;
    reached.resolve();
    await released.promise;
  };
  const spies = [
    replace(databasePrototype, "prepare", (real, sql: string) => {
      const statement = real(sql) as object;
      if (matches.test(sql)) chosen.add(statement);
      return statement;
    }),
    replace(statementPrototype, "bind", function (this: object, real, ...values: unknown[]) {
      const bound = real(...values) as object;
      if (chosen.has(this)) chosen.add(bound);
      return bound;
    }),
    replace(statementPrototype, "all", async function (this: object, real) {
      const rows = await real();
      if (chosen.has(this)) await hold();
      return rows;
    }),
    replaceRun(async (real, queries) => {
      const answer = await real(queries);
      if (anyMatches(queries, matches)) await hold();
      return answer;
    }),
  ];
  return {
    reached: reached.promise,
    heal: () => {
      for (const spy of spies) spy.mockRestore();
      released.resolve();
    },
  };
}

/** The worker logs what it could not do; here that is what was asked for. */
const silence = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

function replace<Values extends never[]>(
  prototype: Prototype,
  name: string,
  replacement: (this: object, real: (...values: unknown[]) => unknown, ...values: Values) => unknown,
) {
  const original = prototype[name] as (...values: unknown[]) => unknown;
  return vi.spyOn(prototype, name).mockImplementation(function (this: object, ...values: Values) {
    return replacement.call(this, (...rest) => original.apply(this, rest), ...values);
  });
}
