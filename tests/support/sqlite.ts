import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

// SQLite as objects and D1 offer it. What waits and what fails is for the runtime around it to say.

type Row = Record<string, unknown>;

/** A database with its prepared statements. @param path of its file; in memory unless told */
export class Database {
  private readonly sqlite: DatabaseSync;
  private readonly prepared = new Map<string, StatementSync>();

  constructor(path = ":memory:") {
    this.sqlite = new DatabaseSync(path, { timeout: 5_000 });
  }

  script(sql: string): void {
    this.sqlite.exec(sql);
  }

  /** @returns rows, and how many it changed; a statement that returns rows does not say that */
  query(sql: string, values: readonly unknown[]): { rows: Row[]; changes: number } {
    let statement = this.prepared.get(sql);
    if (!statement) {
      statement = this.sqlite.prepare(sql);
      this.prepared.set(sql, statement);
    }
    const bound = values.map(bindable) as SQLInputValue[];
    if (/^\s*(SELECT|WITH)|\bRETURNING\b/i.test(sql))
      return { rows: statement.all(...bound) as Row[], changes: 0 };
    return { rows: [], changes: Number(statement.run(...bound).changes) };
  }

  /** All or nothing. */
  transaction<T>(work: () => T): T {
    this.sqlite.exec("SAVEPOINT work");
    try {
      const result = work();
      this.sqlite.exec("RELEASE work");
      return result;
    } catch (cause) {
      this.sqlite.exec("ROLLBACK TO work");
      this.sqlite.exec("RELEASE work");
      throw cause;
    }
  }

  close(): void {
    this.sqlite.close();
  }
}

function bindable(value: unknown): unknown {
  if (value === undefined) throw new TypeError("undefined cannot be bound");
  return typeof value === "boolean" ? Number(value) : value;
}

/** D1's interface on such a database. @param turn waits for this statement's turn, and may reject */
export function d1On(database: Database, turn: () => Promise<void>): D1Database {
  const statement = (sql: string, values: readonly unknown[]) => {
    const run = () => {
      const { rows, changes } = database.query(sql, values);
      return { success: true, results: rows, meta: { changes } };
    };
    const later = async () => {
      await turn();
      return run();
    };
    return {
      run: later,
      all: later,
      now: run,
      bind: (...bound: unknown[]) => statement(sql, bound),
      async first(column?: string) {
        const [row] = (await later()).results;
        return (column === undefined ? row : row?.[column]) ?? null;
      },
      raw: async () => (await later()).results.map((row) => Object.values(row)),
    };
  };
  const d1 = {
    prepare: (sql: string) => statement(sql, []),
    async batch(statements: readonly { now(): unknown }[]) {
      await turn();
      return database.transaction(() => statements.map((one) => one.now()));
    },
    async exec(sql: string) {
      await turn();
      database.script(sql);
    },
  };
  return d1 as unknown as D1Database;
}
