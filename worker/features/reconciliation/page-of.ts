import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { type Sql, sql } from "../../db/sql.ts";

// What lists over all providers share: a page with its total, and the providers' names, which lie in the platform's tables and
// are read apart.

const mostRows = 1_000;

export type Listed<Row> = Promise<{ rows: Row[]; total: number }>;

export async function pageOf<Row>(
  ctx: Context,
  { columns, from, order }: { columns: Sql; from: Sql; order: Sql },
  { page = 1, pageSize = mostRows }: { page?: number | undefined; pageSize?: number | undefined },
): Listed<Row> {
  const [rows, [count]] = await ctx.platform.batch([
    sql<Row>`SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ count: number }>`SELECT count(*) AS count ${from}`,
  ]);
  return { rows, total: count?.count ?? 0 };
}

/** Business names by id, and the platform's own. */
export async function providerNames(ctx: Context): Promise<Map<string, string>> {
  const { platform } = ctx;
  const rows = await platform.all(
    sql<{ id: string; name: string }>`SELECT id, business_name AS name FROM providers`,
  );
  return new Map([...rows.map(({ id, name }) => [id, name] as const), [platformBooks, "The platform"]]);
}
