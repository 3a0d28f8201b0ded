import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { begunImport, FileRow, fileToImport, ofImport } from "./imported-file.ts";
import { Said, says } from "./said.ts";

// Customers of another system with their lines, from its CSV. The console reads the file and sends its rows in chunks; what would become of
// each is told first, and the same rules decide when they are brought in.

/** So many rows in one call. */
export const lineRowsAtOnce = 200;
/** A router has no more names than this that could be read. */
export const mostLineRows = 2_000;
/** Lines that are taken back in one call. */
export const undoneAtOnce = 50;
/** An import can be undone for so long. */
export const undoableDays = 30;
/** KES of one customer: the most that cash may be at once. */
export const mostBroughtIn = 250_000;

/** What the console made of one row of the file. What is wrong with a value is said of its row. */
export const LineImportRow = z.strictObject({
  row: FileRow,
  /** The row in which its customer stands first: lines of one customer share an account. */
  of: FileRow,
  name: z.string().max(300),
  /** "" for none, as with all that follow. */
  phone: z.string().max(100),
  email: z.string().max(300),
  /** The customer's number in the other system. */
  formerNumber: z.string().max(100),
  /** The PPPoE name. */
  login: z.string().max(200),
  /** Not needed where the router has the name: it keeps its own. */
  password: z.string().max(200),
  packageId: z.string().max(100),
  /** Null: of a line that is blocked, and was not paid for as far as the file says. */
  paidUntil: Moment.nullable(),
  /** It is blocked in the other system. */
  isBlocked: z.boolean(),
  /** KES that its customer has there; 0 for none, and for what is not to come along. */
  balance: z.number().min(0).max(100_000_000),
});
export type LineImportRow = z.infer<typeof LineImportRow>;

/** `line`: its name is made at the router. `adopted`: the router has the name, and keeps its password and profile. `there`: it is a line already. */
export const LineImportVerdict = z.object({
  row: z.int(),
  becomes: z.enum(["line", "adopted", "there", "refused"]),
  /** Why not; null where it is brought in. */
  reason: Said.nullable(),
  /** What of it does not come along, or comes otherwise than the file says. */
  notes: z.array(Said),
});
export type LineImportVerdict = z.infer<typeof LineImportVerdict>;

/** A row names its line in the import: one number is one row. */
const rows = z
  .array(LineImportRow)
  .min(1)
  .max(lineRowsAtOnce)
  .refine((all) => new Set(all.map(({ row }) => row)).size === all.length);
const verdicts = z.object({ verdicts: z.array(LineImportVerdict) });
const routerId = z.string(says("choose_router")).min(1, says("choose_router")).max(100);

export const checkLineImport = endpoint({
  name: "checkLineImport",
  summary: "What would become of rows of another system's file of customers; nothing is changed",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/line-imports/check",
  body: z.strictObject({ routerId, rows }),
  answer: verdicts,
});

export const LineImport = z.object({
  ...begunImport,
  router: z.object({ id: z.string(), name: z.string() }),
  /** How many it brought that are lines now. */
  lines: z.int(),
  /** KES that it brought into accounts, less what was taken back. */
  balance: z.number(),
  /** It is not too long ago, and something is left to be taken back. */
  isUndoable: z.boolean(),
});
export type LineImport = z.infer<typeof LineImport>;

export const listLineImports = endpoint({
  name: "listLineImports",
  summary: "The last files of customers that were brought in as lines, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/line-imports",
  answer: z.array(LineImport),
});

export const beginLineImport = endpoint({
  name: "beginLineImport",
  summary: "An import of a file of customers, or the one that was begun with the same file and not undone",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/line-imports",
  body: z.strictObject({
    ...fileToImport,
    routerId,
    rows: z
      .int(says("line_import_rows"))
      .min(1, says("line_import_rows"))
      .max(mostLineRows, says("line_import_rows")),
    lastRow: FileRow,
  }),
  answer: LineImport,
});

export const importLineRows = endpoint({
  name: "importLineRows",
  summary:
    "Rows of a file become customers and lines; told again, it answers the same and makes nobody twice",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/line-imports/:id/rows",
  params: ofImport,
  body: z.strictObject({ rows }),
  answer: verdicts,
});

export const undoLineImport = endpoint({
  name: "undoLineImport",
  summary: "Takes back lines of an import for which nothing was paid, some at a time",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/line-imports/:id/undo",
  params: ofImport,
  answer: z.object({
    success: z.literal(true),
    /** Lines that this call took back. */
    undone: z.int(),
    /** That stay: their customers paid, or used up what came along. */
    leftAlone: z.int(),
    /** More are to be taken back by another call. */
    left: z.int(),
  }),
  hasSuccess: true,
});
