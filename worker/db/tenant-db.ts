import type { InferSelectModel } from "drizzle-orm";
import { type Executor, executorOn, type RunQueries } from "./executor.ts";
import type * as tables from "./schema/tenant.ts";
import type { Query, Sql } from "./sql.ts";
import { checkTenantStatement } from "./statement-rules.ts";
import { type SelectOptions, selectFrom } from "./table-rows.ts";

type TenantTable = (typeof tables)[keyof typeof tables];

/** The rows of one provider, which its own object has. */
export type TenantDb = Executor & {
  /** Its rows don't say whose they are: what leaves them does by this. */
  readonly providerId: string;
  select<T extends TenantTable>(table: T, options?: SelectOptions): Promise<InferSelectModel<T>[]>;
};

export function tenantDb(run: RunQueries, providerId: string): TenantDb {
  const queryOf = (statement: Sql): Query => {
    const query = statement.query();
    checkTenantStatement(query.sql);
    return query;
  };
  return { ...executorOn(run, queryOf), providerId, select: selectFrom(run) };
}
