import type { InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { d1Executor, type Executor } from "./executor.ts";
import { checkPlatformStatement } from "./statement-rules.ts";
import { type SelectOptions, selectFrom } from "./table-rows.ts";

/** The platform's own tables, and sums over all tenants for the operator. Never both kinds in one statement. */
export type PlatformDb = Executor & {
  select<T extends SQLiteTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
};

export function platformDb(d1: D1Database): PlatformDb {
  const select = selectFrom(d1);
  const executor = d1Executor(d1, (statement) => {
    const query = statement.query();
    checkPlatformStatement(query.sql);
    return query;
  });
  return { ...executor, select: (table, options = {}) => select(table, options) };
}
