import { parseSubject, type Subject } from "../../contract/values/subject.ts";
import { sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import type { ToldTotals } from "../entitlements/index.ts";

/** By how much a session that goes on is ahead of the tables. @property at when it was told, UTC ms */
export type Unwritten = {
  subject: Subject;
  entitlementId: string;
  at: number;
  bytesUp: number;
  bytesDown: number;
  seconds: number;
};

/** Totals only rise, so what a table has already is taken off. */
export async function unwrittenUsage(db: TenantDb, told: readonly ToldTotals[]): Promise<Unwritten[]> {
  if (told.length === 0) return [];
  const keys = told.map(({ totals }) => [totals.routerId, totals.boot, totals.session]);
  const rows = await db.all(
    sql<{ place: number; bytesUp: number; bytesDown: number; seconds: number }>`SELECT told.key AS place,
        usage.bytes_up AS bytesUp, usage.bytes_down AS bytesDown, usage.seconds
      FROM json_each(${JSON.stringify(keys)}) AS told CROSS JOIN usage
        ON usage.router_id = told.value ->> 0 AND usage.boot = told.value ->> 1
        AND usage.session = told.value ->> 2`,
  );
  const written = new Map(rows.map((row) => [row.place, row]));
  return told.map(({ at, totals }, place) => {
    const known = written.get(place) ?? { bytesUp: 0, bytesDown: 0, seconds: 0 };
    return {
      subject: parseSubject(totals.subject) ?? totals.subject,
      entitlementId: totals.entitlementId,
      at,
      bytesUp: Math.max(0, totals.bytesUp - known.bytesUp),
      bytesDown: Math.max(0, totals.bytesDown - known.bytesDown),
      seconds: Math.max(0, totals.seconds - known.seconds),
    };
  });
}

export const sumOf = (all: readonly Unwritten[], figure: "bytesUp" | "bytesDown" | "seconds"): number =>
  all.reduce((sum, one) => sum + one[figure], 0);
