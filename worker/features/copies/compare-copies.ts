import type { Context } from "../../context.ts";
import { names, type Sql, sql } from "../../db/sql.ts";
import { type CopiedTable, columnsOf, copiedTables, ownRow, sameKey, sentRows } from "./copied-tables.ts";
import { copyToPlatform } from "./copy-to-platform.ts";

// Both sides are summed by month; where the sums differ, rows are compared one by one. Rows change meanwhile, so copies are read
// before the provider's rows and again after them, and a row is wrong only where no later change explains it.

/** Copies of one table that were not as the provider's rows. They are right again. */
export type WrongCopies = {
  table: string;
  rows: number;
  /** Of these rows, as the provider has them and as they were copied. */
  ownCents: number;
  copiedCents: number;
};

/** @returns what differed, and has been copied once more */
export async function compareCopies(ctx: Context, providerId: string): Promise<WrongCopies[]> {
  await copyToPlatform(ctx, providerId);
  const ofCopies = await ctx.platform.batch(
    copiedTables.map((table) => sumsOf(table, copiesOf(table, providerId))),
  );
  const ofOwn = await ctx.tenant(providerId).batch(copiedTables.map((table) => sumsOf(table, rowsOf(table))));
  const wrong: WrongCopies[] = [];
  for (const [place, table] of copiedTables.entries()) {
    const parts = differingParts(ofOwn[place] ?? [], ofCopies[place] ?? []);
    for (const part of parts) wrong.push(...(await repairPart(ctx, providerId, table, part)));
  }
  if (wrong.length > 0) await copyToPlatform(ctx, providerId);
  return wrong;
}

const rowsOf = ({ own }: CopiedTable): Sql => sql`FROM ${names(own)} WHERE true`;
const copiesOf = ({ copy }: CopiedTable, providerId: string): Sql =>
  sql`FROM ${names(copy)} WHERE provider_id = ${providerId}`;

type Sums = { part: string; rows: number; revs: number; cents: number };

const sumsOf = ({ part, cents }: CopiedTable, from: Sql): Sql<Sums> =>
  sql<Sums>`SELECT CAST(${part} AS TEXT) AS part, count(*) AS rows, sum(rev) AS revs, sum(${cents}) AS cents
    ${from} GROUP BY 1`;

function differingParts(own: readonly Sums[], copied: readonly Sums[]): string[] {
  const byPart = (sums: readonly Sums[]) =>
    new Map(sums.map(({ part, rows, revs, cents }) => [part, `${rows} ${revs} ${cents}`]));
  const [here, there] = [byPart(own), byPart(copied)];
  return [...new Set([...here.keys(), ...there.keys()])].filter((part) => here.get(part) !== there.get(part));
}

type Read = { key: string; row: string; rev: number; copiedRev: number; cents: number };
type ByKey = ReadonlyMap<string, Read>;

async function repairPart(
  ctx: Context,
  providerId: string,
  table: CopiedTable,
  part: string,
): Promise<WrongCopies[]> {
  const db = ctx.tenant(providerId);
  const ofPart = sql`AND CAST(${table.part} AS TEXT) = ${part}`;
  const key = sql`json_array(${names(...table.keys)}) AS key`;
  const read = sql`${key}, rev, ${table.cents} AS cents`;
  const copies = async (): Promise<ByKey> =>
    byKey(
      await ctx.platform.all(
        sql<Read>`SELECT ${read}, json_array(${names(...columnsOf(table))}) AS row, rev AS copiedRev
          ${copiesOf(table, providerId)} ${ofPart}`,
      ),
    );
  const before = await copies();
  const own = byKey(
    await db.all(
      sql<Read>`SELECT ${read}, ${ownRow(table)} AS row, copied_rev AS copiedRev ${rowsOf(table)} ${ofPart}`,
    ),
  );
  const after = await copies();
  const gone = [...before.values()].filter((copy) => !own.has(copy.key));
  const wrong = [...own.values()].filter((row) => isWrong(row, before.get(row.key), after.get(row.key)));
  if (gone.length + wrong.length === 0) return [];
  const named = [...table.keys, "rev"];
  const list = (rows: readonly Pick<Read, "key" | "rev">[]) =>
    JSON.stringify(rows.map((row) => [...(JSON.parse(row.key) as unknown[]), row.rev]));
  await ctx.platform.run(
    sql`DELETE ${copiesOf(table, providerId)} AND (${names(...named)}) IN (${sentRows(named, list(gone))})`,
  );
  // Above both sides, so that the copy takes it.
  const raised = wrong.map(({ key, rev }) => ({
    key,
    rev: Math.max(rev, after.get(key)?.rev ?? 0) + 1,
  }));
  await db.run(
    sql`UPDATE ${names(table.own)} SET rev = told.rev FROM (${sentRows(named, list(raised))}) AS told
      WHERE ${sameKey(table, table.own, "told")} AND ${names(`${table.own}.rev`)} < told.rev`,
  );
  const copied = [...gone, ...wrong.flatMap((row) => after.get(row.key) ?? [])];
  return [
    {
      table: table.own,
      rows: gone.length + wrong.length,
      ownCents: centsOf(wrong),
      copiedCents: centsOf(copied),
    },
  ];
}

/** The copy is newer than the row was later, or older than what was acknowledged before, or says something else. */
function isWrong(row: Read, before: Read | undefined, after: Read | undefined): boolean {
  if ((before?.rev ?? 0) > row.rev || (after?.rev ?? 0) < row.copiedRev) return true;
  return after?.rev === row.rev && after.row !== row.row;
}

const byKey = (rows: readonly Read[]): ByKey => new Map(rows.map((row) => [row.key, row]));
const centsOf = (rows: readonly Read[]): number => rows.reduce((sum, { cents }) => sum + cents, 0);
