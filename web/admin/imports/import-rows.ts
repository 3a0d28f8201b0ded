import type { ImportRow, ImportVerdict } from "#contract/imports";
import { type CodeTally, talliesOf } from "#contract/values/code-strength";
import { importedCode } from "#contract/values/voucher-code";
import type { FileRow, Lost } from "./read-file.ts";
import type { RowFault } from "./verdict-words.ts";

/** Foreign plan, "" where the file names none -> the id of one of ours; "" = left out. */
export type Mapping = Readonly<Record<string, string>>;

/** A plan may be called like something that every object has. */
export const planOf = (mapping: Mapping, profile: string): string =>
  Object.hasOwn(mapping, profile) ? (mapping[profile] ?? "") : "";

/** A row with what becomes of it, and what of it does not come along. */
export type Judged = {
  line: FileRow;
  planId: string;
  verdict: ImportVerdict | null;
  fault: RowFault | null;
  lost: Lost[];
};

/** The same as `rowsAtOnce` of the contract, whose schemas are no part of this script. */
const chunk = 250;

/** What is asked of the server: rows in which the file itself has no fault. */
export function rowsToSend(lines: readonly FileRow[], mapping: Mapping): ImportRow[] {
  return lines.flatMap((line) => {
    const planId = planOf(mapping, line.profile);
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

/** Chunk by chunk, in the order of the file. @param known verdicts of a run that broke off: their rows are not sent again */
export async function sendInChunks<Row extends { row: number }, Verdict extends { row: number }>(
  rows: readonly Row[],
  known: Map<number, Verdict>,
  send: (rows: Row[]) => Promise<{ verdicts: Verdict[] }>,
  onProgress: (done: number) => void,
  atOnce = chunk,
): Promise<void> {
  const left = rows.filter(({ row }) => !known.has(row));
  for (let from = 0; from < left.length; from += atOnce) {
    const { verdicts } = await send(left.slice(from, from + atOnce));
    for (const verdict of verdicts) known.set(verdict.row, verdict);
    onProgress(known.size);
  }
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
    const planId = planOf(mapping, line.profile);
    const verdict = verdicts.get(line.row) ?? null;
    const without: RowFault = line.profile === "" ? "no_plan" : "left_out";
    const fault = line.fault ?? (planId === "" ? without : (verdict?.fault ?? null));
    const told = (verdict?.notKept ?? []).map((one) => ({ ...one, written: line[one.value] }));
    return { line, planId, verdict, fault, lost: fault === null && verdict ? [...line.lost, ...told] : [] };
  });
}

/** SHA-256 in hex: the same file and the same choices are one import. */
export async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
