import { and, sql as condition, eq, type InferSelectModel } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Executor, executorOn, type RunQueries } from "./executor.ts";
import type { Query, Sql } from "./sql.ts";
import { checkTenantStatement } from "./statement-rules.ts";
import { type SelectOptions, selectFrom } from "./table-rows.ts";

type TenantTable = SQLiteTable & { providerId: AnySQLiteColumn };

/** The only way to a tenant's rows: `thisProvider` is bound here and nowhere else. */
export type TenantDb = Executor & {
  readonly providerId: string;
  select<T extends TenantTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
};

export function tenantDb(run: RunQueries, providerId: string): TenantDb {
  const select = selectFrom(run);
  const queryOf = (statement: Sql): Query => {
    const query = statement.query(providerId);
    checkTenantStatement(query.sql);
    return query;
  };
  return {
    ...executorOn(run, queryOf),
    providerId,
    // In parentheses, so that an OR in the condition does not loosen the provider's.
    select: (table, { where, ...options } = {}) =>
      select(table, {
        ...options,
        where: and(eq(table.providerId, providerId), where && condition`(${where})`),
      }),
  };
}
