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
  saveFile(fileName, new Blob([text], { type: "text/csv;charset=utf-8" }));
}

/** `2026-11-20 14:05:09` in Nairobi, which every spreadsheet takes for a time. */
export function moment(iso: string | null): string {
  return iso === null
    ? ""
    : new Date(Date.parse(iso) + 10_800_000).toISOString().slice(0, 19).replace("T", " ");
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
