import { Buffer } from "node:buffer";
import { constants, crc32, deflateRawSync } from "node:zlib";

/** What differs from answer to answer, by name: each value is as long as its mark, and both are ASCII. */
type Values = Readonly<Record<string, string>>;

/** What stands between two values, and the name of the one behind it; the last part has none. */
type Part = { text: string; name: string | null };

type Compressed = {
  bytes: Uint8Array;
  holes: { name: string; at: number }[];
  /** CRC-32 of the text with its marks, and what a difference of a value makes of it. */
  crc: number;
  shifts: ReadonlyMap<string, number>;
};

/**
 * A text in which a few values differ from answer to answer. The rest is compressed once, to a gzip file in which each value is a stored
 * block: of one member, since browsers read no second one.
 */
export class PageTemplate {
  private readonly marks: Values;
  private readonly parts: readonly Part[];
  private compressed: Compressed | undefined;
  /** How often it was. */
  asked = 0;

  /** @param marks what stands in the text in place of each value */
  constructor(text: string, marks: Values) {
    this.marks = marks;
    this.parts = partsOf(text, marks);
  }

  text(values: Values): string {
    return this.parts
      .map(({ text, name }) => text + (name === null ? "" : this.valueOf(values, name)))
      .join("");
  }

  gzip(values: Values): Uint8Array<ArrayBuffer> {
    this.compressed ??= compress(this.parts, this.marks);
    const { bytes, holes, shifts } = this.compressed;
    let { crc } = this.compressed;
    const answer = Uint8Array.from(bytes);
    const encoded = new Map<string, Uint8Array>();
    for (const [name, shift] of shifts) {
      const value = encoder.encode(this.valueOf(values, name));
      encoded.set(name, value);
      crc ^= multiplied(shift, crc32(value) ^ crc32(this.marks[name] ?? ""));
    }
    for (const { name, at } of holes) answer.set(encoded.get(name) ?? [], at);
    new DataView(answer.buffer).setUint32(answer.length - trailerBytes, crc >>> 0, true);
    return answer;
  }

  private valueOf(values: Values, name: string): string {
    const value = values[name] ?? "";
    if (value.length !== this.marks[name]?.length) throw new Error(`${name} is not as long as its mark`);
    return value;
  }
}

const encoder = new TextEncoder();

/** RFC 1952: deflated, no name, no time, unknown system. */
const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** CRC-32 and length of the text. */
const trailerBytes = 8;
/** Deflate looks back so far. */
const windowBytes = 32_768;
/** In no UTF-8: where a value stood, nothing that follows is taken for a repetition. */
const noText = 0xff;

function compress(parts: readonly Part[], marks: Values): Compressed {
  const whole = encoder.encode(parts.map(({ text, name }) => text + (marks[name ?? ""] ?? "")).join(""));
  // The text as far as it may be repeated.
  const said = Uint8Array.from(whole);
  const holes: Compressed["holes"] = [];
  const shifts = new Map<string, number>();
  const out: Uint8Array[] = [];
  let length = 0;
  const add = (...pieces: Uint8Array[]) => {
    out.push(...pieces);
    length += pieces.reduce((sum, piece) => sum + piece.length, 0);
  };
  add(header);
  let at = 0;
  for (const { text, name } of parts) {
    const end = at + encoder.encode(text).length;
    if (name === null) {
      add(deflated(said, at, end, constants.Z_FINISH));
      break;
    }
    const mark = encoder.encode(marks[name]);
    // Ends with an empty stored block: its length and the complement of it make room for the value's.
    add(deflated(said, at, end, constants.Z_SYNC_FLUSH).subarray(0, -4));
    add(Uint8Array.of(mark.length, 0, ~mark.length, 0xff));
    holes.push({ name, at: length });
    add(mark);
    at = end + mark.length;
    said.fill(noText, end, at);
    shifts.set(name, (shifts.get(name) ?? 0) ^ shiftBy(whole.length - at));
  }
  const trailer = new Uint8Array(trailerBytes);
  new DataView(trailer.buffer).setUint32(4, whole.length, true);
  add(trailer);
  return { bytes: new Uint8Array(Buffer.concat(out)), holes, crc: crc32(whole), shifts };
}

function partsOf(text: string, marks: Values): Part[] {
  const parts: Part[] = [];
  for (let from = 0; ; ) {
    const [next] = Object.entries(marks)
      .map(([name, mark]) => ({ name, at: text.indexOf(mark, from), length: mark.length }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at);
    if (!next) return [...parts, { text: text.slice(from), name: null }];
    parts.push({ text: text.slice(from, next.at), name: next.name });
    from = next.at + next.length;
  }
}

/** A part of the text, which may repeat what stands in front of it. */
function deflated(text: Uint8Array, from: number, to: number, finishFlush: number): Uint8Array {
  const dictionary = text.subarray(Math.max(0, from - windowBytes), from);
  return deflateRawSync(text.subarray(from, to), {
    finishFlush,
    ...(dictionary.length > 0 ? { dictionary } : {}),
  });
}

// CRC-32 is linear: a value that replaces another one of its length changes it by the difference of their own, moved by the bytes
// behind it, which is a product of polynomials. Lowest power first, as the checksum itself.

const polynomial = 0xedb88320;

function multiplied(one: number, other: number): number {
  let product = 0;
  let factor = other;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((one >>> bit) & 1) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product;
}

/** What moves a checksum by that many bytes. */
function shiftBy(bytes: number): number {
  let shift = 0x8000_0000;
  let power = 0x0080_0000;
  for (let left = bytes; left > 0; left >>>= 1) {
    if (left & 1) shift = multiplied(shift, power);
    power = multiplied(power, power);
  }
  return shift;
}
