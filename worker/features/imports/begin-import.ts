import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { beginImport as beginCall, Import } from "../../contract/imports.ts";
import { say } from "../../contract/texts.ts";
import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { quotas } from "../rate-limits/index.ts";
import { refuseTooManyVouchers } from "../vouchers/index.ts";
import { importAnswer, importRows } from "./store.ts";

type Asked = z.output<(typeof beginCall)["body"]> & { madeBy: string };

/** The same file again is the same import until it is undone. @returns isNew @throws AppError refused, too_many */
export async function beginImport(
  ctx: Context,
  providerId: string,
  { fileName, fileHash, rows, lastRow, madeBy }: Asked,
): Promise<{ begun: Import; isNew: boolean }> {
  const db = ctx.tenant(providerId);
  const ofFile = importRows(sql`WHERE file_hash = ${fileHash} AND undone_at IS NULL LIMIT 1`);
  const known = await db.first(ofFile);
  if (known) return { begun: importAnswer(known), isNew: false };
  const now = ctx.now();
  const since = now - dayMs;
  const today = sql<{ rows: number }>`SELECT coalesce(sum("rows"), 0) AS "rows" FROM imports
    WHERE created_at > ${since}`;
  const { rowsPerDay } = quotas.imports;
  const count = (await db.first(today))?.rows ?? 0;
  if (count + rows > rowsPerDay)
    throw new AppError("too_many", say("import_day_limit", { most: rowsPerDay, count }), {
      retryAfter: dayMs / 1_000,
    });
  await refuseTooManyVouchers(db, now, rows);
  await db.run(
    sql`INSERT INTO imports (id, file_name, file_hash, "rows", last_row, made_by, created_at)
      SELECT ${randomHex(128)}, ${fileName}, ${fileHash}, ${rows}, ${lastRow}, ${madeBy}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM imports WHERE file_hash = ${fileHash} AND undone_at IS NULL)`,
  );
  const begun = await db.first(ofFile);
  if (!begun) throw new Error("an import that was undone as it was begun");
  return { begun: importAnswer(begun), isNew: begun.createdAt === now };
}
