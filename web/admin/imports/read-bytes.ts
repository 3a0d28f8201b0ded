// The bytes of a file -> its text, whichever program on whichever computer wrote it.

/** A file that a spreadsheet keeps for itself, `.xlsx` and `.xls`, whatever its name says. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const starts = [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
  ];
  return starts.some((start) => start.every((byte, place) => bytes[place] === byte));
}

/** UTF-8, or UTF-16 with or without its mark; what is neither is what Windows writes in Europe and Africa. */
export function textOf(bytes: Uint8Array): string {
  const text = new TextDecoder(wide(bytes) ?? (isUtf8(bytes) ? "utf-8" : "windows-1252")).decode(bytes);
  // A sign of no writing: where it stands, something was cut off or filled up.
  return text.replaceAll("\0", "");
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const looked = 2_000;

/** By its mark, or by the empty half of each of its letters. */
function wide(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const empty = [0, 0] as [even: number, odd: number];
  const head = bytes.subarray(0, looked);
  for (const [place, byte] of head.entries()) if (byte === 0) empty[place % 2 === 0 ? 0 : 1] += 1;
  const half = head.length / 2;
  if (empty[1] > half * 0.7 && empty[0] < half * 0.1) return "utf-16le";
  if (empty[0] > half * 0.7 && empty[1] < half * 0.1) return "utf-16be";
  return undefined;
}
