import { formatPhone } from "#contract/values/phone";

/** Writes rows as CSV and hands the file to the browser; cells that a spreadsheet would run are escaped. */
export async function downloadCsv(
  fileName: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  const { default: papa } = await import("papaparse");
  const text = papa.unparse(
    { fields: [...columns], data: rows.map((row) => [...row]) },
    { escapeFormulae: true },
  );
  // Without the mark Excel reads letters beyond ASCII as those of the computer's own country.
  saveFile(fileName, new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
}

/** `2026-11-20 14:05:09` in Nairobi, which every spreadsheet takes for a time. */
export function moment(iso: string | null): string {
  return iso === null
    ? ""
    : new Date(Date.parse(iso) + 10_800_000).toISOString().slice(0, 19).replace("T", " ");
}

/** A phone in groups, or a spreadsheet makes 2.54712E+11 of it; without a plus, or it takes it for a formula. */
export function phoneCell(phone: string): string {
  const grouped = formatPhone(phone).replace("+", "");
  return grouped === phone ? asText(phone) : grouped;
}

const months = [
  ...["jan(?:uary)?", "feb(?:ruary)?", "mar(?:ch)?", "apr(?:il)?", "may", "june?", "july?", "aug(?:ust)?"],
  ...["sept?(?:ember)?", "oct(?:ober)?", "nov(?:ember)?", "dec(?:ember)?"],
].join("|");
/** What a spreadsheet reads as something else than what is written: a number, a day or time, a truth. */
const misread = new RegExp(
  [
    ...["0\\d+", "\\d{12,}", "\\d+(?:[.,]\\d+)?e[+-]?\\d+", "\\d{1,4}(?:[-./:,]\\d{1,4})+", "true", "false"],
    ...[`(?:${months})[-./ ]?\\d{1,4}`, `\\d{1,4}[-./ ]?(?:${months})(?:[-./ ]?\\d{1,4})?`],
  ]
    .map((one) => `^${one}$`)
    .join("|"),
  "i",
);

/**
 * A code so that it stays one: `00765432` would lose its zeros, `1234E5` become a number and `DEC25` a day. With a gap, as phones in groups,
 * for who types a code may put gaps where they like, and so may a file that is brought in.
 */
export function asText(code: string): string {
  if (!misread.test(code)) return code;
  const letter = code.search(/[a-z]/i);
  const gap = letter < 0 ? Math.ceil(code.length / 2) : letter + 1;
  return `${code.slice(0, gap)} ${code.slice(gap)}`;
}

export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has begun by the next turn; the address would keep the whole file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
