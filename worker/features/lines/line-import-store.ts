import type * as z from "zod";
import type { Context } from "../../context.ts";
import {
  type beginLineImport as beginCall,
  type LineImport,
  type LineImportRow,
  undoableDays,
} from "../../contract/line-imports.ts";
import { shillings } from "../../contract/values/money.ts";
import { plain } from "../../contract/values/pasted.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { dayMs } from "../../contract/values/time.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { broughtValue, hasPaid } from "../customers/index.ts";
import { refuseTooManyRows } from "../rate-limits/index.ts";
import { routerNames } from "../routers/index.ts";

/** Lines of an import are named by its id, a point and the row. */
export const ofImport = (importId: Sql): Sql =>
  sql`(lines.id > ${importId} || '.' AND lines.id < ${importId} || '/')`;

/** Lines of an import that nothing was paid for, and whose customers have not used up what came along. @param now UTC ms */
export const undoableLines = (importId: Sql, now: number): Sql =>
  sql`${ofImport(importId)} AND closed_at IS NULL AND NOT ${hasPaid(sql`lines.customer_id`)}
    AND NOT EXISTS (SELECT 1 FROM lines own JOIN line_periods used ON used.line_id = own.id
      WHERE own.customer_id = lines.customer_id AND used.cents > 0 AND used.returned_at IS NULL
        AND used.until_at <= ${now})`;

type Row = {
  id: string;
  fileName: string;
  routerId: string;
  rows: number;
  lastRow: number;
  reachedRow: number;
  madeBy: string;
  createdAt: number;
  undoneAt: number | null;
  lines: number;
  undoable: number;
  cents: number;
};

const itsId = sql`line_imports.id`;

const selectImports = (which: Sql, now: number): Sql<Row> =>
  sql<Row>`SELECT id, file_name AS fileName, router_id AS routerId, "rows", last_row AS lastRow,
      reached_row AS reachedRow, made_by AS madeBy, created_at AS createdAt, undone_at AS undoneAt,
      (SELECT count(*) FROM lines WHERE ${ofImport(itsId)} AND closed_at IS NULL) AS lines,
      (SELECT count(*) FROM lines WHERE created_at > ${now - undoableDays * dayMs}
        AND ${undoableLines(itsId, now)}) AS undoable,
      (SELECT coalesce(sum(cents), 0) FROM customer_entries e WHERE e.kind IN ('brought-in', 'brought-back')
        AND e.customer_id IN (SELECT customer_id FROM lines WHERE ${ofImport(itsId)})
        AND e.id IN ('brought in ' || line_imports.id || ' ' || e.customer_id,
          'undone brought in ' || line_imports.id || ' ' || e.customer_id)) AS cents
    FROM line_imports ${which}`;

const shown = 20;

export async function listImports(ctx: Context, providerId: string): Promise<LineImport[]> {
  const which = sql`ORDER BY created_at DESC, id LIMIT ${shown}`;
  const rows = await ctx.tenant(providerId).all(selectImports(which, ctx.now()));
  return answersOf(ctx, providerId, rows);
}

async function answersOf(ctx: Context, providerId: string, rows: readonly Row[]): Promise<LineImport[]> {
  const names = rows.length === 0 ? new Map<string, string>() : await routerNames(ctx, providerId);
  return rows.map(({ id, fileName, routerId, lines, madeBy, createdAt, undoneAt, cents, ...row }) => ({
    id,
    fileName,
    router: { id: routerId, name: names.get(routerId) ?? "" },
    rows: row.rows,
    isComplete: row.reachedRow >= row.lastRow,
    lines,
    balance: shillings(cents),
    madeBy,
    createdAt: new Date(createdAt).toISOString(),
    undoneAt: undoneAt === null ? null : new Date(undoneAt).toISOString(),
    isUndoable: row.undoable > 0,
  }));
}

type Asked = z.output<(typeof beginCall)["body"]> & { madeBy: string };

