import type { Context } from "../../context.ts";
import { undoableDays, undoneAtOnce } from "../../contract/line-imports.ts";
import { dayMs } from "../../contract/values/time.ts";
import { among, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { broughtBackStatements, broughtBy } from "../customers/index.ts";
import { ofImport, undoableLines } from "./line-import-store.ts";
import { remove } from "./line-uses.ts";
import type { Provider } from "./named-provider.ts";
import { settleAccount } from "./settle-account.ts";

export type Undone = { name: string; undone: number; leftAlone: number; left: number };

/**
 * Lines for which nothing was paid are given up, or their router's own again, and balances that came along go out of their accounts with
 * what they bought. Some at a time; what was cut off goes on. @throws AppError not_found, refused where it is too old
 */
export async function undoLineImport(ctx: Context, provider: Provider, importId: string): Promise<Undone> {
  const db = ctx.tenant(provider.id);
  const now = ctx.now();
  const known = await db.first(
    sql<{ name: string; createdAt: number }>`SELECT file_name AS name, created_at AS createdAt
      FROM line_imports WHERE id = ${importId}`,
  );
  if (!known) throw refuse("not_found", "import_gone");
  if (known.createdAt <= now - undoableDays * dayMs)
    throw refuse("refused", "line_import_old", { count: undoableDays });
  // Nothing more is brought in from here on.
  await db.run(sql`UPDATE line_imports SET undone_at = ${now} WHERE id = ${importId} AND undone_at IS NULL`);
  const id = sql`${importId}`;
  type Found = { lineId: string; customerId: string; isAdopted: number };
  const lines = await db.all(
    sql<Found>`SELECT id AS lineId, customer_id AS customerId, adopted IS NOT NULL AS isAdopted FROM lines
      WHERE ${undoableLines(id, now)} ORDER BY customer_id, id LIMIT ${undoneAtOnce}`,
  );
  const customers = [...new Set(lines.map(({ customerId }) => customerId))];
  const brought = await db.all(broughtBy(importId, among(customers)));
  const kept = new Set<string>();
  for (const one of brought) {
    const answers = await db.batch(broughtBackStatements({ ...one, importId, at: now }));
    // Money came in at this moment.
    if (answers.at(-1)?.length === 0) kept.add(one.customerId);
    else await settleAccount(ctx, provider.id, one.customerId);
  }
  let undone = 0;
  for (const { lineId, customerId, isAdopted } of lines)
    if (!kept.has(customerId) && (await isRemoved(ctx, provider, lineId, isAdopted === 1))) undone += 1;
  const [[all], [more]] = await db.batch([
    sql<{ count: number }>`SELECT count(*) AS count FROM lines WHERE ${ofImport(id)} AND closed_at IS NULL`,
    sql<{ count: number }>`SELECT count(*) AS count FROM lines WHERE ${undoableLines(id, now)}`,
  ]);
  const left = more?.count ?? 0;
  return { name: known.name, undone, leftAlone: (all?.count ?? 0) - left, left };
}

/** False: it was given up meanwhile. */
async function isRemoved(
  ctx: Context,
  provider: Provider,
  id: string,
  isHandedBack: boolean,
): Promise<boolean> {
  try {
    await remove(ctx, provider, id, isHandedBack);
    return true;
  } catch (cause) {
    if (cause instanceof AppError && cause.code === "not_found") return false;
    throw cause;
  }
}
