import { type Sql, sql } from "../../db/sql.ts";

/** When the next one is to be handed over; no row where none waits. */
export const lettersDue: Sql<{ at: number }> = sql<{ at: number }>`SELECT next_at AS at FROM customer_letters
  WHERE handed_at IS NULL ORDER BY next_at LIMIT 1`;
