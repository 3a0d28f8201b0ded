/** The same as `rowsAtOnce` of the contract, whose schemas are no part of this script. */
const chunk = 250;

/** What a call answers of the rows that it was sent. */
export type Told<Verdict> = Promise<{ verdicts: Verdict[] }>;

/** Chunk by chunk, in the order of the file. @param known verdicts of a run that broke off: their rows are not sent again */
export async function sendInChunks<Row extends { row: number }, Verdict extends { row: number }>(
  rows: readonly Row[],
  known: Map<number, Verdict>,
  send: (rows: Row[]) => Told<Verdict>,
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

/** SHA-256 in hex: the same file and the same choices are one import. */
export async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
