import type { Context } from "../../context.ts";
import { type PlatformPlace, readPlatformRows } from "../../db/platform-rows.ts";
import { CompressedLines } from "../../db/whole-rows.ts";
import { putFile } from "./back-up-provider.ts";
import { type FileEntry, platformKey } from "./manifest.ts";
import type { Store } from "./store.ts";

/** Of one piece. With what it becomes, well below what an isolate may hold. */
const mostChars = 8_000_000;

/** One file of the platform's rows, and where the next one begins; null = it was the last. */
export async function backUpPiece(
  ctx: Context,
  store: Store,
  { night, piece, from }: { night: string; piece: number; from: PlatformPlace },
): Promise<{ file: FileEntry; next: PlatformPlace | null }> {
  const lines = new CompressedLines();
  const at = ctx.now();
  let place: PlatformPlace | null = from;
  while (place && lines.chars < mostChars) {
    const page = await readPlatformRows(ctx.platform, place);
    for (const row of page.rows) lines.add(page.table, row);
    place = page.next;
  }
  lines.flush();
  const file = await putFile(store, platformKey(night, piece), lines.members);
  return { file: { ...file, providerId: "", rows: lines.rows, at }, next: place };
}