/** The same file again is the same import until it is undone. @throws AppError not_found, too_many */
export async function beginImport(
  ctx: Context,
  providerId: string,
  { fileName, fileHash, routerId, rows, lastRow, madeBy }: Asked,
): Promise<{ begun: LineImport; isNew: boolean }> {
  const router = await ctx.lookup.routerById(routerId);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router").at("routerId");
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const ofFile = sql`WHERE file_hash = ${fileHash} AND router_id = ${routerId} AND undone_at IS NULL LIMIT 1`;
  const known = await db.all(selectImports(ofFile, now));
  const id = randomHex(128);
  if (known.length === 0) {
    await refuseTooManyRows(db, sql`line_imports`, now, rows);
    await db.run(
      sql`INSERT INTO line_imports (id, file_name, file_hash, router_id, "rows", last_row, made_by, created_at)
        SELECT ${id}, ${fileName}, ${fileHash}, ${routerId}, ${rows}, ${lastRow}, ${madeBy}, ${now}
        WHERE NOT EXISTS (SELECT 1 FROM line_imports
          WHERE file_hash = ${fileHash} AND router_id = ${routerId} AND undone_at IS NULL)`,
    );
  }
  const [begun] = await answersOf(ctx, providerId, await db.all(selectImports(ofFile, now)));
  if (!begun) throw refuse("conflict", "import_undone");
  return { begun, isNew: begun.id === id };
}

type Rows = readonly LineImportRow[];

/** Lines that are there: of this import by their ids, closed ones as well, and the names that are taken at the router. */
export async function linesOfRows(
  ctx: Context,
  providerId: string,
  { importId, routerId, rows }: { importId: string | null; routerId: string; rows: Rows },
): Promise<{ byId: Map<string, { isAdopted: boolean }>; logins: Set<string> }> {
  const logins = rows.map(({ login }) => plain(login).toLowerCase());
  const ids = importId === null ? [] : rows.map(({ row }) => `${importId}.${row}`);
  const [own, taken] = await ctx.tenant(providerId).batch([
    sql<{
      id: string;
      isAdopted: number;
    }>`SELECT id, adopted IS NOT NULL AS isAdopted FROM lines WHERE id IN ${among(ids)}`,
    sql<{ login: string }>`SELECT login_small AS login FROM lines
      WHERE router_id = ${routerId} AND closed_at IS NULL AND login_small IN ${among(logins)}`,
  ]);
  const byId = new Map(own.map(({ id, isAdopted }) => [id, { isAdopted: isAdopted === 1 }]));
  return { byId, logins: new Set(taken.map(({ login }) => login)) };
}

/** A customer who has a line here. `hasBrought`: also a balance that came from another system. */
export type Owner = { id: string; name: string; phone: string; formerNumber: string; hasBrought: boolean };

/** Who might be meant by these rows. */
export async function ownersLike(ctx: Context, providerId: string, rows: Rows): Promise<Owner[]> {
  const phones = rows.flatMap(({ phone }) =>
    phone.split(/[,;/]|\bor\b/).flatMap((one) => parseKenyanMobile(one) ?? []),
  );
  const numbers = rows.flatMap(({ formerNumber }) => plain(formerNumber).replace(/ +/g, " ") || []);
  const found = await ctx.tenant(providerId).all(
    sql<Omit<Owner, "hasBrought"> & { brought: number }>`SELECT c.id, c.name, c.phone,
        c.former_number AS formerNumber, ${broughtValue(sql`c.id`)} AS brought
      FROM customer_accounts c
      WHERE (c.phone IN ${among(phones)} OR c.former_number <> '' AND c.former_number IN ${among(numbers)})
        AND EXISTS (SELECT 1 FROM lines WHERE lines.customer_id = c.id AND lines.closed_at IS NULL)
      ORDER BY c.created_at, c.id`,
  );
  return found.map(({ brought, ...owner }) => ({ ...owner, hasBrought: brought !== 0 }));
}
