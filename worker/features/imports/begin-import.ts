import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { beginImport as beginCall, Import } from "../../contract/imports.ts";
import { sql } from "../../db/sql.ts";
import { randomHex } from "../../keys.ts";
import { refuseTooManyRows } from "../rate-limits/index.ts";
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
  await refuseTooManyRows(db, sql`imports`, now, rows);
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
