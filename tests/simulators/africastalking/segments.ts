/** Segments that a text is charged as; counted from the tables of 3GPP TS 23.038, without the product's code. */
export function segmentsOf(text: string): number {
  const septets = [...text].map(septetsOf);
  if (septets.includes(0))
    return pack(
      [...text].map((one) => one.length),
      70,
      67,
    );
  return pack(septets, 160, 153);
}

const alphabet =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

function septetsOf(character: string): 0 | 1 | 2 {
  if ("|^€{}[~]\\\f".includes(character)) return 2;
  return character !== "\u001b" && alphabet.includes(character) ? 1 : 0;
}

function pack(widths: readonly number[], alone: number, each: number): number {
  if (widths.reduce((sum, width) => sum + width, 0) <= alone) return 1;
  let [count, room] = [0, 0];
  for (const width of widths) {
    if (room < width) [count, room] = [count + 1, each];
    room -= width;
  }
  return count;
}
