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

export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has begun by the next turn; the address would keep the whole file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
