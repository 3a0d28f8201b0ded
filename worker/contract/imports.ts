import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { begunImport, FileRow, fileToImport, ofImport } from "./imported-file.ts";
import { says } from "./said.ts";

// Vouchers and customers of another system, from its CSV. The console reads the file and sends its rows in chunks; what would
// become of each is told first, and the same rules decide when they are brought in.

/** So many rows in one call. */
export const rowsAtOnce = 250;
const mostRows = 10_000;

/** What the console made of one row of the file. */
export const ImportRow = z.strictObject({
  row: FileRow,
  /** `voucher`: not begun. `customer`: has time left, until `endsAt`. */
  kind: z.enum(["voucher", "customer"]),
  /** As it stands in the file; a customer without one, and without a device, gets a voucher of ours. */
  code: optional(z.string().max(100)),
  planId: z.string().max(64),
  /** Of a voucher: the moment by which it has to be used. Of a customer: when the time ends. */
  endsAt: optional(Moment),
  mac: optional(z.string().max(64)),
  phone: optional(z.string().max(64)),
});
export type ImportRow = z.infer<typeof ImportRow>;

const codeFaults = [
  ...(["code_missing", "code_letters", "code_digits", "code_short", "code_long", "code_taken"] as const),
  "code_guessable",
] as const;
export type CodeFault = (typeof codeFaults)[number];

/** Why a row is not brought in. */
const importFaults = [
  ...codeFaults,
  ...(["plan_gone", "plan_hours", "ended", "end_far", "end_missing", "mac_wrong", "device_busy"] as const),
  "router_missing",
] as const;
export type ImportFault = (typeof importFaults)[number];

/** A value of a row that does not come along with it, and why: not to be read, on a device that needs none, or without one to keep it. */
export const NotKept = z.object({
  value: z.enum(["code", "phone"]),
  why: z.enum([...codeFaults, "phone_wrong", "phone_digits", "on_device", "no_device"]),
});
export type NotKept = z.infer<typeof NotKept>;

/** `voucher`: a voucher of the plan, under its own code. `code`: the time left as a voucher. `device`: the time left on a device. */
export const ImportVerdict = z.object({
  row: z.int(),
  becomes: z.enum(["voucher", "code", "device", "refused"]),
  fault: z.enum(importFaults).nullable(),
  /** As it is printed; of a voucher that is still to be made: null. */
  code: z.string().nullable(),
  /** What is lost of a row that is brought in. */
  notKept: z.array(NotKept),
});
export type ImportVerdict = z.infer<typeof ImportVerdict>;

const rows = {
  rows: z.array(ImportRow).min(1).max(rowsAtOnce),
  /** Where the devices of customers are; needed where a row names one. */
  routerId: optional(z.string().max(100)),
};

/** `CodeTally` of `values/code-strength.ts`. */
const Tally = z.strictObject({
  count: z.int().min(0).max(mostRows),
  signs: z.array(z.record(z.string().regex(/^[A-Z0-9]$/), z.int().min(0).max(mostRows))).max(32),
});

export const checkImport = endpoint({
  name: "checkImport",
  summary: "What would become of rows of another system's file; nothing is changed",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/imports/check",
  body: z.strictObject({
    ...rows,
    /** Codes of rows before these that would be kept, one for each length: all will stand beside one another. */
    before: optional(z.array(Tally).max(32)),
  }),
  answer: z.object({ verdicts: z.array(ImportVerdict) }),
});

export const Import = z.object({
  ...begunImport,
  /** All rows up to this one of the file were told. */
  reachedRow: z.int(),
  vouchers: z.int(),
  usedVouchers: z.int(),
  devices: z.int(),
});
export type Import = z.infer<typeof Import>;

export const listImports = endpoint({
  name: "listImports",
  summary: "The provider's last imports with what they brought, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/imports",
  answer: z.array(Import),
});

export const beginImport = endpoint({
  name: "beginImport",
  summary: "An import of a file, or the one that was begun with the same file and not undone",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/imports",
  body: z.strictObject({
    ...fileToImport,
    rows: z.int(says("import_rows")).min(1, says("import_rows")).max(mostRows, says("import_rows")),
    lastRow: FileRow,
  }),
  answer: Import,
});

export const importRows = endpoint({
  name: "importRows",
  summary: "Brings rows of a file in; told again, it answers the same and brings nothing twice",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/imports/:id/rows",
  params: ofImport,
  body: z.strictObject(rows),
  answer: z.object({ verdicts: z.array(ImportVerdict) }),
});

export const undoImport = endpoint({
  name: "undoImport",
  summary: "Takes back what was not used of an import",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/imports/:id/undo",
  params: ofImport,
  answer: z.object({
    success: z.literal(true),
    /** Vouchers and devices' time that were taken back. */
    undone: z.int(),
    /** Used, or ended by itself. */
    leftAlone: z.int(),
  }),
  hasSuccess: true,
});
