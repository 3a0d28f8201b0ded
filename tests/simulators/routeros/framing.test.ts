import { describe, expect, test } from "vitest";
import { encodeLength, encodeSentence, FramingError, fromWire, SentenceReader, toWire } from "./framing.ts";

const hex = (text: string) => Buffer.from(text, "hex");

describe("framing", () => {
  test.each([
    [0, "00"],
    [0x7f, "7f"],
    [0x80, "8080"],
    [0x3fff, "bfff"],
    [0x4000, "c04000"],
    [0x1fffff, "dfffff"],
    [0x200000, "e0200000"],
    [0xfffffff, "efffffff"],
    [0x10000000, "f010000000"],
    [0xffffffff, "f0ffffffff"],
  ])("writes length %i as the manual does", (length, bytes) => {
    expect(encodeLength(length).toString("hex")).toBe(bytes);
  });

  test.each(["03", "8003", "c00003", "e0000003", "f000000003"])("reads the length form %s", (form) => {
    const reader = new SentenceReader();
    expect(reader.push(Buffer.concat([hex(form), Buffer.from("abc"), hex("00")]))).toEqual([["abc"]]);
  });

  test.each([0x7f, 0x80, 0x3fff, 0x4000, 0x1fffff, 0x200000])(
    "carries a word of %i bytes there and back",
    (length) => {
      const word = "x".repeat(length);
      expect(new SentenceReader().push(encodeSentence(["/a", word]))).toEqual([["/a", word]]);
    },
  );

  test("gives the same sentences wherever the stream is cut", () => {
    const long = "=comment=".padEnd(200, "y");
    const stream = Buffer.concat([
      encodeSentence(["/a/print", long]),
      hex("00"),
      encodeSentence(["/b", ".tag=1"]),
    ]);
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const reader = new SentenceReader();
      const sentences = [...reader.push(stream.subarray(0, cut)), ...reader.push(stream.subarray(cut))];
      expect(sentences).toEqual([
        ["/a/print", long],
        ["/b", ".tag=1"],
      ]);
      expect(reader.pendingBytes).toBe(0);
    }
  });

  test("keeps every byte of a word as it was", () => {
    const sent = Buffer.from(Array.from({ length: 256 }, (_unused, byte) => byte));
    const [words] = new SentenceReader().push(Buffer.concat([encodeLength(256), sent, hex("00")]));
    expect(Buffer.from(words?.[0] ?? "", "latin1")).toEqual(sent);
    expect(fromWire(toWire("Kahawa ☕"))).toBe("Kahawa ☕");
  });

  test.each(["f8", "ff"])("refuses the reserved control byte %s", (byte) => {
    expect(() => new SentenceReader().push(hex(byte))).toThrow(FramingError);
  });
});
