import type { Context } from "../../context.ts";
import { joined, names, type Sql, sql } from "../../db/sql.ts";
import {
  type ExportedTable,
  type OwnTable,
  ownTables,
  type PlatformTable,
  platformTables,
} from "./exported-tables.ts";

// Read page by page while the file is taken, so that no more than a page of a large provider is held. Each row that was there
// at the beginning is in it as it is when its page is read; of those added meanwhile, what comes behind that page's keys.

/** Rows of a page. The longest of them have about 1 KB. */
const rowsAtOnce = 500;

type Row = Record<string, unknown>;
type Placed = Row & { place: number };

/** JSON, a line for each row. It ends with an error where a page could not be read: a whole file has its last line. */
export function exportProvider(ctx: Context, providerId: string): ReadableStream<Uint8Array> {
  const pages = pagesOf(ctx, providerId);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(file) {
      const { done, value } = await pages.next();
      if (done) file.close();
      else file.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pages.return();
    },
  });
}

/** Whole lines. */
async function* pagesOf(ctx: Context, providerId: string): AsyncGenerator<string, void> {
  yield line({ export: "provider", version: 1, providerId, at: new Date(ctx.now()).toISOString() });
  const counts: Record<string, number> = {};
  const count = ({ name }: ExportedTable, rows: readonly Row[]) => {
    counts[name] = (counts[name] ?? 0) + rows.length;
  };
  for (const table of platformTables)
    for await (const rows of platformPages(ctx, providerId, table)) {
      count(table, rows);
      yield linesOf(table, rows);
    }
  for (const table of ownTables)
    for await (const rows of ownPages(ctx, providerId, table)) {
      count(table, rows);
      yield linesOf(table, rows);
    }
  yield line({ end: true, rows: counts });
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

function linesOf({ name, columns }: ExportedTable, rows: readonly Row[]): string {
  const plain = (row: Row, column: ExportedTable["columns"][number]): unknown => {
    const value = row[column.name];
    return column.isJson && typeof value === "string" ? JSON.parse(value) : value;
  };
  return rows
    .map((row) =>
      line({
        table: name,
        row: Object.fromEntries(columns.map((column) => [column.name, plain(row, column)])),
      }),
    )
    .join("");
}

const columnsOf = ({ columns }: ExportedTable): Sql =>
  joined(
    columns.map(({ name, if: condition }) =>
      condition ? sql`iif(${condition}, ${names(name)}, NULL) AS ${names(name)}` : names(name),
    ),
    ", ",
  );

async function* ownPages(ctx: Context, providerId: string, table: OwnTable): AsyncGenerator<Row[], void> {
  const inOrder = names(...table.key);
  let after: Row | null = null;
  do {
    const last: Row | null = after;
    const key = table.key.map((column) => sql`${last?.[column] as string | number}`);
    const beyond: Sql = last === null ? sql`` : sql`WHERE (${inOrder}) > (${joined(key, ", ")})`;
    const rows: Row[] = await ctx.tenant(providerId).all(
      sql<Row>`SELECT ${columnsOf(table)} FROM ${names(table.name)}
        ${beyond} ORDER BY ${inOrder} LIMIT ${rowsAtOnce}`,
    );
    yield rows;
    after = rows.length < rowsAtOnce ? null : (rows.at(-1) ?? null);
  } while (after);
}

async function* platformPages(
  ctx: Context,
  providerId: string,
  table: PlatformTable,
): AsyncGenerator<Row[], void> {
  const inOrder = names(table.order, "rowid");
  let after: { ordered: string | number; place: number } | null = null;
  do {
    const beyond: Sql = after === null ? sql`` : sql`AND (${inOrder}) > (${after.ordered}, ${after.place})`;
    const rows: (Placed & { ordered: string | number })[] = await ctx.platform.all(
      sql<Placed & { ordered: string | number }>`SELECT rowid AS place, ${names(table.order)} AS ordered,
          ${columnsOf(table)} FROM ${names(table.name)}
        WHERE ${names(table.provider)} = ${providerId} ${beyond} ORDER BY ${inOrder} LIMIT ${rowsAtOnce}`,
    );
    yield rows;
    after = rows.length < rowsAtOnce ? null : (rows.at(-1) ?? null);
  } while (after);
}
