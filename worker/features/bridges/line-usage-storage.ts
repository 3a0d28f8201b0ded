import type { LineTotals } from "../../contract/bridge-lines.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { exec } from "../../db/executor.ts";
import { sql } from "../../db/sql.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

/** What a bridge told of one router's lines. @property since when the first of it was told, UTC ms */
export type ToldLines = { routerId: string; since: number; told: ToldLine[] };
/** @property at when the first totals of this day were told, UTC ms: these are its last */
export type ToldLine = { at: number; totals: LineTotals };

/** Of one router: as many as no router serves. What a bridge that is out of order says beyond is dropped. */
const most = 10_000;

/** What a BridgeObject keeps of its lines' usage until that is written: the last totals of each line and day. */
export class LineUsageStorage {
  private readonly kept: BridgeStorage;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  /** One row for all lines of a router: a row for each would cost as much as the provider's own. @returns how many found no room */
  tell(routerId: string, lines: readonly LineTotals[], now: number): number {
    if (lines.length === 0) return 0;
    const before = this.all().find((one) => one.routerId === routerId);
    const told = new Map((before?.told ?? []).map((one) => [keyOf(one), one]));
    let left = 0;
    for (const totals of lines) {
      const key = keyOf({ at: now, totals });
      if (told.size >= most && !told.has(key)) left += 1;
      else told.set(key, { at: told.get(key)?.at ?? now, totals });
    }
    this.keep({ routerId, since: before?.since ?? now, told: [...told.values()] });
    return left;
  }

  all(): ToldLines[] {
    const rows = exec(
      this.kept.sql(),
      sql<{
        routerId: string;
        since: number;
        body: string;
      }>`SELECT router AS routerId, since, body FROM told_lines`,
    ).toArray();
    return rows.map(({ body, ...one }) => ({ ...one, told: JSON.parse(body) as ToldLine[] }));
  }

  keep({ routerId, since, told }: ToldLines): void {
    exec(
      this.kept.sql(),
      sql`INSERT OR REPLACE INTO told_lines (router, since, body) VALUES (${routerId}, ${since}, ${JSON.stringify(told)})`,
    );
  }

  drop(routerId: string): void {
    exec(this.kept.sql(), sql`DELETE FROM told_lines WHERE router = ${routerId}`);
  }

  isAssigned(routerId: string): boolean {
    return this.kept.isAssigned(routerId);
  }
}

const keyOf = ({ at, totals: [lineId, since] }: ToldLine): string => `${nairobiDay(at)} ${since} ${lineId}`;
