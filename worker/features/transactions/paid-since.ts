import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { cashMethod } from "../ledger/index.ts";
import type { DayRange } from "./day-range.ts";

/** A payment that began longer ago is forgotten: it can't be paid any more. */
const longestMs = 41 * dayMs;

/**
 * Money counts on the day it came in, payments are kept by when they were begun: one begun at 23:59 may be paid the day
 * after, one that was called failed even weeks later. This is when the first payment that was paid in the range was
 * begun, so that nothing older need be read. The kept daily sums, and what was taken back of them, say how many are to be
 * found; the ones from before the range are looked for backwards, and only until the last of them is found. Of a long
 * range the payments are not even counted for that: looking back as far as a payment can take costs less. UTC ms.
 */
export async function paidSince(db: TenantDb, { from, to, start, end }: DayRange): Promise<number> {
  if (end - start > longestMs) return start - longestMs;
  const row = await db.first(
    sql<{ since: number | null }>`SELECT min(created_at) AS since FROM (SELECT created_at FROM payments
      WHERE created_at < ${start} AND completed_at >= ${start}
        AND completed_at < ${end}
      ORDER BY created_at DESC LIMIT max(0, (SELECT coalesce(sum(count), 0) FROM sales_daily
          WHERE day >= ${from} AND day <= ${to} AND method <> ${cashMethod})
        + (SELECT count(*) FROM ledger WHERE journal_id >= 'taken back '
          AND journal_id < 'taken back!' AND account = 'sales' AND at >= ${start} AND at < ${end})
        - (SELECT count(*) FROM payments
          WHERE created_at >= ${start} AND created_at < ${end}
            AND completed_at < ${end})))`,
  );
  return row?.since ?? start;
}
