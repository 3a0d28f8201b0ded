import type { ImportRow, ImportVerdict } from "#contract/imports";
import { type CodeTally, talliesOf } from "#contract/values/code-strength";
import { importedCode } from "#contract/values/voucher-code";
import { type Mapping, mapped } from "../imports/mapping.ts";
import type { FileRow, Lost } from "./read-file.ts";
import type { RowFault } from "./verdict-words.ts";

/** A row with what becomes of it, and what of it does not come along. */
export type Judged = {
  line: FileRow;
  planId: string;
  verdict: ImportVerdict | null;
  fault: RowFault | null;
  lost: Lost[];
};

/** What is asked of the server: rows in which the file itself has no fault. */
export function rowsToSend(lines: readonly FileRow[], mapping: Mapping): ImportRow[] {
  return lines.flatMap((line) => {
    const planId = mapped(mapping, line.profile);
    if (line.fault !== null || planId === "") return [];
    const { row, kind, code, endsAt, mac, phone } = line;
    return [
      {
        row,
        kind,
        planId,
        ...(code === "" ? {} : { code }),
        ...(endsAt === null ? {} : { endsAt }),
        ...(mac === "" ? {} : { mac }),
        ...(phone === "" ? {} : { phone }),
      },
    ];
  });
}

/** What the server keeps beside the next rows if all of this is brought in. */
export function codesKept(verdicts: Iterable<ImportVerdict>): CodeTally[] {
  const kept = [...verdicts].filter(({ becomes }) => becomes === "voucher" || becomes === "code");
  return talliesOf(kept.flatMap(({ code }) => importedCode(code ?? "") ?? []));
}

export function judgedRows(
  lines: readonly FileRow[],
  mapping: Mapping,
  verdicts: ReadonlyMap<number, ImportVerdict>,
): Judged[] {
  return lines.map((line) => {
    const planId = mapped(mapping, line.profile);
    const verdict = verdicts.get(line.row) ?? null;
    const without: RowFault = line.profile === "" ? "no_plan" : "left_out";
    const fault = line.fault ?? (planId === "" ? without : (verdict?.fault ?? null));
    const told = (verdict?.notKept ?? []).map((one) => ({ ...one, written: line[one.value] }));
    return { line, planId, verdict, fault, lost: fault === null && verdict ? [...line.lost, ...told] : [] };
  });
}
