import type { InferInsertModel, InferSelectModel, SQL } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { platformTableNames, tablesIn, tenantTableNames } from "./statement-rules.ts";
import type { SelectOptions, Statement } from "./tenant-db.ts";

type Value = string | number | null;

/** The platform's own tables, and sums over all tenants for the operator. Never both kinds in one statement. */
export type PlatformDb = {
  select<T extends SQLiteTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
  insert<T extends SQLiteTable>(table: T, row: InferInsertModel<T>): Statement;
  update<T extends SQLiteTable>(table: T, set: Partial<InferInsertModel<T>>, where: SQL): Statement;
  statement(sql: string, ...parameters: Value[]): Statement;
  all<Row>(statement: Statement): Promise<Row[]>;
  run(statement: Statement): Promise<number>;
  batch(statements: readonly Statement[]): Promise<Record<string, unknown>[][]>;
};

export function platformDb(d1: D1Database): PlatformDb {
  let built: DrizzleD1Database | undefined;
  const orm = () => {
    built ??= drizzle(d1, { casing: "snake_case" });
    return built;
  };
  const fromQuery = (query: { sql: string; params: unknown[] }): Statement => ({
    bound: d1.prepare(query.sql).bind(...query.params),
  });
  return {
    async select<T extends SQLiteTable>(table: T, options: SelectOptions = {}) {
      const query = orm()
        .select()
        .from(table as SQLiteTable)
        .where(options.where)
        .orderBy(...(options.orderBy ?? []))
        .limit(options.limit ?? 1_000)
        .offset(options.offset ?? 0);
      return (await query) as InferSelectModel<T>[];
    },
    insert(table, row) {
      return fromQuery(
        orm()
          .insert(table as SQLiteTable)
          .values(row as never)
          .onConflictDoNothing()
          .toSQL(),
      );
    },
    update(table, set, where) {
      return fromQuery(
        orm()
          .update(table as SQLiteTable)
          .set(set as never)
          .where(where)
          .toSQL(),
      );
    },
    statement(sql, ...parameters) {
      const { reads, inserts } = tablesIn(sql);
      const named = [...reads, ...inserts];
      const mixed =
        named.some((name) => platformTableNames.includes(name)) &&
        named.some((name) => tenantTableNames.includes(name));
      if (mixed) throw new Error(`a statement joins platform and tenant tables: ${sql}`);
      return { bound: d1.prepare(sql).bind(...parameters) };
    },
    async all<Row>(statement: Statement) {
      return (await statement.bound.all<Row>()).results;
    },
    async run(statement) {
      return (await statement.bound.run()).meta.changes;
    },
    async batch(statements) {
      const results = await d1.batch<Record<string, unknown>>(statements.map((statement) => statement.bound));
      return results.map((result) => result.results);
    },
  };
}
