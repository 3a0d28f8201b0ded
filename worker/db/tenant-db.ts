import { and, sql as condition, eq, type InferSelectModel } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { d1Executor, type Executor } from "./executor.ts";
import { type Query, Sql } from "./sql.ts";
import { checkPlatformPart, checkTenantStatement } from "./statement-rules.ts";
import { type SelectOptions, selectFrom } from "./table-rows.ts";

type TenantTable = SQLiteTable & { providerId: AnySQLiteColumn };

/** The only way to a tenant's rows: `thisProvider` is bound here and nowhere else. */
export type TenantDb = Executor & {
  readonly providerId: string;
  select<T extends TenantTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
};

const platformParts = new WeakSet<Sql>();

/** A statement on the platform's own tables in a provider's batch: both lie in one database. */
export function ofPlatform<Row>({ texts, values }: Sql<Row>): Sql<Row> {
  const part = new Sql<Row>(texts, values);
  platformParts.add(part);
  return part;
}

export function tenantDb(d1: D1Database, providerId: string): TenantDb {
  const select = selectFrom(d1);
  const queryOf = (statement: Sql): Query => {
    const isPlatforms = platformParts.has(statement);
    const query = statement.query(isPlatforms ? undefined : providerId);
    (isPlatforms ? checkPlatformPart : checkTenantStatement)(query.sql);
    return query;
  };
  return {
    ...d1Executor(d1, queryOf),
    providerId,
    // In parentheses, so that an OR in the condition does not loosen the provider's.
    select: (table, { where, ...options } = {}) =>
      select(table, {
        ...options,
        where: and(eq(table.providerId, providerId), where && condition`(${where})`),
      }),
  };
}
