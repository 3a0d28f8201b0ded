import type { Query, Sql } from "./sql.ts";

type RowsOf<Statements extends readonly Sql[]> = {
  -readonly [Place in keyof Statements]: Statements[Place]["row"][];
};

export type Executor = {
  first<Row>(statement: Sql<Row>): Promise<Row | undefined>;
  all<Row>(statement: Sql<Row>): Promise<Row[]>;
  /** How many rows it changed. */
  run(statement: Sql): Promise<number>;
  /** One transaction. Answers the rows of each statement, in order. */
  batch<const Statements extends readonly Sql[]>(statements: Statements): Promise<RowsOf<Statements>>;
};

/** @param queryOf refuses a statement that this executor must not run */
export function d1Executor(d1: D1Database, queryOf: (statement: Sql) => Query): Executor {
  const bound = (statement: Sql) => {
    const { sql, params } = queryOf(statement);
    return d1.prepare(sql).bind(...params);
  };
  const all = async <Row>(statement: Sql<Row>) => (await bound(statement).all<Row>()).results;
  return {
    all,
    first: async (statement) => (await all(statement))[0],
    run: async (statement) => (await bound(statement).run()).meta.changes,
    async batch<const Statements extends readonly Sql[]>(statements: Statements) {
      const results = await d1.batch(statements.map(bound));
      return results.map((result) => result.results) as RowsOf<Statements>;
    },
  };
}

/** What a Durable Object's own SQLite answers. */
type Cursor<Row> = { toArray(): Row[]; one(): Row; readonly rowsWritten: number };

/** Runs a statement on a Durable Object's own SQLite, at once. */
export function exec<Row>(storage: SqlStorage, statement: Sql<Row>): Cursor<Row> {
  const { sql, params } = statement.query();
  return storage.exec(sql, ...params) as unknown as Cursor<Row>;
}
