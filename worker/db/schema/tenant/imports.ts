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
