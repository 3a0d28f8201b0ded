import { type Sql, sql } from "../../db/sql.ts";

// Of two bridges that drive one box, the one with the greater epoch goes on and the other one stops.

/** Seconds since 2026: above the epoch of any row that the box had before. A bridge is not enrolled every second. */
export function firstEpoch(now: number): number {
  return Math.max(1, Math.floor((now - Date.UTC(2026, 0, 1)) / 1_000));
}

/**
 * Above all that were given out, and not only above the router's own: a bridge that drives the box now may know it by another row, whose
 * epoch is far ahead. The bridge that is told last goes on.
 */
export function epochAboveAll(now: number): Sql {
  return sql`max(${firstEpoch(now)}, (SELECT max(serving_epoch) + 1 FROM routers))`;
}
