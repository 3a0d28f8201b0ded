/**
 * The framing of the RouterOS API (MikroTik manual, "API"): a word is an encoded length and that many bytes, a
 * sentence is words ended by a word of length zero. Lengths are big-endian in one to five bytes.
 */

/** The peer does not speak the RouterOS API; nothing that follows on this connection can be trusted. */
export class FramingFault extends Error {
  override readonly name = "FramingFault";
}

// Bounds what a wrong peer can make us hold; the longest real sentences (scripts, files) are below 100 kB.
const longestSentence = 16 * 1024 * 1024;

/** The length prefix of a word of `length` bytes (0 to 2^32 - 1). */
export function encodeLength(length: number): Buffer {
  if (length < 0x80) return bigEndian(length, 1);
  if (length < 0x4000) return bigEndian(length + 0x8000, 2);
  if (length < 0x200000) return bigEndian(length + 0xc00000, 3);
  if (length < 0x10000000) return bigEndian(length + 0xe0000000, 4);
  return bigEndian(length + 0xf000000000, 5);
}

function bigEndian(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** One word on the wire: UTF-8, its length counted in bytes. `""` is the end of a sentence. */
export function encodeWord(text: string): Buffer {
  const body = Buffer.from(text, "utf8");
  return Buffer.concat([encodeLength(body.length), body]);
}

/** Reads the length prefix at `at`; undefined while its bytes are not all there. */
function readLength(bytes: Buffer, at: number): { length: number; size: number } | undefined {
  const first = bytes[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { length: first, size: 1 };
  if (first >= 0xf8) throw new FramingFault(`reserved control byte 0x${first.toString(16)}`);
  const size = first < 0xc0 ? 2 : first < 0xe0 ? 3 : first < 0xf0 ? 4 : 5;
  if (bytes.length < at + size) return undefined;
  if (size === 5) return { length: bytes.readUInt32BE(at + 1), size };
  // What is left of the first byte after its marker bits: 6, 5 or 4 bits.
  const high = first & (0xff >> size);
  return { length: high * 2 ** (8 * (size - 1)) + bytes.readUIntBE(at + 1, size - 1), size };
}

/** One connection's bytes, cut anywhere, as whole sentences. Decoded per word: a segment may cut a UTF-8 character. */
export class SentenceReader {
  #chunks: Buffer[] = [];
  #held = 0;
  #needed = 1;
  #words: string[] = [];
  #sentenceBytes = 0;

  /** Takes the next bytes, gives the sentences they complete. Throws `FramingFault`; then drop the connection. */
  push(chunk: Buffer): string[][] {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    // A long word is joined once, when it is all there, not once per segment.
    if (this.#held < this.#needed) return [];
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#held);
    const sentences: string[][] = [];
    const rest = bytes.subarray(this.#readWords(bytes, sentences));
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#held = rest.length;
    return sentences;
  }

  /** Reads all whole words, returns where the first incomplete one begins and notes how many bytes it needs. */
  #readWords(bytes: Buffer, sentences: string[][]): number {
    for (let at = 0; ; ) {
      const prefix = readLength(bytes, at);
      if (prefix === undefined) {
        this.#needed = bytes.length - at + 1;
        return at;
      }
      const end = at + prefix.size + prefix.length;
      if (this.#sentenceBytes + prefix.length > longestSentence) throw new FramingFault("sentence too long");
      if (end > bytes.length) {
        this.#needed = end - at;
        return at;
      }
      if (prefix.length > 0) {
        this.#words.push(bytes.toString("utf8", at + prefix.size, end));
        this.#sentenceBytes += prefix.length;
      } else if (this.#words.length > 0) {
        sentences.push(this.#words);
        this.#words = [];
        this.#sentenceBytes = 0;
      }
      at = end;
    }
  }
}

/** A reply taken apart: `tag` names the command it answers (absent on `!fatal`), `words` is the rest in order. */
export type Reply = { kind: string; tag: string | undefined; words: string[] };

/** The manual shows `.tag` last, captures of real routers show it second: it is taken wherever it stands. */
export function readReply(sentence: readonly string[]): Reply {
  const [kind = "", ...rest] = sentence;
  if (!kind.startsWith("!"))
    throw new FramingFault(`a reply began with ${JSON.stringify(kind.slice(0, 40))}`);
  const tag = rest.find((word) => word.startsWith(".tag="));
  return { kind, tag: tag?.slice(".tag=".length), words: rest.filter((word) => word !== tag) };
}

/** The attribute words `=name=value` as a row. The value is all after the second `=` and may hold anything. */
export function readAttributes(words: readonly string[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (const word of words) {
    if (!word.startsWith("=")) continue;
    const cut = word.indexOf("=", 1);
    if (cut === -1) row[word.slice(1)] = "";
    else row[word.slice(1, cut)] = word.slice(cut + 1);
  }
  return row;
}
