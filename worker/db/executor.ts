import { type Query, type Sql, sql } from "./sql.ts";

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

/** What one statement answered. `changes`: how many rows it changed. */
export type Answered = { rows: Record<string, unknown>[]; changes: number };

/** What a provider's object answers. `failed`: nothing was done; `fault` says why, for the log. */
export type RunAnswer = Answered[] | { failed: "unknown_provider" | "not_open" | "error"; fault: string };

/** A database that runs statements in order, as one transaction. */
export type RunQueries = (queries: readonly Query[]) => Promise<Answered[]>;

/** @param queryOf refuses a statement that this executor must not run */
export function executorOn(
  run: RunQueries,
  queryOf = (statement: Sql): Query => statement.query(),
): Executor {
  const one = async (statement: Sql): Promise<Answered> => {
    const [answered] = await run([queryOf(statement)]);
    if (!answered) throw new Error("the database did not answer a statement");
    return answered;
  };
  const all = async <Row>(statement: Sql<Row>) => (await one(statement)).rows as Row[];
  return {
    all,
    first: async (statement) => (await all(statement))[0],
    run: async (statement) => (await one(statement)).changes,
    async batch<const Statements extends readonly Sql[]>(statements: Statements) {
      const answers = await run(statements.map(queryOf));
      return answers.map(({ rows }) => rows) as RowsOf<Statements>;
    },
  };
}

/** Several queries are one batch, which D1 runs as a transaction. */
export function onD1(d1: D1Database): RunQueries {
  const answered = ({ results, meta }: D1Result<Record<string, unknown>>): Answered => ({
    rows: results,
    changes: meta.changes,
  });
  return async (queries) => {
    const bound = queries.map(({ sql, params }) => d1.prepare(sql).bind(...params));
    const [only, ...more] = bound;
    if (only && more.length === 0) return [answered(await only.all())];
    return (await d1.batch<Record<string, unknown>>(bound)).map(answered);
  };
}

/** In bytes. D1 says it beside every answer, and to no query. */
export async function sizeOf(d1: D1Database): Promise<number> {
  return (await d1.prepare("SELECT 1").run()).meta.size_after;
}

/** What a Durable Object's own SQLite answers. */
type Cursor<Row> = Iterable<Row> & { toArray(): Row[]; one(): Row; readonly rowsWritten: number };

/** Runs a statement on a Durable Object's own SQLite, at once. */
export function exec<Row>(storage: SqlStorage, statement: Sql<Row>): Cursor<Row> {
  const { sql, params } = statement.query();
  return storage.exec(sql, ...params) as unknown as Cursor<Row>;
}

const nothing = { changes: 0 };

/** Runs a finished query on a Durable Object's own SQLite: what a call of the object carried. `written`: rows, those of indexes too. */
export function runOn(storage: SqlStorage, { sql: text, params }: Query): Answered & { written: number } {
  const cursor = storage.exec(text, ...params);
  const rows = cursor.toArray();
  const written = cursor.rowsWritten;
  // What wrote nothing is most of what runs.
  const { changes } =
    written === 0 ? nothing : exec(storage, sql<{ changes: number }>`SELECT changes() AS changes`).one();
  return { rows, changes, written };
}
