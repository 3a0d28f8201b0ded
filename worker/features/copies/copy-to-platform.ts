import type { Context } from "../../context.ts";
import { joined, names, type Sql, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { type CopiedTable, columnsOf, copiedTables, ownRow, sameKey, sentRows } from "./copied-tables.ts";

// Rows whose `rev` the platform has not acknowledged are written to its copies, then acknowledged with the `rev` that was sent.
// Cut off between the two, they are sent again, and a copy is written only by a higher `rev`: twice, late or out of order
// changes nothing.

/** Of one provider in one call; what is beyond waits for the next. */
const mostRounds = 50;
/** In a statement, of rows that are long. */
const mostCharacters = 500_000;

type Parcel = { table: CopiedTable; list: string };

/** Brings the copies of one provider's rows up to date. */
export async function copyToPlatform(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  for (let round = 0; round < mostRounds; round += 1) {
    const waiting = await db.batch(copiedTables.map(waitingRows));
    const parcels = copiedTables.flatMap((table, place) => parcelOf(table, waiting[place] ?? []));
    if (parcels.length === 0) return;
    await ctx.platform.batch(parcels.map((parcel) => storeStatement(providerId, parcel)));
    await db.batch(parcels.map(acknowledgeStatement));
  }
}

/** The same for who looks next: it never fails, and what it could not do the sweep does. */
export async function copyNow(ctx: Context, providerId: string): Promise<void> {
  try {
    await copyToPlatform(ctx, providerId);
  } catch (cause) {
    log("error", "copy to platform", cause, { provider: providerId });
  }
}

/** What waits is due at once. */
export const copiesDue = (now: number): Sql<{ at: number }>[] =>
  copiedTables.map(
    ({ own }) => sql<{ at: number }>`SELECT ${now} AS at FROM ${names(own)}
      WHERE rev > copied_rev LIMIT 1`,
  );

function waitingRows(table: CopiedTable): Sql<{ row: string }> {
  return sql<{ row: string }>`SELECT ${ownRow(table)} AS row FROM ${names(table.own)}
    WHERE rev > copied_rev ORDER BY copied_rev LIMIT ${table.atOnce}`;
}

function parcelOf(table: CopiedTable, rows: readonly { row: string }[]): Parcel[] {
  let length = 0;
  const fitting = rows.filter(({ row }, place) => {
    length += row.length;
    return place === 0 || length <= mostCharacters;
  });
  return fitting.length === 0 ? [] : [{ table, list: `[${fitting.map(({ row }) => row).join(",")}]` }];
}

function storeStatement(providerId: string, { table, list }: Parcel): Sql {
  const columns = columnsOf(table);
  const anew = columns.filter((column) => !table.keys.includes(column));
  return sql`INSERT INTO ${names(table.copy)} (${names("provider_id", ...columns)})
    SELECT ${providerId}, * FROM (${sentRows(columns, list)}) WHERE true
    ON CONFLICT (${names("provider_id", ...table.keys)}) DO UPDATE SET ${joined(
      anew.map((column) => sql`${names(column)} = ${names(`excluded.${column}`)}`),
      ", ",
    )} WHERE excluded.rev > ${names(`${table.copy}.rev`)}`;
}

/** Not beyond what was sent: what changed meanwhile waits for the next copy. */
function acknowledgeStatement({ table, list }: Parcel): Sql {
  const { own, keys } = table;
  const columns = columnsOf(table);
  return sql`UPDATE ${names(own)} SET copied_rev = sent.rev
    FROM (SELECT ${names(...keys, "rev")} FROM (${sentRows(columns, list)})) AS sent
    WHERE ${sameKey(table, own, "sent")} AND ${names(`${own}.copied_rev`)} < sent.rev`;
}
