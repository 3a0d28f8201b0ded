import { getTableName, isTable } from "drizzle-orm";
import * as tables from "#worker/db/schema/platform";

export const platformTableNames: readonly string[] = Object.values(tables)
  .filter((table) => isTable(table))
  .map((table) => getTableName(table));
