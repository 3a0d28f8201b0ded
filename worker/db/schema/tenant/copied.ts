import { integer } from "drizzle-orm/sqlite-core";

/** Of a row that is copied to the platform's tables (worker/features/copies). It waits while `rev > copiedRev`. */
export const copiedColumns = {
  /** Raised by a trigger with every change of the row. */
  rev: integer().notNull().default(1),
  /** The last `rev` that the platform has stored. */
  copiedRev: integer().notNull().default(0),
};
