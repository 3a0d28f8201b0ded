import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";

// What lists over all providers share: a page with its total, and the providers' names, which lie in the platform's tables and
// are read apart.

const mostRows = 1_000;

export type Listed<Row> = Promise<{ rows: Row[]; total: number }>;

export async function pageOf<Row>(
  ctx: Context,
  columns: string,
  from: string,
  order: string,
  values: readonly (string | number)[],
  { page = 1, pageSize = mostRows }: { page?: number | undefined; pageSize?: number | undefined },
): Listed<Row> {
  const { platform } = ctx;
  const [rows = [], [count] = []] = await platform.batch([
    platform.statement(
      `SELECT ${columns} ${from} ORDER BY ${order} LIMIT ?${values.length + 1} OFFSET ?${values.length + 2}`,
      ...values,
      pageSize,
      (page - 1) * pageSize,
    ),
    platform.statement(`SELECT count(*) AS count ${from}`, ...values),
  ]);
  return { rows: rows as Row[], total: Number(count?.count ?? 0) };
}

/** Business names by id, and the platform's own. */
export async function providerNames(ctx: Context): Promise<Map<string, string>> {
  const { platform } = ctx;
  const rows = await platform.all<{ id: string; name: string }>(
    platform.statement("SELECT id, business_name AS name FROM providers"),
  );
  return new Map([...rows.map(({ id, name }) => [id, name] as const), [platformBooks, "The platform"]]);
}
