import { say } from "../../contract/texts.ts";
import { dayMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { AppError } from "../../errors.ts";
import { quotas } from "./rules.ts";

/** @param imports their table: files of each kind are counted by themselves. @throws AppError too_many */
export async function refuseTooManyRows(
  db: TenantDb,
  imports: Sql,
  now: number,
  more: number,
): Promise<void> {
  const { count } = (await db.first(
    sql<{ count: number }>`SELECT coalesce(sum("rows"), 0) AS count FROM ${imports}
      WHERE created_at > ${now - dayMs}`,
  )) ?? { count: 0 };
  const { rowsPerDay } = quotas.imports;
  if (count + more > rowsPerDay)
    throw new AppError("too_many", say("import_day_limit", { most: rowsPerDay, count }), {
      retryAfter: dayMs / 1_000,
    });
}
