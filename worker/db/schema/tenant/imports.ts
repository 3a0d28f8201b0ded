import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A file of another system's vouchers and customers that was taken over, chunk by chunk. */
export const imports = sqliteTable(
  "imports",
  {
    id: text().primaryKey(),
    fileName: text().notNull(),
    /** SHA-256 (hex) of the file: the same file again goes on where it stopped. */
    fileHash: text().notNull(),
    /** How many rows it is about to bring, and the row of the file that is the last of them. */
    rows: integer().notNull(),
    lastRow: integer().notNull(),
    /** Up to this row of the file all was told; rises. */
    reachedRow: integer().notNull().default(0),
    /** Username. */
    madeBy: text().notNull(),
    createdAt: integer().notNull(),
    /** What was unused of it was taken back. */
    undoneAt: integer(),
  },
  (table) => [index("imports_file").on(table.fileHash), index("imports_newest").on(table.createdAt)],
);

/**
 * A file of another system's customers whose lines were taken over, chunk by chunk. Its lines and customers are named by its id, a point and
 * the row of the file.
 */
export const lineImports = sqliteTable(
  "line_imports",
  {
    id: text().primaryKey(),
    fileName: text().notNull(),
    /** SHA-256 (hex) of the file and of what was chosen for it: the same again goes on where it stopped. */
    fileHash: text().notNull(),
    /** Where the lines are. */
    routerId: text().notNull(),
    rows: integer().notNull(),
    lastRow: integer().notNull(),
    /** Up to this row of the file all was told; rises. */
    reachedRow: integer().notNull().default(0),
    /** Username. */
    madeBy: text().notNull(),
    createdAt: integer().notNull(),
    /** What nothing was paid for is no line any more. */
    undoneAt: integer(),
  },
  (table) => [
    index("line_imports_file").on(table.fileHash),
    index("line_imports_newest").on(table.createdAt),
  ],
);
