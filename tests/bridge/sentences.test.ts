import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  encodeLength,
  encodeWord,
  FramingFault,
  readAttributes,
  readReply,
  SentenceReader,
} from "#bridge/sentences";

const wire = (sentences: string[][]) =>
  Buffer.concat(sentences.flatMap((words) => [...words, ""].map(encodeWord)));

describe("word lengths", () => {
  // The vectors of the MikroTik manual's table at its edges.
  test.for<[number, string]>([
    [0, "00"],
    [0x7f, "7f"],
    [0x80, "8080"],
    [0x3fff, "bfff"],
    [0x4000, "c04000"],
    [0x1fffff, "dfffff"],
    [0x200000, "e0200000"],
    [0xfffffff, "efffffff"],
    [0x10000000, "f010000000"],
  ])("%i is %s", ([length, hex]) => {
    expect(encodeLength(length).toString("hex")).toBe(hex);
  });

  test("are in bytes, not in characters", () => {
    expect(encodeWord("☕").toString("hex")).toBe("03e29895");
  });

  test("are read back around every edge of the table", () => {
    for (const edge of [0x80, 0x4000, 0x200000]) {
      for (const length of [edge - 1, edge, edge + 1]) {
        const word = "w".repeat(length);
        const [sentence] = new SentenceReader().push(wire([[word]]));
        expect(sentence?.length === 1 && sentence[0] === word, `${length}`).toBe(true);
      }
    }
  });
});

describe("sentences", () => {
  test("come out whole and in order, wherever the bytes are cut", () => {
    const word = fc.string({ minLength: 1, maxLength: 200, unit: "grapheme" });
    const sentences = fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(sentences, fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), (sent, sizes) => {
        const bytes = wire(sent);
        const reader = new SentenceReader();
        const received: string[][] = [];
        for (let at = 0, piece = 0; at < bytes.length; piece += 1) {
          const size = sizes[piece % sizes.length] ?? 1;
          received.push(...reader.push(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(received).toEqual(sent);
      }),
    );
  });

  test("that are empty are skipped", () => {
    expect(
      new SentenceReader().push(Buffer.concat([Buffer.alloc(3), wire([["!done"]]), Buffer.alloc(2)])),
    ).toEqual([["!done"]]);
  });

  test("end the connection if a control byte or an absurd length comes", () => {
    expect(() => new SentenceReader().push(Buffer.from("f8", "hex"))).toThrow(FramingFault);
    expect(() => new SentenceReader().push(Buffer.from("f0ffffffff", "hex"))).toThrow(FramingFault);
    const reader = new SentenceReader();
    const word = wire([["x".repeat(1_000_000)]]).subarray(0, -1);
    expect(() => {
      for (let times = 0; times < 20; times += 1) reader.push(word);
    }, "one sentence of ever more words").toThrow(FramingFault);
  });
});

describe("replies", () => {
  test("carry their tag anywhere", () => {
    const expected = { kind: "!re", tag: "7", words: ["=a=b", "=c="] };
    expect(readReply(["!re", ".tag=7", "=a=b", "=c="])).toEqual(expected);
    expect(readReply(["!re", "=a=b", ".tag=7", "=c="])).toEqual(expected);
    expect(readReply(["!re", "=a=b", "=c=", ".tag=7"])).toEqual(expected);
    expect(readReply(["!fatal", "not logged in"])).toEqual({
      kind: "!fatal",
      tag: undefined,
      words: ["not logged in"],
    });
  });

  test("that do not begin with ! are no RouterOS API", () => {
    expect(() => readReply(["HTTP/1.1 400 Bad Request"])).toThrow(FramingFault);
  });

  test("keep values with =, line ends and nothing", () => {
    expect(readAttributes(["=.id=*1A", '=on-login=:put "a=b"\r\n', "=comment=", "=flag", "plain"])).toEqual({
      ".id": "*1A",
      "on-login": ':put "a=b"\r\n',
      comment: "",
      flag: "",
    });
  });
});
