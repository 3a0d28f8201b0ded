/**
 * Words and sentences on the wire (MikroTik manual, "API"): a word is its length, 1 to 5 bytes, and its bytes; a
 * sentence is words and one zero length. Words are kept as one character per byte, because the router passes bytes
 * through without looking at their encoding; `fromWire` and `toWire` translate for people.
 */

/** The peer sent something that is no framing; a router drops the connection. */
export class FramingError extends Error {
  override readonly name = "FramingError";
}

/** Text as people write it, as one character per UTF-8 byte. */
export function toWire(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** What came over the wire, as people read it. */
export function fromWire(word: string): string {
  return Buffer.from(word, "latin1").toString("utf8");
}

/** The shortest length form. Multiplication-free only below 2^28; above it the 5-byte form carries plain u32. */
export function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  if (length < 0x4000) return Buffer.from([0x80 | (length >>> 8), length & 0xff]);
  if (length < 0x200000) return Buffer.from([0xc0 | (length >>> 16), (length >>> 8) & 0xff, length & 0xff]);
  const tail = [
    (length >>> 24) & 0xff,
    (length >>> 16) & 0xff,
    (length >>> 8) & 0xff,
    length & 0xff,
  ] as const;
  if (length < 0x10000000) return Buffer.from([0xe0 | tail[0], tail[1], tail[2], tail[3]]);
  return Buffer.from([0xf0, ...tail]);
}

export function encodeSentence(words: readonly string[]): Buffer {
  const parts: Buffer[] = [];
  for (const word of words) parts.push(encodeLength(word.length), Buffer.from(word, "latin1"));
  parts.push(Buffer.from([0]));
  return Buffer.concat(parts);
}

/** Bytes of the length form that starts with `first`, or null for a reserved control byte. */
function lengthSize(first: number): number | null {
  if (first < 0x80) return 1;
  if (first < 0xc0) return 2;
  if (first < 0xe0) return 3;
  if (first < 0xf0) return 4;
  return first < 0xf8 ? 5 : null;
}

function decodeLength(bytes: Buffer, at: number, size: number): number {
  const first = bytes.readUInt8(at);
  if (size === 1) return first;
  if (size === 5) return bytes.readUInt32BE(at + 1);
  const mask = size === 2 ? 0x3f : size === 3 ? 0x1f : 0x0f;
  let length = first & mask;
  for (let offset = 1; offset < size; offset += 1) length = length * 256 + bytes.readUInt8(at + offset);
  return length;
}

/** Takes chunks as they arrive and gives whole sentences; empty sentences are skipped, as a router does. */
export class SentenceReader {
  #pending: Buffer = Buffer.alloc(0);
  #words: string[] = [];

  /** Bytes of the sentence that is still arriving; the caller limits it before log-in. */
  get pendingBytes(): number {
    return this.#pending.length + this.#words.reduce((sum, word) => sum + word.length, 0);
  }

  /** Throws FramingError at a reserved control byte. */
  push(chunk: Buffer): string[][] {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const sentences: string[][] = [];
    let at = 0;
    for (;;) {
      const word = this.#wordAt(at);
      if (word === null) break;
      at = word.next;
      if (word.text.length > 0) this.#words.push(word.text);
      else if (this.#words.length > 0) {
        sentences.push(this.#words);
        this.#words = [];
      }
    }
    this.#pending = this.#pending.subarray(at);
    return sentences;
  }

  #wordAt(at: number): { text: string; next: number } | null {
    const first = this.#pending[at];
    if (first === undefined) return null;
    const size = lengthSize(first);
    if (size === null) throw new FramingError(`Reserved control byte 0x${first.toString(16)}.`);
    if (this.#pending.length < at + size) return null;
    const length = decodeLength(this.#pending, at, size);
    const next = at + size + length;
    if (this.#pending.length < next) return null;
    return { text: this.#pending.toString("latin1", at + size, next), next };
  }
}
