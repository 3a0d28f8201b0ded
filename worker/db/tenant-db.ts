import {
  and,
  eq,
  getTableColumns,
  type InferInsertModel,
  type InferSelectModel,
  type SQL,
} from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { checkTenantStatement } from "./statement-rules.ts";

type TenantTable = SQLiteTable & { providerId: AnySQLiteColumn };
type New<T extends TenantTable> = Omit<InferInsertModel<T>, "providerId">;
type Value = string | number | null;

export type SelectOptions = { where?: SQL | undefined; orderBy?: SQL[]; limit?: number; offset?: number };

/** A statement bound to its provider, ready to run alone or in a batch. Opaque on purpose. */
export type Statement = { readonly bound: D1PreparedStatement };

/**
 * The only way to a tenant's rows: every read and write it offers is bound to one provider, and it never hands out the
 * database behind it. Hand-written SQL names the provider as `?1`, which is bound here and nowhere else.
 */
export type TenantDb = {
  readonly providerId: string;
  select<T extends TenantTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
  insert<T extends TenantTable>(table: T, row: New<T>): Statement;
  /** `parameters` start at `?2`; `?1` is the provider. At most 99 of them (D1's limit is 100). */
  statement(sql: string, ...parameters: Value[]): Statement;
  all<Row>(statement: Statement): Promise<Row[]>;
  run(statement: Statement): Promise<number>;
  /** One transaction. Answers the rows of each statement, in order. */
  batch(statements: readonly Statement[]): Promise<Record<string, unknown>[][]>;
};

export function tenantDb(d1: D1Database, providerId: string): TenantDb {
  let built: DrizzleD1Database | undefined;
  const orm = () => {
    built ??= drizzle(d1, { casing: "snake_case" });
    return built;
  };
  const fromQuery = (query: { sql: string; params: unknown[] }): Statement => {
    checkTenantStatement(query.sql);
    return { bound: d1.prepare(query.sql).bind(...query.params) };
  };
  return {
    providerId,
    async select<T extends TenantTable>(table: T, options: SelectOptions = {}) {
      const query = orm()
        .select()
        .from(table as SQLiteTable)
        .where(and(eq(table.providerId, providerId), options.where))
        .orderBy(...(options.orderBy ?? []))
        .limit(options.limit ?? 1_000)
        .offset(options.offset ?? 0);
      return (await query) as InferSelectModel<T>[];
    },
    insert(table, row) {
      const known = getTableColumns(table);
      const values = Object.fromEntries(
        Object.entries({ ...row, providerId }).filter(([name]) => name in known),
      );
      return fromQuery(
        orm()
          .insert(table as SQLiteTable)
          .values(values)
          .onConflictDoNothing()
          .toSQL(),
      );
    },
    statement(sql, ...parameters) {
      checkTenantStatement(sql);
      return { bound: d1.prepare(sql).bind(providerId, ...parameters) };
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
