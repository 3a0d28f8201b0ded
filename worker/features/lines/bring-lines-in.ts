import type { Context } from "../../context.ts";
import type { LineImportRow, LineImportVerdict } from "../../contract/line-imports.ts";
import { type Made, say } from "../../contract/texts.ts";
import type { Windows } from "../../contract/values/open-hours.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { addCustomers, broughtInStatements, dropUnused } from "../customers/index.ts";
import { deliverLines } from "./deliver-lines.ts";
import { judgeLineRows, type LineToBring } from "./judge-line-rows.ts";
import { ofImport } from "./line-import-store.ts";
import { broughtPeriod, newcomer } from "./line-periods.ts";
import { periodStatement, saveStatements } from "./line-rows.ts";
import { readCutWindows } from "./line-settings.ts";

type Verdict = Made<typeof LineImportVerdict>;

/** Lines in one transaction. */
const atOnce = 40;

/**
 * Rows of a file become customers and lines. Each is made once, by the name that its row gives it: told again, or cut off in the middle, it
 * goes on. What was paid there is a period without a price, a balance an entry that is no sale.
 * @throws AppError not_found; refused where it was undone, or has more rows than it was begun with; unavailable: the router cannot be asked
 */
export async function bringLinesIn(
  ctx: Context,
  providerId: string,
  importId: string,
  rows: readonly LineImportRow[],
): Promise<Verdict[]> {
  const db = ctx.tenant(providerId);
  const known = await db.first(
    sql<{
      routerId: string;
      undoneAt: number | null;
      rows: number;
      there: number;
    }>`SELECT router_id AS routerId, undone_at AS undoneAt, "rows",
        (SELECT count(*) FROM lines WHERE ${ofImport(sql`line_imports.id`)}) AS there
      FROM line_imports WHERE id = ${importId}`,
  );
  if (!known) throw refuse("not_found", "import_gone");
  if (known.undoneAt !== null) throw refuse("refused", "import_undone");
  const { routerId } = known;
  const { verdicts, lines } = await judgeLineRows(ctx, providerId, { importId, routerId, rows });
  if (known.there + lines.length > known.rows)
    throw refuse("refused", "import_more_rows", { rows: known.rows });
  const now = ctx.now();
  await addCustomers(ctx, providerId, newCustomers(importId, lines));
  const hours = await readCutWindows(db);
  for (let at = 0; at < lines.length; at += atOnce) {
    const some = lines.slice(at, at + atOnce);
    await db.batch(some.flatMap((line) => lineStatements(ctx, { importId, routerId, line, hours, now })));
  }
  const ids = lines.map(({ id }) => id);
  const [, made, [after]] = await db.batch([
    sql`UPDATE line_imports SET reached_row = max(reached_row, ${Math.max(...rows.map(({ row }) => row))})
      WHERE id = ${importId}`,
    sql<{ id: string }>`SELECT id FROM lines WHERE id IN ${among(ids)}`,
    sql<{ undoneAt: number | null }>`SELECT undone_at AS undoneAt FROM line_imports WHERE id = ${importId}`,
  ]);
  const done = new Set(made.map(({ id }) => id));
  const added = newCustomers(importId, lines).map((one) => one.id);
  if (done.size < ids.length) await db.run(dropUnused(added));
  await deliverLines(ctx, providerId, [...done]);
  if (done.size < ids.length && after?.undoneAt !== null) throw refuse("refused", "import_undone");
  const late = new Map(lines.filter(({ id }) => !done.has(id)).map((line) => [line.row, line]));
  // Another line took the name since it was judged.
  return verdicts.map((verdict) => {
    const lost = late.get(verdict.row);
    if (!lost) return verdict;
    const reason = say("line_login_taken", { login: lost.login });
    return { row: verdict.row, becomes: "refused" as const, reason, notes: [] };
  });
}

/** By the first of their lines that is brought in. */
function newCustomers(importId: string, lines: readonly LineToBring[]) {
  const first = new Map<string, LineToBring>();
  for (const line of lines)
    if (line.customerId.startsWith(`${importId}.`) && !first.has(line.customerId))
      first.set(line.customerId, line);
  return [...first].map(([id, { name, phone, email, formerNumber }]) => ({
    id,
    name,
    phone,
    email,
    formerNumber,
    language: null,
  }));
}

type Bringing = { importId: string; routerId: string; line: LineToBring; hours: Windows | null; now: number };

function lineStatements(ctx: Context, { importId, routerId, line, hours, now }: Bringing): Sql[] {
  const { id, customerId, terms, login, password, adopted, balanceCents } = line;
  const sealed = ctx.keys.seal(password, sealedPlace("lines", id));
  const isThere = sql`EXISTS (SELECT 1 FROM lines WHERE id = ${id})`;
  return [
    sql`INSERT OR IGNORE INTO lines (id, customer_id, router_id, terms, login, login_small, password, adopted, rev,
        created_at, updated_at)
      SELECT ${id}, ${customerId}, ${routerId}, ${JSON.stringify(terms)}, ${login}, ${login.toLowerCase()}, ${sealed},
        ${adopted === null ? null : JSON.stringify(adopted)}, 1, ${now}, ${now}
      FROM line_imports WHERE id = ${importId} AND undone_at IS NULL`,
    ...paidStatements(line, hours, now),
    ...(balanceCents > 0
      ? broughtInStatements({ customerId, importId, cents: balanceCents, at: now }, isThere)
      : []),
  ];
}

/** What it was paid for before. One that is blocked there is blocked here: until it is paid, or by hand where it is paid already. */
function paidStatements(
  { id, terms, until, isBlocked }: LineToBring,
  hours: Windows | null,
  now: number,
): Sql[] {
  if (until === null) return [];
  const line = newcomer(id, terms, now);
  const period = broughtPeriod(line, until, hours, now);
  const blocked = until > now ? { heldAt: now, blocksAt: now } : { blocksAt: until };
  const after = isBlocked ? { ...period.after, ...blocked } : period.after;
  return [periodStatement(period, now, sql`true`), ...saveStatements(line, after, now)];
}
