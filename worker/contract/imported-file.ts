import * as z from "zod";
import { Moment } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";

// What imports of vouchers and hotspot users, and of customers with lines, have in common.

/** A place in the file, which names the row in its import. */
export const FileRow = z.int().min(1).max(1_000_000);

/** What an import is begun with, beside how many rows it is to bring and the last of them. The same hash is the same import until it is undone. */
export const fileToImport = {
  fileName: oneLine(z.string().trim().min(1).max(200), "field_name"),
  /** SHA-256 of the file and of what was chosen for it, in hex. */
  fileHash: z.string().regex(/^[0-9a-f]{64}$/),
};

/** An import as it is listed, beside what it brought. */
export const begunImport = {
  id: z.string(),
  fileName: z.string(),
  /** How many it was to bring. */
  rows: z.int(),
  /** Everything was told. */
  isComplete: z.boolean(),
  /** Username. */
  madeBy: z.string(),
  createdAt: Moment,
  undoneAt: Moment.nullable(),
};

export const ofImport = z.object({ id: z.string().max(64) });
